import { clip } from '../../text/clip.ts'
import { encodingLabel } from '../encoding/encoding-names.ts'
import { firstText, footerRows, isNote } from './footer-rows.ts'
import { headerBelowTitles, looksLikeNames, looksLikeValues } from '../csv/header-line.ts'
import { delimiterName } from '../../text/delimiter-name.ts'
import { raggedIssue } from './ragged-issue.ts'
import type { Dialect, FileNotice, Remedy, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'

export interface FileFacts {
  dialect: Dialect
  isEncodingGuessed: boolean
  /** What the first line says that separates the cells; null without such a line. */
  separatorLine: string | null
  /** Lines above the header were passed over as a title. */
  hasTitle?: boolean
  /** The rows are all that the file has. */
  isWhole?: boolean
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
    ...separatorNotices(facts),
    ...titleNotices(facts),
    ...headerNotices(facts),
    ...shapeNotices(facts),
    ...footerNotices(facts),
  ]
}

function encodingNotices({ dialect, isEncodingGuessed, hasNulBytes, header, rows }: FileFacts): FileNotice[] {
  const found: FileNotice[] = []
  if (isEncodingGuessed) {
    const words = accentedWords([...(header ? [header] : []), ...rows])
    found.push(
      notice(
        'file.encoding_guessed',
        null,
        `The file does not say how its letters are encoded; it is read as ${encodingLabel(dialect.encoding)}${words === '' ? '' : `: ${words}`}.`,
        'Check that such names look right. If not, choose another encoding.',
      ),
    )
  }
  const damaged = [...(header ? [header] : []), ...rows].filter((row) => row.marks?.includes('undecodable'))
  if (damaged[0]) {
    const where = damaged.length === 1 ? `in row ${damaged[0].line}` : `in the rows ${lines(damaged)}`
    const isMixed = dialect.encoding === 'utf-8' && damaged.length < rows.length
    found.push(
      notice(
        'file.undecodable',
        damaged[0].line,
        isMixed
          ? `Most of the file is Unicode (UTF-8), but letters ${where} are not: they show as \uFFFD.`
          : `Some characters could not be read and show as \uFFFD, ${where}.`,
        isMixed
          ? 'Two programs may have written to it. Read such letters as Western European ones if that is so.'
          : 'Choose another encoding, or export the file again as "CSV UTF-8".',
        isMixed ? { label: 'Read them as Western European', change: { encoding: 'utf-8+windows-1252' } } : undefined,
      ),
    )
  }
  if (hasNulBytes) {
    found.push(
      notice(
        'file.nul_bytes',
        null,
        'The file has invisible zero characters in it.',
        'It may be damaged. Check the values of the first rows, and export the file again if they look wrong.',
      ),
    )
  }
  return found
}

function separatorNotices({ separatorLine, dialect }: FileFacts): FileNotice[] {
  if (separatorLine === null) return []
  const [declared, used] = [delimiterName(separatorLine), delimiterName(dialect.delimiter)]
  if (declared === used)
    return [notice('file.separator_line', 1, `The first line says that a ${used} separates the cells; it is not a row.`, 'Nothing to do.')]
  return [
    notice(
      'file.separator_wrong',
      1,
      `The first line says that a ${declared} separates the cells, but the rows are read with a ${used}.`,
      'Nothing to do if the columns look right.',
      {
        label: `Read with a ${declared}`,
        change: { delimiter: separatorLine },
      },
    ),
  ]
}

function titleNotices({ header, rows, hasTitle }: FileFacts): FileNotice[] {
  if (!header) return []
  if (hasTitle) {
    const above = header.line === 2 ? 'The first row is a title' : `The first ${header.line - 1} rows are a title`
    return [
      notice('file.title', 1, `${above}; the column names are in row ${header.line}.`, 'Nothing to do if that is so.', {
        label: 'Begin in row 1',
        change: { skipLines: 0 },
      }),
    ]
  }
  const first = headerBelowTitles([header, ...rows])
  if (first === null) return []
  return [
    notice(
      'file.preamble',
      header.line,
      `The file seems to begin with a title: the column names look to be in row ${first.line}, not in row ${header.line}.`,
      `Set the rows to skip to ${first.line - 1} if that is so.`,
      { label: `Begin in row ${first.line}`, change: { skipLines: first.line - 1 } },
    ),
  ]
}

