import { areaOf, sheetColumns, sheetRows } from './cells/cell-place.ts'
import { damagedWorkbook } from './damaged-workbook.ts'
import { createDayColumns } from './day-columns.ts'
import { type CellContext, OpenCell } from './cells/open-cell.ts'
import { SheetLimits } from './sheet-limits.ts'
import type { PlaceCount, SheetFindings } from './sheet-schema.ts'
import { isOn, readXml, type XmlAttributes, type XmlHandler } from './xml-events.ts'

/** A row of a sheet with anything in it. `cells` ends with the last one that is not blank, and is used again for the next row. */
export interface SheetRow {
  line: number
  isHidden: boolean
  cells: string[]
  hasError: boolean
  lacksValue: boolean
}

export interface SheetReading extends CellContext {
  /** Bytes of the workbook itself. */
  sizeOfFile: number
  onRow(row: SheetRow): void
}

const keptAreas = 2_000

/**
 * Reads the rows of a sheet, in the order of the file. A row or a cell that does not say where it stands follows the one before;
 * no two rows have the same line. Throws `file.unreadable`.
 */
export async function readSheet(bytes: AsyncIterable<Buffer>, reading: SheetReading): Promise<SheetFindings> {
  const reader = new SheetReader(reading)
  await readXml(bytes, reader)
  return reader.findings()
}

class SheetReader implements XmlHandler {
  private isInData = false
  private isInRow = false
  private isInCell = false
  private readonly row: SheetRow = { line: 0, isHidden: false, cells: [], hasError: false, lacksValue: false }
  private readonly cell: OpenCell
  private readonly limits: SheetLimits
  private readonly onRow: (row: SheetRow) => void
  private readonly dayColumns = createDayColumns()
  private readonly found: SheetFindings = {
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

  constructor(reading: SheetReading) {
    this.cell = new OpenCell(reading)
    this.limits = new SheetLimits(reading.sizeOfFile)
    this.onRow = reading.onRow
  }

  findings(): SheetFindings {
    return { ...this.found, dayColumns: this.dayColumns.found() }
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.isInCell) this.cell.openElement(name)
    else if (!this.isInData) this.openOutside(name, attributes)
    else if (name === 'c') this.openCell(attributes)
    else if (name === 'row') this.openRow(attributes)
  }

  text(text: string): void {
    this.cell.addText(text)
  }

  close(name: string): void {
    if (this.isInCell) {
      if (name === 'c') this.closeCell()
      else this.cell.closeElement(name)
    } else if (this.isInData) {
      if (name === 'row') this.closeRow()
      else if (name === 'sheetData') this.isInData = false
    }
  }

  /** What a sheet says before and after its rows. */
  private openOutside(name: string, attributes: XmlAttributes): void {
    const { found } = this
    if (name === 'sheetData') this.isInData = true
    else if (name === 'col') {
      if (found.hiddenColumns.length < sheetColumns && (isOn(attributes.get('hidden')) || isZero(attributes.get('width')))) {
        found.hiddenColumns.push([Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1])
      }
    } else if (name === 'mergeCell') {
      found.merges++
      const area = areaOf(attributes.get('ref') ?? '')
      if (area && found.mergedAreas.length < keptAreas) found.mergedAreas.push(area)
    } else if (name === 'filterColumn' || (name === 'sheetPr' && isOn(attributes.get('filterMode')))) found.isFiltered = true
  }

  private openRow(attributes: XmlAttributes): void {
    // Its cells would take the place of those before: nothing may vanish.
    if (this.isInRow) throw damagedWorkbook('row in a row')
    this.isInRow = true
    const { row } = this
    const stated = Number(attributes.get('r') ?? 0)
    row.line = stated > row.line && stated <= sheetRows ? stated : row.line + 1
    row.isHidden = isOn(attributes.get('hidden')) || isZero(attributes.get('ht'))
    row.cells.length = 0
    row.hasError = false
    row.lacksValue = false
    this.limits.openRow()
    this.cell.openRow()
  }

  private openCell(attributes: XmlAttributes): void {
    if (!this.isInRow) throw damagedWorkbook('cell without a row')
    this.isInCell = true
    this.cell.begin(attributes)
  }

  private closeCell(): void {
    this.isInCell = false
    const { row, cell, found } = this
    const { line, cells } = row
    const { column } = cell
    if (cell.hasFormula) add(found.formulas, line, column)
    const text = cell.text()
    if (cell.lacksResult()) {
      row.lacksValue = true
      add(found.formulasWithoutValue, line, column)
    }
    if (text === '') return
    this.dayColumns.see(column, text, cell.numberFormat())
    if (cell.isError()) {
      row.hasError = true
      add(found.errors, line, column)
    }
    this.limits.addCell(text, line)
    while (cells.length < column) cells.push('')
    // Nothing may vanish here either.
    if ((cells[column] ?? '') !== '') throw damagedWorkbook('two cells in one place')
    cells[column] = text
  }

  private closeRow(): void {
    this.isInRow = false
    const { row, found } = this
    const isBlank = !row.lacksValue && row.cells.every((cell) => cell.trim() === '')
    if (isBlank) return
    this.limits.closeRow(row.cells.length)
    found.rows++
    if (row.cells.length > found.width) found.width = row.cells.length
    if (row.isHidden) add(found.hiddenRows, row.line, 0)
    this.onRow(row)
  }
}

/** Rows and columns of no size are hidden, too. */
function isZero(size: string | undefined): boolean {
  return size !== undefined && Number(size) === 0
}

function none(): PlaceCount {
  return { count: 0, first: null }
}

function add(count: PlaceCount, line: number, column: number): void {
  count.count++
  count.first ??= { line, column }
}
