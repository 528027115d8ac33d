import { filled } from '../csv/header-line.ts'
import { raggedIssue } from './ragged-issue.ts'
import type { Dialect, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'

/** More nearly empty rows than this mean a table of another shape. */
const mostNotes = 12

/** This many of a file's last rows are enough to decide. */
export const rowsNeeded = mostNotes + 1

const note =
  /^(grand )?(total|sum|summe|gesamt|insgesamt|anzahl|count|number of|end of (file|report)|generated|exported|printed|report run|copyright|confidential|©)\b|^\(?\d[\d.,]* (records?|rows?|contacts?|entries|datens[aä]tze|zeilen)\b/i
const total = /^((grand |sub)?totals?|sum|summe|gesamt(summe)?|insgesamt|total g[eé]n[eé]ral|totale|suma)\s*:?$/i
const amount = /^[\p{Sc}\s(-]*\d[\d.,'\s]*[\p{Sc}%)\s]*$/u
/** Longer numbers are phone numbers. */
const mostDigits = 9

/**
 * The rows at the end of a table that other programs write below it: lines of one or two cells of which one reads like a note,
 * as reports are signed in several lines, and sums. `rows`: the last ones of the file, at least `rowsNeeded` where it has them.
 */
export function footerRows(rows: readonly SourceRow[], columns: readonly SourceColumn[], dialect: Dialect): SourceRow[] {
  if (columns.length < 3) return []
  const ending = rows.slice(rows.findLastIndex((row) => filled(row) > 2 && !isTotal(row)) + 1)
  const notes = ending.slice(
    Math.max(
      0,
      ending.findIndex((row) => isNote(row) || (filled(row) === 1 && raggedIssue(row, columns, dialect) !== null)),
    ),
  )
  return !notes.some(isNote) || notes.length === rows.length || notes.length > mostNotes ? [] : notes
}

/** Whether the row itself says that it is not about a contact. */
export function isNote(row: SourceRow): boolean {
  return note.test(firstText(row)) || isTotal(row)
}

/** A word for a sum, and amounts. */
function isTotal(row: SourceRow): boolean {
  const [first = '', ...others] = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return total.test(first) && others.every((cell) => amount.test(cell) && cell.replace(/\D/g, '').length <= mostDigits)
}

export function firstText({ cells }: SourceRow): string {
  return cells.find((cell) => cell.trim() !== '')?.trim() ?? ''
}
