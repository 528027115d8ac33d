import { tableFormatOf } from '../open/table-format.ts'
import { rowReadAgain } from './misread-table.ts'
import type { ReadRows } from './row-source.ts'
import { unpackedFile } from '../open/unpacked-file.ts'

/** The rows of data of any file, packed or not: see `ReadRows`. `bytesRead` counts the bytes of the file as it is packed. */
export const readRows: ReadRows = async function* (path, dialect, options) {
  const { path: inner, share } = await unpackedFile(path, options)
  for await (const written of tableFormatOf(dialect).readRows(inner, dialect, options)) {
    const batch = dialect.misread === undefined ? written : { ...written, rows: written.rows.map(rowReadAgain) }
    yield share === 1 ? batch : { ...batch, bytesRead: Math.round(batch.bytesRead * share) }
  }
}
