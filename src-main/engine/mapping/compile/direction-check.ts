import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { readCell } from '../../text/cell-text.ts'
import { findByName } from '../../text/headers/name-key.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { createIssueMaker } from './mapping-issue.ts'
import type { Direction } from './direction-words.ts'
import { directionHeader, directionReader, inboundWordIn, isDirectionColumn, namesWriter } from './direction-column.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { eitherOf } from './row-filter.ts'
import { createWriterNumbersCheck, type OwnNumbers } from './sender-columns.ts'

/** Adds the issue of a message that the contact did not write. Pure, never throws. */
export type DirectionCheck = (row: SourceRow, out: MappedRow) => void

/**
 * Refuses messages that the file says the office sent: an import makes each message the customer's own words (section
 * Endpoints, POST /api/new_customer_post). A recipe that says by `only` which words of a direction column it wants has
 * decided that itself, unless another column contradicts the one that it names; without it a row with an outbound word is an error (`message.outbound`). One with a word that is
 * not known, or blank where others have one, is of unknown direction, and so are all rows of a recipe that nobody looked
 * at, where the file does not tell. Null where there is nothing to say.
 */
export function createDirectionCheck(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<string>,
  account: OwnNumbers,
): DirectionCheck | null {
  if (!importDescriptors[recipe.kind].hasDirections) return null
  if (decidesDirection(recipe, columns)) {
    return recipe.only === undefined || recipe.direction === 'inbound'
      ? null
      : contradictionCheck(recipe, columns, secretColumns, recipe.only, 'inbound')
  }
  const isStated = recipe.direction === 'inbound'
  const byNumbers = createWriterNumbersCheck(recipe, columns, account, secretColumns)
  const steps = columns.flatMap((column) => {
    const header = column.header ?? column.name
    const says = directionHeader(header)
    const isDirection = isDirectionColumn(header, column.samples)
    if ((says === null && !isDirection) || (says !== 'clear' && readsOtherwise(recipe, column)) || column === byNumbers?.from) return []
    return [
      {
        isTelling: isDirection || namesWriter(header),
        check: columnCheck(column, isDirection || namesWriter(header), isStated, secretColumns),
      },
    ]
  })
  if (byNumbers !== null) steps.push({ isTelling: true, check: byNumbers.check })
  const tells = steps.some(({ isTelling }) => isTelling)
  if (steps.length === 0 && recipe.direction !== 'unknown') return null
  return (row, out) => {
    const verdicts = steps.map(({ check }) => check(row, out))
    if (isStated || verdicts.includes('outbound')) return
    const isUnknown = verdicts.includes('unknown') || (tells ? !verdicts.includes('inbound') : recipe.direction === 'unknown')
    if (isUnknown) out.isDirectionUnknown = true
  }
}

/**
 * Of rows that the recipe takes for the office's: holds those of which another column says that the contact wrote them, and those that would
 * go to the office's own number. Null where there is nothing to say.
 */
export function createOfficeCheck(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<string>,
  account: OwnNumbers,
): DirectionCheck | null {
  if (recipe.whispers === undefined) return null
  const contradicts = contradictionCheck(recipe, columns, secretColumns, recipe.whispers, 'outbound')
  const numbers = createWriterNumbersCheck(recipe, columns, account, secretColumns)
  return (row, out) => {
    contradicts?.(row, out)
    if (out.key?.by === 'phone' && numbers?.isOwn(out.key.phone) === true) out.isDirectionUnknown = true
  }
}

const sides: Readonly<Record<Direction, string>> = { inbound: 'the customer', outbound: 'your office' }

/**
 * Holds messages that the recipe's words take for one side's while another column says that the other wrote them. Null where there is
 * no such column, and where the recipe means the other side on purpose.
 */
