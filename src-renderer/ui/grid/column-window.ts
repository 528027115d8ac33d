/** Where each column begins, in pixels, and at the end where the last one ends. */
export function columnStarts(widths: readonly number[]): number[] {
  const starts = [0]
  let at = 0
  for (const width of widths) starts.push((at += width))
  return starts
}

/** The columns of which anything shows between `left` and `left + width`. `to` is not included. */
export function columnsInSight(starts: readonly number[], left: number, width: number): { from: number; to: number } {
  const columns = starts.length - 1
  let from = 0
  let high = columns
  while (from < high) {
    const middle = (from + high) >> 1
    if ((starts[middle + 1] ?? 0) <= left) from = middle + 1
    else high = middle
  }
  let to = from
  while (to < columns && (starts[to] ?? 0) < left + width) to += 1
  return { from, to }
}

/** The `left` that brings a column into sight with the least movement; its beginning where it is wider than the sight. */
export function leftShowing(starts: readonly number[], column: number, left: number, width: number): number {
  const start = starts[column] ?? 0
  const end = starts[column + 1] ?? start
  if (start < left || end - start > width) return start
  return end > left + width ? end - width : left
}
