import type { SourceRow } from '../../model/files/source-schema.ts'
import type { WhisperRows } from '../../model/recipes/recipe-schema.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { readCell, wordKey } from '../../text/cell-text.ts'
import type { MatchColumn } from './match-step.ts'

/** The columns of a recipe's `whispers`, found in the file, and its words. */
export interface WhisperColumns {
  column: MatchColumn
  /** The contact's number in these rows; null where it is in the same column as in all others. */
  phone: MatchColumn | null
  is: readonly string[]
}

/** Whether the office wrote a row, so that it becomes a whisper. */
export type IsWhisper = (row: SourceRow) => boolean

export const never: IsWhisper = () => false

export function whisperColumnsOf({ column, is, phone }: WhisperRows, findColumn: (name: string) => MatchColumn): WhisperColumns {
  return { column: findColumn(column), phone: phone === undefined ? null : findColumn(phone), is }
}

/** Rows whose cell is one of the words, whatever their case and the spaces around them. */
export function createWhisperRows({ column, is }: WhisperColumns): IsWhisper {
  const words = new Set(is.map((word) => wordKey(readCell(word))))
  const isOffice = boundedMemo(1000, (cell: string) => words.has(wordKey(readCell(cell))))
  return ({ cells }) => isOffice(cells[column.index] ?? '')
}
