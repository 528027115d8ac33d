import { type ConsentSigner, createConsentRecorder, type FoundConsent } from '../../ledger/consent-recorder.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import { durably, type Store } from '../../store/open-store.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import { tablesOf } from '../../store/tables.ts'
import { createTrustingRows } from './trusting-rows.ts'
import { updateCache } from './update-cache.ts'
import type { FieldImage } from '../../model/contacts/field-image.ts'
import { afterCrash, callDescriptors, claims, needsDurableIntent, postOf, textedBy } from '../../kinds/calls/all-calls.ts'
import { type Lesson, learn } from '../late/service-profile.ts'
import { createUnansweredNotes } from '../late/note-unanswered.ts'
import { crashedCallFailure } from '../words/row-words.ts'
import type { OpenProof } from '../../model/runs/open-proof.ts'
import type { TextLeaving } from '../../store/runs/texts-left.ts'
import type { UndoneRow } from '../../model/runs/undone-row.ts'

/** A call that is about to leave. */
export interface Intent {
  row: number
  ordinal: number
  kind: CallKind
  /** Of a message; null for other calls. */
  fingerprint: string | null
  /** The number of a contact that it creates; null for other calls. */
  creates: string | null
  /** The contact's fields right before the call, for an undo. */
  beforeImage: FieldImage | null
  /** Of a call that texts people; absent for others. */
  texts?: TextLeaving
}

/** What became of a call that had left. */
export interface CallRecord {
  row: number
  ordinal: number
  /** What the journal says of it before this. */
  from: 'sent' | 'pending' | 'unknown'
  state: 'done' | 'failed' | 'unknown' | 'pending'
  httpStatus: number | null
  failure: RowFailure | null
  /** Of a message; null for other calls. */
  fingerprint: string | null
  /** The number of a contact that it creates; null for other calls. */
  creates: string | null
  /** By what its contact is known: uuid and phone number. */
  contacts: readonly string[]
  /** `mayArrive`: it had no good answer, and may take effect yet. `settled`: that one has arrived, or never will. */
  fate?: 'mayArrive' | 'settled'
  /** For a call that is done: what it was, what was answered, and whether it is going to be looked up. */
  done: { call: ServiceCall; outcome: Extract<CallOutcome, { kind: 'done' }>; isLookedUp?: boolean } | null
}

/** What became of a row. */
export interface RowRecord {
  row: number
  outcome: EndedOutcome
  failure: RowFailure | null
  /** Of a row of an undo. */
  undone?: UndoneRow | null
}

/** What becomes of a call that has to prove what the service does; see `store/runs/proofs.ts`. */
export type ProofRecord = { row: number; ordinal: number } &
  /** `isFirst`: its call goes alone, and leaves only once this is on the disk, whatever happens to the power. */
  (
    | { state: 'open'; proof: OpenProof; isFirst?: true }
    | { state: 'found'; found: NonNullable<OpenProof['found']> }
    | { state: 'suspected'; suspected: NonNullable<OpenProof['suspected']> }
    | { state: 'passed'; kind: CallKind }
    | { state: 'over' }
  )

export interface JournalEntries {
  calls: CallRecord[]
  /** Rows that were counted as unknown and continue after all; written before `rows`. */
  reopened: number[]
  rows: RowRecord[]
  intents: Intent[]
  /** Calls that left before the records were put back to an earlier state; written before `calls`. */
  sentBefore: Intent[]
  /** Contacts as they were read from the service just now, for the cache; `agoMs`: how long ago they were asked for. */
  seen: (ReadCustomer & { agoMs?: number })[]
  /** Contacts that the service has no more. */
  gone: string[]
  /** What the answers say of the service. */
  learnt: Lesson[]
  /** Consents that rows have set, as they were read back; written after `calls`. */
  consents: { row: number; found: FoundConsent }[]
  /** Messages that the service took, and does not have. */
  missing: { row: number; ordinal: number; fingerprint: string }[]
  /** Contacts for which a call might have taken effect late, and cannot any more. */
  quiet: string[]
  /** In the order in which it happened; written after `calls` and `intents`. */
  proofs: ProofRecord[]
}

export function emptyEntries(): JournalEntries {
  return {
    calls: [],
    reopened: [],
    rows: [],
    intents: [],
    sentBefore: [],
    seen: [],
    gone: [],
    learnt: [],
    consents: [],
    missing: [],
    quiet: [],
    proofs: [],
  }
}

/** Clocks of a process and of the wall are read one after the other. */
const clockSlackMs = 10

