import { encodingLabel } from './encoding.ts'
import { usualWidth } from './detect-dialect.ts'
import { delimiterName, raggedIssue } from './ragged-issue.ts'
import type { Dialect, FileNotice, SourceColumn, SourceRow } from './source-schema.ts'

export interface FileFacts {
  dialect: Dialect
  isEncodingGuessed: boolean
  hasSeparatorLine: boolean
  hasNulBytes: boolean
  columns: SourceColumn[]
  header: SourceRow | null
  /** The rows of data that were looked at: the first ones. */
  rows: SourceRow[]
}

/** What the person should know about a file before mapping it, in the order in which it shows in the file. */
export function fileNotices(facts: FileFacts): FileNotice[] {
  return [
    ...encodingNotices(facts),
    ...(facts.hasSeparatorLine
      ? [notice('file.separator_line', 1, `The first line says that a ${delimiterName(facts.dialect.delimiter)} separates the cells; it is not a row.`, 'Nothing to do.')]
      : []),
    ...preambleNotices(facts),
    ...headerNotices(facts),
    ...shapeNotices(facts),
  ]
}

function encodingNotices({ dialect, isEncodingGuessed, hasNulBytes, header, rows }: FileFacts): FileNotice[] {
  const found: FileNotice[] = []
  if (isEncodingGuessed) {
    found.push(
      notice('file.encoding_guessed', null, `The file does not say how its letters are encoded; it is read as ${encodingLabel(dialect.encoding)}.`, 'Check that names with accents look right. If not, choose another encoding.'),
    )
  }
  const damaged = [...(header ? [header] : []), ...rows].filter((row) => row.marks?.includes('undecodable'))
  if (damaged[0]) {
    found.push(
      notice('file.undecodable', damaged[0].line, `Some characters could not be read and show as \uFFFD, first in line ${damaged[0].line}.`, 'Choose another encoding, or export the file again as "CSV UTF-8".'),
    )
  }
  if (hasNulBytes) {
    found.push(
      notice('file.nul_bytes', null, 'The file has invisible zero characters in it.', 'It may be damaged. Check the values of the first rows, and export the file again if they look wrong.'),
    )
  }
  return found
}

function preambleNotices({ header, rows }: FileFacts): FileNotice[] {
  if (!header) return []
  const firstRows = [header, ...rows.slice(0, 200)]
  const { width } = usualWidth(firstRows.map((row) => row.cells))
  if (width < 2 || filled(header) * 2 > width) return []
  const index = firstRows.slice(0, 20).findIndex((row) => row.cells.length === width && filled(row) * 2 > width)
  const first = firstRows[index]
  if (index < 1 || !first) return []
  return [
    notice(
      'file.preamble',
      header.line,
      `The file seems to begin with a title: the column names look to be in line ${first.line}, not in line ${header.line}.`,
      `Set the lines to skip to ${first.line - 1} if that is so.`,
    ),
  ]
}

function headerNotices({ header, columns }: FileFacts): FileNotice[] {
  if (!header) return []
  const found: FileNotice[] = []
  const unnamed = columns.filter((column) => (column.header ?? '').trim() === '' && column.samples.length > 0)
  if (unnamed.length > 0) {
    found.push(
      notice('file.header_empty', header.line, `${unnamed.length === 1 ? 'A column has' : `${unnamed.length} columns have`} values but no name: ${list(unnamed.map((column) => column.name))}.`, 'Look at the values to see what they are.'),
    )
  }
  const repeated = columns.filter((column) => (column.header ?? '').trim() !== '' && column.name.endsWith(')') && !(column.header ?? '').trim().endsWith(')'))
  if (repeated.length > 0) {
    found.push(
      notice('file.header_duplicate', header.line, `The file has column names more than once; the later ones are called ${list(repeated.map((column) => column.name))}.`, 'Check by the values which of them you need.'),
    )
  }
  const value = header.cells.find((cell) => /^\s*[^\s@]+@[^\s@]+\.\w+\s*$/.test(cell) || /^\s*\+?[\d\s().-]{9,}\s*$/.test(cell))
  if (value !== undefined) {
    found.push(
      notice('file.no_header', header.line, 'The first row looks like a contact, not like column names.', 'If it is a contact, say that the file has no header; otherwise that row is not imported.'),
    )
  }
  return found
}

function shapeNotices({ dialect, columns, rows }: FileFacts): FileNotice[] {
  const found: FileNotice[] = []
  const ragged = rows.filter((row) => raggedIssue(row, columns, dialect)?.code.endsWith('_cells'))
  if (ragged[0]) {
    found.push(
      notice(
        'file.ragged_rows',
        ragged[0].line,
        `${ragged.length === 1 ? 'One of the first rows does' : `${ragged.length} of the first ${rows.length} rows do`} not have ${columns.length} cells, first in line ${ragged[0].line}.`,
        ragged.length * 2 > rows.length ? 'Check the separator, the quotation mark and the line with the column names.' : 'Such rows are listed when you review the changes.',
      ),
    )
  }
  const stray = rows.filter((row) => row.marks?.includes('stray_quote'))
  if (stray[0]) {
    found.push(
      notice(
        'file.stray_quote',
        stray[0].line,
        `${stray.length === 1 ? 'A quotation mark has' : `In ${stray.length} of the first rows a quotation mark has`} no partner, first in line ${stray[0].line}; it is read as text.`,
        'Check that the cells of these rows are in the right columns.',
      ),
    )
  }
  if (columns.length === 1) {
    found.push(notice('file.single_column', null, 'The file has only one column.', 'If it should have more, choose the character that separates the cells.'))
  }
  return found
}

function filled(row: SourceRow): number {
  return row.cells.filter((cell) => cell.trim() !== '').length
}

function list(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${name}"`)
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ')
}

function notice(code: string, line: number | null, message: string, hint: string): FileNotice {
  return { code, line, message, hint }
}
