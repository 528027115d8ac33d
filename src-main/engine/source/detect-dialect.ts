import { AppError } from '../errors.ts'
import { createRowParser } from './row-parser.ts'
import type { Dialect, DialectChoice } from './source-schema.ts'

const delimiters = [',', ';', '\t', '|']
/** Enough to see the shape; a file's first rows are like its others. */
const rowsToCompare = 200
const charsToCompare = 256 * 1024

/** Excel's first line that says how the rest is separated. */
const separatorLine = /^"?sep=([^\r\n])"?[\r\n]/i

/**
 * Completes a choice by a look at the beginning of the text. The delimiter is the one that cuts most rows into the same
 * number of cells; `sep=;` in the first line wins, and is passed over. Throws `recipe.invalid` for an impossible choice.
 */
export function detectDialect(head: string, choice: DialectChoice, encoding: string): Dialect & { hasSeparatorLine: boolean } {
  const separator = separatorLine.exec(head.slice(0, 10))?.[1]
  const skipLines = separator === undefined ? choice.skipLines : Math.max(1, choice.skipLines)
  const quote = chosenQuote(choice.quote)
  const delimiter = chosenDelimiter(choice.delimiter) ?? separator ?? likeliestDelimiter(head, quote ?? '"', skipLines)
  return {
    encoding,
    delimiter,
    quote: quote ?? likeliestQuote(head, delimiter),
    header: choice.header,
    skipLines,
    shortRows: choice.shortRows,
    hasSeparatorLine: separator !== undefined,
  }
}

/** The rows at the beginning of a text, the last one too when the text ends with it. */
export function headRows(head: string, delimiter: string, quote: string, skipLines: number): string[][] {
  const text = head.slice(0, charsToCompare)
  const parser = createRowParser({ delimiter, quote, skipLines })
  const rows = parser.push(text, false)
  const isWhole = rows.length === 0 || text.length === head.length
  return (isWhole ? rows.concat(parser.push('', true)) : rows).slice(0, rowsToCompare).map((row) => row.cells)
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

function likeliestDelimiter(head: string, quote: string, skipLines: number): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const rows = headRows(head, delimiter, quote, skipLines)
    const { width, share } = usualWidth(rows)
    if (width < 2) continue
    // A header that is as wide as the rows tells a delimiter from commas inside the cells; a wider table breaks ties.
    const score = share + (rows[0]?.length === width ? 0.5 : 0) + Math.min(width, 1000) / 10_000
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Apostrophes enclose cells only in files that have hardly a quotation mark there, and in which they come in pairs. */
function likeliestQuote(head: string, delimiter: string): string {
  const cells = headRows(head, delimiter, '', 0).flat()
  const enclosed = (mark: string) => cells.filter((cell) => cell.length > 1 && cell.startsWith(mark) && cell.endsWith(mark)).length
  const filled = cells.filter((cell) => cell !== '').length
  return enclosed("'") * 4 > filled && enclosed('"') === 0 ? "'" : '"'
}

function chosenDelimiter(choice: string): string | null {
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
  }
  if (choice.length !== 1 || /[\r\n"\0]/.test(choice)) {
    throw new AppError('recipe.invalid', `"${choice.slice(0, 20)}" cannot separate cells.`, 'Use one character, such as a comma, a semicolon or a tab, or "auto".')
  }
  return choice
}

function chosenQuote(choice: string): string | null {
  if (choice === 'auto') return null
  if (choice.length > 1 || /[\r\n\0]/.test(choice)) {
    throw new AppError('recipe.invalid', `"${choice.slice(0, 20)}" cannot enclose cells.`, 'Use one character, such as a quotation mark, nothing at all, or "auto".')
  }
  return choice
}
