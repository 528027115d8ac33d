import type { PlanRow } from '../../../../src-main/engine/contract.ts'
import type { FetchRows } from '../../../ui/rows/row-pages.svelte.ts'

/** The nearest rows first: most often one of them has an issue. */
const scannedAtFirst = 20
const scannedAtMost = 500

export interface IssueSearch {
  /** Rows of the list that is shown. */
  fetchRows: FetchRows<PlanRow>
  /** Where the list is all rows of the file: the rows of one kind of issue, in file order. */
  fetchOfIssue: ((code: string) => FetchRows<PlanRow>) | null
  codes: readonly string[]
  from: number
  step: 1 | -1
  signal: AbortSignal
}

/**
 * The place in the list of the nearest row with an issue after `from`, or before it; null when there is none that way. Where
 * all rows are listed, it is found in a few steps however far away it is.
 */
export async function nextIssue(search: IssueSearch): Promise<number | null> {
  const { fetchOfIssue, codes, from, step } = search
  if (fetchOfIssue === null) return scanned(search)
  let nearest: number | null = null
  for (const code of codes) {
    const row = await nearestRow(fetchOfIssue(code), from + 1, step)
    if (row !== null && (nearest === null || (row - nearest) * step < 0)) nearest = row
    if (search.signal.aborted) return null
  }
  return nearest === null ? null : nearest - 1
}

/** The first row number behind `row` in a list that is in file order, or the last one before it. */
async function nearestRow(fetchRows: FetchRows<PlanRow>, row: number, step: 1 | -1): Promise<number | null> {
  let low = 0
  let high = (await fetchRows(0, 1)).total
  while (low < high) {
    const middle = (low + high) >> 1
    const found = (await fetchRows(middle, 1)).rows[0]
    if (found !== undefined && (step === 1 ? found.row <= row : found.row < row)) low = middle + 1
    else high = middle
  }
  const at = step === 1 ? low : low - 1
  return at < 0 ? null : ((await fetchRows(at, 1)).rows[0]?.row ?? null)
}

async function scanned({ fetchRows, from, step, signal }: IssueSearch): Promise<number | null> {
  let limit = scannedAtFirst
  for (let at = from + step; at >= 0 && !signal.aborted;) {
    const offset = step === 1 ? at : Math.max(0, at - limit + 1)
    const { rows, total } = await fetchRows(offset, step === 1 ? limit : at - offset + 1)
    const found = step === 1 ? rows.findIndex(({ issues }) => issues.length > 0) : rows.findLastIndex(({ issues }) => issues.length > 0)
    if (found >= 0) return offset + found
    if (rows.length === 0 || (step === 1 && offset + rows.length >= total)) return null
    at = step === 1 ? at + rows.length : offset - 1
    limit = Math.min(limit * 5, scannedAtMost)
  }
  return null
}
