import { lacksCells } from '../../source/table/ragged-issue.ts'
import { delimiterName } from '../../text/delimiter-name.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { Finding } from '../damage-schema.ts'
import { firstLines, Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { counted, rowFinding } from './make-finding.ts'

/** Rows whose cells are not where they belong, and rows that are no contacts. */
export function findRows(evidence: Evidence): Finding[] {
  const { dialect, shifted, split, strayQuotes, headers, footer } = evidence
  const short = evidence.short.without(new Set(footer.filter(({ cells }) => lacksCells(cells, evidence.columns)).map(({ line }) => line)))
  const isWorkbook = dialect.format === 'xlsx'
  const hasBody = evidence.tallies.some(({ purpose }) => purpose.purpose === 'body')
  const found = [
    ...rowFinding(shifted.found, (count) => ({
      code: 'shifted_columns',
      severity: 'serious',
      title: 'Cells in the wrong columns',
      message: `In ${counted(count, 'row')} cells stand in columns that they do not fit, such as a phone number in the e-mail column${offsetWords(shifted.offset)}.`,
      hint: 'Look at these rows in the program that the file comes from and fix them, or leave them out of this import.',
    })),
    ...rowFinding(split, (count) => ({
      code: 'split_rows',
      severity: 'serious',
      title: 'Rows with too many cells',
      message: `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} more cells than the file has columns. ${isWorkbook ? 'Something is written to the right of the columns that have names.' : `Usually a ${delimiterName(dialect.delimiter)} inside a text has split ${count === 1 ? 'it' : 'them'}.`}`,
      hint: isWorkbook
        ? 'These rows will not be imported unless those cells are dropped in the review. If they matter, give their columns names in the workbook and choose that again.'
        : 'These rows will not be imported unless their pieces are joined in the review. Better export the file again with texts in quotation marks, if there are many.',
    })),
    ...rowFinding(dialect.shortRows === 'invalid' ? short : new Occurrences(), (count) => ({
      code: 'short_rows',
      severity: 'serious',
      title: 'Rows with too few cells',
      message: `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} fewer cells than the file has columns. ${whyShort(short, evidence.rows)}`,
      hint: isHabit(short, evidence.rows)
        ? 'Accept short rows for this file. Otherwise these rows will not be imported.'
        : 'These rows will not be imported. If the other program leaves out empty cells at the end of a row, accept short rows; otherwise fix them in the file.',
    })),
    ...rowFinding(strayQuotes, (count) => ({
      code: 'stray_quotes',
      severity: 'warning',
      title: 'Quotation marks without a partner',
      message: `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} a quotation mark that opens nothing or closes nothing. It is read as text.`,
      hint: 'Check that the cells of these rows are in the right columns.',
    })),
    ...rowFinding(
      headers.occurrences,
      (count) => ({
        code: 'repeated_header',
        severity: 'harmless',
        title: 'Column names among the rows',
        message: `${counted(count, 'row')} ${count === 1 ? 'repeats' : 'repeat'} the column names. Files that were put together from several have them.`,
        hint:
          headers.lines.length < headers.occurrences.count
            ? 'Leave these rows out in the other program.'
            : 'Repairing leaves these rows out of the import.',
      }),
      headers.lines.length === headers.occurrences.count && headers.lines.length > 0 ? [{ kind: 'exclude', lines: headers.lines }] : [],
      true,
    ),
    ...rowFinding(
      occurrencesOf(footer),
      (count) => ({
        code: 'footer',
        severity: 'warning',
        title: count === 1 ? 'A note or a total below the table' : 'Notes or totals below the table',
        message: `The last ${count === 1 ? 'row is' : `${count} rows are`} what the other program wrote below its table, not ${count === 1 ? 'a contact' : 'contacts'}.`,
        hint: `Leave ${count === 1 ? 'it' : 'them'} out of the import if that is so.`,
      }),
      footer.length > 0 ? [{ kind: 'exclude', lines: footer.map(({ line }) => line) }] : [],
    ),
  ]
  // A row may hold a message's text, which is never shown here.
  return [...(hasBody ? found.map((finding) => ({ ...finding, examples: [] })) : found), ...contradictions(evidence)]
}

function whyShort(short: Occurrences, rows: number): string {
  const isOne = short.count === 1
  if (isHabit(short, rows)) return 'The other program probably leaves out empty cells at the end of a row.'
  if (areLoneTexts(short))
    return `There is nothing but one text in ${isOne ? 'it' : 'them'}: ${isOne ? 'it may be a note' : 'they may be notes'} of the other program, or cut by a line break inside a text.`
  return `Usually a line break inside a text has cut ${isOne ? 'it' : 'them'}.`
}

function isHabit(short: Occurrences, rows: number): boolean {
  return short.count > rows * 0.2 && !areLoneTexts(short)
}

/** The lines that programs write below their tables, such as who made a report and when. */
function areLoneTexts(short: Occurrences): boolean {
  return short.examples.every(({ text }) => !text.includes(' | '))
}

function occurrencesOf(rows: readonly SourceRow[]): Occurrences {
  const seen = new Occurrences()
  for (const { line, cells } of rows) seen.add(line, cells.filter((cell) => cell.trim() !== '').join(' | '))
  return seen
}

function offsetWords(offset: number): string {
  if (offset === 0) return ''
  const far = Math.abs(offset)
  return `; most are ${far === 1 ? 'one column' : `${far} columns`} too far to the ${offset > 0 ? 'right' : 'left'}`
}

function contradictions({ contradictions: { contacts, found, isComplete } }: Evidence): Finding[] {
  if (contacts === 0) return []
  const columns = found.filter(({ contacts: seen }) => seen.count > 0)
  const onlyNames = columns.every(({ isOwn }) => isOwn)
  const named = columns.map(({ column, contacts: seen }) => `"${column}" (${seen.count.toLocaleString('en-US')})`)
  return [
    {
      code: 'contradictions',
      severity: onlyNames ? 'harmless' : 'warning',
      title: onlyNames ? 'Contacts with different names or addresses' : 'Contacts with contradicting rows',
      message: `${counted(contacts, 'contact')} ${contacts === 1 ? 'has' : 'have'} rows that say different things in ${named.join(', ')}.${isComplete ? '' : ' Only the first 5,000,000 contacts were compared.'}`,
      hint: onlyNames
        ? 'Families share a phone number. Unless you choose otherwise, the last row of each contact counts.'
        : 'Unless you choose otherwise, the last row of each contact counts. If the file is not in the order of time, fix these rows first.',
      count: contacts,
      unit: 'contact',
      columns: [],
      lines: firstLines(columns.map(({ contacts: seen }) => seen.lines)),
      examples: columns
        .flatMap(({ column, contacts: seen }) => seen.examples.map(({ line, text }) => ({ line, column, before: text, after: null })))
        .sort((a, b) => a.line - b.line)
        .slice(0, 5),
      corrections: [],
      isAutomatic: false,
    },
  ]
}
