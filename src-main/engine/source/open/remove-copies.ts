import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removePatientlySync } from '../../files/patient-files.ts'

/** Removes the copies of these names from a folder of stored files, with all that was derived from them; everything for null. */
export function removeCopies(folder: string, names: readonly string[] | null): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const isOne = names === null || names.some((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}-`))
    if (isOne) removePatientlySync(join(folder, name))
  }
}
