import { assertNever } from '../../model/errors.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import { columnCorrection, type ColumnCorrection } from './cell-correction.ts'
import type { CorrectedRow } from '../../model/files/corrected-row-schema.ts'
import type { Correction } from '../../model/files/correction-schema.ts'

/** Corrections made ready to be applied to many rows. */
export interface RowCorrector {
  /** The row as corrected, with what was done in `corrected`; the row itself where no correction concerns it. */
  correct(row: SourceRow): SourceRow
}

type Step =
  | { kind: 'column'; order: number; correction: ColumnCorrection }
  | { kind: 'cell'; order: number; column: number; before: string; after: string }
  | { kind: 'join'; order: number; column: number; by: string }
  | { kind: 'exclude' | 'include' | 'apart'; order: number }

/**
 * Applies corrections in their order. What concerns whole columns is tried on every row; what concerns single rows is found
 * by their line. Null where there is none, so that reading costs nothing.
 */
export function createRowCorrector(corrections: readonly Correction[]): RowCorrector | null {
  if (corrections.length === 0) return null
  const columnSteps: Extract<Step, { kind: 'column' }>[] = []
  const rowSteps = new Map<number, Step[]>()
  const ofLine = (line: number, step: Step): void => {
    const steps = rowSteps.get(line)
    if (steps === undefined) rowSteps.set(line, [step])
    else steps.push(step)
  }
  corrections.forEach((correction, order) => {
    switch (correction.kind) {
      case 'replace':
      case 'set':
      case 'mend':
        columnSteps.push({ kind: 'column', order, correction: columnCorrection(correction) })
        break
      case 'cell':
        ofLine(correction.line, { kind: 'cell', order, column: correction.column, before: correction.before, after: correction.after })
        break
      case 'join':
        ofLine(correction.line, { kind: 'join', order, column: correction.column, by: correction.by })
        break
      case 'exclude':
      case 'include':
      case 'apart':
        for (const line of correction.lines) ofLine(line, { kind: correction.kind, order })
        break
      default:
        assertNever(correction)
    }
  })

  return {
    correct(row) {
      const own = rowSteps.get(row.line)
      if (own === undefined) return columnSteps.length === 0 ? row : applied(row, columnSteps)
      return applied(row, columnSteps.length === 0 ? own : [...own, ...columnSteps].sort((a, b) => a.order - b.order))
    },
  }
}

type CorrectionKind = CorrectedRow['corrections'][number]['kind']

function applied(row: SourceRow, steps: readonly Step[]): SourceRow {
  const draft = new RowDraft(row)
  for (const step of steps) draft.apply(step)
  return draft.corrected()
}

/** A row while its corrections are made, in their order. The row itself is not touched, and not copied before something changes. */
class RowDraft {
  private readonly row: SourceRow
  private cells: string[] | null = null
  private kinds: Map<number, CorrectionKind> | null = null
  private conflicts: CorrectedRow['conflicts'] = []
  private isExcluded = false
  private isApart = false

  constructor(row: SourceRow) {
    this.row = row
  }

  apply(step: Step): void {
    switch (step.kind) {
      case 'column':
        return this.changeColumn(step.correction)
      case 'cell':
        return this.changeCell(step)
      case 'join':
        return this.join(step.column, step.by)
      case 'exclude':
        this.isExcluded = true
        break
      case 'include':
        this.isExcluded = false
        break
      case 'apart':
        this.isApart = true
        break
      default:
        assertNever(step)
    }
  }

  /** The row as it is now; the very same one where nothing came of its corrections. */
  corrected(): SourceRow {
    const { row, cells, kinds, conflicts, isExcluded, isApart } = this
    const corrections = kinds === null || cells === null ? [] : correctionsOf(row.cells, cells, kinds)
    if (isExcluded) corrections.push({ column: null, before: null, after: null, kind: 'exclude' })
    if (isApart) corrections.push({ column: null, before: null, after: null, kind: 'apart' })
    const isAsLong = cells === null || cells.length === row.cells.length
    if (corrections.length === 0 && isAsLong && conflicts.length === 0) return row
    return withMarks(
      { line: row.line, cells: cells ?? row.cells, corrected: { isExcluded, ...(isApart && { isApart }), corrections, conflicts } },
      row.marks,
    )
  }

  private changeColumn({ column, kind, lines, change }: ColumnCorrection): void {
    if (lines !== null && !lines.has(this.row.line)) return
    const present = this.present()[column]
    if (present === undefined) return
    const text = change(present)
    if (text !== present) this.set(column, text, kind)
  }

  /** A cell that is neither as the person saw it nor as they wanted it is left alone, and told. */
  private changeCell({ column, before, after }: Extract<Step, { kind: 'cell' }>): void {
    const found = this.present()[column] ?? ''
    if (found !== before && found === after) return
    this.conflicts = this.conflicts.filter((conflict) => conflict.column !== column)
    if (found !== before) this.conflicts.push({ column, before, after, found })
    else if (found !== after) this.set(column, after, 'cell')
  }

  private join(column: number, by: string): void {
    const present = this.present()
    const [one, next] = present.slice(column, column + 2)
    if (one === undefined || next === undefined) return
    this.kinds ??= new Map()
    for (let at = column; at < present.length; at++) this.kinds.set(at, 'join')
    this.cells = [...present.slice(0, column), one + by + next, ...present.slice(column + 2)]
  }

  private present(): readonly string[] {
    return this.cells ?? this.row.cells
  }

  private set(column: number, text: string, kind: CorrectionKind): void {
    this.cells ??= [...this.row.cells]
    while (this.cells.length < column) this.cells.push('')
    this.cells[column] = text
    this.kinds ??= new Map()
    this.kinds.set(column, kind)
  }
}

function correctionsOf(
  before: readonly string[],
  after: readonly string[],
  kinds: ReadonlyMap<number, CorrectionKind>,
): CorrectedRow['corrections'] {
  return [...kinds]
    .filter(([column]) => (before[column] ?? '') !== (after[column] ?? ''))
    .map(([column, kind]) => ({ column, before: before[column] ?? '', after: after[column] ?? '', kind }))
    .sort((a, b) => a.column - b.column)
}

/** A character that could not be read no longer matters where it was corrected. */
function withMarks(row: SourceRow, marks: SourceRow['marks']): SourceRow {
  const left = marks?.filter((mark) => mark !== 'undecodable' || row.cells.some((cell) => cell.includes('\uFFFD')))
  return left === undefined || left.length === 0 ? row : { ...row, marks: left }
}
