import { AppError } from '../../model/errors.ts'
import { maxRowChars } from '../csv/row-parser.ts'

/** Text of a sheet that does no harm; of more, so many characters to a byte of the file are more than any export has. */
const harmlessChars = 256 * 1024 * 1024
const mostCharsPerByte = 100
/** Blank cells between filled ones that are no trouble to write down; and how many to a filled one are more than any table has. */
const harmlessBlanks = 20_000_000
const mostBlanks = 1_000

/** Bounds what a workbook of that size may hold: a small file can unpack to more than the drive has room for. */
export class SheetLimits {
  private readonly mostChars: number
  private chars = 0
  private rowChars = 0
  private filledInRow = 0
  private filled = 0
  private blanks = 0

  constructor(sizeOfFile: number) {
    this.mostChars = Math.max(harmlessChars, sizeOfFile * mostCharsPerByte)
  }

  openRow(): void {
    this.rowChars = 0
    this.filledInRow = 0
  }

  /** Counts a cell, also one of a row that turns out to be blank: getting its text is work. Throws `file.unreadable`. */
  addCell(text: string, line: number): void {
    this.filledInRow++
    this.rowChars += text.length
    this.chars += text.length
    if (this.chars > this.mostChars) throw tooMuchText()
    if (this.rowChars > maxRowChars) throw tooLong(line)
  }

  /** Counts the blank cells of a row that has so many in all. Throws `file.unreadable`. */
  closeRow(cells: number): void {
    this.blanks += cells - this.filledInRow
    this.filled += this.filledInRow
    if (this.blanks > harmlessBlanks && this.blanks > this.filled * mostBlanks) throw tooSparse()
  }
}

function tooLong(line: number): AppError {
  return new AppError(
    'file.unreadable',
    `Row ${line} of the sheet holds more text than any table.`,
    'The workbook may be damaged. Open it in a spreadsheet to see, and export it again.',
  )
}

function tooMuchText(): AppError {
  return new AppError(
    'file.unreadable',
    'The cells of this workbook hold far more text than any export: it may have been made to do harm.',
    'Ask where it comes from. If it is all right, save the sheet as CSV and choose that file.',
  )
}

function tooSparse(): AppError {
  return new AppError(
    'file.unreadable',
    'The cells of this sheet lie too far apart to be a table.',
    'Copy the columns with the contacts into a sheet of their own, save the workbook, and choose it again.',
  )
}
