import type { RowMark, SourceRow } from '../../model/files/source-schema.ts'
import { cutHugeCells, maxCellChars } from '../table/huge-cells.ts'
import { END_OF_TEXT, PendingText } from './pending-text.ts'

/** The most characters of one row. Beyond it a quotation mark counts as stray, and a row without any as no row. */
export const maxRowChars = 16 * 1024 * 1024

/** The most cells of one row: ten times the columns that a table may have. Their number, not their text, takes the memory. */
export const maxRowCells = 50_000

/** More than a usual piece of text has, so that it comes in one part. */
const rowsInPart = 50_000

export interface RowParserOptions {
  delimiter: string
  /** Empty: quotation marks are text. */
  quote: string
  /** Makes the character after it text, inside and outside of enclosing marks, as databases export cells. */
  escape?: '\\' | undefined
  /** Physical lines to pass over before the first row. */
  skipLines?: number
  /** The line of the text's beginning. */
  firstLine?: number
  maxRowChars?: number
  maxRowCells?: number
}

export interface RowParser {
  /**
   * The rows that end in the text so far; `isLast` ends the last one. Throws `RowTooLongError`. Chunks may be cut anywhere.
   * Cells may be slices that keep their chunk alive: copy what you keep for long.
   */
  push(text: string, isLast: boolean): SourceRow[]
  /**
   * The same in parts of so many rows at the most: where a quotation mark is never closed, millions of rows may have been waited
   * with until that was known. All parts have to be taken before more text comes.
   */
  pushInParts(text: string, isLast: boolean): Generator<SourceRow[]>
  /** The line that begins with the next text; null while a row has not ended. */
  nextLine(): number | null
}

export class RowTooLongError extends Error {
  readonly line: number

  constructor(line: number) {
    super(`row without an end at line ${line}`)
    this.name = 'RowTooLongError'
    this.line = line
  }
}

/**
 * V8 watches how long the objects of each literal last. The first rows of a file are looked at for long: then it would put all
 * rows among its old objects, where a million of them wait to be cleared away. What a class or `Array.of` makes it leaves alone:
 * reading takes half the time.
 */
class TextRow implements SourceRow {
  readonly line: number
  readonly cells: string[]

  constructor(line: number, cells: string[]) {
    this.line = line
    this.cells = cells
  }
}

const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9
const EQUALS = 61
const QUOTATION_MARK = 34
const REPLACEMENT = '\uFFFD'
const SUBSTITUTE = 26
const BYTE_ORDER_MARK = 0xfeff
/** In place of where something ends: more text is needed to tell, or the mark at its beginning is never closed. */
const more = -1
const unclosed = -2

/**
 * Delimited text to rows. A parser of our own because papaparse knows one kind of newline a file and no line numbers, lets
 * one unclosed quotation mark swallow the rest of the file, and takes almost twice as long.
 *
 * Grammar: RFC 4180, with LF, CR and CRLF each ending a line. Where a file breaks it, no row may vanish in another one:
 * a lone quotation mark inside a quoted cell is text, but a quoted cell that has one and spans lines, or is never
 * closed, was not quoted at all: its opening mark is text too and its row ends at the end of the line. Such rows carry
 * the mark `stray_quote`. Lines without anything but white space are left out. Spaces around an enclosed cell are no part of
 * it, nor is a byte order mark at the start of a row, as files have it that were joined. `="00123"`, with which programs keep a
 * spreadsheet from counting with a text, is that text.
 */
export function createRowParser(options: RowParserOptions): RowParser {
  return new TextRowParser(options)
}

class TextRowParser implements RowParser {
  private readonly options: RowParserOptions
  private readonly delimiter: number
  private readonly quote: number
  private readonly doubledQuote: string
  private readonly escape: number
  private readonly cap: number
  private readonly mostCells: number

  private readonly pending: PendingText
  /** Physical line at the start of the pending text. */
  private line: number

  /** What is being read: the text, whether it is the last, where the row in it begins, and what its cells brought so far. */
  private text = ''
  private isLast = false
  private rowStart = 0
  private lines = 0
  private isStray = false

  /** Where the enclosed cell ends that was looked at last, and what is in it; filled by `findClose`. */
  private closeAt = 0
  private afterClose = 0
  private linesInside = 0
  private hasDoubled = false
  private hasLone = false
  private hasEscape = false

  /** The char codes of the text, ended by a 0: reading them here is several times faster than `charCodeAt`. */
  private codes = new Uint16Array(0)
  private codeBytes = Buffer.alloc(0)

  constructor(options: RowParserOptions) {
    this.options = options
    this.delimiter = options.delimiter.charCodeAt(0)
    this.quote = options.quote === '' ? -1 : options.quote.charCodeAt(0)
    this.doubledQuote = options.quote + options.quote
    this.escape = options.escape ? options.escape.charCodeAt(0) : -1
    this.cap = options.maxRowChars ?? maxRowChars
    this.mostCells = options.maxRowCells ?? maxRowCells
    this.pending = new PendingText(options.skipLines ?? 0, this.cap)
    this.line = options.firstLine ?? 1
  }

