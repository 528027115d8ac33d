import type { TableFormat } from './row-source.ts'
import type { Dialect } from './source-schema.ts'
import { textTable } from './text-table.ts'
import { vcardTable } from './vcard/vcard-table.ts'
import { xlsxTable } from './xlsx/xlsx-table.ts'

/** The format that a dialect is of. */
export function formatOf({ format }: Pick<Dialect, 'format'>): TableFormat {
  switch (format) {
    case undefined:
      return textTable
    case 'xlsx':
      return xlsxTable
    case 'vcard':
      return vcardTable
  }
}
