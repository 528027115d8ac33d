import type { SourceRow } from '../../model/files/source-schema.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { itemChanges } from '../../text/listed-items.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import type { FieldStep } from './field-rule.ts'
import type { MatchColumn } from './match-step.ts'

/** Whether a person has changed any cell of the row. */
export function hasCorrectedCell({ corrected }: SourceRow): boolean {
  return corrected?.corrections.some(({ column }) => column !== null) === true
}

export function isCorrectedIn({ corrected }: SourceRow, columns: readonly Pick<MatchColumn, 'index'>[]): boolean {
  return corrected?.corrections.some(({ column }) => columns.some(({ index }) => index === column)) === true
}

/**
 * A rule's step for a table of contacts: it says something only where one of its cells was corrected. Of tags it says which came and which
 * went, so that those stay that somebody else gave the contact since the table was written.
 */
export function onlyCorrectedStep(step: FieldStep, rule: FieldRule, indexes: readonly number[]): FieldStep {
  const columns = indexes.map((index) => ({ index }))
  const whole: FieldStep = (row, out) => {
    if (isCorrectedIn(row, columns)) step(row, out)
  }
  const [index] = indexes
  if (rule.to !== 'tags' || rule.tags !== 'replace' || index === undefined) return whole
  return (row, out) => {
    const correction = row.corrected?.corrections.find(({ column }) => column === index)
    if (correction === undefined) return
    const changes = itemChanges(correction.before ?? '', row.cells[index] ?? '')
    const { added } = changes
    const removed = changes.removed.filter((one) => !isUnknownCell(one.trim()))
    if (added.length + removed.length === 0) return
    if (added.length > 0 && removed.length > 0) return step(row, out)
    const cells = row.cells.with(index, (added.length > 0 ? added : removed).join(','))
    step({ ...row, cells }, out)
    if (out.contact?.tags !== undefined) out.contact.tags.handling = added.length > 0 ? 'add' : 'remove'
  }
}
