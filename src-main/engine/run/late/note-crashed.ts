import { visibleState } from '../../store/runs/run-lease.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createUnansweredNotes } from './note-unanswered.ts'

const pageCalls = 500

/**
 * Notes the calls of other runs that were under way when their process ended, and that nobody has resumed: they may take effect
 * yet, so that no other call for their contacts may leave. To be called before a run or a plan
 * begins.
 */
export function noteCrashed(store: Store, nowMs: number): void {
  const { runs, calls, planRows } = tablesOf(store)
  const note = createUnansweredNotes(store)
  for (const run of runs.running()) {
    if (visibleState(run, nowMs) !== 'interrupted') continue
    let afterRow = 0
    for (let page = calls.sentAfter(run.id, 0, pageCalls); page.length > 0; page = calls.sentAfter(run.id, afterRow, pageCalls)) {
      for (const { row, ordinal, lastSentAtMs: sentAtMs } of page) {
        afterRow = row
        const stored = planRows.brief(run.planId, row)
        const contacts = [stored?.contactUuid, stored?.phone].filter((one) => typeof one === 'string')
        note(run.planId, contacts, { runId: run.id, row, ordinal, sentAtMs })
      }
    }
  }
}
