import { type Command, InvalidArgumentError, Option } from 'commander'
import type { DialectChoice, FileNotice, Input } from '../../../engine/contract.ts'

/** How a file is read, where the command line says it. */
export interface SourceOptions {
  sheet?: string
  encoding?: string
  delimiter?: string
  quote?: string
  skipLines?: number | 'auto'
  header: boolean
  hiddenRows?: 'read' | 'leave_out'
}

export const sourceHelp = `
How a file is read is found out, or said by the recipe; --sheet, --encoding, --delimiter, --quote, --skip-lines, --no-header and
--hidden-rows say it instead. Files: CSV or any text table, workbooks (.xlsx) and contact cards (.vcf), also packed with gzip or zip.`

export function addSourceOptions(command: Command): Command {
  return command
    .option('--sheet <name>', 'of a workbook, which sheet')
    .option('--encoding <name>', 'such as utf-8, windows-1252 or shift_jis')
    .option('--delimiter <character>', 'what separates cells: one character, or tab')
    .option('--quote <character>', 'what encloses cells: one character, or nothing: ""')
    .addOption(
      new Option('--skip-lines <number>', 'lines before the header (or the first row); "auto" passes over titles').argParser(linesOf),
    )
    .option('--no-header', 'the first row is a contact already')
    .addOption(new Option('--hidden-rows <what>', 'of a workbook, rows that are hidden in it').choices(['read', 'leave_out']))
}

/** What the options say beyond `source`, or beyond finding it out. A title is passed over unless something else is said. */
export function sourceOf(options: SourceOptions, source?: DialectChoice): NonNullable<Input<'files.inspect'>['dialect']> {
  const { sheet, encoding, delimiter, quote, skipLines, header, hiddenRows } = options
  return {
    skipLines: 'auto',
    ...source,
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(quote !== undefined && { quote }),
    ...(skipLines !== undefined && { skipLines }),
    ...(header ? {} : { header }),
    ...(hiddenRows !== undefined && { hiddenRows }),
  }
}

/** A recipe's source with what the command line says instead. */
export function chosenSource(options: SourceOptions, source: DialectChoice): DialectChoice {
  const { sheet, encoding, delimiter, quote, skipLines, header, hiddenRows } = sourceOf(options, source)
  return {
    ...source,
    ...(sheet !== undefined && { sheet }),
    encoding: encoding ?? source.encoding,
    delimiter: delimiter ?? source.delimiter,
    quote: quote ?? source.quote,
    skipLines: skipLines ?? source.skipLines,
    header: header ?? source.header,
    ...(hiddenRows !== undefined && { hiddenRows }),
  }
}

/** What was noticed about a file, with the option that would read it differently. */
export function noticeText({ message, hint, remedy }: FileNotice): string {
  if (remedy === undefined) return `${message} ${hint}`
  const { encoding, delimiter, header, skipLines, hiddenRows } = remedy.change
  const options = [
    encoding === undefined ? '' : `--encoding ${encoding}`,
    delimiter === undefined ? '' : `--delimiter ${JSON.stringify(delimiter)}`,
    header === false ? '--no-header' : '',
    skipLines === undefined ? '' : `--skip-lines ${skipLines}`,
    hiddenRows === undefined ? '' : `--hidden-rows ${hiddenRows}`,
  ].filter((option) => option !== '')
  return `${message} ${hint}${options.length === 0 ? '' : ` ${remedy.label}: ${options.join(' ')}`}`
}

function linesOf(text: string): number | 'auto' {
  if (text === 'auto') return text
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or "auto".')
  return Number(text)
}
