import type { PlanSummary, RowClass } from '../../../src-main/engine/contract.ts'
import { count } from '../format.ts'
import { issueTitle } from '../issue-words.ts'

export interface KindOfIssue {
  code: string
  title: string
  /** Where it is first, and what it says there. */
  first: string
  rows: number
  severity: 'error' | 'warning'
}

/**
 * The kinds of issues among the rows of a class, the most frequent first. Several groups of a plan can share a code (one for
 * each column); lists of rows go by the code.
 */
export function kindsOfIssue(plan: Pick<PlanSummary, 'issues'>, tab: RowClass | 'all'): KindOfIssue[] {
  const byCode = new Map<string, KindOfIssue>()
  if (tab === 'unchanged' || tab === 'skipped') return []
  for (const issue of plan.issues) {
    if (tab === 'invalid' ? issue.severity !== 'error' : tab !== 'all' && issue.severity === 'error') continue
    const known = byCode.get(issue.code)
    const title = issueTitle(issue.code, issue.message)
    const first = known?.first ?? `First on row ${count(issue.line)}: ${issue.message}`
    byCode.set(issue.code, { code: issue.code, title, first, rows: (known?.rows ?? 0) + issue.rows, severity: issue.severity })
  }
  return [...byCode.values()].sort((a, b) => b.rows - a.rows)
}
