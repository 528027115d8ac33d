/** The rows 1 … `rows` in pieces of `size`, both ends included: for work that lets other work in between. */
export function* rowRanges(rows: number, size: number): Generator<{ fromRow: number; toRow: number }> {
  for (let fromRow = 1; fromRow <= rows; fromRow += size) yield { fromRow, toRow: Math.min(rows, fromRow + size - 1) }
}
