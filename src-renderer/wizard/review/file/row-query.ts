import type { Input } from '../../../../src-main/engine/contract.ts'

/** Which rows of the plan are listed. */
export type RowQuery = Pick<Input<'plans.rows'>, 'class' | 'asReviewed' | 'issueCode' | 'search' | 'withIssues' | 'corrected' | 'effect'>

/** A cell to go to, by the row's place in the list and the column's name. */
export interface CellTarget {
  index: number
  column: string | null
}