/** A contact that was asked for so long ago, for the cache. */
export function readAgo(seen: ReadCustomer, agoMs: number): JournalEntries['seen'][number] {
  return { ...seen, agoMs: Math.max(0, Math.floor(agoMs) - clockSlackMs) }
}

/** The message of a row was taken, and is not there: it can be imported again. */
export function noteMissing(
  item: { row: number; fingerprint: string | null; calls: readonly { kind: CallKind }[] },
  entries: JournalEntries,
): void {
  const ordinal = item.calls.findIndex(({ kind }) => callDescriptors[kind].leavesPost)
  if (item.fingerprint !== null && ordinal >= 0) entries.missing.push({ row: item.row, ordinal, fingerprint: item.fingerprint })
}

/** Whether proofs are written by themselves, so that they are on the disk before their calls leave. */
export function isProofLater({ proofs }: Pick<JournalEntries, 'proofs'>): boolean {
  return proofs.some((one) => one.state === 'open' && one.isFirst === true)
}

/** A page of the calls that a crash left behind. */
const crashedPage = 500

/**
 * Writes the journal of a run: many answers and intents in one transaction, together with what the answers mean for the
 * contacts cache, the consent ledger, the imported messages and the rows. When `write` returns, the intents' calls may leave: those that must
 * not happen twice are then on the disk, whatever happens to the power.
 */