function contradictionCheck(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<string>,
  { column: name, is }: { column: string; is: readonly string[] },
  side: Direction,
): DirectionCheck | null {
  const other: Direction = side === 'inbound' ? 'outbound' : 'inbound'
  const filtered = findByName(columns, (column) => column.name, name).found
  const readFiltered = directionReader(filtered?.header ?? name, is)
  if (is.some((word) => readFiltered(word)?.direction === other)) return null
  const others = columns.flatMap((column) => {
    const header = column.header ?? column.name
    if (column === filtered || readsOtherwise(recipe, column) || !isDirectionColumn(header, column.samples)) return []
    const read = directionReader(header, column.samples)
    const isClear = directionHeader(header) === 'clear'
    const saysOther = boundedMemo(1000, (cell) => {
      const reading = read(readCell(cell))
      return reading?.direction === other && (isClear || reading.isPlain)
    })
    return [{ column, saysOther, issues: createIssueMaker([column.name], secretColumns) }]
  })
  if (others.length === 0) return null
  return ({ line, cells }, out) => {
    const found = others.find(({ column, saysOther }) => saysOther(cells[column.index] ?? ''))
    if (found === undefined) return
    const { column, issues } = found
    const say = (shown: string) =>
      `"${name}" says that ${sides[side]} wrote this message, and ${shown} in "${column.name}" that ${sides[other]} did; it is held until somebody says who.`
    const hint = 'Look which of the two is right, and correct the other in the row; or say that the customers wrote all of them.'
    out.issues.push(issues.warn(line, 'message.contradicts', readCell(cells[column.index] ?? ''), say, hint))
    out.isDirectionUnknown = true
  }
}

/** Whether the recipe's filter is about the direction of messages. */
export function decidesDirection({ only }: Recipe, columns: readonly SourceColumn[]): boolean {
  if (only === undefined) return false
  const column = findByName(columns, ({ name }) => name, only.column).found
  const header = column?.header ?? only.column
  return (
    isDirectionColumn(header, column?.samples ?? []) ||
    (directionHeader(header) !== null && only.is.some((word) => directionReader(header, only.is)(word) !== null))
  )
}

/** Whether the recipe reads the column as something else, as `From` with phone numbers in it. */
function readsOtherwise({ match, fields }: Recipe, column: SourceColumn): boolean {
  const names = [match.column, ...(match.otherColumns ?? []), ...(match.phoneColumns ?? []), ...fields.flatMap((rule) => rule.from ?? [])]
  return names.some((name) => findByName([column], (one) => one.name, name).found !== null)
}

type Verdict = 'inbound' | 'outbound' | 'unknown' | null

/** What the column says about a row; null if it says nothing. */
function columnCheck(
  column: SourceColumn,
  isDirection: boolean,
  isStated: boolean,
  secretColumns: ReadonlySet<string>,
): (row: SourceRow, out: MappedRow) => Verdict {
  const { index, name, samples } = column
  const header = column.header ?? name
  const read = directionReader(header, samples)
  const issues = createIssueMaker([name], secretColumns)
  const inbound = samples.filter((word) => read(word)?.direction === 'inbound')
  const outbound = samples.find((word) => read(word)?.direction === 'outbound')
  const wanted = inbound.length > 0 ? inbound : [inboundWordIn(header, outbound ?? '')]
  const hint = `Choose in the mapping that only rows whose "${name}" is ${eitherOf(wanted.map((word) => `"${word}"`))} are imported ("only" in a recipe).`
  const verdictOf = boundedMemo(1000, (cell): Verdict => {
    const reading = read(readCell(cell))
    if (reading === null) return isDirection ? 'unknown' : null
    return isDirection || reading.isPlain ? reading.direction : null
  })
  return (row, out) => {
    const cell = row.cells[index] ?? ''
    if (cell.trim() === '') return null
    const verdict = verdictOf(cell)
    const value = readCell(cell)
    if (verdict === 'outbound') {
      const say = (shown: string) =>
        `${shown} in "${name}" says that your office sent this message; imported, it would be the customer's words.`
      out.issues.push(issues.make(row.line, 'message.outbound', value, say, hint))
    } else if (verdict === 'unknown' && !isStated) {
      const say = (shown: string) =>
        `${shown} in "${name}" does not tell who wrote this message; it is held until somebody says that the customer did.`
      out.issues.push(issues.warn(row.line, 'message.direction', value, say, hint))
    }
    return verdict
  }
}
