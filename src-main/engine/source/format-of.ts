import type { TableFormat } from './row-source.ts'
import type { Dialect } from './source-schema.ts'
import { textTable } from './text-table.ts'

/** The format that a dialect is of. */
export function formatOf({ format }: Pick<Dialect, 'format'>): TableFormat {
  if (format === undefined) return textTable
  return textTable
}
