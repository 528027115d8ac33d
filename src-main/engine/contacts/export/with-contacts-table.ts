import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUp } from '../../files/patient-files.ts'
import { exportedAgeColumn } from '../../model/contacts/export-columns.ts'
import { exportContacts, type ExportOptions } from './export-contacts.ts'

const prefix = 'table-'
/** No table takes longer to be written. */
const longestMs = 60 * 60 * 1000

/**
 * Writes contacts to a table of its own, lets `use` take it into the account's files, and removes it. No two tables are the same file,
 * whatever they say: corrections belong to a file's bytes. Throws as `exportContacts` does.
 */
export async function withContactsTable<T>(
  { folder, nowMs, ...options }: Omit<ExportOptions, 'path' | 'overwrite' | 'ageHeader' | 'isPlain'> & { folder: string; nowMs: number },
  use: (path: string, rows: number) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeAbandoned(folder, nowMs)
  const own = await mkdtemp(join(folder, prefix))
  try {
    const path = join(own, 'contacts.csv')
    const ageHeader = `${exportedAgeColumn} (${new Date(nowMs).toISOString().replace('T', ' ').replace('Z', ' UTC')}, ${own.slice(-6)})`
    const rows = await exportContacts({ ...options, path, overwrite: false, ageHeader, isPlain: true })
    return await use(path, rows)
  } finally {
    await cleanUp(own)
  }
}

/** What a process left that was killed while it wrote one. */
async function removeAbandoned(folder: string, nowMs: number): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(prefix))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && nowMs - found.mtimeMs > longestMs) await cleanUp(path)
  }
}
