import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import { isSameValue } from '../../model/contacts/field-values.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { livedWith } from '../answer/alterations.ts'
import type { ReadAnswer } from '../answer/read-answer.ts'
import { contactInVain } from '../answer/echo.ts'
import { type DoubtedRow, labelsOf, type SentRow } from '../answer/canary.ts'
import { callDescriptors, descriptorOf } from '../../kinds/calls/all-calls.ts'
import { endProof, endRow, type ExecutionState } from '../dispatch/execution-state.ts'
import type { RunItem, WrittenCall } from '../dispatch/run-item.ts'
import { type JournalEntries, noteMissing, readAgo } from '../journal/journal-writer.ts'
import { nextLookMs, patienceWith } from '../late/patience.ts'
import { notAppliedFailure } from '../words/row-words.ts'
import { changedBeforeReason, changedSinceNote, doubtfulNote, type LookedAgain, withLookedAgain } from './change-reason.ts'
import { changeWords } from './change-words.ts'
import { expectedRecord } from './expected-record.ts'
import { keptProof } from './kept-proof.ts'
import { recordPutBack, splitByLikeness } from './like-changes.ts'
import { putBackCalls } from './put-back.ts'
import { endOfPutBack } from './put-back-step.ts'
import type { LostField } from './proof-task.ts'
import type { UnaskedChange } from './unasked-changes.ts'
import { sentCall } from './sent-call.ts'

/** Looks up again in vain that often, it stays open what became of a row. */
const mostTries = 3

interface PendingStop {
  reason: RunReason
  kinds: readonly CallKind[]
  known: ReadonlySet<number>
  /** Null where the service does not do what it is asked to: then there is nothing to put back. */
  mended: readonly UnaskedChange[] | null
  found: LookedAgain
  /** How many are still to be read, or to be put back; null before that has begun. */
  open: number | null
}

export type LookAgainState = Parameters<typeof endRow>[0] &
  Pick<ExecutionState, 'canary' | 'inFlight' | 'patience' | 'profile' | 'stop'> & {
    pendingRows: Pick<ExecutionState['pendingRows'], 'line' | 'sentBefore'>
  }

/** Why the run stops, and after which calls. */
interface StopCause {
  reason: RunReason
  kinds: readonly CallKind[]
  /** Rows that say themselves what became of them. */
  known: readonly RunItem[]
  /** What the service was seen to change beside what it was asked to, and could be put back; null where it changes too little. */
  mended: readonly UnaskedChange[] | null
}

/**
 * What follows where a service was found not to do what it is asked to, or more: the rows that were sent since the last one that was
 * as it should be are read again, each; what was changed of them in the same way is put back; then the run stops. Nothing else leaves
 * meanwhile.
 */
