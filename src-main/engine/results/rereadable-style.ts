import { chosenDelimiter, chosenQuote } from '../source/csv/detect-dialect.ts'
import { createTextDecoder } from '../source/encoding/encoding-names.ts'
import { readStart } from '../source/open/read-start.ts'
import type { Dialect, DialectChoice } from '../model/files/source-schema.ts'
import { unpackedFile } from '../source/open/unpacked-file.ts'
import type { CsvStyle } from '../text/csv-text.ts'

const headBytes = 4096
/** Excel's first line that says how the rest is separated. */
const separatorLine = /^("?sep=)[^\r\n]("?)(?=[\r\n])/i
/** What every program takes for a delimiter. */
const usualDelimiters = [',', ';', '\t', '|']

/** How rows of a file are to be written so that they can be read again as the file was. */
export interface RereadableStyle {
  csv: CsvStyle
  /** What stands before the header, or before the first row. */
  leadingLines: string
  hasHeader: boolean
}

/**
 * How rows of the file at `path` are to be written as text so that a recipe with `choice` reads them again as it read the file,
 * also where that was a workbook, contact cards, or packed: in UTF-8 with its mark, which wins over any encoding chosen. Throws `file.*`.
 */
export async function rereadableStyle(path: string, dialect: Dialect, choice: DialectChoice): Promise<RereadableStyle> {
  const { separator, lines } = await leadingLinesOf(path, dialect, choice)
  const isText = dialect.format === undefined
  const own = isText && (separator !== null || usualDelimiters.includes(dialect.delimiter)) ? dialect.delimiter : ','
  const csv: CsvStyle = {
    delimiter: chosenDelimiter(choice.delimiter) ?? own,
    // Where it is found out, quotation marks always are.
    quote: chosenQuote(choice.quote) ?? '"',
    hasEscape: choice.escape === '\\',
  }
  // What the line of the file says, the rows need not have kept to.
  const first = separator === null ? '' : `${separator[0]}${csv.delimiter}${separator[1]}`
  return { csv, leadingLines: `${first}${'\r\n'.repeat(lines)}`, hasHeader: choice.header }
}

/**
 * As many lines as are passed over. Only a line that says how cells are separated keeps its text; others might hold formulas.
 */
async function leadingLinesOf(
  path: string,
  { format, encoding, skipLines }: Dialect,
  choice: DialectChoice,
): Promise<{ separator: [before: string, after: string] | null; lines: number }> {
  const lines = Math.max(skipLines, choice.skipLines === 'auto' ? 0 : choice.skipLines)
  if (lines === 0 || format !== undefined) return { separator: null, lines }
  const start = await readStart((await unpackedFile(path)).path, headBytes)
  const [found, before = '', after = ''] = separatorLine.exec(createTextDecoder(encoding).write(start)) ?? []
  return { separator: found === undefined ? null : [before, after], lines }
}
