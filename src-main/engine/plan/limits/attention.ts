import type { Attention } from '../../model/plans/attention.ts'
import type { RunCounts } from '../../model/runs/run-schema.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { type PastList, toPastList } from '../../store/plans/past-lists.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { counted, number } from '../../text/counted.ts'
import { shownGuards } from '../guards/guard-words.ts'
import { runShares } from './run-limits.ts'

/** What of a ready plan a person should look at before or after it is run. */
export function planAttention(store: Store, plan: StoredPlan): Attention[] {
  if (plan.totals === null || plan.undoesRunId !== null) return []
  return ofTotals(plan.totals, plan, pastLists(store, plan))
}

/** What of a run that is over waits for a person. `startedAtMs`: lists that were run later say nothing of it. */
export function runAttention(store: Store, plan: StoredPlan, counts: RunCounts, startedAtMs: number): Attention[] {
  if (plan.totals === null || plan.undoesRunId !== null) return []
  return [
    ...ended('rows.failed', counts.failed, 'failed. Why, and what to do, is with each row.'),
    ...ended('rows.unknown', counts.unknown, 'may or may not have arrived: no answer was seen.'),
    ...ended(
      'held.changed',
      counts.held - plan.totals.held,
      'were held, because the contact was changed after the preview. Nothing was overwritten.',
    ),
    ...ofTotals(plan.totals, plan, pastLists(store, plan, startedAtMs)),
  ]
}

/** The lists of its recipe before it; of a few rows of a list there are none to compare it with. */
function pastLists(store: Store, { recipe, retriesRunId }: StoredPlan, beforeMs?: number): PastList[] {
  return retriesRunId === null ? tablesOf(store).pastLists.of(recipe, beforeMs) : []
}

function ofTotals(totals: PlanTotals, { recipe, fileOpenedAtMs }: StoredPlan, past: readonly PastList[]): Attention[] {
  const { rows, invalid, held } = totals
  const { notFound } = toPastList(totals)
  const shares = runShares(recipe, past)
  const attention: Attention[] = []
  if (held > shares.held * rows) {
    for (const { guard, rows: own, released, message } of shownGuards(totals.guards, fileOpenedAtMs))
      if (!released) attention.push({ code: `held.${guard}`, rows: own, message })
  }
  if (invalid > shares.invalid * rows) {
    attention.push({
      code: 'rows.invalid',
      rows: invalid,
      message: `${number(invalid)} of ${counted(rows, 'row')} cannot be used. The result file says why, row by row.`,
    })
  }
  if (notFound > shares.notFound * rows) {
    attention.push({
      code: 'rows.not_found',
      rows: notFound,
      message: `${number(notFound)} of ${counted(rows, 'row')} are about contacts that are not in this account. Is it the right list, the right account, and the right column?`,
    })
  }
  return attention
}

function ended(code: string, rows: number, words: string): Attention[] {
  return rows > 0 ? [{ code, rows, message: `${counted(rows, 'row')} ${words}` }] : []
}
