import type { Clock } from '../../model/clock.ts'
import type { Correction } from '../../model/files/correction-schema.ts'
import type { RowIndex } from '../../source/table/row-index.ts'
import type { NumberedCorrection } from '../../store/files/file-corrections.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import type { PlanOptions } from '../build/build-plan.ts'

export interface RevisionOptions {
  store: Store
  planId: string
  /** Corrections to add to the file, and numbers of those to undo. */
  corrections: readonly Correction[]
  undo: readonly number[]
  /** Given, rows that were released one by one stay so where they stay as they are, but for those on these lines. */
  hold?: readonly number[] | undefined
  /** The file's own rows, without any correction. */
  indexOf: (plan: StoredPlan) => RowIndex
  /** All that planning takes for a plan's parts. */
  options: (plan: StoredPlan) => Promise<Omit<PlanOptions, 'planId'>>
  clock: Clock
  signal: AbortSignal
}

/** A revision of a plan that is under way. */
export interface Revision extends Omit<RevisionOptions, 'indexOf'> {
  index: RowIndex
  change: {
    /** The corrections that the plan was made with, and those that it shall be revised to. */
    before: NumberedCorrection[]
    after: NumberedCorrection[]
    through: number
  }
  /**
   * Makes the corrections and writes the plan, both or nothing. Answers false where the file or the plan have changed since
   * they were looked at, or `write` does.
   */
  commit(plan: StoredPlan, write: () => boolean): boolean
}
