import type { WhyNotTexted } from '../../kinds/kind-descriptor.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { Store } from '../../store/open-store.ts'
import type { BriefPlanRow } from '../../store/plans/plan-rows.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Verdict } from '../row/classify.ts'
import { heldDetail } from '../row/stored-detail.ts'
import { guardsOf, holdReason } from '../guards/guard-rules.ts'
import type { createPlanGuards } from '../guards/plan-guards.ts'
import type { RowDetail } from '../../model/plans/plan-schema.ts'
import { countedRow, type Tally } from '../figures/tally.ts'

export type WrittenRows = ReturnType<typeof createWrittenRows>

/**
 * Changes rows of a plan that were written and counted, so that all figures still add up. Every row of a group of
 * duplicates is given its group: the number of the row that counts, or of the first where none does.
 */
export function createWrittenRows(store: Store, planId: string, tally: Tally, guards: ReturnType<typeof createPlanGuards>) {
  const { planRows } = tablesOf(store)

  const rewrite = (stored: StoredPlanRow, next: Pick<StoredPlanRow, 'class' | 'reason' | 'lane' | 'detail'>): void => {
    tally.remove(countedRow(stored))
    planRows.replace(planId, stored.row, next)
    tally.add(countedRow({ ...stored, ...next }))
  }
  const addIssues = (row: number, issues: readonly RowIssue[]): void => {
    for (const { code, column } of issues) planRows.insertIssue(planId, code, column, row)
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

    /** Another row counts instead. `issues`: all of the row; `newIssues`: those among them that may not be counted yet. `refuses`: its number is to be on the do-not-text list. */
    passOver(
      stored: StoredPlanRow,
      reason: 'duplicate' | 'merged',
      winnerLine: number,
      issues: readonly RowIssue[],
      newIssues: readonly RowIssue[] = [],
      refuses = false,
    ): void {
      const detail: RowDetail = {
        ...(issues.length > 0 && { issues: [...issues] }),
        winnerLine,
        ...(refuses && { refuses: true as const }),
      }
      rewrite(stored, { class: 'skipped', reason, lane: null, detail })
      addIssues(stored.row, newIssues)
    },

    /** Nobody may text its contact, as another row shows. */
    leaveOut(row: number, reason: WhyNotTexted): void {
      const stored = this.find(row)
      const { issues } = stored.detail
      rewrite(stored, { class: 'skipped', reason, lane: null, detail: { issues } })
    },

    /** A row that texts its contact is held, because another one about the contact may refuse. */
    doubtText(row: number): void {
      const stored = this.find(row)
      const held = stored.class === 'held' ? guardsOf(stored.reason ?? '') : []
      if (held.includes('noConsent')) return
      rewrite(stored, { class: 'held', reason: holdReason([...held, 'noConsent']), lane: stored.lane, detail: stored.detail })
    },

    /** The row cannot be used, because of this issue. `others`: the issues that it has already. `refuses`: its number is to be on the do-not-text list. */
    refuse(stored: StoredPlanRow, issue: RowIssue, others: readonly RowIssue[] = stored.detail.issues ?? [], refuses = false): void {
      const detail: RowDetail = { issues: [...others, issue], ...(refuses && { refuses: true as const }) }
      rewrite(stored, { class: 'invalid', reason: null, lane: null, detail })
      addIssues(stored.row, [issue])
    },

    /** A row that gives consent is held, because another one about its contact says of it what cannot be read. */
    doubt(row: number): void {
      const stored = this.find(row)
      const held = stored.class === 'held' ? guardsOf(stored.reason ?? '') : []
      if (held.includes('consent')) return
      const detail: RowDetail = { ...stored.detail, optOut: 'unreadable' }
      rewrite(stored, { class: 'held', reason: holdReason([...held, 'consent']), lane: stored.lane, detail })
    },

    /** The row gets another verdict, also on behalf of the rows merged into it. `newIssues`: those of the verdict that may not be counted yet. */
    replace(
      stored: StoredPlanRow,
      verdict: Verdict,
      parts: Pick<RowDetail, 'mergedLines' | 'mergedRows' | 'evidence' | 'agreedAt'>,
      newIssues: readonly RowIssue[],
    ): void {
      const { changes, calls, issues } = verdict
      const refusal = verdict.class === 'send' ? guards.refusal(verdict) : null
      const { evidence, agreedAt, ...merged } = parts
      const detail: RowDetail = {
        ...(changes.length > 0 && { changes }),
        ...(calls.length > 0 && { calls, evidence }),
        ...heldDetail(refusal, agreedAt),
        ...(verdict.isOptOutExplicit && { isOptOutExplicit: true as const }),
        ...(issues.length > 0 && { issues }),
        ...merged,
      }
      const held = refusal === null ? { class: verdict.class, reason: verdict.reason } : { class: 'held' as const, reason: 'consent' }
      rewrite(stored, { ...held, lane: verdict.lane, detail })
      addIssues(stored.row, newIssues)
    },
  }
}
