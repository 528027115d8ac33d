import type { SourceRow } from '../../model/files/source-schema.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { readCell, wordKey } from '../../text/cell-text.ts'
import { isUnknownCell } from '../../text/unknown-cell.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { canBeCleared } from '../recipe/find-recipe-mistakes.ts'
import type { Scalar } from '../recipe/find-recipe-mistakes.ts'

/** The text of the rule's cells: '' if they are blank, undefined if the row is too short to have them or they say that the value is unknown. */
export type CellsReader = (row: SourceRow) => string | undefined

/**
 * What a cell can mean besides a text: empty the field, because it is blank (`clear`) or because the rule says so (`empty`); leave
 * the field as it is; or a value outside the rule's map.
 */
export const clear: unique symbol = Symbol('clear')
export const empty: unique symbol = Symbol('empty')
export const leave: unique symbol = Symbol('leave')
export const unknown: unique symbol = Symbol('unknown')
export type Meaning = string | typeof clear | typeof empty | typeof leave | typeof unknown

/** Blank cells clear where the rule says so, or where the recipe does and the field can be empty. */
export function clearsBlank(rule: FieldRule, recipe: Recipe): boolean {
  return (rule.blank ?? recipe.blank) === 'clear' && canBeCleared(rule)
}

/** Reads a rule's cells, joined, or its constant. */
export function cellsReader(rule: FieldRule, indexes: readonly number[]): CellsReader {
  if (rule.from === undefined) {
    const constant = rule.value === null || rule.value === undefined ? '' : readCell(String(rule.value))
    return () => constant
  }
  return rule.take === 'first' ? firstReader(indexes) : joinedReader(indexes, rule.join ?? ' ')
}

function knownText(text: string): string | undefined {
  return isUnknownCell(text) ? undefined : text
}

function joinedReader(indexes: readonly number[], join: string): CellsReader {
  return (row) => {
    let joined = ''
    let isShort = false
    for (const index of indexes) {
      const cell = row.cells[index]
      if (cell === undefined) {
        isShort = true
        continue
      }
      const text = knownText(readCell(cell))
      if (text === undefined) isShort = true
      else if (text !== '') joined = joined === '' ? text : joined + join + text
    }
    return joined === '' && isShort ? undefined : joined
  }
}

/** The first cell that is not blank. */
function firstReader(indexes: readonly number[]): CellsReader {
  return (row) => {
    let isShort = false
    for (const index of indexes) {
      const cell = row.cells[index]
      const text = cell === undefined ? undefined : knownText(readCell(cell))
      if (text === undefined) isShort = true
      else if (text !== '') return text
    }
    return isShort ? undefined : ''
  }
}

/** The meaning of a text for a rule: the text itself, or what its value map says. */
export function textResolver(rule: FieldRule, clearBlank: boolean): (text: string) => Meaning {
  const blank: Meaning = rule.from === undefined && rule.value !== undefined ? empty : clearBlank ? clear : leave
  const values = rule.values
  if (values === undefined) return (text) => (text === '' ? blank : text)
  const map = new Map<string, Meaning>(Object.entries(values).map(([key, value]) => [wordKey(key), toText(value)]))
  return boundedMemo(1000, (text): Meaning => {
    const found = map.get(wordKey(text))
    if (found !== undefined) return found
    return text === '' ? blank : unknown
  })
}

function toText(value: Scalar): string | typeof empty {
  const text = value === null ? '' : readCell(String(value))
  return text === '' ? empty : text
}