function headerNotices({ header, columns, rows }: FileFacts): FileNotice[] {
  if (!header) return []
  const found: FileNotice[] = []
  const unnamed = columns.filter((column) => (column.header ?? '').trim() === '' && column.samples.length > 0)
  if (unnamed.length > 0) {
    found.push(
      notice(
        'file.header_empty',
        header.line,
        `${unnamed.length === 1 ? 'A column has' : `${unnamed.length} columns have`} values but no name: ${list(unnamed.map((column) => column.name))}.`,
        'Look at the values to see what they are.',
      ),
    )
  }
  const repeated = columns.filter(
    (column) => (column.header ?? '').trim() !== '' && column.name.endsWith(')') && !(column.header ?? '').trim().endsWith(')'),
  )
  if (repeated.length > 0) {
    found.push(
      notice(
        'file.header_duplicate',
        header.line,
        `The file has column names more than once; the later ones are called ${list(repeated.map((column) => column.name))}.`,
        'Check by the values which of them you need.',
      ),
    )
  }
  if (looksLikeValues(header, rows)) {
    found.push(
      notice(
        'file.no_header',
        header.line,
        'The first row looks like a contact, not like column names.',
        'If it is a contact, say that the file has no header; otherwise that row is not imported.',
        {
          label: 'There is no header',
          change: { header: false },
        },
      ),
    )
  } else if (rows[0] && looksLikeNames(rows[0], rows.slice(1))) {
    found.push(
      notice(
        'file.header_two_rows',
        rows[0].line,
        `The column names seem to be in two rows: row ${rows[0].line} has names too.`,
        'Take the row whose names tell more; the other one is then no contact.',
        {
          label: `Take the names of row ${rows[0].line}`,
          change: { skipLines: rows[0].line - 1 },
        },
      ),
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
        `${ragged.length === 1 ? 'One of the first rows does' : `${ragged.length} of the first ${rows.length} rows do`} not have ${columns.length} ${columns.length === 1 ? 'cell' : 'cells'}, first in row ${ragged[0].line}.`,
        ragged.length * 2 > rows.length
          ? 'Check the separator, the quotation mark and the row with the column names.'
          : 'Such rows are listed when you review the changes.',
      ),
    )
  }
  const stray = rows.filter((row) => row.marks?.includes('stray_quote'))
  if (stray[0]) {
    found.push(
      notice(
        'file.stray_quote',
        stray[0].line,
        `${stray.length === 1 ? 'A quotation mark has' : `In ${stray.length} of the first rows a quotation mark has`} no partner, first in row ${stray[0].line}; it is read as text.`,
        'Check that the cells of these rows are in the right columns.',
      ),
    )
  }
  if (columns.length === 1) {
    found.push(
      notice(
        'file.single_column',
        null,
        'The file has only one column.',
        'If it should have more, choose the character that separates the cells.',
      ),
    )
  }
  return found
}

/** What other programs write below their tables. */
function footerNotices({ dialect, columns, rows, isWhole }: FileFacts): FileNotice[] {
  const notes = isWhole ? footerRows(rows, columns, dialect) : []
  const [first, last] = [notes[0], notes.at(-1)]
  if (first === undefined || last === undefined) return []
  const what =
    notes.length === 1
      ? `The last row (row ${last.line}) looks like a note`
      : `The last ${notes.length} rows (rows ${first.line} to ${last.line}) look like notes`
  const said = clip(firstText(notes.find(isNote) ?? first), 60)
  return [
    notice(
      'file.footer',
      first.line,
      `${what} of the other program, not like ${notes.length === 1 ? 'a contact' : 'contacts'}: "${said}".`,
      `Leave ${notes.length === 1 ? 'it' : 'them'} out of the import, or remove ${notes.length === 1 ? 'it' : 'them'} from the file.`,
    ),
  ]
}

/** Up to three words with letters beyond ASCII, for somebody who knows the people. */
function accentedWords(rows: SourceRow[]): string {
  const words = new Set<string>()
  for (const { cells } of rows) {
    for (const [word] of cells.join(' ').matchAll(/(?:[\p{L}\p{M}'’-]|[^\x00-\x7F\uFFFD])+/gu)) {
      if (/[^\x00-\x7F\uFFFD]/.test(word) && /\p{L}/u.test(word)) words.add(word.slice(0, 30))
      if (words.size >= 3) break
    }
    if (words.size >= 3) break
  }
  return [...words].slice(0, 3).join(', ')
}

function lines(rows: SourceRow[]): string {
  const shown = rows.slice(0, 5).map(({ line }) => line)
  return rows.length > 5 ? `${shown.join(', ')} and ${rows.length - 5} more` : shown.join(', ')
}

function list(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${name}"`)
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ')
}

function notice(code: string, line: number | null, message: string, hint: string, remedy?: Remedy): FileNotice {
  return remedy === undefined ? { code, line, message, hint } : { code, line, message, hint, remedy }
}
