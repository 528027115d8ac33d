import fc from 'fast-check'
import iconv from 'iconv-lite'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { createRowParser } from '../../../../src-main/engine/source/csv/row-parser.ts'
import type { Dialect, SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../../helpers/portion.ts'

let folder = ''
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-read-'))
})
afterAll(() => rm(folder, { recursive: true }))

const utf8: Dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder, `${fileCount++}.csv`)
  await writeFile(path, content)
  return path
}

async function rowsOf(path: string, dialect: Dialect = utf8): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const batch of readRows(path, dialect)) rows.push(...batch.rows)
  return rows
}

describe('readRows', () => {
  it('gives the rows without the header, with their lines', async () => {
    const path = await fileOf('\nName,Note\nAna,"one\ntwo"\n\nBo,x')
    expect(await rowsOf(path)).toEqual([
      { line: 3, cells: ['Ana', 'one\ntwo'] },
      { line: 6, cells: ['Bo', 'x'] },
    ])
    expect((await rowsOf(path, { ...utf8, header: false })).map((row) => row.line)).toEqual([2, 3, 6])
    expect((await rowsOf(path, { ...utf8, skipLines: 3, header: false })).map((row) => row.line)).toEqual([4, 6])
  })

  it('tells of half a character in UTF-16, which nothing could store, that it could not be read, and leaves whole ones alone', async () => {
    const units = (...all: (string | number)[]) =>
      Buffer.concat(all.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf16le') : Buffer.from([part & 0xff, part >> 8]))))
    const little = units(0xfeff, 'Name,Note\nAna', 0xd83d, ',x\nBo,', 0xde00, 'y\nCy 😀,z', 0xd83d)
    for (const [encoding, bytes] of [
      ['utf-16le', little],
      ['utf-16be', Buffer.from(little).swap16()],
    ] as const) {
      const rows = await rowsOf(await fileOf(bytes), { ...utf8, encoding })
      expect(rows).toEqual([
        { line: 2, cells: ['Ana\uFFFD', 'x'], marks: ['undecodable'] },
        { line: 3, cells: ['Bo', '\uFFFDy'], marks: ['undecodable'] },
        { line: 4, cells: ['Cy 😀', 'z\uFFFD'], marks: ['undecodable'] },
      ])
    }
  })

  it('reads the same rows in every encoding, with and without a byte order mark, wherever its chunks cut them', async () => {
    // Longer than several chunks, and of characters of one to four bytes, so that chunks end within characters and line ends.
    const names = { all: ['Zoë', 'Łukasz', '王小明', 'Ana 💊', '"Bo, Jr"', 'x'], western: ['Zoë', 'José', 'Müller', '"Bo, Jr"', 'x'] }
    const textOf = (list: string[]) =>
      'Name,Number\r\n' + Array.from({ length: 20_000 }, (_, n) => `${list[n % list.length]},${n}`).join('\r\n')
    for (const [encoding, list, addBOM] of [
      ['utf-8', names.all, false],
      ['utf-8', names.all, true],
      ['utf-16le', names.all, true],
      ['utf-16le', names.all, false],
      ['utf-16be', names.all, true],
      ['utf-16be', names.all, false],
      ['windows-1252', names.western, false],
    ] as const) {
      const path = await fileOf(iconv.encode(textOf([...list]), encoding, { addBOM }))
      const rows = await rowsOf(path, { ...utf8, encoding })
      expect(rows).toHaveLength(20_000)
      const wrong = rows.find(
        (row, n) => row.line !== n + 2 || row.cells[0] !== list[n % list.length]?.replaceAll('"', '') || row.cells[1] !== String(n),
      )
      expect(wrong, encoding).toBeUndefined()
    }
  })

  it.each([1, 10, 100])(
    'yields batches of some hundred to four thousand rows and reports all bytes, rows %i times as wide',
    async (times) => {
      const text = 'a,b\n' + `${'some text'.repeat(times)},more text\n`.repeat(30_000)
      const path = await fileOf(text)
      const sizes: number[] = []
      let bytesRead = 0
      for await (const batch of readRows(path, utf8)) {
        sizes.push(batch.rows.length)
        expect(batch.bytesRead).toBeGreaterThanOrEqual(bytesRead)
        bytesRead = batch.bytesRead
      }
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(30_000)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4_000)
      expect(sizes.length).toBeLessThanOrEqual(30_000 / 100)
      expect(bytesRead).toBe(Buffer.byteLength(text))
    },
  )

  it('reads a file of random bytes to its end, in any encoding, into the rows of its text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis'),
        async (bytes, encoding) => {
          const content = Buffer.concat([Buffer.from([65]), Buffer.from(bytes)])
          const rows = await rowsOf(await fileOf(content), { ...utf8, encoding, header: false })
          expect(rows).toEqual(createRowParser(utf8).push(iconv.decode(content, encoding).toWellFormed(), true))
        },
      ),
      { numRuns: portion(150) },
    )
    const path = await fileOf(randomBytes(3_000_000))
    const rows = await rowsOf(path, { ...utf8, header: false })
    expect(rows.length).toBeGreaterThan(1_000)
  })

  it('gives every row of a large file whose first quotation mark is never closed', async () => {
    const path = await fileOf('a,b\n"x,1\n' + 'y,2\n'.repeat(400_000))
    const rows = await rowsOf(path)
    expect(rows).toHaveLength(400_001)
    expect(rows[0]).toEqual({ line: 2, cells: ['"x', '1'], marks: ['stray_quote'] })
    expect(rows.at(-1)).toEqual({ line: 400_002, cells: ['y', '2'] })
  })

  it('stops with the reason of the signal', async () => {
    const path = await fileOf('a\n' + 'x\n'.repeat(200_000))
    const abort = new AbortController()
    const reason = new Error('stopped')
    let batches = 0
    const reading = (async () => {
      for await (const { rows } of readRows(path, utf8, { signal: abort.signal })) {
        batches += rows.length > 0 ? 1 : 0
        abort.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    expect(batches).toBe(1)
  })

  it('says in words what is wrong with a file that cannot be read', async () => {
    await expect(rowsOf(join(folder, 'missing.csv'))).rejects.toMatchObject({ code: 'file.not_found' })
    await expect(rowsOf(folder)).rejects.toMatchObject({ code: 'file.unreadable' })
    await expect(rowsOf(await fileOf(''))).rejects.toMatchObject({ code: 'file.empty' })
    await expect(rowsOf(await fileOf('a'), { ...utf8, encoding: 'klingon' })).rejects.toMatchObject({ code: 'recipe.invalid' })
    const endless = await fileOf(Buffer.alloc(17 * 1024 * 1024, 'x'))
    await expect(rowsOf(endless)).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('Line 1') })
  })
})
