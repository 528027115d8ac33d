import { defuse, defuseAsText, undefuse } from './defused-cell.ts'

export interface CsvStyle {
  delimiter: string
  /** Empty if the reader treats quotation marks as text; then no cell may contain a delimiter or a line break. */
  quote: string
  /** The reader treats a backslash as an escape character. */
  hasEscape?: boolean
}

/**
 * One line of CSV (RFC 4180, CRLF). Cells that a spreadsheet would run as a formula are defused; reading the line back
 * gives the same text as reading the cells did, also for cells that were defused already; with `hold: 'texts'` it gives the
 * cells themselves, which come from no file; with `plain` nothing is defused, for a file that no spreadsheet ever opens.
 */
export function csvLine(cells: readonly string[], style: CsvStyle, hold: CsvHold = 'cells'): string {
  const safe = safely[hold]
  return `${cells.map((cell) => quoted(safe(cell), style)).join(style.delimiter)}\r\n`
}

export type CsvHold = 'cells' | 'texts' | 'plain'

const safely: Record<CsvHold, (cell: string) => string> = {
  cells: (cell) => defuse(undefuse(cell)),
  texts: defuseAsText,
  plain: (cell) => cell,
}

/** What could be mistaken for a separator: quoted, so that a table of few columns is not split differently. */
const separators = /[,;\t|]/

function quoted(text: string, { delimiter, quote, hasEscape }: CsvStyle): string {
  const cell = hasEscape ? text.replaceAll('\\', '\\\\') : text
  if (quote === '') return cell
  const needsQuotes =
    cell.includes(quote) || cell.includes(delimiter) || cell.includes('\n') || cell.includes('\r') || separators.test(cell)
  return needsQuotes ? `${quote}${cell.replaceAll(quote, quote + quote)}${quote}` : cell
}
