import type { RowMark, SourceRow } from '../../model/files/source-schema.ts'

/** The most characters of one row. Beyond it a quotation mark counts as stray, and a row without any as no row. */
export const maxRowChars = 16 * 1024 * 1024

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
}

export interface RowParser {
  /**
   * The rows that end in the text so far; `isLast` ends the last one. Throws `RowTooLongError`. Chunks may be cut anywhere.
   * Cells may be slices that keep their chunk alive: copy what you keep for long.
   */
  push(text: string, isLast: boolean): SourceRow[]
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
/** Ends a text file of DOS. */
const END_OF_TEXT = '\x1A'

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
  const delimiter = options.delimiter.charCodeAt(0)
  const quote = options.quote === '' ? -1 : options.quote.charCodeAt(0)
  const doubledQuote = options.quote + options.quote
  const escape = options.escape ? options.escape.charCodeAt(0) : -1
  const cap = options.maxRowChars ?? maxRowChars

  /** Text of the row that has not ended yet, in pieces that are only joined when they are long enough to be worth it. */
  let pieces: string[] = []
  let pendingChars = 0
  let neededChars = 0
  let linesToSkip = options.skipLines ?? 0
  /** Physical line at the start of the pending text. */
  let line = options.firstLine ?? 1

  /** Where the quoted cell that opens at `open` ends; filled by `findClose`. */
  let closeAt = 0
  let afterClose = 0
  let linesInside = 0
  let hasDoubled = false
  let hasLone = false
  let hasEscape = false

  /** The char codes of the text, ended by a 0: reading them here is several times faster than `charCodeAt`. */
  let codes = new Uint16Array(0)
  let codeBytes = Buffer.alloc(0)

  function loadCodes(text: string): void {
    if (codes.length <= text.length) {
      codes = new Uint16Array(Math.max(text.length + 1, codes.length * 2))
      codeBytes = Buffer.from(codes.buffer)
    }
    codeBytes.write(text, 0, 'utf16le')
    codes[text.length] = 0
  }

  function findClose(length: number, open: number, rowStart: number, isLast: boolean): 'closed' | 'stray' | 'more' {
    const limit = Math.min(length, rowStart + cap)
    linesInside = 0
    hasDoubled = false
    hasLone = false
    hasEscape = false
    let at = open + 1
    for (;;) {
      if (at >= limit) return isLast || limit < length ? 'stray' : 'more'
      let code = codes[at] ?? 0
      if (code === escape) {
        if (at + 1 >= length && !isLast) return 'more'
        hasEscape = true
        at++
        code = codes[at] ?? 0
        if (code === quote || code === escape) {
          at++
          continue
        }
      }
      if (code === quote) {
        let next = at + 1
        if (next < length && codes[next] === quote) {
          hasDoubled = true
          at += 2
          continue
        }
        while (next < length && isPadding(codes[next] ?? 0)) next++
        // The mark at the end of old files is only known for it when nothing comes after it.
        const mayEnd = next >= length || (next === length - 1 && codes[next] === SUBSTITUTE)
        if (mayEnd && !isLast) return 'more'
        if (next >= length || isEnd(codes[next] ?? 0)) {
          closeAt = at
          afterClose = next
          return 'closed'
        }
        hasLone = true
        if (linesInside > 0) return 'stray'
      } else if (code === LF || (code === CR && codes[at + 1] !== LF)) {
        linesInside++
        if (hasLone) return 'stray'
      }
      at++
    }
  }

  function enclosedText(raw: string): string {
    const plain = hasDoubled ? raw.replaceAll(doubledQuote, options.quote) : raw
    const value = hasEscape ? unescaped(plain) : plain
    return value.charCodeAt(0) === EQUALS ? textOfFormula(value) : value
  }

  function unescaped(raw: string): string {
    return raw.replace(escapePair, (_pair, after: string) => escapedLetters[after] ?? after)
  }

  function isPadding(code: number): boolean {
    return (code === SPACE || code === TAB) && code !== delimiter
  }

  function isEnd(code: number): boolean {
    return code === delimiter || code === LF || code === CR
  }

