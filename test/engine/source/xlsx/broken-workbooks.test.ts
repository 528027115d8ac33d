import fc from 'fast-check'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { isXlsx } from '../../../../src-main/engine/source/xlsx/is-xlsx.ts'
import { portion } from '../../../helpers/portion.ts'
import { rowsOf, written } from './xlsx-rows.ts'
import { oddZip } from './odd-zip.ts'
import { textRow, workbookEntries } from './workbook-bytes.ts'

const fixtures = resolve(import.meta.dirname, '../../../fixtures/xlsx')
let folder = ''
let originals: Buffer[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
  const names = (await readdir(fixtures)).filter((name) => name.endsWith('.xlsx'))
  originals = await Promise.all(names.map((name) => readFile(join(fixtures, name))))
})
afterAll(() => rm(folder, { recursive: true }))

/** Rows that are all there, or an error with words: never anything else. */
async function outcome(bytes: Buffer): Promise<'rows' | 'error'> {
  const path = await written(folder, bytes)
  try {
    expect(typeof (await isXlsx(path))).toBe('boolean')
    const rows = await rowsOf(path)
    expect(rows.map(({ line }) => line)).toEqual([...new Set(rows.map(({ line }) => line))].sort((a, b) => a - b))
    expect(await rowsOf(path)).toEqual(rows)
    return 'rows'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(['file.unreadable', 'file.empty', 'file.header_only']).toContain(error.code)
    return 'error'
  }
}

describe('a damaged workbook', () => {
  it('gives all its rows or an error in words, wherever bytes were changed, cut off or doubled', async () => {
    const harm = fc.record({
      file: fc.nat(),
      changes: fc.array(
        fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), byte: fc.integer({ min: 0, max: 255 }) }),
        { maxLength: 4 },
      ),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
      doubled: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(harm, async ({ file, changes, cut, doubled }) => {
        const bytes = Buffer.from(originals[file % originals.length] ?? '')
        for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte
        const kept = cut === null ? bytes : bytes.subarray(0, Math.max(1, Math.floor(cut * bytes.length)))
        await outcome(doubled ? Buffer.concat([kept, kept]) : kept)
      }),
      { numRuns: portion(250) },
    )
  })

  it('gives all its rows or an error in words, wherever its XML was changed inside a sound archive', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `${textRow(at * 2 + 1, ['Ana', `${at}`])}<row><c t="s"><v>0</v></c><c s="1"><f>A1</f><v>45363</v></c></row>`,
    ).join('')
    const entries = workbookEntries({ sheets: [{ rows }], shared: ['<t>x</t>'], formats: ['yyyy-mm-dd'] })
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '</row>',
      '<row>',
      '<c>',
      '<v>',
      '9',
      '',
      '<!--',
      ']]>',
      '<![CDATA[',
      '&#0;',
      '&amp',
      '\0',
      '<row r="-1">',
      '<c r="ZZZZ9">',
      ' t="s"',
      '<f>',
      '\u00FF',
    )
    const outcomes = { rows: 0, error: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), gone: fc.integer({ min: 0, max: 6 }), piece }), {
          minLength: 1,
          maxLength: 3,
        }),
        async (part, changes) => {
          const at = part % entries.length
          let text = String(entries[at]?.content ?? '')
          for (const change of changes) {
            const from = Math.floor(change.at * text.length)
            text = text.slice(0, from) + change.piece + text.slice(from + change.gone)
          }
          outcomes[await outcome(oddZip(entries.map((entry, index) => (index === at ? { ...entry, content: text } : entry))))]++
        },
      ),
      { numRuns: portion(300) },
    )
    // Both ends are reached, or the changes would prove nothing.
    expect(Math.min(outcomes.rows, outcomes.error)).toBeGreaterThan(portion(10))
  })
})

describe('a workbook that was made to do harm', () => {
  it('is refused when a part says that it unpacks to far more than any table', async () => {
    const bytes = oddZip([{ name: 'xl/workbook.xml' }, { name: 'xl/worksheets/sheet1.xml', saidBytes: 600 * 1024 * 1024 }])
    await expect(rowsOf(await written(folder, bytes))).rejects.toMatchObject({
      code: 'file.unreadable',
      message: expect.stringContaining('far more'),
    })
  })

  it('is refused when single cells far apart would make a table of billions of blank ones', async () => {
    const rows = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(30_000)
    await expect(rowsOf(await written(folder, { sheets: [{ rows }] }))).rejects.toMatchObject({
      code: 'file.unreadable',
      message: expect.stringContaining('far apart'),
    })
  })

  it('is refused when one text, or one row, is longer than any', async () => {
    const long = 'x'.repeat(17 * 1024 * 1024)
    await expect(
      rowsOf(await written(folder, { sheets: [{ rows: `<row r="7"><c t="str"><v>${long}</v></c></row>` }] })),
    ).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('Row 7') })
  })
})

it('is refused where two cells say that they stand in the same place: one of them would vanish', async () => {
  const twice = '<row r="2"><c r="A2" t="str"><v>Ana</v></c><c r="B2" t="str"><v>1</v></c><c r="B2" t="str"><v>2</v></c></row>'
  await expect(rowsOf(await written(folder, { sheets: [{ rows: `${textRow(1, ['Name', 'Phone'])}${twice}` }] }))).rejects.toMatchObject({
    code: 'file.unreadable',
    hint: expect.stringContaining('save it again'),
  })
})

it.each(['9', '-1', '0.5', '1e-320', 'x', '1e400'])('refuses a workbook that names a shared text "%s"', async (number) => {
  const rows = `${textRow(1, ['Name', 'Phone'])}<row><c t="s"><v>${number}</v></c></row>`
  await expect(rowsOf(await written(folder, { sheets: [{ rows }], shared: ['<t>x</t>', '<t>y</t>'] }))).rejects.toMatchObject({
    code: 'file.unreadable',
    hint: expect.stringContaining('save it again'),
  })
})

it('leaves nothing but finished files beside a workbook that cannot be read', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
  try {
    const [original] = originals
    await cp(await written(folder, original ?? Buffer.alloc(0)), join(alone, 'cut.xlsx'))
    const path = await written(alone, { sheets: [{ rows: `${textRow(1, ['a'])}<row><c t="s"><v>9</v></c></row>` }], shared: ['<t>x</t>'] })
    await expect(rowsOf(path)).rejects.toBeInstanceOf(AppError)
    expect((await readdir(alone)).filter((name) => !name.endsWith('.xlsx'))).toEqual([])
  } finally {
    await rm(alone, { recursive: true })
  }
})
