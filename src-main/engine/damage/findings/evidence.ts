import type { Dialect, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import type { ColumnTally } from '../column-tally.ts'
import type { Contradictions } from '../contradictions.ts'
import type { ShiftedRows } from '../shifted-rows.ts'
import type { Occurrences } from '../occurrences.ts'

/** What the rows of a file have shown so far: all that the finders know. */
export interface Evidence {
  columns: readonly SourceColumn[]
  dialect: Dialect
  /** ISO 3166-1: whose numbers are meant where no country is written. */
  country: string
  rows: number
  tallies: readonly ColumnTally[]
  shifted: ShiftedRows
  contradictions: Contradictions
  /** Rows with more filled cells than there are columns. */
  split: Occurrences
  /** Rows with fewer cells. */
  short: Occurrences
  strayQuotes: Occurrences
  /** Rows that repeat the header; not every line of very many. */
  headers: { occurrences: Occurrences; lines: number[] }
  /** Rows at the end of the file that are no contacts; known once all have been seen. */
  footer: readonly SourceRow[]
  /** Short postal codes, by column, in rows that name a country where they are right. */
  otherPostalCodes: ReadonlyMap<number, number>
}