  /** Drops physical lines from the start of the text; null when the text ends first. */
  function skip(text: string, isLast: boolean): string | null {
    let at = 0
    while (linesToSkip > 0) {
      while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++
      if (at >= text.length) return null
      if (text.charCodeAt(at) === CR) {
        if (at + 1 >= text.length && !isLast) {
          pieces = ['\r']
          pendingChars = 1
          return null
        }
        if (text.charCodeAt(at + 1) === LF) at++
      }
      at++
      line++
      linesToSkip--
    }
    return text.slice(at)
  }

  function push(added: string, isLast: boolean): SourceRow[] {
    if (added.length > 0) {
      pieces.push(added)
      pendingChars += added.length
    }
    if (pendingChars < neededChars && !isLast) return []
    let text = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('')
    pieces = []
    pendingChars = 0
    if (isLast && text.endsWith(END_OF_TEXT)) text = text.slice(0, -1)
    if (linesToSkip > 0) {
      const rest = skip(text, isLast)
      if (rest === null) return []
      text = rest
    }

    const rows: SourceRow[] = []
    const length = text.length
    loadCodes(text)
    const mayHaveDamage = text.includes(REPLACEMENT)
    let at = 0
    let rowStart = 0
    while (rowStart < length) {
      const cells = Array.of<string>()
      let lines = 0
      let isStray = false
      let isComplete = false
      at = rowStart
      while (codes[at] === BYTE_ORDER_MARK) at++
      for (;;) {
        let code = codes[at] ?? 0
        let isQuoted = false
        const start = at
        if (isPadding(code)) {
          let next = at + 1
          while (next < length && isPadding(codes[next] ?? 0)) next++
          if (next >= length && !isLast) break
          // Else the spaces are the cell's own.
          if (codes[next] === quote && next < length) {
            const found = findClose(length, next, rowStart, isLast)
            if (found === 'more') break
            if (found === 'closed' && !hasLone) {
              isQuoted = true
              cells.push(enclosedText(text.slice(next + 1, closeAt)))
              lines += linesInside
              at = afterClose
            }
          }
        } else if (code === quote) {
          const found = findClose(length, at, rowStart, isLast)
          if (found === 'more') break
          if (found === 'closed') {
            isQuoted = true
            cells.push(enclosedText(text.slice(at + 1, closeAt)))
            lines += linesInside
            if (hasLone) isStray = true
            at = afterClose
          } else {
            isStray = true
            at++
          }
        }
        if (!isQuoted) {
          let isEscaped = false
          while (at < length) {
            code = codes[at] ?? 0
            if (code === delimiter || code === LF || code === CR) break
            if (code === escape) {
              isEscaped = true
              at++
              if (codes[at] === CR && codes[at + 1] === LF) at++
              if (codes[at] === CR || codes[at] === LF) lines++
            }
            at++
          }
          if (at >= length) {
            at = length
            // After a backslash at the end of a piece, the next one may go on with the line end that it is for.
            if (!isLast) break
          }
          const value = text.slice(start, at)
          if (isEscaped) cells.push(value === '\\N' ? '' : unescaped(value))
          else cells.push(codes[start] === EQUALS && codes[start + 1] === QUOTATION_MARK ? textOfFormula(value) : value)
        }
        if (at >= length) {
          isComplete = isLast
          break
        }
        code = codes[at] ?? 0
        if (code === delimiter) {
          at++
          continue
        }
        if (code === CR) {
          if (at + 1 >= length && !isLast) break
          if (codes[at + 1] === LF) at++
        }
        at++
        isComplete = true
        break
      }
      if (!isComplete) break
      if (at - rowStart > cap) throw new RowTooLongError(line)
      if (cells.length > 1 || !isBlank(cells[0] ?? '')) {
        const row: SourceRow = new TextRow(line, cells)
        const marks = mayHaveDamage || isStray ? marksOf(cells, isStray) : null
        if (marks !== null) row.marks = marks
        rows.push(row)
      }
      line += lines + 1
      rowStart = at
    }

    const restChars = length - rowStart
    if (restChars > cap) throw new RowTooLongError(line)
    if (restChars > 0) {
      pieces = [rowStart === 0 ? text : text.slice(rowStart)]
      pendingChars = restChars
    }
    // A row longer than a chunk is looked at again only when it has doubled, so that the work stays linear in its length.
    neededChars = rowStart === 0 ? Math.min(restChars * 2, cap + 3) : 0
    return rows
  }

  return { push, nextLine: () => (pendingChars === 0 && linesToSkip === 0 ? line : null) }
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
