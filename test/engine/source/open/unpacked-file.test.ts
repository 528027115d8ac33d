import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'
import { unpackedFile } from '../../../../src-main/engine/source/open/unpacked-file.ts'
import { zipBytes } from '../zip-bytes.ts'

let folder = ''
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-unpack-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder, `${fileCount++}`)
  await writeFile(path, content)
  return path
}

const csv = 'Name;Phone\nZoë;+12025550123\nBo;+12025550124\n'
const inspect = async (content: Buffer) => inspectFile(await fileOf(content), dialectChoiceSchema.parse({}))

/** A gzip file that names what is inside, as the program gzip writes it. */
function namedGzip(name: string, content: string): Buffer {
  const plain = gzipSync(content)
  plain[3] = 8
  return Buffer.concat([plain.subarray(0, 10), Buffer.from(`${name}\0`), plain.subarray(10)])
}

describe('packed files', () => {
  it.each<[string, Buffer, { as: string; name: string }]>([
    ['gzip', gzipSync(csv), { as: 'gzip', name: '' }],
    ['gzip with a name', namedGzip('export/contacts.csv', csv), { as: 'gzip', name: 'contacts.csv' }],
    ['gzip of several members', Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]), { as: 'gzip', name: '' }],
    ['zip', zipBytes([{ name: 'contacts.csv', content: csv }]), { as: 'zip', name: 'contacts.csv' }],
    ['zip, not compressed', zipBytes([{ name: 'contacts.csv', content: csv, isStored: true }]), { as: 'zip', name: 'contacts.csv' }],
    [
      'zip made on a Mac',
      zipBytes([
        { name: 'out/' },
        { name: 'out/contacts.csv', content: csv },
        { name: '__MACOSX/out/._contacts.csv', content: 'x' },
        { name: 'out/.DS_Store', content: 'x' },
      ]),
      { as: 'zip', name: 'contacts.csv' },
    ],
    [
      'zip with a note beside the table',
      zipBytes([
        { name: 'README.txt', content: 'hello' },
        { name: 'terms.pdf', content: '%PDF' },
        { name: 'Kontakte – März.csv', content: csv },
      ]),
      { as: 'zip', name: 'Kontakte – März.csv' },
    ],
    ['zip with a dangerous name', zipBytes([{ name: '../../etc/contacts.csv', content: csv }]), { as: 'zip', name: 'contacts.csv' }],
    [
      'zip with a name of DOS',
      zipBytes([{ name: Buffer.from([0x4b, 0x94, 0x6c, 0x6e, 0x2e, 0x63, 0x73, 0x76]), content: csv }]),
      { as: 'zip', name: 'Köln.csv' },
    ],
    [
      'gzip in a zip',
      zipBytes([{ name: 'contacts.csv.gz', content: gzipSync(csv), isStored: true }]),
      { as: 'zip', name: 'contacts.csv.gz' },
    ],
    ['zip in a zip', zipBytes([{ name: 'inner.zip', content: zipBytes([{ name: 'a.csv', content: csv }]) }]), { as: 'zip', name: 'a.csv' }],
  ])('%s: the file inside is read, and named', async (_name, content, packed) => {
    const inspection = await inspect(content)
    expect(inspection.packed).toEqual(packed)
    expect(inspection.rows).toEqual([
      { line: 2, cells: ['Zoë', '+12025550123'] },
      { line: 3, cells: ['Bo', '+12025550124'] },
    ])
  })

  it('are read with progress in bytes of the packed file, and unpacked only once', async () => {
    const text = `Name,Phone\n${Array.from({ length: 50_000 }, (_, row) => `Ana ${row},+1202${row}\n`).join('')}`
    const packed = gzipSync(text)
    const path = await fileOf(packed)
    const { dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
    let rowCount = 0
    let bytes = 0
    for await (const { rows, bytesRead } of readRows(path, dialect)) {
      expect(bytesRead).toBeGreaterThanOrEqual(bytes)
      bytes = bytesRead
      rowCount += rows.length
    }
    expect([rowCount, bytes]).toEqual([50_000, packed.length])
    const inner = await unpackedFile(path)
    expect(await readFile(inner.path, 'utf8')).toBe(text)
    await writeFile(inner.path, 'a,b\n1,2\n')
    expect((await inspectFile(path, dialectChoiceSchema.parse({}))).columns).toHaveLength(2)
    await rm(inner.path)
    expect((await inspectFile(path, dialectChoiceSchema.parse({}))).rows).toHaveLength(100)
  })

  it('are unpacked whole when several ask at the same time', async () => {
    const text = randomBytes(3_000_000).toString('base64')
    const path = await fileOf(gzipSync(text))
    const all = await Promise.all(Array.from({ length: 5 }, () => unpackedFile(path)))
    expect(new Set(all.map((one) => one.path)).size).toBe(1)
    const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
    expect(hash(await readFile(all[0]?.path ?? ''))).toBe(hash(text))
    expect((await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`))).toEqual([`${basename(path)}.unpacked`])
  })

  it('leave nothing behind when unpacking is stopped, and can be unpacked after that', async () => {
    const path = await fileOf(gzipSync('a,b\n'.repeat(3_000_000)))
    const abort = new AbortController()
    const reason = new Error('stopped')
    const stopped = unpackedFile(path, { signal: abort.signal })
    const waiting = unpackedFile(path)
    queueMicrotask(() => abort.abort(reason))
    await expect(stopped).rejects.toBe(reason)
    await waiting
    expect((await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`))).toEqual([`${basename(path)}.unpacked`])
  })

  it.each<[string, Buffer, string, RegExp]>([
    [
      'several tables',
      zipBytes([
        { name: 'a.csv', content: csv },
        { name: 'b.csv', content: csv },
      ]),
      'file.unreadable',
      /2 files.*"a.csv", "b.csv"/,
    ],
    ['an empty archive', zipBytes([]), 'file.empty', /empty/],
    ['an empty file inside', zipBytes([{ name: 'a.csv', content: '' }]), 'file.empty', /empty/],
    ['a password', zipBytes([{ name: 'a.csv', content: csv, isEncrypted: true }]), 'file.unreadable', /password/],
    ['an unknown way of packing', zipBytes([{ name: 'a.csv', content: csv, method: 99 }]), 'file.unreadable', /does not know/],
    ['a zip that was cut', zipBytes([{ name: 'a.csv', content: csv }]).subarray(0, 80), 'file.unreadable', /damaged|missing/],
    ['a gzip that was cut', gzipSync(randomBytes(5000)).subarray(0, 3000), 'file.unreadable', /too early/],
    [
      'a gzip that was damaged',
      Buffer.concat([gzipSync(csv).subarray(0, 30), Buffer.from('zzzzzzzzzzzzzzzzz'), gzipSync(csv).subarray(40)]),
      'file.unreadable',
      /damaged|too early/,
    ],
    ['four layers', gzipSync(gzipSync(gzipSync(gzipSync(csv)))), 'file.unreadable', /several times/],
    [
      'an archive in gzip',
      gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar  '), Buffer.alloc(300, 'b')])),
      'file.binary',
      /\.tar/,
    ],
    [
      'a document',
      zipBytes([
        { name: '[Content_Types].xml', content: '<x/>' },
        { name: 'word/document.xml', content: '<x/>' },
      ]),
      'file.binary',
      /Word/,
    ],
  ])('with %s are refused in words', async (_name, content, code, words) => {
    const error = await inspect(content).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(words), hint: expect.stringMatching(/./) })
  })

  it('with contents that do not have their checksum are refused', async () => {
    const zip = zipBytes([{ name: 'a.csv', content: csv, isStored: true }])
    zip[zip.indexOf('Zo')] = 0x59
    await expect(inspect(zip)).rejects.toMatchObject({ code: 'file.unreadable' })
  })
})
