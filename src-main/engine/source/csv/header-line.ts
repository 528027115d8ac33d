import type { SourceRow } from '../../model/files/source-schema.ts'

/** Rows in which a header is looked for. */
const rowsToSearch = 30
const rowsToCompare = 200
/** A longer value has no shape: patterns that may go back need room for each character. */
const longestShaped = 2000

const shapes: { name: string; pattern: RegExp }[] = [
  { name: 'email', pattern: /^[^\s@]+@[^\s@]+\.\w+$/ },
  { name: 'address', pattern: /^https?:\/\/\S+$/i },
  { name: 'date', pattern: /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T]\d{1,2}:\d{2}.*)?$/ },
  { name: 'uuid', pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i },
  { name: 'phone', pattern: /^'?\+?\(?\d[\d\s()./-]{7,}\d$/ },
]

/** What a value is by its looks, when these are of a kind that no column name has; null for anything else. */
function shapeOf(cell: string | undefined): string | null {
  const text = cell?.trim() ?? ''
  return text === '' || text.length > longestShaped ? null : (shapes.find(({ pattern }) => pattern.test(text))?.name ?? null)
}

/**
 * Of the first rows of a table, the one that names the columns when rows of another shape (titles, dates, notes) stand above
 * it; null when the first row is as good as any.
 */
export function headerBelowTitles(rows: readonly SourceRow[]): SourceRow | null {
  const [first] = rows
  if (first === undefined) return null
  const width = usualFilledWidth(rows.slice(0, rowsToCompare))
  if (width < 2 || filled(first) * 2 > width) return null
  const index = rows.slice(0, rowsToSearch).findIndex((row) => row.cells.length >= width && filled(row) * 2 > width)
  const found = rows[index]
  // A row of values is not a header, and the rows above it may be all there is of one.
  if (index < 1 || found === undefined || index === rows.length - 1) return null
  return found.cells.some((cell) => shapeOf(cell) !== null) ? null : found
}

/** Whether the first row holds values like those in the rows below it rather than names of columns. */
export function looksLikeValues(first: SourceRow, below: readonly SourceRow[]): boolean {
  const kinds = columnShapes(below)
  return first.cells.some((cell, index) => {
    const shape = shapeOf(cell)
    return shape === 'email' || shape === 'uuid' || (shape !== null && (kinds[index] === shape || below.length === 0))
  })
}

/** Whether the row below the header is a second part of it: names where all the rows below have values of one shape. */
export function looksLikeNames(second: SourceRow, below: readonly SourceRow[]): boolean {
  if (below.length < 3) return false
  const named = columnShapes(below).flatMap((shape, index) => (shape === null ? [] : [{ shape, cell: second.cells[index]?.trim() ?? '' }]))
  return named.length >= 2 && named.every(({ cell }) => shapeOf(cell) === null && /^\p{L}/u.test(cell))
}

/** Of each column, the shape that four of five filled cells have; null where there is none. */
function columnShapes(rows: readonly SourceRow[]): (string | null)[] {
  const compared = rows.slice(0, rowsToCompare)
  const width = Math.min(500, Math.max(0, ...compared.map((row) => row.cells.length)))
  return Array.from({ length: width }, (_, index) => {
    const cells = compared.map((row) => row.cells[index]?.trim() ?? '').filter((cell) => cell !== '')
    const counts = new Map<string | null, number>()
    for (const cell of cells) counts.set(shapeOf(cell), (counts.get(shapeOf(cell)) ?? 0) + 1)
    return [...counts].find(([shape, count]) => shape !== null && count * 5 >= cells.length * 4)?.[0] ?? null
  })
}

/** Cells of a row up to its last filled one, as most rows have them; of several numbers the greatest. */
function usualFilledWidth(rows: readonly SourceRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [usual] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  const wide = rows.filter(({ cells }) => cells.length === (usual?.[0] ?? 0))
  return Math.max(0, ...wide.map(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') + 1))
}

export function filled(row: SourceRow): number {
  return row.cells.filter((cell) => cell.trim() !== '').length
}