export function createLookAgain(state: LookAgainState, label: FieldLabel) {
  const { canary, lanes, pendingRows } = state
  let stopping: PendingStop | null = null
  let earlier: readonly DoubtedRow[] = []
  /** Rows in doubt that the journal knows of, and with which of their calls. */
  const kept = new Map<number, number>()
  /** Rows whose contact is put back. */
  const underRepair = new Set<RunItem>()

  const doubtful = (kinds: readonly CallKind[], known: ReadonlySet<number>): SentRow[] => {
    const rows = new Map<number, SentRow>()
    for (const sent of [...earlier, ...kinds.flatMap((kind) => canary.sinceGood(kind))])
      if (!known.has(sent.row) && !rows.has(sent.row)) rows.set(sent.row, sent)
    return [...rows.values()].filter(isAnswered)
  }

  const stopWhenDone = (): void => {
    if (stopping?.open === 0) state.stop({ state: 'paused', reason: withLookedAgain(stopping.reason, stopping.found) })
  }

  const close = (item: RunItem, as: keyof LookedAgain, entries: JournalEntries, nowMs: number): void => {
    endProof(item, entries)
    lanes.finish(item, nowMs)
    count(item, as)
  }

  const count = (item: RunItem, as: keyof LookedAgain): void => {
    if (typeof stopping?.open !== 'number') throw new Error(`Row ${item.row} is not looked up again.`)
    stopping.found[as].push(pendingRows.line(item.row))
    stopping.open -= 1
    stopWhenDone()
  }

  /** The row has not ended after all: its contact is put back as far as the service was seen to change it, and to let it be put back. */
  const putBack = (
    item: RunItem,
    { call, now, lost }: { call: ServiceCall; now: CustomerRecord; lost: readonly LostField[] },
    { back, left }: ReturnType<typeof splitByLikeness>,
    entries: JournalEntries,
    nowMs: number,
  ): void => {
    if (item.ended === 'done') {
      entries.reopened.push(item.row)
      state.counts = { ...state.counts, done: state.counts.done - 1, pending: state.counts.pending + 1 }
    }
    // What is sent to put it back asks for the row's own change once more, where that got lost.
    const target = lost.length === 0 ? recordPutBack(now, back) : expectedRecord(call, recordPutBack(now, back))
    const found = { changes: back, target, isCutShort: item.ordinal < item.calls.length, left, lost: [...lost] }
    item.proving ??= keepDoubt({ row: item.row, item, call, known: now }, [], entries)
    if (item.proving !== undefined) entries.proofs.push({ row: item.row, ordinal: item.proving, state: 'found', found })
    underRepair.add(item)
    delete item.isLookedUpAgain
    item.putBack = { ...found, rounds: 1 }
    item.calls = [...item.calls.slice(0, item.ordinal), ...putBackCalls(back, target)]
    item.phase = { kind: 'call' }
    item.contact = { isFresh: true, beforeImage: null }
    item.attempts = 0
    lanes.release(item, nowMs, nowMs)
  }

  const stop = ({ reason, kinds, known, mended }: StopCause): void => {
    if (stopping !== null) return
    const rows = new Set(known.map(({ row }) => row))
    const found: LookedAgain = { asked: [], back: [], wrong: [], changed: [], unread: [] }
    const mendedBefore = earlier.flatMap((row) => row.mended)
    stopping = { reason, kinds, known: rows, mended: mended === null ? null : [...mended, ...mendedBefore], open: null, found }
    if (kept.size > 0 || canary.isAnyBeside() || doubtful(kinds, rows).length > 0) return
    stopping.open = 0
    stopWhenDone()
  }

  /** What a row's contact is different in is said of it. One that is not done ends with that, for its other calls are left out. */
  const endChanged = (item: RunItem, others: readonly UnaskedChange[], entries: JournalEntries, nowMs: number): void => {
    if (item.ended === 'done') {
      const words = others.map((change) => changeWords(change, label))
      entries.rows.push({ row: item.row, outcome: 'done', failure: changedSinceNote(words) })
      close(item, 'changed', entries, nowMs)
      return
    }
    const { outcome, failure } = endOfPutBack(item, { changes: others, notBack: others, isCutShort: true }, label)
    endRow(state, item, outcome, failure, entries, nowMs)
    count(item, 'changed')
  }

  const putBackEnded = (
    item: RunItem,
    { notBack, notDone }: { notBack: readonly UnaskedChange[]; notDone: readonly LostField[] },
    entries: JournalEntries,
    nowMs: number,
  ): void => {
    const { putBack: task } = item
    if (task === undefined) throw new Error(`Row ${item.row} is not put back.`)
    underRepair.delete(item)
    const { outcome, failure } = endOfPutBack(item, { ...task, notBack, notDone }, label)
    endRow(state, item, outcome, failure, entries, nowMs)
    count(item, notBack.length > 0 ? 'changed' : notDone.length > 0 ? 'wrong' : 'back')
  }

  return {
    isStopping: (): boolean => stopping !== null,
    /** Why the run is about to stop, as far as that is known by now; null where it is not. */
    reason: (): RunReason | null => (stopping === null ? null : withLookedAgain(stopping.reason, stopping.found)),
    /** Stops the run for this once the rows in doubt were read again. `known`: rows that say themselves what became of them. */
    stop,
    /** The rows that are going to be in doubt: where the process ends before they were read again, the next one does that. */
    keep(kinds: readonly CallKind[], known: readonly RunItem[], entries: JournalEntries): void {
      const rows = doubtful(kinds, new Set(known.map(({ row }) => row)))
      for (const sent of rows) if (sent.item?.ended === 'done') keepDoubt(sent, [], entries)
    },
    /** Rows that an earlier process of the run was about to read again; where nothing else is open, the run stops once that is done. */
    resume(rows: readonly DoubtedRow[], isAllPutBack: boolean): void {
      earlier = rows
      for (const { row, item } of rows) if (item !== null) kept.set(row, item.ordinal - 1)
      if (rows.length > 0 && isAllPutBack) stop({ reason: changedBeforeReason, kinds: [], known: [], mended: [] })
    },
    /** The run ends before that: what was not put back until now is not. */
    breakOff(entries: JournalEntries, nowMs: number, isOver: (item: RunItem) => boolean): void {
      for (const item of [...underRepair].filter(isOver))
        putBackEnded(item, { notBack: item.putBack?.changes ?? [], notDone: item.putBack?.lost ?? [] }, entries, nowMs)
    },
    /** Of a row that is put back: that has ended. */
    putBackEnded,
    /** Begins to read them, once no call is under way that would be one of them. Answers whether there are none, so that the run stops now. */
    begin(entries: JournalEntries, nowMs: number): boolean {
      if (stopping === null || stopping.open !== null || state.inFlight > 0 || canary.isAnyBeside()) return false
      const { found, kinds, known, mended } = stopping
      const items: RunItem[] = []
      for (const sent of doubtful(kinds, known)) {
        // Where the process ends before it was read again, the row says so.
        const isDone = sent.item === null ? sent.isUnended !== true : sent.item.ended === 'done'
        if (isDone) entries.rows.push({ row: sent.row, outcome: 'done', failure: doubtfulNote })
        const item = itemFor(sent, nowMs)
        if (item === null) found.unread.push(pendingRows.line(sent.row))
        else items.push(mended === null || !isDone ? item : { ...item, proving: keepDoubt(sent, mended, entries) })
      }
      for (const [row, ordinal] of kept) if (!items.some((item) => item.row === row)) entries.proofs.push({ row, ordinal, state: 'over' })
      stopping.open = items.length
      canary.clear()
      for (const item of items) lanes.add(item)
      stopWhenDone()
      return items.length === 0
    },
    /** A row in doubt was read again; `answer` is null where that failed. */
    answered(item: RunItem, answer: ReadAnswer | null, sentAtMs: number, entries: JournalEntries, nowMs: number): void {
      const { phase } = item
      if (phase.kind !== 'verify' || stopping === null) throw new Error(`Row ${item.row} is not looked up again.`)
      if (answer?.kind !== 'verified') {
        item.attempts += 1
        if (item.attempts < mostTries)
          lanes.release(item, nowMs + nextLookMs('written', { looks: item.attempts, leftMs: Number.MAX_SAFE_INTEGER, lagMs: null }), nowMs)
        else close(item, 'unread', entries, nowMs)
        return
      }
      const { isLate, isShown, changes = [], seen } = answer
      const { lost } = livedWith(answer.lost, item, state.profile)
      // What somebody lives with is there, with another text.
      const isThere = isShown || lost.length < answer.lost.length
      if (seen !== null) entries.seen.push(readAgo(seen, nowMs - sentAtMs))
      const { storedMs } = patienceWith(state.patience, state.profile.lagMs)
      const sinceMs = sentAtMs - phase.answeredAtMs
      if (lost.length > 0 && isLate && sinceMs < storedMs) {
        const looks = phase.looks + 1
        item.phase = { ...phase, looks }
        const leftMs = Math.max(0, phase.answeredAtMs + storedMs - nowMs)
        lanes.release(item, nowMs + nextLookMs('written', { looks, leftMs, lagMs: state.profile.lagMs }), nowMs)
        return
      }
      const others = changes.filter(({ field, after }) => !item.changes.some((one) => one.field === field && isSameValue(one.after, after)))
      const split = splitByLikeness(others, stopping.mended ?? [])
      if (split.back.length > 0 && seen !== null) {
        const labels = labelsOf(lost, item.changes)
        const asked = lost.map((one, at) => ({ field: one.field, label: labels[at] ?? one.field }))
        putBack(item, { call: phase.call, now: seen.record, lost: asked }, split, entries, nowMs)
        return
      }
      if (lost.length > 0) {
        const failure = notAppliedFailure(labelsOf(lost, item.changes))
        entries.rows.push({ row: item.row, outcome: 'failed', failure })
        const was = item.ended === 'done' ? 'done' : 'pending'
        state.counts = { ...state.counts, [was]: state.counts[was] - 1, failed: state.counts.failed + 1 }
        if (isLate && callDescriptors[phase.call.kind].leavesPost) noteMissing(item, entries)
        const gone = contactInVain(lost, item)
        if (gone !== null) entries.gone.push(gone)
        if (descriptorOf(phase.call).consent(phase.call) !== null) entries.consents.push({ row: item.row, found: 'missing' })
        close(item, 'wrong', entries, nowMs)
        return
      }
      if (others.length > 0) endChanged(item, others, entries, nowMs)
      else if (isThere && canTell(phase, stopping)) {
        if (item.ended === 'done') entries.rows.push({ row: item.row, outcome: 'done', failure: null })
        close(item, 'asked', entries, nowMs)
      } else close(item, 'unread', entries, nowMs)
    },
  }

  /** Keeps what a row's contact was like, as far as that is known; answers which call of the row it is kept with. */
  function keepDoubt({ row, item, call, known }: SentRow, mended: readonly UnaskedChange[], entries: JournalEntries): number | undefined {
    if (item === null || call === null || known === null) return undefined
    const ordinal = item.ordinal - 1
    const proof = { ...keptProof(call, { record: known, posts: null }, null), doubt: [...mended] }
    entries.proofs.push({ row, ordinal, state: 'open', proof })
    kept.set(row, ordinal)
    return ordinal
  }

  /** A row that was sent, to be read again; null where nothing tells what was sent. It has a lane of its own, for its row is over. */
  function itemFor({ row, item: sent, call: left, known, isUnended }: SentRow, nowMs: number): RunItem | null {
    const stored = sent ?? pendingRows.sentBefore(row)
    const call = left ?? sentCall(stored?.calls[0])
    if (stored === null || call === null) return null
    const before = known === null ? null : { record: known, posts: null }
    return {
      ...stored,
      ...(sent === null && isUnended !== true && { ended: 'done' as const }),
      lane: `looked up again: row ${row}`,
      attempts: 0,
      proof: { kind: 'none' },
      phase: { kind: 'verify', call, postUuid: null, answeredAtMs: nowMs, looks: 0, before },
      isLookedUpAgain: true,
    }
  }
}

/** Whether the call of a row is done, and nothing else is under way for it. */
function isAnswered({ item, call }: SentRow): boolean {
  if (item === null || item.ended === 'done') return true
  const at = call === null ? 0 : item.calls.findIndex(({ kind }) => kind === call.kind)
  return item.ended === undefined && item.phase.kind === 'call' && item.putBack === undefined && item.undo === null && item.ordinal > at
}

/** Whether a read shows what changed beside what was asked, as far as that matters. */
function canTell({ call, before }: WrittenCall, { mended }: PendingStop): boolean {
  return mended === null || before !== null || callDescriptors[call.kind].createsContact
}
