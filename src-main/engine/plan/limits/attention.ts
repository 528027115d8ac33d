import type { Attention } from '../../model/plans/attention.ts'
import type { RunCounts } from '../../model/runs/run-schema.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { type PastList, toPastList } from '../../store/plans/past-lists.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { counted, number } from '../../text/counted.ts'
import { shownGuards } from '../guards/guard-words.ts'
import { runShares } from './run-limits.ts'
import { unlikeLast } from './unlike.ts'

/** What of a ready plan a person should look at before or after it is run. In what it is unlike the recipe's last lists comes first. */
export function planAttention(store: Store, plan: StoredPlan): Attention[] {
  if (plan.totals === null || plan.undoesRunId !== null) return []
  return [...planUnlike(store, plan), ...ofTotals(plan.totals, plan, listsBefore(store, plan))]
}

/** In what a plan that was not run yet is unlike the recipe's last lists. */
export function planUnlike(store: Store, plan: StoredPlan): Attention[] {
  const { totals, recipe, runId, undoesRunId, retriesRunId } = plan
  if (totals === null || runId !== null || undoesRunId !== null || retriesRunId !== null) return []
  return unlikeLast(totals, recipe, listsBefore(store, plan))
}

/** What of a run that is over waits for a person. */
export function runAttention(store: Store, plan: StoredPlan, counts: RunCounts): Attention[] {
  if (plan.totals === null || plan.undoesRunId !== null) return []
  return [
    ...ended('rows.failed', counts.failed, 'failed. Why, and what to do, is with each row.'),
    ...ended('rows.unknown', counts.unknown, 'may or may not have arrived: no answer was seen.'),
    ...ended(
      'held.changed',
      counts.held - plan.totals.held,
      'were held, because the contact was changed after the preview. Nothing was overwritten.',
    ),
    ...ofTotals(plan.totals, plan, listsBefore(store, plan)),
  ]
}

/** The lists of its recipe that were run before it; a few rows of a list are compared with none. */
function listsBefore(store: Store, { recipe, runId, retriesRunId }: StoredPlan): PastList[] {
  if (retriesRunId !== null) return []
  const { pastLists, runs } = tablesOf(store)
  return pastLists.of(recipe, (runId === null ? null : runs.find(runId)?.startedAtMs) ?? undefined)
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
