import { mayRepeat } from '../service/call-safety.ts'
import type { Leaving } from './choose.ts'
import type { ExecutionState } from './execution-state.ts'
import type { JournalEntries } from './journal-writer.ts'
import type { RunItem } from './run-item.ts'

/** So many rounds of calls are written ahead: few enough to repeat after a crash, and enough for all to share a transaction. */
const roundsAhead = 1

/**
 * Calls that are in the journal and have not left yet: each leaves as soon as another one's answer is recorded. Only calls that may be repeated are written before
 * there is room for them: after a crash nobody can tell whether such a call left, and then it simply goes again.
 */
export function createAhead(state: ExecutionState) {
  const { pacing, lanes } = state
  let waiting: Leaving[] = []

  return {
    size: (): number => waiting.length,

    /** Whether this row's call may be written although there is no room for it at the service yet. */
    hasRoomFor(item: RunItem, chosen: number): boolean {
      const call = item.calls[item.ordinal]
      // A contact that was read for this call is written right away.
      if (call === undefined || !mayRepeat(call.kind) || item.isFresh || item.undo !== null || item.unsettled !== null) return false
      return pacing.isSteady && waiting.length + chosen < roundsAhead * pacing.concurrency
    },

    add(leaving: readonly Leaving[]): void {
      waiting.push(...leaving)
    },

    /** The next one that may leave now; it counts as under way from then on. */
    next(nowMs: number): Leaving | null {
      const hold = pacing.holdAt(nowMs)
      // The place of a call under a cap was taken when it was chosen.
      const isHeld = hold !== null && hold.kind !== 'rate_cap'
      // What is answered and not recorded yet would go again after a crash, like what is under way: no more than are allowed at once.
      const mayGoAgain = state.chosen - waiting.length
      if (waiting.length === 0 || isHeld || mayGoAgain >= pacing.concurrency) return null
      state.underWay += 1
      return waiting.shift() ?? null
    },

    /** Takes all of them back: none has left, and each will be chosen anew if it is still to go. */
    takeBack(entries: JournalEntries, nowMs: number): void {
      for (const { item, ready } of waiting) {
        if (ready.kind === 'ready') entries.takenBack.push({ row: item.row, ordinal: item.ordinal, fingerprint: ready.call.kind === 'importMessage' ? item.fingerprint : null })
        lanes.release(item, nowMs, nowMs)
      }
      state.chosen -= waiting.length
      waiting = []
    },
  }
}
