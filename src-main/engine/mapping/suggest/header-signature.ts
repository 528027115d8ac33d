import { createHash } from 'node:crypto'
import { nameKey } from '../../text/headers/name-key.ts'

/**
 * Identifies a header whatever the order of its columns and the case and spacing of their names, so that a recipe is
 * offered again for the next file of the same kind. Hexadecimal SHA-256.
 */
export function headerSignature(columns: readonly { name: string }[]): string {
  const names = columns.map((column) => nameKey(column.name)).sort()
  return createHash('sha256').update(JSON.stringify(names)).digest('hex')
}