  nextLine(): number | null {
    return this.pending.isEmpty() ? this.line : null
  }

  private loadCodes(all: string): void {
    if (this.codes.length <= all.length) {
      this.codes = new Uint16Array(Math.max(all.length + 1, this.codes.length * 2))
      this.codeBytes = Buffer.from(this.codes.buffer)
    }
    this.codeBytes.write(all, 0, 'utf16le')
    this.codes[all.length] = 0
  }

  private findClose(open: number): 'closed' | 'stray' | 'more' {
    const length = this.text.length
    const limit = Math.min(length, this.rowStart + this.cap)
    this.linesInside = 0
    this.hasDoubled = false
    this.hasLone = false
    this.hasEscape = false
    let at = open + 1
    for (;;) {
      if (at >= limit) return this.isLast || limit < length ? 'stray' : 'more'
      let code = this.codes[at] ?? 0
      if (code === this.escape) {
        if (at + 1 >= length && !this.isLast) return 'more'
        this.hasEscape = true
        at++
        code = this.codes[at] ?? 0
        if (code === this.quote || code === this.escape) {
          at++
          continue
        }
      }
      if (code === this.quote) {
        let next = at + 1
        if (next < length && this.codes[next] === this.quote) {
          this.hasDoubled = true
          at += 2
          continue
        }
        while (next < length && this.isPadding(this.codes[next] ?? 0)) next++
        // The mark at the end of old files is only known for it when nothing comes after it.
        const mayEnd = next >= length || (next === length - 1 && this.codes[next] === SUBSTITUTE)
        if (mayEnd && !this.isLast) return 'more'
        if (next >= length || this.isEnd(this.codes[next] ?? 0)) {
          this.closeAt = at
          this.afterClose = next
          return 'closed'
        }
        this.hasLone = true
        if (this.linesInside > 0) return 'stray'
      } else if (code === LF || (code === CR && this.codes[at + 1] !== LF)) {
        this.linesInside++
        if (this.hasLone) return 'stray'
      }
      at++
    }
  }

  private enclosedText(raw: string): string {
    const plain = this.hasDoubled ? raw.replaceAll(this.doubledQuote, this.options.quote) : raw
    const value = this.hasEscape ? unescaped(plain) : plain
    return value.charCodeAt(0) === EQUALS ? textOfFormula(value) : value
  }

  private isPadding(code: number): boolean {
    return (code === SPACE || code === TAB) && code !== this.delimiter
  }

  private isEnd(code: number): boolean {
    return code === this.delimiter || code === LF || code === CR
  }

  /** Reads an enclosed cell, of which the mark is at `open`, and answers where it ends, `unclosed` or `more`. */
  private readEnclosed(open: number, cells: string[]): number {
    const found = this.findClose(open)
    if (found === 'more') return more
    if (found === 'stray') return unclosed
    cells.push(this.enclosedText(this.text.slice(open + 1, this.closeAt)))
    this.lines += this.linesInside
    return this.afterClose
  }

  /** Reads text from `start` to the next delimiter or line end, which is looked for from `from`. Answers where that is, or `more`. */
  private readPlain(start: number, from: number, cells: string[]): number {
    const end = this.plainEnd(this.codes, from, this.text.length)
    if (end < this.text.length && this.codes[end] === this.escape) return this.readEscaped(start, end, cells)
    // After a backslash at the end of a piece, the next one may go on with the line end that it is for.
    if (end >= this.text.length && !this.isLast) return more
    const value = this.text.slice(start, end)
    cells.push(this.codes[start] === EQUALS && this.codes[start + 1] === QUOTATION_MARK ? textOfFormula(value) : value)
    return end
  }

  /** Where the text from `at` has a delimiter, a line end or an escape. */
  private plainEnd(here: Uint16Array, from: number, length: number): number {
    let at = from
    while (at < length) {
      const code = here[at] ?? 0
      if (code === this.delimiter || code === LF || code === CR || code === this.escape) break
      at++
    }
    return at
  }

  /** The same as `readPlain`, of a cell with an escape at `from`. */
  private readEscaped(start: number, from: number, cells: string[]): number {
    let at = from
    while (at < this.text.length && this.codes[at] === this.escape) {
      at++
      if (this.codes[at] === CR && this.codes[at + 1] === LF) at++
      if (this.codes[at] === CR || this.codes[at] === LF) this.lines++
      at = this.plainEnd(this.codes, at + 1, this.text.length)
    }
    if (at >= this.text.length && !this.isLast) return more
    const value = this.text.slice(start, at)
    cells.push(value === '\\N' ? '' : unescaped(value))
    return Math.min(at, this.text.length)
  }

