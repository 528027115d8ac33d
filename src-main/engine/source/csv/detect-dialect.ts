import { exportedColumns } from '../../model/contacts/export-columns.ts'
import { AppError } from '../../model/errors.ts'
import { headerBelowTitles } from './header-line.ts'
import { createRowParser } from './row-parser.ts'
import type { Dialect, DialectChoice, SourceRow } from '../../model/files/source-schema.ts'

/** In the order of their likelihood: a later one has to cut the rows better than an earlier one. */
const delimiters = [',', ';', '\t', '|', '\x1F', '\x1E', '^', '~', '¦', '§', ':', '#']
/** Cells would begin with it when Rollcall writes rows in the same way, and run as formulas in spreadsheets. */
const startsFormula = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/
const usualDelimiters = new Set(delimiters.slice(0, 4))
/** Characters that are in most texts: they separate cells only where hardly a row has another number of them. */
const commonInTexts = new Set([':', '#', '~', '^', '§'])
const quotes = ['"', "'", '`', '~', '^', '|', '%', '$']
/** Enough to see the shape; a file's first rows are like its others. */
const rowsToCompare = 200
const charsToCompare = 256 * 1024

/** Excel's first line that says how the rest is separated. */
const separatorLine = /^"?sep=([^\r\n])"?[\r\n]/i

export interface DetectedDialect extends Dialect {
  /** What the first line says that separates the cells, also where the rows say otherwise; null without such a line. */
  separatorLine: string | null
  /** Lines above the header were passed over because they look like a title. */
  hasTitle: boolean
}

/** How rows are cut into cells. */
export interface Cut {
  delimiter: string
  quote: string
  escape?: '\\' | undefined
}

/**
 * Completes a choice by a look at the beginning of the text. The delimiter is the one that cuts most rows into the same
 * number of cells; `sep=;` in the first line wins unless the rows know nothing of it, and is passed over. Throws `recipe.invalid` for an impossible choice.
 */
export function detectDialect(head: string, choice: DialectChoice, encoding: string): DetectedDialect {
  const separator = separatorLine.exec(head.slice(0, 10))?.[1]
  const linesBefore = Math.max(separator === undefined ? 0 : 1, choice.skipLines === 'auto' ? 0 : choice.skipLines)
  const given = { delimiter: chosenDelimiter(choice.delimiter), quote: chosenQuote(choice.quote), escape: choice.escape ?? 'auto' }
  const found =
    (given.delimiter === null && separator !== undefined ? declaredCut(head, linesBefore, separator, given) : null) ??
    likeliestCut(head, linesBefore, given)
  // An export of our own has no escapes: a backslash in it is one.
  const cut = found.escape && given.escape === 'auto' && isOwnExport(head, found, linesBefore) ? { ...found, escape: undefined } : found
  const header = choice.skipLines === 'auto' && choice.header ? headerBelowTitles(headRecords(head, cut, linesBefore)) : null
  return {
    encoding,
    delimiter: cut.delimiter,
    quote: cut.quote,
    ...(cut.escape ? { escape: cut.escape } : {}),
    header: choice.header,
    skipLines: header === null ? linesBefore : header.line - 1,
    shortRows: choice.shortRows,
    separatorLine: separator ?? null,
    hasTitle: header !== null,
  }
}

function isOwnExport(head: string, { delimiter, quote }: Cut, skipLines: number): boolean {
  const names: readonly string[] = headRecords(head, { delimiter, quote }, skipLines)[0]?.cells ?? []
  return exportedColumns.filter((name) => names.includes(name)).length >= 5
}

/** The rows at the beginning of a text, the last one too when the text ends with it. */
function headRecords(head: string, cut: Cut, skipLines: number): SourceRow[] {
  const text = head.slice(0, charsToCompare)
  // A separator that is none may cut a text into very many cells.
  const parser = createRowParser({ ...cut, skipLines, maxRowCells: charsToCompare })
  const rows = parser.push(text, false)
  const isWhole = rows.length === 0 || text.length === head.length
  return (isWhole ? rows.concat(parser.push('', true)) : rows).slice(0, rowsToCompare)
}

