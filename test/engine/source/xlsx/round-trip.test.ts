import fc from 'fast-check'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnLetters, columnOf } from '../../../../src-main/engine/source/xlsx/cells/cell-place.ts'
import { portion } from '../../../helpers/portion.ts'
import { rowsOf, written } from './xlsx-rows.ts'
import { escaped } from './workbook-bytes.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What XML can hold and no workbook escapes; line ends as XML reads them. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      'a\nb',
      '"',
      '"x',
      'x"y',
      '""',
      ',',
      ';',
      '\t',
      '\u001F',
      '=1+1',
      'é',
      '💊',
      '\uFFFD',
      ' x ',
      '\r',
      '\r\n',
      "'",
      '00123',
      'TRUE',
      '#N/A',
    ),
  )
  .filter((value) => [...value].every((char) => char === '\u001F' || /[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(char)))
type Cell = { value: string; as: 'shared' | 'inline' | 'rich' | 'formula' }
const cell: fc.Arbitrary<Cell> = fc.record({ value: text, as: fc.constantFrom('shared', 'inline', 'rich', 'formula') })

it('gives back the table that was written, whatever is in its cells and wherever they stand', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3 }), cells: fc.array(cell, { maxLength: 6 }), isNumbered: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      async (table) => {
        const shared: string[] = []
        let line = 0
        const expected: { line: number; cells: string[] }[] = []
        const rows = table.map(({ gap, cells, isNumbered }) => {
          line += 1 + (isNumbered ? gap : 0)
          if (cells.some(({ value }) => value.trim() !== '')) expected.push({ line, cells: cells.map(({ value }) => value) })
          return `<row${isNumbered ? ` r="${line}"` : ''}>${cells.map((each, column) => cellXml(each, isNumbered ? `${columnLetters(column)}${line}` : null, shared)).join('')}</row>`
        })
        const width = Math.max(0, ...expected.map(({ cells }) => cells.findLastIndex((value) => value !== '') + 1))
        fc.pre(expected.length > 0)
        const path = await written(folder, { sheets: [{ rows: rows.join('') }], shared })
        const read = await rowsOf(path, { header: false })
        const padded = expected.map((row) => ({
          line: row.line,
          cells: Array.from({ length: width }, (_, column) => row.cells[column] ?? ''),
        }))
        expect(read.map(({ line, cells }) => ({ line, cells }))).toEqual(padded)
        expect(await rowsOf(path, { header: false })).toEqual(read)
      },
    ),
    { numRuns: portion(150) },
  )
})

it('names columns by letters and finds them by these', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16_383 }), (column) => {
      expect(columnOf(`${columnLetters(column)}7`)).toBe(column)
    }),
  )
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})

function cellXml({ value, as }: Cell, reference: string | null, shared: string[]): string {
  const place = reference === null ? '' : ` r="${reference}"`
  const xml = xmlOf(value)
  switch (as) {
    case 'shared':
      shared.push(`<t xml:space="preserve">${xml}</t>`)
      return `<c${place} t="s"><v>${shared.length - 1}</v></c>`
    case 'inline':
      return `<c${place} t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`
    case 'rich':
      return `<c${place} t="inlineStr"><is>${[...value].map((char) => `<r><rPr/><t>${xmlOf(char)}</t></r>`).join('')}</is></c>`
    case 'formula':
      return `<c${place} t="str"><f>A1</f><v>${xml}</v></c>`
  }
}

/** Text as Excel writes it: what XML cannot hold, or would change, as an escape; and what looks like one escaped too. */
function xmlOf(value: string): string {
  return escaped(
    value
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll('\r', '_x000D_')
      .replaceAll('\u001F', '_x001F_'),
  )
}
