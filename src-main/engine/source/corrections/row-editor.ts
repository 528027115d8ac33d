import { assertNever } from '../../model/errors.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import { cellEdit, type ColumnEdit } from './cell-correction.ts'
import type { CorrectedRow } from '../../model/files/correction-schema.ts'
import type { Edit } from '../../model/files/edit-schema.ts'

/** Corrections made ready to be applied to many rows. */
export interface RowEditor {
  /** The row as corrected, with what was done in `corrected`; the row itself where no correction concerns it. */
  edit(row: SourceRow): SourceRow
}

type Step =
  | { kind: 'column'; order: number; edit: ColumnEdit }
  | { kind: 'cell'; order: number; column: number; before: string; after: string }
  | { kind: 'join'; order: number; column: number; by: string }
  | { kind: 'exclude' | 'include' | 'apart'; order: number }

/**
 * Applies corrections in their order. What concerns whole columns is tried on every row; what concerns single rows is found
 * by their line. Null where there is none, so that reading costs nothing.
 */
export function createRowEditor(edits: readonly Edit[]): RowEditor | null {
  if (edits.length === 0) return null
  const columnSteps: Extract<Step, { kind: 'column' }>[] = []
  const rowSteps = new Map<number, Step[]>()
  const ofLine = (line: number, step: Step): void => {
    const steps = rowSteps.get(line)
    if (steps === undefined) rowSteps.set(line, [step])
    else steps.push(step)
  }
  edits.forEach((edit, order) => {
    switch (edit.kind) {
      case 'replace':
      case 'mend':
        columnSteps.push({ kind: 'column', order, edit: cellEdit(edit) })
        break
      case 'cell':
        ofLine(edit.line, { kind: 'cell', order, column: edit.column, before: edit.before, after: edit.after })
        break
      case 'join':
        ofLine(edit.line, { kind: 'join', order, column: edit.column, by: edit.by })
        break
      case 'exclude':
      case 'include':
      case 'apart':
        for (const line of edit.lines) ofLine(line, { kind: edit.kind, order })
        break
      default:
        assertNever(edit)
    }
  })

  return {
    edit(row) {
      const own = rowSteps.get(row.line)
      if (own === undefined) return columnSteps.length === 0 ? row : applied(row, columnSteps)
      return applied(row, columnSteps.length === 0 ? own : [...own, ...columnSteps].sort((a, b) => a.order - b.order))
    },
  }
}

function applied(row: SourceRow, steps: readonly Step[]): SourceRow {
  let cells: string[] | null = null
  let kinds: Map<number, CorrectedRow['corrections'][number]['kind']> | null = null
  let conflicts: CorrectedRow['conflicts'] | null = null
  let isExcluded = false
  let isApart = false

  const set = (column: number, text: string, kind: 'cell' | ColumnEdit['kind']): void => {
    cells ??= [...row.cells]
    while (cells.length < column) cells.push('')
    cells[column] = text
    kinds ??= new Map()
    kinds.set(column, kind)
  }

  for (const step of steps) {
    switch (step.kind) {
      case 'column': {
        const { column, kind, change } = step.edit
        const present = (cells ?? row.cells)[column]
        if (present === undefined) break
        const text = change(present)
        if (text !== present) set(column, text, kind)
        break
      }
      case 'cell': {
        const { column, before, after } = step
        const found = (cells ?? row.cells)[column] ?? ''
        const earlier: CorrectedRow['conflicts'] = conflicts ?? []
        if (found === before) {
          conflicts = earlier.filter((conflict) => conflict.column !== column)
          if (found !== after) set(column, after, 'cell')
        } else if (found !== after)
          conflicts = [...earlier.filter((conflict) => conflict.column !== column), { column, before, after, found }]
        break
      }
      case 'join': {
        const { column, by } = step
        const present: readonly string[] = cells ?? row.cells
        const [one, next] = present.slice(column, column + 2)
        if (one === undefined || next === undefined) break
        kinds ??= new Map()
        for (let at = column; at < present.length; at++) kinds.set(at, 'join')
        cells = [...present.slice(0, column), one + by + next, ...present.slice(column + 2)]
        break
      }
      case 'exclude':
        isExcluded = true
        break
      case 'include':
        isExcluded = false
        break
      case 'apart':
        isApart = true
        break
      default:
        assertNever(step)
    }
  }

  const corrections = kinds === null || cells === null ? [] : correctionsOf(row.cells, cells, kinds)
  if (isExcluded) corrections.push({ column: null, before: null, after: null, kind: 'exclude' })
  if (isApart) corrections.push({ column: null, before: null, after: null, kind: 'apart' })
  const isAsLong = cells === null || cells.length === row.cells.length
  if (corrections.length === 0 && isAsLong && (conflicts === null || conflicts.length === 0)) return row
  return withMarks(
    {
      line: row.line,
      cells: cells ?? row.cells,
      corrected: { isExcluded, ...(isApart && { isApart }), corrections, conflicts: conflicts ?? [] },
    },
    row.marks,
  )
}

function correctionsOf(
  before: readonly string[],
  after: readonly string[],
  kinds: ReadonlyMap<number, CorrectedRow['corrections'][number]['kind']>,
): CorrectedRow['corrections'] {
  return [...kinds]
    .filter(([column]) => (before[column] ?? '') !== (after[column] ?? ''))
    .map(([column, kind]) => ({ column, before: before[column] ?? '', after: after[column] ?? '', kind }))
    .sort((a, b) => a.column - b.column)
}

/** A character that could not be read is no trouble any more where it was corrected. */
function withMarks(row: SourceRow, marks: SourceRow['marks']): SourceRow {
  const left = marks?.filter((mark) => mark !== 'undecodable' || row.cells.some((cell) => cell.includes('\uFFFD')))
  return left === undefined || left.length === 0 ? row : { ...row, marks: left }
}
