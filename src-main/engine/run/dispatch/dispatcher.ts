import { callDescriptors, claims, createdPhone, descriptorOf } from '../../kinds/calls/all-calls.ts'
import { imagePart } from '../../model/contacts/field-image.ts'
import type { Clock } from '../../model/clock.ts'
import { restoredMark } from '../../store/backups/restored-mark.ts'
import type { Store } from '../../store/open-store.ts'
import { endRow, type ExecutionState } from './execution-state.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import { createQuietContacts, keysOf } from '../late/quiet-contacts.ts'
import { patienceWith } from '../late/patience.ts'
import { createDoneElsewhere } from './done-elsewhere.ts'
import { forgetReads } from './forget-reads.ts'
import { isNewAlone } from './new-alone.ts'
import { createPreconditions } from './preconditions.ts'
import { resolvedBefore } from '../proof/posts/resolved-conversations.ts'
import type { createFreshness } from './freshness.ts'
import { createSharedPacing } from './shared-pacing.ts'
import { createTextGate, type TextPermission } from './text-gate.ts'
import type { TextLeaving } from '../../store/runs/texts-left.ts'
import type { TextingRules } from '../../text/texting/texting-rules.ts'
import { type Readiness, readiness, type RunItem } from './run-item.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import { alongOf } from '../../model/runs/live-with.ts'
import { tablesOf } from '../../store/tables.ts'
import { proofToKeep } from '../proof/kept-proof.ts'
import type { SideEffectCheck } from '../proof/side-effect-check.ts'
import { doneElsewhereNote } from '../words/row-words.ts'
import { troubleReasons } from '../words/pause-words.ts'

/** Rows read from the plan at a time: answers wait no longer than one such read. */
const pieceRows = 50
/** So many rows wait in memory, and up to `mostRows` where too few of them are of different contacts. */
const enoughRows = 200
export const mostRows = 20_000
/** The clock on the wall and the monotonic one drift apart by less than that from one turn to the next. */
const clockSlackMs = 1_000

/** A call, or a read that it needs, that may leave now. */
export interface Leaving {
  item: RunItem
  ready: Readiness
}

