import type { PlanSummary, RowClass, RowEffect } from '../../../src-main/engine/contract.ts'
import { classes } from '../../words/class-words.ts'
import type { RowQuery } from './file/row-query.ts'
import { shownCount } from './shown-class.ts'

export type ReviewTab = RowClass | 'all'

/** The rows as what they change, or as they are in the file. */
export type RowView = 'changes' | 'file'

/** Which rows of a plan are looked at. */
export interface ReviewFilter {
  tab: ReviewTab
  issueCode: string | null
  search: string
  /** Just the rows with any issue. */
  withIssues: boolean
  /** Just the corrected rows. */
  corrected: boolean
  /** Just the rows that do this, of those that will change. */
  effect: RowEffect | null
}

/** The rows that are shown first: of the wanted class if it has any, else of the first one that does. */
export function firstFilter(plan: PlanSummary, wanted: RowClass | null = null): ReviewFilter {
  const order = wanted === null ? classes : [wanted, ...classes]
  const tab = order.find((each) => shownCount(plan, each) > 0) ?? 'all'
  return { tab, issueCode: null, search: '', withIssues: false, corrected: false, effect: null }
}

export function queryOf({ tab, issueCode, search, withIssues, corrected, effect }: ReviewFilter): RowQuery {
  return {
    class: tab === 'all' ? undefined : tab,
    asReviewed: tab === 'send' || tab === 'held',
    issueCode: issueCode ?? undefined,
    search,
    withIssues,
    corrected,
    effect: effect ?? undefined,
  }
}

export function isSameEffect(a: RowEffect, b: RowEffect): boolean {
  if (a.what === 'field' && b.what === 'field') return a.field === b.field
  if (a.what === 'day' && b.what === 'day') return a.day === b.day
  return a.what === b.what
}

/** Whether not all rows of the tab are wanted. */
export function isNarrowed({ issueCode, search, withIssues, corrected, effect }: ReviewFilter): boolean {
  return search !== '' || issueCode !== null || withIssues || corrected || effect !== null
}