  /** Reads the cell at `start`, where a quotation mark is. Answers where it ends, or `more`. */
  private readQuoted(start: number, cells: string[]): number {
    const end = this.readEnclosed(start, cells)
    // A mark that closes nothing is text.
    this.isStray ||= end === unclosed || (end !== more && this.hasLone)
    return end === unclosed ? this.readPlain(start, start + 1, cells) : end
  }

  /** Reads the cell at `start`, which begins with spaces. Answers where it ends, or `more`. */
  private readPadded(start: number, cells: string[]): number {
    let next = start + 1
    while (next < this.text.length && this.isPadding(this.codes[next] ?? 0)) next++
    if (next >= this.text.length && !this.isLast) return more
    // Spaces before anything else than an enclosed cell are the cell's own.
    if (this.codes[next] !== this.quote || next >= this.text.length) return this.readPlain(start, start, cells)
    const found = this.findClose(next)
    if (found === 'more') return more
    return found === 'closed' && !this.hasLone ? this.readEnclosed(next, cells) : this.readPlain(start, start, cells)
  }

  /** Reads the cells of the row that begins at `rowStart`. Answers where the next row begins, or `more`. */
  private readCells(cells: string[]): number {
    const length = this.text.length
    let at = this.rowStart
    while (this.codes[at] === BYTE_ORDER_MARK) at++
    for (;;) {
      const first = this.codes[at] ?? 0
      if (first === this.quote) at = this.readQuoted(at, cells)
      else if (this.isPadding(first)) at = this.readPadded(at, cells)
      else at = this.readPlain(at, at, cells)
      if (at === more) return more
      if (at >= length) return this.isLast ? at : more
      const code = this.codes[at] ?? 0
      if (code !== this.delimiter) {
        if (code === LF) return at + 1
        if (at + 1 >= length && !this.isLast) return more
        return this.codes[at + 1] === LF ? at + 2 : at + 1
      }
      if (cells.length > this.mostCells) throw new RowTooLongError(this.line)
      at++
    }
  }

  push(added: string, isLastChunk: boolean): SourceRow[] {
    return [...this.pushInParts(added, isLastChunk)].flat()
  }

  *pushInParts(added: string, isLastChunk: boolean): Generator<SourceRow[]> {
    this.isLast = isLastChunk
    const taken = this.pending.take(added, isLastChunk)
    this.line += this.pending.skippedLines
    if (taken === null) return
    this.text = taken
    this.loadCodes(this.text)
    this.rowStart = 0
    const mayHaveDamage = this.text.includes(REPLACEMENT)
    for (let hasMore = true; hasMore;) {
      const rows: SourceRow[] = []
      hasMore = this.readRows(rows, mayHaveDamage)
      if (rows.length > 0) yield rows
    }
    if (this.text.length - this.rowStart > this.cap) throw new RowTooLongError(this.line)
    this.pending.keep(this.text, this.rowStart)
    this.text = ''
  }

  /** Adds the next rows of the text, as many as one part has; answers whether there may be more. */
  private readRows(rows: SourceRow[], mayHaveDamage: boolean): boolean {
    while (this.rowStart < this.text.length) {
      if (rows.length >= rowsInPart) return true
      const cells = Array.of<string>()
      this.lines = 0
      this.isStray = false
      const end = this.readCells(cells)
      if (end === more) return false
      if (end - this.rowStart > this.cap) throw new RowTooLongError(this.line)
      if (cells.length > 1 || !isBlank(cells[0] ?? '')) {
        const row: SourceRow = new TextRow(this.line, cells)
        const marks = mayHaveDamage || this.isStray ? marksOf(cells, this.isStray) : null
        if (marks !== null) row.marks = marks
        if (end - this.rowStart > maxCellChars && cutHugeCells(cells)) row.marks = [...(marks ?? []), 'huge_cell']
        rows.push(row)
      }
      this.line += this.lines + 1
      this.rowStart = end
    }
    return false
  }
}

function unescaped(raw: string): string {
  return raw.replace(escapePair, (_pair, after: string) => escapedLetters[after] ?? after)
}

const escapePair = /\\([^])/g

/** After a backslash, what is not simply itself. */
const escapedLetters: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '' }

/** The text in a formula that is nothing but a text; any other cell as it is. */
function textOfFormula(cell: string): string {
  if (cell.length < 3 || !cell.startsWith('="') || !cell.endsWith('"')) return cell
  const text = cell.slice(2, -1)
  return text.replaceAll('""', '').includes('"') ? cell : text.replaceAll('""', '"')
}

function isBlank(cell: string): boolean {
  return cell === END_OF_TEXT || cell.trim() === ''
}

function marksOf(cells: string[], isStray: boolean): RowMark[] | null {
  const isDamaged = cells.some((cell) => cell.includes(REPLACEMENT))
  if (!isStray && !isDamaged) return null
  return [...(isStray ? (['stray_quote'] as const) : []), ...(isDamaged ? (['undecodable'] as const) : [])]
}
