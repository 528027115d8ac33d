import { AppError } from '../../model/errors.ts'
import type { IssueGroup } from '../../model/plans/row-issue.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** The issues of a plan's rows by code and column, each in the words of the first row that has it; the most frequent first. */
export function mostFrequentIssues(store: Store, planId: string): IssueGroup[] {
  const { planRows } = tablesOf(store)
  return planRows.countIssues(planId).map(({ code, column, rows, firstRow }) => {
    const issue = planRows.find(planId, firstRow)?.detail.issues?.find((one) => one.code === code && one.column === column)
    if (issue === undefined) {
      throw new AppError('store.damaged', `An issue of row ${firstRow} is not stored with the row.`, 'Plan the file again.')
    }
    return { ...issue, rows }
  })
}
