import { parse as csvParse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowParser, type RowParserOptions, RowTooLongError } from '../../../../src-main/engine/source/csv/row-parser.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../../helpers/portion.ts'

const comma = { delimiter: ',', quote: '"' }

function parseAll(text: string, options = comma as RowParserOptions): SourceRow[] {
  return createRowParser(options).push(text, true)
}

function parseCut(text: string, cuts: number[], options = comma as RowParserOptions): SourceRow[] {
  const parser = createRowParser(options)
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  const rows: SourceRow[] = []
  let from = 0
  for (const place of places) {
    rows.push(...parser.push(text.slice(from, place), false))
    from = place
  }
  rows.push(...parser.push(text.slice(from), true))
  return rows
}

const cellsOf = (text: string, options: RowParserOptions = comma) => parseAll(text, options).map((row) => row.cells)

/** Text that is full of what is hard: quotes, delimiters, newlines of all kinds, blanks. */
const nasty = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\r\n', ' ', 'a', 'é', '日', '💊', '\t', "'", '\0') })
const cuts = fc.array(fc.nat(), { maxLength: 8 })

describe('createRowParser', () => {
  it('reads back what was printed, for every delimiter, quote and newline, wherever the text is cut', () => {
    const dialects = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|', ':'),
      quote: fc.constantFrom('"', "'"),
      newline: fc.constantFrom('\n', '\r', '\r\n'),
      hasFinalNewline: fc.boolean(),
      quoteAll: fc.boolean(),
    })
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(nasty, { minLength: width, maxLength: width }), { maxLength: 8 }))
    fc.assert(
      fc.property(table, dialects, cuts, (rows, { delimiter, quote, newline, hasFinalNewline, quoteAll }, places) => {
        const print = (cell: string) =>
          quoteAll || /[\r\n]/.test(cell) || cell.includes(delimiter) || cell.includes(quote)
            ? quote + cell.replaceAll(quote, quote + quote) + quote
            : cell
        let text = rows.map((row) => row.map(print).join(delimiter)).join(newline)
        if (hasFinalNewline) text += newline
        const expected: SourceRow[] = []
        let line = 1
        for (const row of rows) {
          if (row.length > 1 || row[0]?.trim() !== '') expected.push({ line, cells: row })
          line += 1 + row.join('x').split(/\r\n|\r|\n/).length - 1
        }
        // A line end printed as \r after a cell, or before one, must not merge with a \n: cells with newlines are quoted.
        expect(parseCut(text, places, { delimiter, quote })).toEqual(expected)
      }),
      { numRuns: 400 },
    )
  })

  it('agrees with csv-parse on well-formed files', () => {
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(nasty, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
        expect(cellsOf(text)).toEqual(csvParse(text, { record_delimiter: '\n' }))
      }),
      { numRuns: 200 },
    )
  })

  it('gives the same rows for any text, well-formed or not, wherever it is cut', () => {
    fc.assert(
      fc.property(nasty, cuts, fc.nat({ max: 2 }), (text, places, skipLines) => {
        const options = { ...comma, skipLines }
        expect(parseCut(text, places, options)).toEqual(parseAll(text, options))
      }),
      { numRuns: portion(1500) },
    )
  })

  it('loses no text, and says the line on which each row really starts, for any text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const rows = parseAll(text)
        const count = (within: string) => [...within].filter((char) => 'aé日💊'.includes(char)).length
        expect(count(rows.map((row) => row.cells.join('')).join(''))).toBe(count(text))
        const lines = text.split(/\r\n|\r|\n/)
        let previous = 0
        for (const row of rows) {
          expect(row.line).toBeGreaterThan(previous)
          previous = row.line
          const start = lines[row.line - 1] ?? ''
          const firstCell = (row.cells[0] ?? '').split(/\r\n|\r|\n/)[0] ?? ''
          const bare = (cell: string) => cell.replaceAll('"', '').replace(/^[ \t]+/, '')
          expect(bare(start).startsWith(bare(firstCell))).toBe(true)
        }
      }),
      { numRuns: portion(1500) },
    )
  })

  it('takes LF, CR and CRLF as line ends, mixed in one file', () => {
    expect(parseAll('a,b\nc,d\re,f\r\ng,h')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c', 'd'] },
      { line: 3, cells: ['e', 'f'] },
      { line: 4, cells: ['g', 'h'] },
    ])
  })

  it('leaves out blank lines, but counts them, and keeps rows of blank cells', () => {
    expect(parseAll('\n\na,b\n   \n,\n\r\nc,d\n\n')).toEqual([
      { line: 3, cells: ['a', 'b'] },
      { line: 5, cells: ['', ''] },
      { line: 7, cells: ['c', 'd'] },
    ])
  })

  it('counts the lines inside quoted cells', () => {
    expect(parseAll('a,"1\n2\r\n3\r4"\nb,x').map((row) => row.line)).toEqual([1, 5])
  })

  it('takes quotation marks inside an unquoted cell as text', () => {
    expect(parseAll('6" pipe,a "b" c\nx,y')).toEqual([
      { line: 1, cells: ['6" pipe', 'a "b" c'] },
      { line: 2, cells: ['x', 'y'] },
    ])
  })

  it('takes a byte order mark at the start of a row for what joined files have there, wherever the text is cut', () => {
    const text = '\uFEFF"a, b",c\n\uFEFF\uFEFF"x",y\n\uFEFFd,\uFEFFe\n\uFEFF\n'
    const rows = [
      { line: 1, cells: ['a, b', 'c'] },
      { line: 2, cells: ['x', 'y'] },
      { line: 3, cells: ['d', '\uFEFFe'] },
    ]
    for (let cut = 0; cut <= text.length; cut++) expect(parseCut(text, [cut])).toEqual(rows)
  })

  it('takes spaces between a closing quotation mark and the delimiter as nothing', () => {
    expect(cellsOf('"a" ,"b"\t\n"c",d')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('takes spaces before an opening quotation mark as nothing, and those before any other cell as its own', () => {
    expect(parseAll('a, "b, c",\t"d\ne" , f\n "x",y')).toEqual([
      { line: 1, cells: ['a', 'b, c', 'd\ne', ' f'] },
      { line: 3, cells: ['x', 'y'] },
    ])
    expect(cellsOf('a, "b" c,  ,"')).toEqual([['a', ' "b" c', '  ', '"']])
  })

  it('reads the text out of a formula that only holds a text, and leaves other formulas', () => {
    expect(cellsOf('="00123","=""0,1""",=A1&"x",="say ""hi""",=""')).toEqual([['00123', '0,1', '=A1&"x"', 'say "hi"', '']])
    expect(cellsOf('="a" & "b",="')).toEqual([['="a" & "b"', '="']])
  })

  it('takes the mark that ends text files of DOS as their end', () => {
    expect(parseAll('a,b\nc,d\x1A').at(-1)).toEqual({ line: 2, cells: ['c', 'd'] })
    expect(parseAll('a,b\n\x1A\n')).toHaveLength(1)
    expect(parseCut('a,b\n"c",d\x1A', [3, 8, 9]).at(-1)).toEqual({ line: 2, cells: ['c', 'd'] })
    expect(parseCut('a,b\n"c","d\n" \x1A', [3, 8, 13, 14, 15]).at(-1)).toEqual({ line: 2, cells: ['c', 'd\n'] })
  })

  it('lets a backslash make text of what follows, where the dialect says so', () => {
    const escape = { ...comma, escape: '\\' as const }
    expect(cellsOf('"say \\"hi\\", ok",C:\\\\dir\\\\,a\\,b,\\N,"x\\ny"\n1,2', escape)).toEqual([
      ['say "hi", ok', 'C:\\dir\\', 'a,b', '', 'x\ny'],
      ['1', '2'],
    ])
    expect(parseAll('a\\\nb,"c\\\nd"\ne,f', escape)).toEqual([
      { line: 1, cells: ['a\nb', 'c\nd'] },
      { line: 4, cells: ['e', 'f'] },
    ])
    expect(cellsOf('"C:\\dir\\",b')).toEqual([['C:\\dir\\', 'b']])
  })

  it('gives the same rows with backslashes too, wherever the text is cut, and loses no text', () => {
    const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', ' ', 'a', 'é', '\\', '=', '\x1A') })
    fc.assert(
      fc.property(text, cuts, (value, places) => {
        const options = { ...comma, escape: '\\' as const }
        const rows = parseAll(value, options)
        expect(parseCut(value, places, options)).toEqual(rows)
        const count = (within: string) => [...within].filter((char) => char === 'a' || char === 'é').length
        expect(count(rows.map((row) => row.cells.join('')).join(''))).toBe(count(value))
      }),
      { numRuns: portion(1500) },
    )
  })

  it('keeps lone quotation marks inside a quoted cell as text, and marks the row', () => {
    expect(parseAll('"said "hi" to me, ok",2\nx,y')).toEqual([
      { line: 1, cells: ['said "hi" to me, ok', '2'], marks: ['stray_quote'] },
      { line: 2, cells: ['x', 'y'] },
    ])
  })

  it('does not let a quotation mark that is never closed swallow the rest of the file', () => {
    expect(parseAll('"Bob,1\nAl,2\nCy,""\nDi,4')).toEqual([
      { line: 1, cells: ['"Bob', '1'], marks: ['stray_quote'] },
      { line: 2, cells: ['Al', '2'] },
      { line: 3, cells: ['Cy', ''] },
      { line: 4, cells: ['Di', '4'] },
    ])
  })

  it('does not merge a row with an unclosed quotation mark and a later one with quoted cells', () => {
    expect(parseAll('"Bob,1\n"Al","2"\nCy,3')).toEqual([
      { line: 1, cells: ['"Bob', '1'], marks: ['stray_quote'] },
      { line: 2, cells: ['Al', '2'] },
      { line: 3, cells: ['Cy', '3'] },
    ])
  })

  it('gives up on a quoted cell at the limit of a row, the same wherever the text is cut', () => {
    const text = `"${'x\n'.repeat(60)}a,b\n`
    const whole = createRowParser({ ...comma, maxRowChars: 100 }).push(text, true)
    expect(whole[0]).toEqual({ line: 1, cells: ['"x'], marks: ['stray_quote'] })
    expect(whole).toHaveLength(61)
    for (const size of [1, 7, 64]) {
      const parser = createRowParser({ ...comma, maxRowChars: 100 })
      const rows: SourceRow[] = []
      for (let at = 0; at < text.length; at += size) rows.push(...parser.push(text.slice(at, at + size), false))
      rows.push(...parser.push('', true))
      expect(rows).toEqual(whole)
    }
  })

  it('refuses a row without an end, with its line', () => {
    expect(() => parseAll(`a\n${'x'.repeat(200)}`, { ...comma, maxRowChars: 100 })).toThrow(new RowTooLongError(2))
    const parser = createRowParser({ ...comma, maxRowChars: 100 })
    parser.push('a\n', false)
    expect(() => parser.push('x'.repeat(101), false)).toThrow(RowTooLongError)
  })

  it('refuses a row of more cells than any table has before it has them all, with its line', () => {
    const parser = createRowParser(comma)
    const commas = ','.repeat(1_000_000)
    expect(() => parser.push(`a\n${commas}`, false)).toThrow(new RowTooLongError(2))
    expect(parseAll(`a\n${','.repeat(50_000)}`, comma)[1]?.cells).toHaveLength(50_001)
    expect(parseAll(`a\n"${commas}",b`, comma)[1]?.cells).toEqual([commas, 'b'])
  })

  it('reads a cell of ten million characters that comes in small pieces, in linear time', () => {
    const parser = createRowParser(comma)
    const piece = 'x'.repeat(9_999) + '\n'
    expect(parser.push('a,"', false)).toEqual([])
    for (let index = 0; index < 1_000; index++) expect(parser.push(piece, false)).toEqual([])
    const rows = parser.push('"\nb,c\n', true)
    expect(rows.map((row) => row.line)).toEqual([1, 1002])
    // So long a cell is a mistake of its row, of which only the beginning is kept.
    expect(rows[0]).toMatchObject({ cells: ['a', `${'x'.repeat(200)}…`], marks: ['huge_cell'] })
    expect(rows[1]).toEqual({ line: 1002, cells: ['b', 'c'] })
  })

  it('passes over lines before the first row and counts them', () => {
    expect(parseAll('Title "x\r\n\rReport\na,b', { ...comma, skipLines: 3 })).toEqual([{ line: 4, cells: ['a', 'b'] }])
    expect(parseAll('only\n', { ...comma, skipLines: 3 })).toEqual([])
  })

  it('reads without any quotation mark when there is none', () => {
    expect(cellsOf('"a","b\nc",d', { delimiter: ',', quote: '' })).toEqual([
      ['"a"', '"b'],
      ['c"', 'd'],
    ])
  })

  it('marks rows with characters that could not be decoded', () => {
    expect(parseAll('a,b\nM\uFFFDller,c')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['M\uFFFDller', 'c'], marks: ['undecodable'] },
    ])
  })
})

it('rows that were waited with behind a quotation mark that is never closed come in parts', () => {
  const parser = createRowParser({ delimiter: ',', quote: '"' })
  expect(parser.push(`"a,\n${'b,c\n'.repeat(120_000)}`, false)).toEqual([])
  const parts = [...parser.pushInParts('', true)]
  expect(parts.map((rows) => rows.length)).toEqual([50_000, 50_000, 20_001])
  expect(parts[0]?.[0]).toMatchObject({ line: 1, cells: ['"a', ''], marks: ['stray_quote'] })
  expect(parts[2]?.at(-1)).toMatchObject({ line: 120_001, cells: ['b', 'c'] })
})
