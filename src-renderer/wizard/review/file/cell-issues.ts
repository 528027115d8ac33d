import type { PlanRow, RowIssue } from '../../../../src-main/engine/contract.ts'

/** The issues of a row's cells by the column's place, and under -1 those of the row as a whole. Errors come first. */
export function issuesByColumn(row: PlanRow, columnIndex: (name: string) => number): Map<number, RowIssue[]> {
  const found = new Map<number, RowIssue[]>()
  const sorted = [...row.issues].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
  for (const issue of sorted) {
    const column = issue.column === null ? -1 : columnIndex(issue.column)
    found.set(column, [...(found.get(column) ?? []), issue])
  }
  return found
}
