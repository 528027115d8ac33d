import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removePatientlySync } from '../../files/patient-files.ts'

/** Removes the copies of these names from a folder of stored files, with all that was derived from them. */
export function removeCopies(folder: string, names: readonly string[], remove: (path: string) => void = removePatientlySync): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const isOne = names.some((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}-`))
    if (isOne) remove(join(folder, name))
  }
}
