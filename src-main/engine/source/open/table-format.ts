import type { TableFormat } from '../table/row-source.ts'
import type { Dialect } from '../../model/files/source-schema.ts'
import { textTable } from '../csv/text-table.ts'
import { vcardTable } from '../vcard/vcard-table.ts'
import { xlsxTable } from '../xlsx/xlsx-table.ts'

/** The format that a dialect is of. */
export function tableFormatOf({ format }: Pick<Dialect, 'format'>): TableFormat {
  switch (format) {
    case undefined:
      return textTable
    case 'xlsx':
      return xlsxTable
    case 'vcard':
      return vcardTable
  }
}
