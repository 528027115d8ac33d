import { setImmediate } from 'node:timers/promises'
import type { OpenAccount } from '../account/open-account.ts'
import { createWordCollector } from '../mapping/suggest/word-collector.ts'
import type { Dialect, SourceColumn, SourceRow } from '../model/files/source-schema.ts'
import type { StoredFile } from '../store/files/files.ts'
import { readCorrected } from './read-corrected.ts'

/** The different values of these columns, in the whole file: a withdrawal far down is one, too. `also` sees every row. */
export async function readWords(
  account: OpenAccount,
  file: StoredFile,
  dialect: Dialect,
  columns: readonly SourceColumn[],
  also: ((row: SourceRow) => void) | null = null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const collector = createWordCollector(columns)
  if (columns.length === 0 && also === null) return collector.result()
  for await (const { rows } of readCorrected(account, file, dialect)(file.storedPath, dialect, {})) {
    for (const row of rows) {
      collector.add(row)
      also?.(row)
    }
    await setImmediate()
  }
  return collector.result()
}
