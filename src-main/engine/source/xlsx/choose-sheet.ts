import { AppError } from '../../errors.ts'
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
    names.length === 0 ? 'It has no sheets with cells at all. Choose another file.' : `Choose one of its sheets: ${names.join(', ')}${more}.`,
  )
}

/** Sheets in the order in which they are tried when none is chosen: visible ones first. */
export function sheetsToTry(workbook: Workbook): WorkbookSheet[] {
  return [...workbook.sheets.filter(({ isHidden }) => !isHidden), ...workbook.sheets.filter(({ isHidden }) => isHidden)]
}

function comparable(name: string): string {
  return name.normalize('NFC').trim().toLocaleLowerCase('en')
}
