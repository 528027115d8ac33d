import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { afterAll, expect, test } from 'vitest'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { createRowIndex } from '../../../../src-main/engine/source/table/row-index.ts'
import type { ReadRows, RowPlace } from '../../../../src-main/engine/source/table/row-source.ts'
import type { Dialect, SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../../helpers/portion.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-index-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'list.csv')

const dialect = (parts: Partial<Dialect>): Dialect => ({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  header: true,
  skipLines: 0,
  shortRows: 'invalid',
  ...parts,
})

async function allRows(read: AsyncIterable<{ rows: SourceRow[] }>): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const batch of read) rows.push(...batch.rows)
  return rows
}

const awkward = fc.constantFrom(
  'a',
  'Zoë',
  '"two\nlines"',
  '"two\r\nlines"',
  '"q""q"',
  'stray"quote',
  '"open',
  '',
  '日本',
  '\uFEFFmark',
  'x'.repeat(900),
  '"a, b"',
  '\uFFFDgone',
)
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'windows-1252', 'shift_jis', 'gb18030', 'euc-kr'] as const

/** Much text around few odd rows, so that places come to lie near them. */
const arbitraryText = fc.record({
  rows: fc.array(fc.tuple(fc.array(awkward, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 4000 })), {
    minLength: 1,
    maxLength: 6,
  }),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom(...encodings),
  skipLines: fc.integer({ min: 0, max: 2 }),
  header: fc.boolean(),
})

test('rows are the same wherever reading begins, in every encoding, with line breaks in cells and stray marks', async () => {
  let placesSeen = 0
  await fc.assert(
    fc.asyncProperty(arbitraryText, async ({ rows, lineEnd, encoding, skipLines, header }) => {
      const text = rows
        .map(
          ([cells, repeats]) => `${cells.join(',')}${lineEnd}${`Ann,+15550000001,${'hello there '.repeat(8)}${lineEnd}`.repeat(repeats)}`,
        )
        .join('')
      writeFileSync(path, iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf') }))
      const own = dialect({ encoding, skipLines, header })
      const whole = await allRows(readRows(path, own))
      const places: { place: RowPlace; at: number }[] = []
      let read = 0
      for await (const { rows: batch, start } of readRows(path, own)) {
        if (start !== undefined) places.push({ place: start, at: read })
        read += batch.length
      }
      placesSeen += places.length
      for (const { place, at } of places) expect(await allRows(readRows(path, own, { from: place }))).toEqual(whole.slice(at))
    }),
    { numRuns: portion(40) },
  )
  expect(placesSeen).toBeGreaterThan(portion(20))
}, 60_000)

test('lines are found in any order of asking, and what was read once is not read again', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => (at % 1000 === 7 ? `"row\n${at}",${at}` : `row ${at},${at}`))
  writeFileSync(path, `name,number\n${lines.join('\n')}\n`)
  const own = dialect({})
  const whole = new Map((await allRows(readRows(path, own))).map((row) => [row.line, row]))
  let rowsRead = 0
  const counted: ReadRows = async function* (...args) {
    for await (const batch of readRows(...args)) {
      rowsRead += batch.rows.length
      yield batch
    }
  }
  const index = createRowIndex(counted, path, own)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 60_100 }), { maxLength: 8 }), async (asked) => {
      const sorted = asked.toSorted((a, b) => a - b)
      const found = await index.readLines(sorted)
      expect([...found]).toEqual(sorted.flatMap((line) => (whole.has(line) ? [[line, whole.get(line)]] : [])))
    }),
    { numRuns: portion(40) },
  )
  await index.readLines([60_000])
  rowsRead = 0
  expect((await index.readLines([59_001])).size).toBe(1)
  expect(rowsRead).toBeLessThan(20_000)
})

test('an index of a file whose lines end with CR alone still finds every line', async () => {
  writeFileSync(path, `name\r${Array.from({ length: 40_000 }, (_, at) => `row ${at}`).join('\r')}\r`)
  const index = createRowIndex(readRows, path, dialect({}))
  expect([...(await index.readLines([2, 30_000, 50_000])).values()]).toEqual([
    { line: 2, cells: ['row 0'] },
    { line: 30_000, cells: ['row 29998'] },
  ])
})