/** The number of cells that most rows have; of several, the greatest. */
export function usualWidth(rows: readonly (readonly string[])[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
  let width = 0
  let most = 0
  for (const [candidate, count] of counts) {
    if (count > most || (count === most && candidate > width)) {
      width = candidate
      most = count
    }
  }
  return { width, share: rows.length === 0 ? 0 : most / rows.length }
}

interface GivenCut {
  delimiter: string | null
  quote: string | null
  escape: 'auto' | '\\' | ''
}

/** By the separator that the file declares; null where the header or most rows know nothing of it, and nearly all are plainly cut by another one. */
function declaredCut(head: string, skipLines: number, separator: string, given: GivenCut): Cut | null {
  const shapeBy = (cut: Cut) => {
    const rows = headRecords(head, cut, skipLines).map(({ cells }) => cells)
    return { ...usualWidth(rows), header: rows[0]?.length ?? 0 }
  }
  const cut = likeliestCut(head, skipLines, { ...given, delimiter: separator })
  const declared = shapeBy(cut)
  if (declared.width > 1 && declared.header > 1) return cut
  const other = likeliestCut(head, skipLines, given)
  const { width, share, header } = shapeBy(other)
  return width > 1 && header === width && share >= 0.9 && usualDelimiters.has(other.delimiter) ? null : cut
}

function likeliestCut(head: string, skipLines: number, given: GivenCut): Cut {
  const text = head.slice(0, charsToCompare)
  const candidates = given.delimiter === null ? delimiters.filter((delimiter) => text.includes(delimiter)) : [given.delimiter]
  let best: { cut: Cut; score: number } = { cut: { delimiter: ',', quote: given.quote ?? '"' }, score: 0 }
  for (const [rank, delimiter] of candidates.entries()) {
    const quote = given.quote ?? likeliestQuote(head, delimiter, skipLines)
    const plain = { delimiter, quote }
    const escaped: Cut = { ...plain, escape: '\\' }
    const cuts = given.escape === '\\' ? [escaped] : given.escape === 'auto' && isEscapePossible(text, plain) ? [plain, escaped] : [plain]
    for (const cut of cuts) {
      const score = scoreOf(headRecords(head, cut, skipLines), cut, rank, quote !== '"' && quote !== '')
      if (score > best.score || (given.delimiter !== null && best.score === 0)) best = { cut, score }
    }
    if (given.quote !== null || quote !== '"' || given.escape === '\\') continue
    for (const seldom of seldomQuotes(head, delimiter, skipLines)) {
      const cut = { delimiter, quote: seldom }
      const records = headRecords(head, cut, skipLines)
      if (records.some(({ marks }) => marks?.includes('stray_quote'))) continue
      const score = scoreOf(records, cut, rank, false) + (hasDoubled(head, cut, skipLines) ? doubledBonus : 0)
      if (score > best.score) best = { cut, score }
    }
  }
  return best.cut
}

/** Less than a row's difference among those that are compared. */
const doubledBonus = 0.004

/**
 * How well a cut makes a table of the rows: 0 for one that makes none. `isEnclosed`: seldom marks are around a good part of the
 * cells, which is no accident.
 */
function scoreOf(records: readonly SourceRow[], { delimiter, escape }: Cut, rank: number, isEnclosed: boolean): number {
  const rows = records.map(({ cells }) => cells)
  const { width, share } = usualWidth(rows)
  if (width < 2) return 0
  const isCommon = commonInTexts.has(delimiter)
  // Times have colons: only a table without exception, and of some rows or columns, is one of these.
  if (isCommon && (share < (rows.length < 10 ? 1 : 0.95) || (rows.length < 3 && width < 3))) return 0
  const stray = records.filter(({ marks }) => marks?.includes('stray_quote')).length / rows.length
  const unread = !escape && rows.some((row) => row.includes('\\N')) ? 0.01 : 0
  // A header that is as wide as the rows tells a delimiter from commas inside the cells; a wider table breaks ties.
  return (
    share +
    (isEnclosed ? 0.25 : 0) -
    stray / 2 -
    unread +
    (rows[0]?.length === width ? 0.5 : 0) +
    Math.min(width, 1000) / 10_000 -
    (rank >= 4 ? 0.2 : 0) -
    (isCommon && !isEnclosed ? 0.4 : 0)
  )
}

/** Of the characters that could enclose cells, the one that does so in a good part of them; else the usual one. */
function likeliestQuote(head: string, delimiter: string, skipLines: number): string {
  const cells = headRecords(head, { delimiter, quote: '' }, skipLines).flatMap((row) => row.cells.map((cell) => cell.trim()))
  const filled = cells.filter((cell) => cell !== '').length
  const enclosed = (mark: string) => cells.filter((cell) => cell.length > 1 && cell.startsWith(mark) && cell.endsWith(mark)).length
  if (enclosed('"') > 0) return '"'
  // A cell with a delimiter inside is in two pieces here, one with the mark in front and one with it at the end.
  const touched = (mark: string) =>
    cells.filter((cell) => cell.startsWith(mark)).length + cells.filter((cell) => cell.endsWith(mark)).length
  const other = quotes
    .slice(1)
    .find((mark) => mark !== delimiter && enclosed(mark) > 0 && enclosed(mark) * 4 > filled && touched(mark) <= filled * 2)
  return other ?? '"'
}

/**
 * Marks that may enclose the few cells that need it: they are in front of some cell and at the end of some. Whether they do shows
 * in the table that they make.
 */
function seldomQuotes(head: string, delimiter: string, skipLines: number): string[] {
  const cells = headRecords(head, { delimiter, quote: '' }, skipLines).flatMap((row) => row.cells)
  if (cells.some((cell) => cell.length > 1 && cell.startsWith('"') && cell.endsWith('"'))) return []
  return quotes
    .slice(1)
    .filter((mark) => mark !== delimiter && cells.some((cell) => cell.startsWith(mark)) && cells.some((cell) => cell.endsWith(mark)))
}

/** Whether a cell between marks has marks inside, each of them doubled: nobody writes so but programs. */
function hasDoubled(head: string, { delimiter, quote }: Cut, skipLines: number): boolean {
  return headRecords(head, { delimiter, quote: '' }, skipLines).some(({ cells }) =>
    cells.some(
      (cell) =>
        cell.length > 4 &&
        cell.startsWith(quote) &&
        cell.endsWith(quote) &&
        cell.slice(1, -1).includes(quote) &&
        !cell
          .slice(1, -1)
          .replaceAll(quote + quote, '')
          .includes(quote),
    ),
  )
}

/** Whether the text has what a backslash would be there for: enclosing marks after it, or the `\N` with which databases write nothing. */
function isEscapePossible(text: string, { delimiter, quote }: Cut): boolean {
  if (!text.includes('\\')) return false
  return (quote !== '' && text.includes(`\\${quote}`)) || text.includes(`\\${delimiter}`) || /(^|[^\w\\])\\N($|[^\w\\])/m.test(text)
}

/** The character that a choice of delimiter names; null for `auto`, undefined for what is none. */
export function readDelimiter(choice: string): string | null | undefined {
  switch (choice.toLowerCase()) {
    case 'auto':
      return null
    case 'tab':
    case '\\t':
      return '\t'
    case 'comma':
      return ','
    case 'semicolon':
      return ';'
    case 'pipe':
      return '|'
    case 'space':
      return ' '
  }
  return choice.length !== 1 || /[\r\n"\0]/.test(choice) || startsFormula.test(choice) ? undefined : choice
}

/** The same for the mark that encloses cells; empty for none. */
export function readQuote(choice: string): string | null | undefined {
  if (choice === 'auto') return null
  return choice.length > 1 || /[\r\n\0]/.test(choice) || startsFormula.test(choice) ? undefined : choice
}

/** As `readDelimiter`, but throws `recipe.invalid`. */
export function chosenDelimiter(choice: string): string | null {
  const delimiter = readDelimiter(choice)
  if (delimiter !== undefined) return delimiter
  throw new AppError(
    'recipe.invalid',
    `"${choice.slice(0, 20)}" cannot separate cells.`,
    'Use one character, such as a comma, a semicolon or a tab, or "auto".',
  )
}

/** As `readQuote`, but throws `recipe.invalid`. */
export function chosenQuote(choice: string): string | null {
  const quote = readQuote(choice)
  if (quote !== undefined) return quote
  throw new AppError(
    'recipe.invalid',
    `"${choice.slice(0, 20)}" cannot enclose cells.`,
    'Use one character, such as a quotation mark, nothing at all, or "auto".',
  )
}
