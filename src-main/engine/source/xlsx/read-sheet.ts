import { AppError } from '../../model/errors.ts'
import { maxRowChars } from '../csv/row-parser.ts'
import { areaOf, columnOf, sheetColumns, sheetRows } from './cell-place.ts'
import { styleOf } from './cell-styles.ts'
import { isoDateText, numberText } from './number-text.ts'
import { damagedWorkbook } from './damaged-workbook.ts'
import { createDayColumns } from './day-columns.ts'
import { unescaped } from './escaped-text.ts'
import type { NumberFormat } from './number-format.ts'
import type { PlaceCount, SheetFindings } from './sheet-schema.ts'
import { isOn, readXml, type XmlAttributes } from './xml-events.ts'

/** A row of a sheet with anything in it. `cells` ends with the last one that is not blank, and is used again for the next row. */
export interface SheetRow {
  line: number
  isHidden: boolean
  cells: string[]
  hasError: boolean
  lacksValue: boolean
}

export interface SheetReading {
  texts: { get(index: number): string | undefined }
  styles: readonly NumberFormat[]
  is1904: boolean
  /** Bytes of the workbook itself. */
  sizeOfFile: number
  onRow(row: SheetRow): void
}

const keptAreas = 2_000
/** Text of a sheet that does no harm; of more, so many characters to a byte of the file are more than any export has. */
const harmlessChars = 256 * 1024 * 1024
const mostCharsPerByte = 100
/** Blank cells between filled ones that are no trouble to write down; and how many to a filled one are more than any table has. */
const harmlessBlanks = 20_000_000
const mostBlanks = 1_000

/**
 * Reads the rows of a sheet, in the order of the file. A row or a cell that does not say where it stands follows the one before;
 * no two rows have the same line. Throws `file.unreadable`.
 */
