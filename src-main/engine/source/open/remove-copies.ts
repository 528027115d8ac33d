import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes the copies of these names from a folder of stored files, with all that was derived from them; everything for null. */
export function removeCopies(folder: string, names: readonly string[] | null): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const isOne = names === null || names.some((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}-`))
    if (isOne) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