/** Makes the functions that dispatch what may leave now, and that see to it that there is something to dispatch. */
export function createDispatcher(
  state: ExecutionState,
  options: {
    store: Store
    runId: string
    clock: Clock
    freshness: ReturnType<typeof createFreshness>
    sideEffects: SideEffectCheck
    texting: TextingRules
    decideAlone: (entries: JournalEntries, nowMs: number) => void
  },
) {
  const { lanes, canary, pacing, pendingRows } = state
  const { sideEffects } = options
  const { isStale, known } = options.freshness
  const { contacts } = tablesOf(options.store)
  const unmetPrecondition = createPreconditions(options.store, options.runId)
  const isDoneElsewhere = createDoneElsewhere(options.store, options.runId)
  const quiet = createQuietContacts(options)
  const mayText = createTextGate({ ...options, rules: options.texting })
  const { clock } = options
  const shared = createSharedPacing({ ...options, pacing })
  const isRestored = restoredMark(options.store) !== null
  const { importedMessages } = tablesOf(options.store)
  /** Whether a row's message is looked for before it is sent. */
  const looksFirst = ({ fingerprint }: RunItem): boolean =>
    isRestored || (fingerprint !== null && importedMessages.missing(fingerprint) !== null)
  /** Whether any contact has a call that may still take effect. */
  let isAnyUnquiet = false
  /** When it is decided what leaves, by the clock on the wall: the same for all that leaves together. */
  let wallMs = clock.nowMs()
  /** From the monotonic clock to the one on the wall. */
  let knownOffsetMs: number | null = null
  return { dispatch, wantsRows, refill }

  /** As many as are allowed at once. The intents of calls are then among the entries. To be called in the transaction that writes them. */
  function dispatch(entries: JournalEntries, nowMs: number): Leaving[] {
    wallMs = clock.nowMs()
    followClock(nowMs)
    shared.adopt(nowMs)
    const leaving = dispatchAllowed(entries, nowMs)
    const hold = pacing.holdAt(nowMs)
    const isReady = lanes.readyCount() > 0 && (hold === null || hold.kind === 'rate_cap')
    shared.tell({ inFlight: state.inFlight, isReady, hasSent: leaving.length > 0 })
    return leaving
  }

  function dispatchAllowed(entries: JournalEntries, nowMs: number): Leaving[] {
    const trouble = pacing.givesUp()
    if (trouble !== null) {
      state.stop({ state: 'paused', reason: troubleReasons[trouble] })
      return []
    }
    if (sideEffects.beginToStop(entries, nowMs)) return []
    const leaving: Leaving[] = []
    options.freshness.forget()
    isAnyUnquiet = quiet.isAnything(entries, arrivalMs())
    while (state.inFlight < pacing.concurrency && pacing.holdAt(nowMs) === null) {
      const item = nextItem(entries, nowMs)
      if (item === null) break
      if (item.permittedUntilMs !== undefined && nowMs > item.permittedUntilMs) delete item.permittedUntilMs
      const ready = readiness(item, isStale, looksFirst(item), state.profile.livesWith)
      const call = item.calls[item.ordinal]
      if (ready.kind === 'ready' && call !== undefined) {
        const { row, ordinal, fingerprint, contact } = item
        const beforeImage = contact.isFresh ? imagePart(contact.beforeImage, descriptorOf(call).fields(call)) : null
        const isResolved = item.proof.kind === 'wanted' && item.proof.before?.isResolved === true
        canary.noteSent(ready.call, item, item.known ?? null)
        entries.intents.push({
          row,
          ordinal,
          kind: call.kind,
          fingerprint: claims(call.kind) ? fingerprint : null,
          creates: createdPhone(call),
          beforeImage: isResolved ? resolvedBefore : beforeImage,
          ...textsOf(item, entries),
        })
        const proof = proofToKeep(item, ready.call)
        if (proof !== null) {
          item.proving = ordinal
          const isFirst = item.proof.kind === 'wanted' && item.proof.how === 'alone'
          entries.proofs.push({ row, ordinal, state: 'open', proof, ...(isFirst && { isFirst }) })
        }
      }
      leaving.push({ item, ready })
      state.inFlight += 1
      pacing.onSent(nowMs)
    }
    if (state.inFlight > 0 || wantsRows() !== 'no' || !sideEffects.isStuck()) return leaving
    // Nobody is left who could show whether a suspicion is right. What follows leaves at once: no answer is waited for that would bring a turn.
    options.decideAlone(entries, nowMs)
    return dispatchAllowed(entries, nowMs)
  }

  /** Whether to read more rows from the plan. `now`: there are fewer than the calls allowed at once. */
  function wantsRows(): 'no' | 'soon' | 'now' {
    if (pendingRows.isExhausted() || sideEffects.hasSeenEnough()) return 'no'
    const isShort = lanes.size() < mostRows && lanes.readyCount() + state.inFlight < pacing.concurrency
    return isShort ? 'now' : lanes.size() < enoughRows ? 'soon' : 'no'
  }

  /** Reads the next piece of the plan. */
  function refill(): void {
    for (const item of pendingRows.next(pieceRows)) {
      canary.noteTaken(item)
      lanes.add(item)
    }
  }

  /** The row whose turn it is; rows that have nothing to send after all are ended on the way. */
  function nextItem(entries: JournalEntries, nowMs: number): RunItem | null {
    for (let next = canary.current(); next !== null && isNeedless(next); next = canary.current()) canary.end(next)
    const alone = canary.current()
    if (alone !== null) {
      const item = state.inFlight === 0 ? lanes.takeThis(alone, nowMs) : null
      // While it waited, another run may have been quicker.
      if (item === null || isFree(item, entries, nowMs)) return item
      canary.end(alone)
    }
    for (;;) {
      const item = lanes.take(nowMs)
      if (item === null) return null
      if (!isFree(item, entries, nowMs)) continue
      const planned = item.calls[item.ordinal]
      // The run is about to stop: nothing new leaves.
      if (item.phase.kind === 'call' && item.putBack === undefined && (sideEffects.isStopping() || isNeedless(item))) {
        sideEffects.setAside(item)
        continue
      }
      if (item.phase.kind !== 'call' || item.proof.kind === 'none' || item.putBack !== undefined || planned === undefined) return item
      if (item.proof.kind === 'open') {
        const record = knownRecord(item, planned)
        if (sideEffects.isOpen() && !sideEffects.canShow(planned, record)) {
          sideEffects.setAside(item)
          continue
        }
        item.known = record
        decideProof(item, planned, record)
      } else if (item.proof.how === 'alone') canary.begin(item)
      if (canary.current() !== item || state.inFlight === 0) return item
      lanes.release(item, nowMs, nowMs)
      return null
    }
  }

  /** Whether a row may go on; one that may not has ended, or waits. */
  function isFree(item: RunItem, entries: JournalEntries, nowMs: number): boolean {
    return mayGo(item, entries, nowMs) && !mustWait(item, entries, nowMs) && !isQuiet(item, entries, nowMs)
  }

  /** Nobody may be texted by its call now. What was read for it is too old by then: somebody may refuse over night. */
  function isQuiet(item: RunItem, entries: JournalEntries, nowMs: number): boolean {
    const permission = permissionOf(item, entries)
    if (permission.kind === 'goes') {
      state.quiet.delete(item)
      return false
    }
    if (permission.kind === 'never') {
      endRow(state, item, 'failed', permission.failure, entries, nowMs)
      return true
    }
    forgetReads(item)
    delete item.permittedUntilMs
    state.quiet.set(item, permission.wait)
    lanes.release(item, nowMs + Math.max(1, permission.wait.untilMs - wallMs), nowMs)
    return true
  }

  function permissionOf(item: RunItem, entries: JournalEntries): TextPermission {
    const call = item.calls[item.ordinal]
    const isAsked = item.phase.kind === 'call' && item.undo === null && item.putBack === undefined
    return !isAsked || call === undefined ? { kind: 'goes' } : mayText(call, item, entries, wallMs)
  }

  /** What the journal notes of a text that leaves: asked at the same moment, it goes as before. */
  function textsOf(item: RunItem, entries: JournalEntries): { texts?: TextLeaving } {
    const permission = permissionOf(item, entries)
    return permission.kind === 'goes' && permission.texts !== undefined ? { texts: permission.texts } : {}
  }

  /** The clock on the wall goes on while the computer sleeps, and may be put right: rows that wait for a time of day follow it. */
  function followClock(nowMs: number): void {
    const offsetMs = wallMs - nowMs
    const isMoved = Math.abs(offsetMs - (knownOffsetMs ?? offsetMs)) > clockSlackMs
    if (isMoved || knownOffsetMs === null) knownOffsetMs = offsetMs
    if (isMoved) for (const [item, { untilMs }] of state.quiet) lanes.postpone(item, nowMs + untilMs - wallMs)
  }

  /** It was to go alone to show what two others have shown by now. */
  function isNeedless(item: RunItem): boolean {
    return sideEffects.isConfirmed() && isNewAlone(item)
  }

  /** Another call for its contact may still take effect: nothing but reading for that one happens to the contact meanwhile. */
  function mustWait(item: RunItem, entries: JournalEntries, nowMs: number): boolean {
    if (!isAnyUnquiet || item.phase.kind !== 'call') return false
    const found = quiet.of(item, entries, arrivalMs())
    switch (found.kind) {
      case 'busy':
        // What was read before the other run had done is not what this one's call will find.
        forgetReads(item)
        lanes.release(item, nowMs + found.againMs, nowMs)
        return true
      case 'waits':
        state.late.set(item, nowMs + found.leftMs)
        lanes.release(item, nowMs + found.leftMs, nowMs)
        return true
      case 'over':
        entries.quiet.push(...keysOf(item))
        item.contact = { isFresh: false, mustRead: true }
        break
      case 'free':
    }
    state.late.delete(item)
    return false
  }

  /** How long a call may still take effect after it left. */
  function arrivalMs(): number {
    return patienceWith(state.patience, state.profile.lagMs).arrivalMs
  }

  /** A process that ended has left a conversation open that was resolved. */
  function unplanned(item: RunItem): PlannedCall | undefined {
    const call = item.undo === null && item.putBack === undefined ? state.resolved.closing(item, lanes.isLast(item), state.profile) : null
    if (call === null || item.ordinal !== item.calls.length) return undefined
    item.calls = [...item.calls, call]
    item.resolvesAgain = true
    return call
  }

  function mayGo(item: RunItem, entries: JournalEntries, nowMs: number): boolean {
    if (item.phase.kind === 'verify') return true
    if (item.undo !== null && item.undo.decided === null) return true
    const planned = item.calls[item.ordinal] ?? unplanned(item)
    if (planned === undefined) {
      endRow(state, item, 'done', null, entries, nowMs)
      return false
    }
    const unmet = item.phase.kind === 'lost' ? null : unmetPrecondition(planned, item)
    if (unmet === null && !isDoneElsewhere(item)) return true
    if (item.proof.kind === 'wanted') canary.oweProof(planned.kind)
    endRow(state, item, unmet === null ? 'done' : 'held', unmet ?? doneElsewhereNote, entries, nowMs)
    return false
  }

  /** A call that goes alone waits until nothing else is under way, and everything else waits for it. */
  function decideProof(item: RunItem, planned: PlannedCall, record: CustomerRecord | null): void {
    const isAlong = planned.kind === 'updateCustomer' && alongOf(state.profile.livesWith).length > 0
    const proof = sideEffects.isOpen()
      ? 'alone'
      : (canary.nextProof(planned, record) ?? (isAlong || state.resolved.mustAsk(item, planned, state.profile) ? 'along' : null))
    if (proof === null) {
      item.proof = { kind: 'none' }
      return
    }
    item.proof = { kind: 'wanted', how: proof, before: null }
    if (item.undo === null) item.contact = { isFresh: false, mustRead: true }
    if (proof === 'alone') canary.begin(item)
  }

  /** The contact of a call as it is cached; null where it is not, or where several share its number. */
  function knownRecord(item: RunItem, planned: PlannedCall): CustomerRecord | null {
    if (callDescriptors[planned.kind].createsContact) return null
    const uuid = ('uuid' in planned ? planned.uuid : null) ?? item.made.contactUuid
    if (uuid !== null) return known(uuid)?.record ?? null
    const phone = 'phone' in planned ? planned.phone : null
    const found = phone === null ? [] : contacts.findByPhone(phone)
    return found.length === 1 ? (found[0]?.record ?? null) : null
  }
}
