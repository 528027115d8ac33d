import { AppError } from '../../model/errors.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'

/** The sheet of that name; upper and lower case, and spaces around it, make no difference. Throws `recipe.misfit`. */
export function sheetNamed(workbook: Workbook, name: string): WorkbookSheet {
  const wanted = comparable(name)
  const sheet = workbook.sheets.find((each) => each.name === name) ?? workbook.sheets.find((each) => comparable(each.name) === wanted)
  if (sheet) return sheet
  const names = workbook.sheets.slice(0, 20).map((each) => `"${each.name}"`)
  const more = workbook.sheets.length > names.length ? ` and ${workbook.sheets.length - names.length} more` : ''
  throw new AppError(
    'recipe.misfit',
    `The workbook has no sheet "${name.slice(0, 100)}".`,
    names.length === 0
      ? 'It has no sheets with cells at all. Choose another file.'
      : `Choose one of its sheets: ${names.join(', ')}${more}.`,
  )
}

/** Sheets in the order in which they are tried when none is chosen: visible ones first, a list of what else there is after them. */
export function sheetsToTry({ sheets }: Workbook): WorkbookSheet[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  return [
    ...visible.filter(({ name }) => name !== numbersSummary),
    ...visible.filter(({ name }) => name === numbersSummary),
    ...sheets.filter(({ isHidden }) => isHidden),
  ]
}

interface Extent {
  rows: number
  width: number
}

/** Rows and columns, at least two of each: a cover sheet or a note has less. */
export function isTable({ rows, width }: Extent): boolean {
  return rows > 1 && width > 1
}

/** Whether a sheet is likelier than one before it to be the one that is meant. A long list of one column may well be it. */
export function isLikelier(sheet: Extent, before: Extent): boolean {
  if (before.rows < 2) return sheet.rows > 1 || before.rows < sheet.rows
  return !isTable(before) && isTable(sheet) && sheet.rows >= before.rows
}

/** What Numbers puts in front when it exports several tables. */
const numbersSummary = 'Export Summary'

function comparable(name: string): string {
  return name.normalize('NFC').trim().toLocaleLowerCase('en')
}
