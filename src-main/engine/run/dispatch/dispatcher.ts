import { callDescriptors, createdPhone, descriptorOf } from '../../kinds/calls/all-calls.ts'
import { imagePart } from '../../model/contacts/field-image.ts'
import type { Store } from '../../store/open-store.ts'
import { endRow, type ExecutionState } from './execution-state.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import { createPreconditions } from './preconditions.ts'
import { type IsStale, type Readiness, readiness, type RunItem } from './run-item.ts'
import { troubleReasons } from '../run-words.ts'

/** Rows read from the plan at a time: answers wait no longer than one such read. */
const pieceRows = 50
/** So many rows wait in memory, and up to `mostRows` where too few of them are of different contacts. */
const enoughRows = 200
export const mostRows = 20_000

/** A call, or a read that it needs, that may leave now. */
export interface Leaving {
  item: RunItem
  ready: Readiness
}

/** Makes the functions that dispatch what may leave now, and that see to it that there is something to dispatch. */
export function createDispatcher(state: ExecutionState, options: { store: Store; runId: string; isStale: IsStale }) {
  const { lanes, canary, pacing, pendingRows } = state
  const unmetPrecondition = createPreconditions(options.store, options.runId)
  return { dispatch, wantsRows, refill }

  /** As many as are allowed at once. The intents of calls are then among the entries. */
  function dispatch(entries: JournalEntries, nowMs: number): Leaving[] {
    const trouble = pacing.givesUp()
    if (trouble !== null) {
      state.stop({ state: 'paused', reason: troubleReasons[trouble] })
      return []
    }
    const leaving: Leaving[] = []
    while (state.inFlight < pacing.concurrency && pacing.holdAt(nowMs) === null) {
      const item = nextItem(entries, nowMs)
      if (item === null) break
      const ready = readiness(item, options.isStale)
      const call = item.calls[item.ordinal]
      if (ready.kind === 'ready' && call !== undefined) {
        const { row, ordinal, fingerprint, contact } = item
        const beforeImage = contact.isFresh ? imagePart(contact.beforeImage, descriptorOf(call).fields(call)) : null
        entries.intents.push({
          row,
          ordinal,
          kind: call.kind,
          fingerprint: callDescriptors[call.kind].leavesPost ? fingerprint : null,
          creates: createdPhone(call),
          beforeImage,
        })
      }
      leaving.push({ item, ready })
      state.inFlight += 1
      pacing.onSent(nowMs)
    }
    return leaving
  }

  /** Whether to read more rows from the plan. `now`: there are fewer than the calls allowed at once. */
  function wantsRows(): 'no' | 'soon' | 'now' {
    if (pendingRows.isExhausted()) return 'no'
    const isShort = lanes.size() < mostRows && lanes.readyCount() + state.inFlight < pacing.concurrency
    return isShort ? 'now' : lanes.size() < enoughRows ? 'soon' : 'no'
  }

  /** Reads the next piece of the plan. */
  function refill(): void {
    for (const item of pendingRows.next(pieceRows)) lanes.add(item)
  }

  /** The row whose turn it is; rows that have nothing to send after all are ended on the way. */
  function nextItem(entries: JournalEntries, nowMs: number): RunItem | null {
    const alone = canary.current()
    if (alone !== null) {
      const item = state.inFlight === 0 ? lanes.takeThis(alone, nowMs) : null
      // While it waited, another run may have been quicker.
      if (item === null || item.phase.kind === 'verify' || mayGo(item, entries, nowMs)) return item
      canary.end()
    }
    for (;;) {
      const item = lanes.take(nowMs)
      if (item === null) return null
      if (mayGo(item, entries, nowMs)) return goesAlone(item, nowMs) ? null : item
    }
  }

  function mayGo(item: RunItem, entries: JournalEntries, nowMs: number): boolean {
    if (item.undo !== null && item.undo.decided === null) return true
    const planned = item.calls[item.ordinal]
    if (planned === undefined) {
      endRow(state, item, 'done', null, entries, nowMs)
      return false
    }
    const unmet = item.phase.kind === 'lost' ? null : unmetPrecondition(planned, item)
    if (unmet !== null) endRow(state, item, 'held', unmet, entries, nowMs)
    return unmet === null
  }

  /** The first call of a kind waits until nothing else is under way, and everything else waits for it. */
  function goesAlone(item: RunItem, nowMs: number): boolean {
    const planned = item.calls[item.ordinal]
    if (planned === undefined || item.phase.kind === 'lost' || canary.hasPassed(planned)) return false
    canary.begin(item)
    if (state.inFlight === 0) return false
    lanes.release(item, nowMs, nowMs)
    return true
  }
}
