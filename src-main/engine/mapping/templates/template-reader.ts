import type { SourceRow } from '../../model/files/source-schema.ts'
import type { CellsReader } from '../compile/cell-meaning.ts'
import { readCell, trimInvisible } from '../../text/cell-text.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import { fillTemplate, isTimePlace, type TemplatePart, templateColumns } from './template.ts'

/** Reads a row through a template. */
export interface TemplateReader {
  /** '' where all of its columns are blank, undefined where the row is too short to have them. */
  read: CellsReader
  /** For a row whose columns are all blank: the rest of the text, if the row's time is in it; else ''. */
  readTime(row: SourceRow): string
  /** Its cells alone, one after the other. */
  readCells(row: SourceRow): string
  /** Whether the text has a place for the row's time, and the row has none. */
  lacksTime(row: SourceRow): boolean
}

export interface TemplateContext {
  /** Where the text goes. */
  to: string
  parts: readonly TemplatePart[]
  /** Place of each column in the file, by its name in the template. */
  indexes: ReadonlyMap<string, number>
  /** The row's time in words, '' where it has none. */
  timeOf: (row: SourceRow) => string
}

/** Makes the reader of a template whose columns are all found. */
export function createTemplateReader({ to, parts, indexes, timeOf }: TemplateContext): TemplateReader {
  const columns = templateColumns(parts).filter((column) => !isTimePlace(to, column))
  const hasTime = templateColumns(parts).length > columns.length
  const fill = (row: SourceRow, cells: ReadonlyMap<string, string>): string => {
    const time = hasTime ? timeOf(row) : ''
    const text = trimInvisible(fillTemplate(parts, (column) => (isTimePlace(to, column) ? time : (cells.get(column) ?? '')))).normalize(
      'NFC',
    )
    // A blank middle name leaves the spaces on both its sides.
    return to === 'name' ? text.replace(/ {2,}/g, ' ') : text
  }
  const readTime = (row: SourceRow) => (hasTime && timeOf(row) !== '' ? fill(row, new Map()) : '')
  return {
    read(row) {
      const cells = new Map<string, string>()
      let isBlank = true
      let isShort = false
      for (const column of columns) {
        const cell = row.cells[indexes.get(column) ?? -1]
        const read = readCell(cell ?? '')
        const isKnown = cell !== undefined && !isUnknownCell(read)
        if (!isKnown) isShort = true
        const text = isKnown ? read : ''
        if (text !== '') isBlank = false
        cells.set(column, text)
      }
      if (!isBlank) return fill(row, cells)
      return columns.length === 0 ? readTime(row) : isShort ? undefined : ''
    },
    readTime,
    readCells: (row) => columns.map((column) => readCell(row.cells[indexes.get(column) ?? -1] ?? '')).join('\n'),
    lacksTime: (row) => hasTime && timeOf(row) === '',
  }
}
