import type { MappingAccount } from '../../mapping/compile/compile-recipe.ts'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import type { ErrorAnswer } from '../../model/errors.ts'
import type { Dialect, SourceColumn } from '../../model/files/source-schema.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { KnownPlace } from '../../source/table/row-index.ts'
import type { IndexSlots } from '../../store/contacts/contact-index.ts'

/** What the thread is told first. */
export interface ReadAheadData {
  path: string
  dialect: Dialect
  columns: SourceColumn[]
  recipe: Recipe
  account: MappingAccount
  parts: RecordParts
  slots: IndexSlots
  /** See `Contacts.unseen`. */
  unseen: Uint8Array | null
  /** For the holders of each slice; it is for as many slices as the reader may be ahead. */
  holders: SharedArrayBuffer
  mostAhead: number
}

/** Slices are numbered from 1. The other rows of a slice are written as JSON, which takes a third of the time of copying them. */
export type FromReader =
  | { type: 'slice'; number: number; rows: number; bytesRead: number; others: string; place: KnownPlace | null }
  | { type: 'whole'; number: number; rows: MappedRow[] }
  | { type: 'end' }
  | { type: 'failed'; error: ErrorAnswer }

export type ToReader =
  /** The slice is not needed any more. */
  | { type: 'done'; number: number }
  /** All rows of this slice are wanted, as they are mapped. */
  | { type: 'whole'; number: number }
