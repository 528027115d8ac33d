import iconv from 'iconv-lite'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-misread-'))
})
afterAll(() => rm(folder, { recursive: true }))

const rows = [
  ['1', 'Jörg Müller', 'Trần Ánh'],
  ['2', '张伟 👍', 'voilà'],
  ['3', 'محمد', 'José – „né“ Á Í'],
]
const header = ['UUID', 'Name', 'Straße']

/** What a program makes of UTF-8 with its mark that it reads as Windows-1252; bytes without a character keep their number. */
function misread(text: string): string {
  return [...Buffer.from(`\uFEFF${text}`)]
    .map((byte) => {
      const read = iconv.decode(Buffer.from([byte]), 'windows-1252')
      return read === '\uFFFD' ? String.fromCharCode(byte) : read
    })
    .join('')
}

async function read(content: string) {
  const path = join(folder, `${content.length}.csv`)
  await writeFile(path, content)
  const inspection = await inspectFile(path, dialectChoiceSchema.parse({}))
  const cells: string[][] = []
  for await (const batch of readRows(path, inspection.dialect)) cells.push(...batch.rows.map((row) => row.cells))
  return { inspection, cells }
}

const csv = (lines: string[][]) => lines.map((cells) => cells.join(';')).join('\r\n')

test.each([
  ['plain', (text: string) => misread(text)],
  ['with the first name in quotation marks', (text: string) => misread(text.replace('UUID', '"UUID"'))],
])('a file that a program read as Windows-1252 and saved has its letters as they were meant: %s', async (_what, broken) => {
  const { inspection, cells } = await read(broken(csv([header, ...rows])))
  expect(inspection.columns.map(({ name }) => name)).toEqual(header)
  expect(inspection.columns[1]?.samples).toEqual(rows.map((row) => row[1]))
  expect(inspection.rows.map((row) => row.cells)).toEqual(rows)
  expect(inspection.notices.map(({ code }) => code)).toContain('file.misread')
  expect(cells).toEqual(rows)
})

test('what somebody wrote into it since stays as it is', async () => {
  const { cells } = await read(`${misread(csv([header, ...rows]))}\r\n4;Zoë Łukasz;Große Straße`)
  expect(cells).toEqual([...rows, ['4', 'Zoë Łukasz', 'Große Straße']])
})

test('a file without the mark is left as it is', async () => {
  const { inspection, cells } = await read(csv([header, ['1', 'JÃ¼rgen', 'x']]))
  expect(inspection.dialect.misread).toBeUndefined()
  expect(cells).toEqual([['1', 'JÃ¼rgen', 'x']])
})
