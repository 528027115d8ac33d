import type { SourceColumn, SourceRow } from '../model/source-schema.ts'
import { boundedMemo } from '../text/bounded-memo.ts'
import { readCell } from '../text/cell-text.ts'
import { findByName } from '../text/headers/column-name.ts'
import type { MappedRow } from '../model/mapped-row.ts'
import { createIssueMaker } from './compile/mapping-issue.ts'
import { directionHeader, inboundWordFor, isDirectionColumn, readDirection } from './message-direction.ts'
import type { Recipe } from '../model/recipe-schema.ts'
import { eitherOf } from './compile/row-filter.ts'

/** Adds the issue of a message that the contact did not write. Pure, never throws. */
export type DirectionCheck = (row: SourceRow, out: MappedRow) => void

/**
 * Refuses messages that the file says the office sent: an import makes each message the customer's own words (section
 * Endpoints, POST /api/new_customer_post). A recipe that says by `only` which words of a direction column it wants has
 * decided that itself; without it a row with an outbound word is an error (`message.outbound`), and one with a word that is
 * not known a warning (`message.direction`). Null where the file tells no directions.
 */
export function createDirectionCheck(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<string>,
): DirectionCheck | null {
  if (recipe.kind !== 'messages' || decidesDirection(recipe, columns)) return null
  const steps = columns.flatMap((column) => {
    const header = column.header ?? column.name
    const says = directionHeader(header)
    if (says === null || (says === 'possible' && readsOtherwise(recipe, column))) return []
    return [columnCheck(column, isDirectionColumn(header, column.samples), secretColumns)]
  })
  if (steps.length === 0) return null
  return (row, out) => {
    for (const step of steps) if (step(row, out)) return
  }
}

/** Whether the recipe's filter is about the direction of messages. */
export function decidesDirection({ only }: Recipe, columns: readonly SourceColumn[]): boolean {
  if (only === undefined) return false
  const column = findByName(columns, ({ name }) => name, only.column).found
  const header = column?.header ?? only.column
  return (
    isDirectionColumn(header, column?.samples ?? []) ||
    (directionHeader(header) !== null && only.is.some((word) => readDirection(word) !== null))
  )
}

/** Whether the recipe reads the column as something else, as `From` with phone numbers in it. */
function readsOtherwise({ match, fields }: Recipe, column: SourceColumn): boolean {
  const names = [match.column, ...(match.otherColumns ?? []), ...fields.flatMap((rule) => rule.from ?? [])]
  return names.some((name) => findByName([column], (one) => one.name, name).found !== null)
}

/** Answers whether the column has decided about the row. */
function columnCheck(
  column: SourceColumn,
  isDirection: boolean,
  secretColumns: ReadonlySet<string>,
): (row: SourceRow, out: MappedRow) => boolean {
  const { index, name, samples } = column
  const issues = createIssueMaker([name], secretColumns)
  const inbound = samples.filter((word) => readDirection(word)?.direction === 'inbound')
  const outbound = samples.find((word) => readDirection(word)?.direction === 'outbound')
  const wanted = inbound.length > 0 ? inbound : [inboundWordFor(outbound ?? '')]
  const hint = `Choose in the mapping that only rows whose "${name}" is ${eitherOf(wanted.map((word) => `"${word}"`))} are imported ("only" in a recipe).`
  const judge = boundedMemo(1000, (cell): 'outbound' | 'unknown' | 'fine' => {
    const reading = readDirection(readCell(cell))
    if (reading === null) return isDirection ? 'unknown' : 'fine'
    return reading.direction === 'outbound' && (isDirection || reading.isPlain) ? 'outbound' : 'fine'
  })
  return (row, out) => {
    const cell = row.cells[index] ?? ''
    if (cell.trim() === '') return false
    const verdict = judge(cell)
    if (verdict === 'fine') return false
    const value = readCell(cell)
    if (verdict === 'outbound') {
      const say = (shown: string) =>
        `${shown} in "${name}" says that your office sent this message; imported, it would be the customer's words.`
      out.issues.push(issues.make(row.line, 'message.outbound', value, say, hint))
    } else {
      const say = (shown: string) => `${shown} in "${name}" does not tell who wrote this message; it is imported as the customer's words.`
      out.issues.push(issues.warn(row.line, 'message.direction', value, say, hint))
    }
    return verdict === 'outbound'
  }
}