export async function readSheet(bytes: AsyncIterable<Buffer>, reading: SheetReading): Promise<SheetFindings> {
  const { texts, styles, is1904 } = reading
  const findings: SheetFindings = {
    rows: 0,
    width: 0,
    hiddenRows: none(),
    isFiltered: false,
    hiddenColumns: [],
    merges: 0,
    mergedAreas: [],
    errors: none(),
    formulas: none(),
    formulasWithoutValue: none(),
    dayColumns: [],
  }
  const dayColumns = createDayColumns()

  let isInData = false
  let isInRow = false
  let line = 0
  let isHidden = false
  const cells: string[] = []
  let rowChars = 0
  let filledCells = 0
  let filled = 0
  let blanks = 0
  /** Also of cells that turn out to be blank: getting their text is work. */
  let chars = 0
  const mostChars = Math.max(harmlessChars, reading.sizeOfFile * mostCharsPerByte)
  let hasError = false
  let lacksValue = false

  let isInCell = false
  let column = -1
  let type = ''
  let style: string | undefined
  let value = ''
  let inline = ''
  let hasFormula = false
  let hasValue = false
  let phonetic = 0
  /** Where text goes: to the value, to the inline text, or nowhere. */
  let target: 'value' | 'inline' | null = null

  function openRow(attributes: XmlAttributes): void {
    // Its cells would take the place of those before: nothing may vanish.
    if (isInRow) throw damagedWorkbook('row in a row')
    isInRow = true
    const stated = Number(attributes.get('r') ?? 0)
    line = stated > line && stated <= sheetRows ? stated : line + 1
    isHidden = isOn(attributes.get('hidden')) || (attributes.get('ht') !== undefined && Number(attributes.get('ht')) === 0)
    cells.length = 0
    rowChars = 0
    filledCells = 0
    hasError = false
    lacksValue = false
    column = -1
  }

  function openCell(attributes: XmlAttributes): void {
    if (!isInRow) throw damagedWorkbook('cell without a row')
    isInCell = true
    const reference = attributes.get('r')
    const stated = reference === undefined ? -1 : columnOf(reference)
    column = stated === -1 ? column + 1 : stated
    if (column >= sheetColumns) throw damagedWorkbook('column')
    type = attributes.get('t') ?? 'n'
    style = attributes.get('s')
    value = ''
    inline = ''
    hasFormula = false
    hasValue = false
    phonetic = 0
    target = null
  }

  function closeCell(): void {
    isInCell = false
    const place = { line, column }
    if (hasFormula) add(findings.formulas, place)
    const text = cellText()
    // A text may be empty as a result; a number may not, though some programs write one.
    if (hasFormula && (!hasValue || (value === '' && type !== 'str'))) {
      lacksValue = true
      add(findings.formulasWithoutValue, place)
    }
    if (text === '') return
    dayColumns.see(column, text, type === 'd' || type === 'n' ? styleOf(styles, style) : null)
    if (type === 'e') {
      hasError = true
      add(findings.errors, place)
    }
    filledCells++
    rowChars += text.length
    chars += text.length
    if (chars > mostChars) throw tooMuchText()
    if (rowChars > maxRowChars) throw tooLong(line)
    while (cells.length < column) cells.push('')
    // Nothing may vanish here either.
    if ((cells[column] ?? '') !== '') throw damagedWorkbook('two cells in one place')
    cells[column] = text
  }

  function cellText(): string {
    switch (type) {
      case 's':
        return sharedText()
      case 'inlineStr':
        return unescaped(inline === '' ? value : inline)
      case 'str':
        return unescaped(value)
      case 'b':
        return value.trim() === '' ? '' : isOn(value.trim()) ? 'TRUE' : 'FALSE'
      case 'e':
        return value
      case 'd':
        return isoDateText(value, styleOf(styles, style))
      default:
        // Some programs give no type to texts that stand in the cell itself.
        if (inline !== '') return unescaped(inline)
        return value === '' ? '' : numberText(value, styleOf(styles, style), is1904)
    }
  }

  function sharedText(): string {
    if (value.trim() === '') return ''
    const text = texts.get(Number(value))
    if (text === undefined) throw damagedWorkbook('no such shared text')
    return text
  }

  function closeRow(): void {
    isInRow = false
    const isBlank = !lacksValue && cells.every((cell) => cell.trim() === '')
    if (isBlank) return
    blanks += cells.length - filledCells
    filled += filledCells
    if (blanks > harmlessBlanks && blanks > filled * mostBlanks) throw tooSparse()
    findings.rows++
    if (cells.length > findings.width) findings.width = cells.length
    if (isHidden) add(findings.hiddenRows, { line, column: 0 })
    reading.onRow({ line, isHidden, cells, hasError, lacksValue })
  }

  await readXml(bytes, {
    open(name, attributes) {
      if (isInCell) {
        if (name === 'v') {
          hasValue = true
          target = 'value'
        } else if (name === 'f') hasFormula = true
        else if (name === 't') target = phonetic === 0 ? 'inline' : null
        else if (name === 'rPh') phonetic++
        else if (name === 'c' || name === 'row') throw damagedWorkbook(`${name} in a cell`)
      } else if (isInData) {
        if (name === 'c') openCell(attributes)
        else if (name === 'row') openRow(attributes)
      } else if (name === 'sheetData') isInData = true
      else if (name === 'col') {
        if (
          findings.hiddenColumns.length < sheetColumns &&
          (isOn(attributes.get('hidden')) || (attributes.get('width') !== undefined && Number(attributes.get('width')) === 0))
        ) {
          findings.hiddenColumns.push([Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1])
        }
      } else if (name === 'mergeCell') {
        findings.merges++
        const area = areaOf(attributes.get('ref') ?? '')
        if (area && findings.mergedAreas.length < keptAreas) findings.mergedAreas.push(area)
      } else if (name === 'filterColumn' || (name === 'sheetPr' && isOn(attributes.get('filterMode')))) findings.isFiltered = true
    },
    text(text) {
      if (target === 'value') value += text
      else if (target === 'inline') inline += text
    },
    close(name) {
      if (isInCell) {
        if (name === 'c') closeCell()
        else if (name === 'v' || name === 't') target = null
        else if (name === 'rPh') phonetic--
      } else if (isInData) {
        if (name === 'row') closeRow()
        else if (name === 'sheetData') isInData = false
      }
    },
  })
  return { ...findings, dayColumns: dayColumns.found() }
}

function none(): PlaceCount {
  return { count: 0, first: null }
}

function add(count: PlaceCount, place: { line: number; column: number }): void {
  count.count++
  count.first ??= place
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
