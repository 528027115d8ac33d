import type { Filtered } from '../../model/plans/mapped-row.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { readCell, wordKey } from '../../text/cell-text.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { clip } from '../../text/clip.ts'

/** Returns why a row is left out, or null if it is imported. Pure, never throws. */
export type RowFilter = (row: SourceRow) => Filtered | null

const shownLength = 120

/**
 * The filter of `only`: rows whose cell is one of its words, whatever their case and the spaces around them. An empty word
 * stands for a blank cell. `index` is the column's place; `isSecret`: its cells must not be shown (message bodies).
 */
export function createRowFilter(only: NonNullable<Recipe['only']>, column: { name: string; index: number }, isSecret: boolean): RowFilter {
  const words = new Set(only.is.map((word) => wordKey(readCell(word))))
  const isWanted = boundedMemo(1000, (cell) => words.has(wordKey(readCell(cell))))
  return (row) => {
    const cell = row.cells[column.index] ?? ''
    return isWanted(cell) ? null : { column: column.name, value: isSecret ? null : clip(readCell(cell).replace(/\s+/g, ' '), shownLength) }
  }
}

/** Why one row is left out, in words. */
export function filteredWords({ column, value }: Filtered): string {
  if (value === null) return `The recipe leaves out this row by its "${column}".`
  return `The recipe leaves out rows whose "${column}" is ${value === '' ? 'blank' : `"${value}"`}.`
}

/** Why rows are left out, over all of them. */
export function filterWords({ column, is }: NonNullable<Recipe['only']>): string {
  return `The recipe leaves out rows whose "${column}" is not ${eitherOf(is.map((word) => (word.trim() === '' ? 'blank' : `"${word}"`)))}.`
}

/** `a, b or c`; of many words the first ten. */
export function eitherOf(words: readonly string[]): string {
  const shown = words.length > 10 ? [...words.slice(0, 10), `one of ${words.length - 10} others`] : words
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`
}
