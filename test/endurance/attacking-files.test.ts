import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dialectChoiceSchema } from '../../src-main/engine/model/files/source-schema.ts'
import { inspectFile } from '../../src-main/engine/source/open/inspect-file.ts'
import { sheetXml, workbookBytes } from '../engine/source/xlsx/workbook-bytes.ts'

// The same promises are kept small among the quick tests; here the files are as large as they say.

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-attacks-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function refused(bytes: Buffer, message: RegExp): Promise<void> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  await expect(inspectFile(path, dialectChoiceSchema.parse({}))).rejects.toMatchObject({
    code: 'file.unreadable',
    message: expect.stringMatching(message) as string,
  })
  expect(await readdir(folder)).toEqual(['file'])
}

test('a workbook with a part of 600 MB in less than two is refused, and leaves nothing behind', async () => {
  const [head = '', tail = ''] = sheetXml({ rows: '<row><c><v>1</v></c></row>' }).split('</sheetData>')
  const xml = Buffer.concat([Buffer.from(head), Buffer.alloc(600 * 1024 * 1024, ' '), Buffer.from(`</sheetData>${tail}`)])
  const bytes = workbookBytes({ sheets: [{ xml }] })
  expect(bytes.length).toBeLessThan(2 * 1024 * 1024)
  await refused(bytes, /far more/)
})

test('a workbook whose cells share a text of a megabyte 3,000 times is refused, and leaves nothing behind', async () => {
  const row = (line: number) => `<row r="${line}">${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`
  const rows = Array.from({ length: 300 }, (_, at) => row(at + 1)).join('')
  await refused(workbookBytes({ sheets: [{ rows }], shared: [`<t>${'x'.repeat(1_000_000)}</t>`] }), /far more text/)
})

test('a gzip of 140 MB of nothing is given up, and leaves nothing behind', async () => {
  await refused(gzipSync(Buffer.alloc(140 * 1024 * 1024)), /far more/)
})
