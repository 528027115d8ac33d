import type { PlanSummary, RowClass } from '../../../src-main/engine/contract.ts'
import { classes } from '../../words/class-words.ts'
import type { RowQuery } from './file/row-query.ts'

export type ReviewTab = RowClass | 'all'

/** The rows as what they change, or as they are in the file. */
export type RowView = 'changes' | 'file'

/** Which rows of a plan are looked at. */
export interface RowFilter {
  tab: ReviewTab
  issueCode: string | null
  search: string
  /** Just the rows with any issue. */
  withIssues: boolean
  /** Just the corrected rows. */
  edited: boolean
}

/** The rows that are shown first: of the first class that has any. */
export function firstFilter(plan: PlanSummary): RowFilter {
  return { tab: classes.find((each) => plan[each] > 0) ?? 'all', issueCode: null, search: '', withIssues: false, edited: false }
}

export function queryOf({ tab, issueCode, search, withIssues, edited }: RowFilter): RowQuery {
  return { class: tab === 'all' ? undefined : tab, issueCode: issueCode ?? undefined, search, withIssues, edited }
}

/** Whether not all rows of the tab are wanted. */
export function isNarrowed({ issueCode, search, withIssues, edited }: RowFilter): boolean {
  return search !== '' || issueCode !== null || withIssues || edited
}