export function createJournalWriter(store: Store, run: ConsentSigner, contacts: Contacts = tablesOf(store).contacts) {
  const { runId } = run
  const { calls, runRows, importedMessages, contactClaims, unansweredCalls, planRows, proofs, textsLeft } = tablesOf(store)
  const { groupConversations, textedPeople } = tablesOf(store)
  const noteUnanswered = createUnansweredNotes(store, contacts)
  const consents = createConsentRecorder(store, run)
  const noteNotDone = createTrustingRows(store, run)

  const writeCall = (call: CallRecord, atMs: number): void => {
    const { row, ordinal, from, state, httpStatus, failure, fingerprint, creates, done } = call
    writeFate(call, atMs)
    // Only what a later call of the row needs is kept of an answer: the rest is in the contacts cache.
    const afterImage =
      done !== null && callDescriptors[done.call.kind].createsContact && done.outcome.record !== null
        ? JSON.stringify(done.outcome.record)
        : null
    calls.writeEnd(runId, { row, ordinal, state, httpStatus, error: failure, afterImage }, from, atMs)
    if (state === 'failed') textsLeft.takeBack(runId, row, ordinal)
    if (state === 'failed' && fingerprint !== null) {
      importedMessages.release(fingerprint, runId)
      if (from === 'sent' && httpStatus !== null) importedMessages.refuse(fingerprint, calls.lastSentAtMs(runId, row, ordinal) ?? atMs)
    }
    if (creates !== null && state === 'failed') contactClaims.release(creates, runId)
    if (done === null) return
    updateCache(contacts, done.call, done.outcome, atMs)
    if (postOf(done.call)?.as === 'message') for (const phone of textedBy(done.call)?.phones ?? []) textedPeople.note(phone, runId, atMs)
    if (done.call.kind === 'sendToGroup' && done.outcome.conversationUuid !== null)
      groupConversations.note(done.outcome.conversationUuid, done.call.phones)
    if (creates !== null && contacts.findByPhone(creates).length > 0) contactClaims.release(creates, runId)
    consents.record(done.call, done.outcome, row, atMs, done.isLookedUp ?? false)
    if (claims(done.call.kind) && fingerprint !== null) {
      importedMessages.add({ fingerprint, runId, row, postUuid: done.outcome.postUuid, importedAtMs: atMs })
    }
  }

  const writeFate = ({ contacts: of, row, ordinal, fate }: CallRecord, atMs: number): void => {
    if (fate === 'mayArrive') {
      noteUnanswered(run.planId, of, { runId, row, ordinal, sentAtMs: calls.lastSentAtMs(runId, row, ordinal) ?? atMs })
    } else if (fate === 'settled') unansweredCalls.settle(of, { runId, row, ordinal })
  }

  const writeAll = (entries: JournalEntries, atMs: number): void => {
    // What another run has written since it was asked for is newer.
    for (const { agoMs = 0, ...customer } of entries.seen) contacts.putRead(customer, atMs - agoMs)
    for (const uuid of entries.gone) contacts.remove(uuid, atMs)
    for (const lesson of entries.learnt) learn(store, lesson, atMs)
    for (const contact of entries.quiet) unansweredCalls.forget(contact)
    for (const { row, ordinal, kind } of entries.sentBefore)
      calls.writeSent(runId, { row, ordinal, kind, sentAtMs: atMs, beforeImage: null })
    for (const call of entries.calls) writeCall(call, atMs)
    for (const { row, found } of entries.consents) consents.lookedUp(row, found, atMs)
    for (const { row, ordinal, fingerprint } of entries.missing)
      importedMessages.lose({ fingerprint, runId, row, sentAtMs: calls.lastSentAtMs(runId, row, ordinal) ?? atMs })
    consents.ended(entries.rows.map(({ row }) => row))
    for (const row of entries.reopened) runRows.reopen(runId, row)
    for (const { row, outcome, failure, undone } of entries.rows) {
      runRows.write(runId, row, outcome, failure, undone)
      if (outcome === 'failed' || outcome === 'unknown') noteNotDone(row)
    }
    for (const { fingerprint, creates, beforeImage, texts, ...intent } of entries.intents) {
      if (texts !== undefined) textsLeft.note(runId, intent.row, intent.ordinal, texts)
      calls.writeSent(runId, { ...intent, sentAtMs: atMs, beforeImage: beforeImage === null ? null : JSON.stringify(beforeImage) })
      // Whether it is free was asked in this transaction, by `createPreconditions`.
      const isOwn =
        (fingerprint === null || importedMessages.claim(fingerprint, runId, intent.row, atMs)) &&
        (creates === null || contactClaims.claim(creates, runId, atMs))
      if (!isOwn) throw new Error(`What row ${intent.row} is about to send is claimed by another run.`)
    }
    if (!isProofLater(entries)) writeProofs(entries.proofs)
  }
  const writeProofs = (list: readonly ProofRecord[]): void => {
    for (const one of list) {
      if (one.state === 'open') proofs.open(runId, one, one.proof)
      else if (one.state === 'found') proofs.find(runId, one, one.found)
      else if (one.state === 'suspected') proofs.suspect(runId, one, one.suspected)
      else if (one.state === 'passed') proofs.pass(runId, one, one.kind)
      else proofs.end(runId, one)
    }
  }
  const inOne = store.transaction((work: () => void) => work())
  const contactsOf = (row: number): string[] => {
    const stored = planRows.brief(run.planId, row)
    return [stored?.contactUuid ?? [], numbersOf(stored?.phone)].flat()
  }

  return {
    write(entries: JournalEntries, atMs: number): void {
      if (Object.values(entries).every((list) => list.length === 0)) return
      if (entries.intents.some(({ kind }) => needsDurableIntent(kind)))
        throw new Error('Intents are decided and written in one transaction.')
      inOne.immediate(() => writeAll(entries, atMs))
      if (isProofLater(entries)) durably(store, () => writeProofs(entries.proofs))
    },

    /**
     * Lets `decide` add to the entries, and writes them, in one transaction: what it has found free, nobody else can claim before
     * it is claimed here. `isDurable` where an intent may be of a call that must not happen twice.
     */
    decideAndWrite<T>(entries: JournalEntries, atMs: number, isDurable: boolean, decide: () => T): T {
      let decided: T | undefined
      const work = () => {
        decided = decide()
        if (!isDurable && entries.intents.some(({ kind }) => needsDurableIntent(kind))) throw new Error('An intent is not durable.')
        writeAll(entries, atMs)
      }
      if (isDurable) durably(store, work)
      else inOne.immediate(work)
      // What is synced with it is all that was written before.
      if (isProofLater(entries)) durably(store, () => writeProofs(entries.proofs))
      return decided as T
    },

    /** Records what was answered of consents that nothing looks up any more. */
    endForGood: (): void => inOne.immediate(() => consents.ended()),

    /** Decides about each call that was under way when its process ended; see `afterCrash`. */
    reconcileCrashed(atMs: number): void {
      store
        .transaction(() => {
          let afterRow = 0
          for (let page = calls.sentAfter(runId, 0, crashedPage); page.length > 0; page = calls.sentAfter(runId, afterRow, crashedPage)) {
            for (const { row, ordinal, kind, lastSentAtMs: sentAtMs } of page) {
              afterRow = row
              const state = afterCrash(kind)
              noteUnanswered(run.planId, contactsOf(row), { runId, row, ordinal, sentAtMs })
              const failure = state === 'unknown' ? crashedCallFailure : null
              calls.writeEnd(runId, { row, ordinal, state, httpStatus: null, error: failure, afterImage: null }, 'sent', atMs)
              if (state === 'unknown') runRows.write(runId, row, 'unknown', failure)
            }
          }
        })
        .immediate()
    },
  }
}
