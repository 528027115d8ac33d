/** Columns of a sheet, at most. */
export const sheetColumns = 16_384
/** Rows of a sheet: more than any program has, but a number that can be counted on. */
export const sheetRows = 100_000_000

/** The column of a reference such as `AB12`, from 0; -1 for anything else. */
export function columnOf(reference: string): number {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at) | 32
    if (code < 97 || code > 122) break
    column = column * 26 + (code - 96)
    if (column > sheetColumns) return -1
  }
  return at === 0 ? -1 : column - 1
}

/** The letters of a column, from 0. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The area of a reference such as `A1:C2`, or null. */
export function areaOf(reference: string): { top: number; left: number; bottom: number; right: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,9})(?::\$?([A-Z]{1,3})\$?(\d{1,9}))?$/i.exec(reference)
  if (!match) return null
  const [, from = '', top = '', to = from, bottom = top] = match
  return { top: Number(top), left: columnOf(from), bottom: Number(bottom), right: columnOf(to) }
}
