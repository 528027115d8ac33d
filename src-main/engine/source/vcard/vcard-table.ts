import { AppError } from '../../model/errors.ts'
import { requiredEncoding } from '../encoding/encoding-names.ts'
import { findEncoding } from '../encoding/file-encoding.ts'
import { fileError } from '../open/open-file.ts'
import type { TableFormat } from '../table/row-source.ts'
import type { FileNotice, Inspection, SourceRow } from '../../model/files/source-schema.ts'
import { columnsOf } from '../table/table-columns.ts'
import { cardFile, readCardFile } from './card-file.ts'

const previewRows = 100
const rowsLookedAt = 1_000
const charsLookedAt = 16 * 1024 * 1024

/** Contact cards (vCard), one a row, with columns made from what the cards have. */
export const vcardTable: TableFormat = {
  async inspect(path, choice, { signal } = {}): Promise<Inspection> {
    const { encoding } = await findEncoding(path, choice.encoding, signal)
    try {
      const file = await cardFile(path, encoding, signal)
      const rows: SourceRow[] = []
      let chars = 0
      for await (const batch of readCardFile(file, signal ? { signal } : {})) {
        for (const row of batch.rows) {
          if (rows.length >= rowsLookedAt || chars > charsLookedAt) break
          rows.push(row)
          for (const cell of row.cells) chars += cell.length + 1
        }
        if (rows.length >= rowsLookedAt || chars > charsLookedAt) break
      }
      if (rows.length === 0 || file.columns.length === 0) {
        throw new AppError(
          'file.header_only',
          'There is nothing in the contact cards of this file.',
          'Export the contacts again, and check in the other program that some were selected.',
        )
      }
      const header = { line: 1, cells: file.columns }
      return {
        dialect: { encoding, delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: choice.shortRows, format: 'vcard' },
        columns: columnsOf(header, rows),
        rows: rows.slice(0, previewRows),
        notices: noticesOf(file.linesOutside, rows),
      }
    } catch (error) {
      throw fileError(error)
    }
  },

  async *readRows(path, dialect, options) {
    try {
      yield* readCardFile(await cardFile(path, requiredEncoding(dialect.encoding), options?.signal), options)
    } catch (error) {
      throw fileError(error)
    }
  },
}

function noticesOf(linesOutside: number, rows: SourceRow[]): FileNotice[] {
  const found: FileNotice[] = []
  if (linesOutside > 0) {
    found.push({
      code: 'file.outside_cards',
      line: null,
      message: `${linesOutside === 1 ? 'One line of the file is' : `${linesOutside} lines of the file are`} in no contact card, and not read.`,
      hint: 'Look at the file in a text editor if contacts are missing.',
    })
  }
  const cut = rows.find(({ marks }) => marks?.includes('cut_card'))
  if (cut !== undefined) {
    found.push({
      code: 'file.cut_card',
      line: cut.line,
      message: `The contact card in line ${cut.line} has no end: a part of it may be missing.`,
      hint: 'Export or copy the file again. Such contacts are listed when you review the changes, and not imported.',
    })
  }
  return found
}
