import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { Dialect, RowMark, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { isSpreadsheetError } from '../../text/spreadsheet-error.ts'
import { hugeCellCode } from '../../model/plans/row-issue.ts'
import { clip } from '../../text/clip.ts'
import { delimiterName } from '../../text/delimiter-name.ts'
import { isCutCell } from './huge-cells.ts'

const keptLength = 200

/**
 * What is wrong with the shape of a row, or null. More filled cells than columns is an error (`row.too_many_cells`), fewer
 * cells is one too (`row.too_few_cells`), or a warning where short rows count as blank; a character that could not be read
 * (`row.undecodable`), a lone quotation mark (`row.stray_quote`), a formula without a result (`row.no_value`) and one that
 * failed (`row.cell_error`) are warnings; a contact card without an end (`row.cut_card`) and a cell that is far too long (`row.huge_cell`) are errors. Only the most serious one is reported.
 */
export function raggedIssue(row: SourceRow, columns: readonly SourceColumn[], dialect: Dialect): RowIssue | null {
  const { cells, marks } = row
  if (cells.length === columns.length && marks === undefined) return null
  if (marks?.includes('cut_card')) {
    return {
      code: 'row.cut_card',
      severity: 'error',
      line: row.line,
      column: null,
      value: null,
      message: 'This contact card has no end: a part of it may be missing.',
      hint: 'Export the contacts again, or enter this one by hand.',
    }
  }
  const surplus = cells.find((cell, index) => index >= columns.length && cell.trim() !== '')
  if (surplus !== undefined) return tooManyCells(row, surplus, columns, dialect)
  if (lacksCells(cells, columns)) return tooFewCells(row, columns, dialect)
  const huge = marks?.includes('huge_cell') === true ? cells.findIndex(isCutCell) : -1
  if (huge !== -1) {
    return {
      code: hugeCellCode,
      severity: 'error',
      line: row.line,
      column: columns[huge]?.name ?? null,
      value: cells[huge] ?? '',
      message: 'This cell is too long: it has more than a million characters, and only its beginning was read.',
      hint: 'Shorten the cell, or correct it in the review.',
    }
  }
  return markWarning(row, columns, dialect)
}

function tooManyCells({ line, cells }: SourceRow, surplus: string, columns: readonly SourceColumn[], dialect: Dialect): RowIssue {
  return {
    code: 'row.too_many_cells',
    severity: 'error',
    line,
    column: null,
    value: clip(surplus, keptLength),
    message: `This row has ${filledLength(cells)} cells, but the file has ${counted(columns)}.`,
    hint:
      dialect.format === 'xlsx'
        ? 'Something is written to the right of the columns that have names. Drop it in the review, or give its column a name in the workbook and choose that again.'
        : `Usually a ${delimiterName(dialect.delimiter)} inside a cell that is not in quotation marks has split it. Join the pieces in the review, or export the file again with quotation marks.`,
  }
}

function tooFewCells({ line, cells }: SourceRow, columns: readonly SourceColumn[], dialect: Dialect): RowIssue {
  const isError = dialect.shortRows === 'invalid'
  return {
    code: 'row.too_few_cells',
    severity: isError ? 'error' : 'warning',
    line,
    column: columns[cells.length]?.name ?? null,
    value: null,
    message: `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the file has ${counted(columns)}.${isError ? '' : ' The missing ones count as blank.'}`,
    hint: isError
      ? 'Usually a line break or a quotation mark inside a cell has cut it. Fix the row in the file, or let missing cells count as blank if this program leaves out empty cells at the end.'
      : 'Check that nothing is in the wrong column: a line break inside a cell can cut a row in two.',
  }
}

function markWarning({ line, cells, marks }: SourceRow, columns: readonly SourceColumn[], dialect: Dialect): RowIssue | null {
  const warning = warnings.find(({ mark }) => marks?.includes(mark) === true)
  if (warning === undefined) return null
  const { code, message, hint, hasMark } = warning
  const index = hasMark === null ? -1 : cells.findIndex((cell) => hasMark(cell, dialect))
  return {
    code,
    severity: 'warning',
    line,
    column: columns[index]?.name ?? null,
    value: hasMark === null ? null : clip(cells[index] ?? '', keptLength),
    message,
    hint,
  }
}

/** The meaning of a row's marks, the most serious first. `hasMark` finds the cell; null if the mark is about the whole row. */
const warnings: readonly {
  mark: RowMark
  code: string
  message: string
  hint: string
  hasMark: ((cell: string, dialect: Dialect) => boolean) | null
}[] = [
  {
    mark: 'undecodable',
    code: 'row.undecodable',
    message: 'A character in this row could not be read and shows as \uFFFD.',
    hint: 'Choose another encoding for the file, or fix the cell in the program it came from.',
    hasMark: (cell) => cell.includes('\uFFFD'),
  },
  {
    mark: 'no_value',
    code: 'row.no_value',
    message: 'A formula in this row has no result in the workbook; its cell is read as blank.',
    hint: 'Open the workbook in a spreadsheet program, save it there, and choose it again.',
    hasMark: null,
  },
  {
    mark: 'cell_error',
    code: 'row.cell_error',
    message: 'A cell in this row shows an error instead of a value.',
    hint: 'Fix the formula in the spreadsheet, or correct the cell in the review.',
    hasMark: isSpreadsheetError,
  },
  {
    mark: 'stray_quote',
    code: 'row.stray_quote',
    message: 'A quotation mark in this row has no partner and was taken as text.',
    hint: 'Check that the cells of this row are in the right columns.',
    hasMark: (cell, { quote }) => cell.includes(quote),
  },
]

/**
 * Whether cells of a row are missing. Those of columns that nobody gave a name are not: programs end just the header with
 * separators. Nor are those of a row that says nothing at all.
 */
export function lacksCells(cells: readonly string[], columns: readonly SourceColumn[]): boolean {
  if (cells.length < columns.length && saysNothing(cells)) return false
  for (let index = cells.length; index < columns.length; index++) if (columns[index]?.header?.trim() !== '') return true
  return false
}

/** Whether a row is empty, such as one whose contents were deleted in a spreadsheet. */
export function isBlankRow({ cells, marks }: SourceRow): boolean {
  return marks === undefined && saysNothing(cells)
}

function saysNothing(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

function counted(columns: readonly SourceColumn[]): string {
  return columns.length === 1 ? 'one column' : `${columns.length} columns`
}

function filledLength(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}
