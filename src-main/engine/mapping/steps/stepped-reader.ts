import type { SourceRow } from '../../model/files/source-schema.ts'
import { type CellsReader, cellsReader } from '../compile/cell-meaning.ts'
import { readCell } from '../../text/cell-text.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import type { DayOrder } from '../../text/date-text.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { createTextSteps, type StepFault } from './text-steps.ts'

/** A rule's text after its steps; undefined as for `CellsReader`. With a fault, `text` is what the steps could not change. */
export type SteppedText = { text: string | undefined; fault: null } | { text: string; fault: StepFault }
export type SteppedReader = (row: SourceRow) => SteppedText

/** Reads a rule with steps. `read` gives the text of the whole rule: its joined cells, or its template. */
export function steppedReader(
  rule: FieldRule,
  indexes: readonly number[],
  dayOrder: DayOrder | null,
  read: CellsReader = cellsReader(rule, indexes),
): SteppedReader {
  const steps = createTextSteps(rule.steps ?? [], dayOrder)
  const step = (text: string): SteppedText => {
    const stepped = steps(text)
    return stepped.fault === null ? stepped : { text, fault: stepped.fault }
  }
  if (rule.take !== 'first' || indexes.length < 2) {
    return (row) => {
      const text = read(row)
      return text === undefined ? { text, fault: null } : step(text)
    }
  }
  return (row) => {
    let isShort = false
    for (const index of indexes) {
      const cell = row.cells[index]
      const text = cell === undefined ? undefined : readCell(cell)
      const isKnown = text !== undefined && !isUnknownCell(text)
      if (!isKnown) isShort = true
      const stepped = isKnown ? step(text) : null
      if (stepped !== null && (stepped.fault !== null || stepped.text !== '')) return stepped
    }
    return { text: isShort ? undefined : '', fault: null }
  }
}

/** The text of a rule with or without steps, for those who only look: '' where a step failed. */
export function ruleReader(rule: FieldRule, indexes: readonly number[], dayOrder: DayOrder | null): CellsReader {
  if (rule.steps === undefined) return cellsReader(rule, indexes)
  const read = steppedReader(rule, indexes, dayOrder)
  return (row) => {
    const { text, fault } = read(row)
    return fault === null ? text : ''
  }
}
