import fc from 'fast-check'
import iconv from 'iconv-lite'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../src-main/engine/model/errors.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { raggedIssue } from '../../../src-main/engine/source/table/ragged-issue.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema, inspectionSchema, type SourceRow } from '../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../helpers/portion.ts'
import { zipBytes } from './zip-bytes.ts'

const samplesFolder = new URL('../../../resources/samples/', import.meta.url)
/** The first kilobytes of each sample, and the oddest kinds of files. */
const seeds: Buffer[] = [
  ...readdirSync(samplesFolder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => readFileSync(new URL(name, samplesFolder)).subarray(0, 3_000)),
  Buffer.from('sep=;\r\nName;Note\r\nAna;"two\r\nlines"\r\n"Bo ""B""";=1+1\r\n'),
  Buffer.from('id\tname\tnote\n1\tAna\t\\N\n2\tBo\\\tB\tx\\\n'),
  iconv.encode('Имя;Город\nИван;Москва\nОльга;Казань\n', 'windows-1251'),
  iconv.encode('名前,市\r\n田中太郎,東京\r\n鈴木花子,"大\r\n阪"\r\n', 'shift_jis'),
  iconv.encode('Name,City\nZoë,Köln\nŁukasz,Łódź\n', 'utf-16le', { addBOM: true }),
  Buffer.from(
    'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81;Jos=\r\n=C3=A9\r\nTEL;CELL:1\r\nPHOTO;ENCODING=B:\r\n AAAA\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Bo\r\nEND:VCARD\r\n',
  ),
  gzipSync('Name,Phone\nAna,1\nBo,2\n'),
  zipBytes([{ name: 'a.csv', content: 'Name,Phone\nAna,1\nBo,2\n' }]),
]

let folder = ''
let fileCount = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-broken-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Change =
  | { kind: 'set' | 'insert'; at: number; byte: number }
  | { kind: 'cut' | 'repeat' | 'remove'; at: number; length: number }
  | { kind: 'append'; seed: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('set' as const, 'insert' as const),
    at: fc.nat(),
    byte: fc.oneof(fc.constantFrom(0, 10, 13, 34, 39, 44, 59, 9, 92, 26, 61, 255, 0x80, 0xc3), fc.nat({ max: 255 })),
  }),
  fc.record({ kind: fc.constantFrom('cut' as const, 'repeat' as const, 'remove' as const), at: fc.nat(), length: fc.nat({ max: 400 }) }),
  fc.record({ kind: fc.constant('append' as const), seed: fc.nat() }),
)

function changed(bytes: Buffer, one: Change): Buffer {
  if (one.kind === 'append') return Buffer.concat([bytes, seeds[one.seed % seeds.length] ?? bytes])
  const at = one.at % (bytes.length + 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (one.kind) {
    case 'set':
      return Buffer.concat([before, Buffer.from([one.byte]), after.subarray(1)])
    case 'insert':
      return Buffer.concat([before, Buffer.from([one.byte]), after])
    case 'cut':
      return Buffer.from(before)
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, one.length), after])
    case 'remove':
      return Buffer.concat([before, after.subarray(one.length)])
  }
}

async function all(path: string, dialect: Parameters<typeof readRows>[1]): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const batch of readRows(path, dialect)) rows.push(...batch.rows)
  return rows
}

describe('a damaged file of any kind', () => {
  it('gives an error in words, or rows: the same ones each time, on lines that ascend, each with an issue if it does not fit', async () => {
    let read = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(change, { maxLength: 5 }),
        fc.constantFrom('auto' as const, 0),
        async (seed, changes, skipLines) => {
          const content = changes.reduce(changed, seeds[seed % seeds.length] ?? Buffer.alloc(0))
          const path = join(folder, String(fileCount++))
          writeFileSync(path, content)
          try {
            const inspection = await inspectFile(path, dialectChoiceSchema.parse({ skipLines }))
            expect(inspectionSchema.parse(inspection)).toEqual(inspection)
            const { dialect, columns } = inspection
            const rows = await all(path, dialect)
            expect(rows.slice(0, 100)).toEqual(inspection.rows)
            expect(await all(path, dialect)).toEqual(rows)
            read += 1
            for (const row of rows) {
              const isCut =
                row.cells.some((cell) => cell.trim() !== '') && columns.slice(row.cells.length).some(({ header }) => header?.trim() !== '')
              if (row.cells.slice(columns.length).some((cell) => cell.trim() !== '') || isCut)
                expect(raggedIssue(row, columns, dialect)).not.toBeNull()
            }
            if (dialect.format === 'vcard') return
            const lines = rows.map(({ line }) => line)
            expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            expect(error.hint).not.toBe('')
          }
        },
      ),
      { numRuns: portion(400) },
    )
    // Most files can still be read.
    expect(read).toBeGreaterThan(portion(200))
  })

  it('loses no letters of a text table: what is in no cell is in the lines above the header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(change, { maxLength: 3 }), async (seed, changes) => {
        const plain = seeds.slice(0, 9)
        const content = changes.filter(({ kind }) => kind !== 'append').reduce(changed, plain[seed % plain.length] ?? Buffer.alloc(0))
        const path = join(folder, String(fileCount++))
        writeFileSync(path, content)
        const inspection = await inspectFile(
          path,
          dialectChoiceSchema.parse({ header: false, encoding: 'windows-1252', escape: '' }),
        ).catch((error: unknown) => {
          if (error instanceof AppError) return null
          throw error
        })
        if (inspection === null || inspection.dialect.format !== undefined || inspection.packed !== undefined) return
        const rows = await all(path, inspection.dialect)
        const text = iconv.decode(content, 'windows-1252')
        const skipped = text
          .split(/\r\n|\r|\n/)
          .slice(0, inspection.dialect.skipLines)
          .join('\n')
        const cells = rows.map((row) => row.cells.join('\n')).join('\n')
        const letters = (part: string) => [...part].filter((char) => /[A-Za-z]/.test(char)).length
        expect(letters(cells) + letters(skipped)).toBe(letters(text))
      }),
      { numRuns: portion(150) },
    )
  })
})

it.each(['1', '+'])('a cell of ten million "%s" is one that cannot be used, not a crash', async (character) => {
  const path = join(folder, String(fileCount++))
  writeFileSync(path, `Mobile,Name\n${character.repeat(10_000_000)},x\n+12125550100,y\n`)
  const { dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
  expect((await all(path, dialect)).map(({ cells }) => cells[1])).toEqual(['x', 'y'])
})
