import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { Store } from '../../store/open-store.ts'
import type { BriefPlanRow } from '../../store/plans/plan-rows.ts'
import type { StoredPlanRow } from '../../store/plans/plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Verdict } from '../row/classify.ts'
import type { createPlanGuards } from '../guards/plan-guards.ts'
import type { RowDetail } from '../../model/plans/plan-schema.ts'
import type { createTally } from '../build/tally.ts'

export type WrittenRows = ReturnType<typeof createWrittenRows>

/**
 * Changes rows of a plan that were written and counted, so that all figures still add up. Every row of a group of
 * duplicates is told its group: the number of the row that counts, or of the first where none does.
 */
export function createWrittenRows(
  store: Store,
  planId: string,
  tally: ReturnType<typeof createTally>,
  guards: ReturnType<typeof createPlanGuards>,
) {
  const { planRows } = tablesOf(store)

  const takeOut = ({ row, class: rowClass, reason, contactUuid, detail }: StoredPlanRow): void => {
    const { changes = [], calls = [] } = detail
    tally.remove({ row, class: rowClass, reason, changes, calls: calls.length })
    if (rowClass === 'send') tally.addContact(-1)
    if (calls.length > 0) guards.forget({ row, contactUuid, detail })
  }
  const addIssues = (row: number, issues: readonly RowIssue[]): void => {
    for (const issue of tally.addIssues(issues)) planRows.insertIssue(planId, issue.code, issue.column, row)
  }

  return {
    find(row: number): StoredPlanRow {
      const stored = planRows.find(planId, row)
      if (stored === null) throw new Error(`Plan ${planId} has no row ${row}.`)
      return stored
    },
    /** What decides about a row's group, without the rest of it. */
    brief(row: number): BriefPlanRow {
      const stored = planRows.brief(planId, row)
      if (stored === null) throw new Error(`Plan ${planId} has no row ${row}.`)
      return stored
    },
    line: (row: number): number => planRows.line(planId, row),
    addIssues,
    join: (row: number, groupRow: number): void => planRows.setGroup(planId, row, groupRow),

    /** Another row counts instead. `issues`: all of the row; `newIssues`: those among them that are not counted yet. */
    passOver(
      stored: StoredPlanRow,
      reason: 'duplicate' | 'merged',
      winnerLine: number,
      issues: readonly RowIssue[],
      newIssues: readonly RowIssue[] = [],
    ): void {
      takeOut(stored)
      const detail: RowDetail = issues.length > 0 ? { issues: [...issues], winnerLine } : { winnerLine }
      planRows.setWithoutCalls(planId, stored.row, 'skipped', reason, detail)
      tally.add({ row: stored.row, class: 'skipped', reason, changes: [], calls: 0 })
      addIssues(stored.row, newIssues)
    },

    /** The row cannot be used, because of this issue. `others`: the issues that it has already. */
    refuse(stored: StoredPlanRow, issue: RowIssue, others: readonly RowIssue[] = stored.detail.issues ?? []): void {
      takeOut(stored)
      planRows.setWithoutCalls(planId, stored.row, 'invalid', null, { issues: [...others, issue] })
      tally.add({ row: stored.row, class: 'invalid', reason: null, changes: [], calls: 0 })
      addIssues(stored.row, [issue])
    },

    /** The row comes to something else, in the name of others too. `newIssues`: those of the verdict that are not counted yet. */
    replace(
      stored: StoredPlanRow,
      verdict: Verdict,
      parts: Pick<RowDetail, 'mergedLines' | 'mergedRows' | 'evidence'>,
      newIssues: readonly RowIssue[],
    ): void {
      const { row } = stored
      const { changes, calls, issues } = verdict
      takeOut(stored)
      const optOut = verdict.class === 'send' ? guards.seen(row, verdict) : null
      const rowClass = optOut === null ? verdict.class : 'held'
      const reason = optOut === null ? verdict.reason : 'consent'
      if (rowClass === 'send') tally.addContact(1)
      tally.add({ row, class: rowClass, reason, changes, calls: calls.length })
      const { evidence, ...merged } = parts
      const detail: RowDetail = {
        ...(changes.length > 0 && { changes }),
        ...(calls.length > 0 && { calls }),
        ...(calls.length > 0 && evidence !== undefined && { evidence }),
        ...(optOut !== null && { optOut }),
        ...(issues.length > 0 && { issues }),
        ...merged,
      }
      planRows.replace(planId, row, { class: rowClass, reason, lane: verdict.lane, detail })
      addIssues(row, newIssues)
    },
  }
}
