/** The name that spreadsheet programs give a column, by its place from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  const first = Math.floor(index / 26)
  return (first > 0 ? columnLetters(first - 1) : '') + String.fromCharCode(65 + (index % 26))
}
