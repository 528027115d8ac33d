import { readRows } from './read-rows.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'
import type { ReadRows } from './row-source.ts'
import { createRecentlyUsed } from '../../text/recently-used.ts'
import type { Dialect } from '../../model/files/source-schema.ts'

/** An index takes some bytes for each thousand rows of its file. */
const indexes = createRecentlyUsed<RowIndex>(8)

/** The index of a stored file as it is read in a dialect. Stored files are named by their bytes, so it is never out of date. */
export function rowIndexOf(storedPath: string, dialect: Dialect): RowIndex {
  const name = JSON.stringify([storedPath, dialect])
  const index = indexes.get(name) ?? createRowIndex(readRows, storedPath, dialect)
  indexes.set(name, index)
  return index
}

/** `readRows` of a stored file, remembering where rows begin. */
export const readStoredRows: ReadRows = (path, dialect, options) => rowIndexOf(path, dialect).read(options)
