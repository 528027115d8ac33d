import { setImmediate } from 'node:timers/promises'
import type { OpenAccount } from '../account/open-account.ts'
import { createWordCollector, permissionColumns } from '../mapping/suggest/word-collector.ts'
import type { Dialect, SourceColumn } from '../model/files/source-schema.ts'
import type { StoredFile } from '../store/files/files.ts'
import { readEdited } from './corrected-file.ts'

/** The different values of the columns about permission, in the whole file: a withdrawal far down is one, too. */
export async function readConsentWords(
  account: OpenAccount,
  file: StoredFile,
  dialect: Dialect,
  columns: readonly SourceColumn[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const collector = createWordCollector(permissionColumns(columns))
  if (permissionColumns(columns).length === 0) return collector.result()
  for await (const { rows } of readEdited(account, file, dialect)(file.storedPath, dialect, {})) {
    for (const row of rows) collector.add(row)
    await setImmediate()
  }
  return collector.result()
}
