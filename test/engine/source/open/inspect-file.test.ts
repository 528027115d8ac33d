import fc from 'fast-check'
import iconv from 'iconv-lite'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { dialectChoiceSchema, inspectionSchema, type DialectChoice } from '../../../../src-main/engine/model/files/source-schema.ts'
import { zipBytes } from '../zip-bytes.ts'
import { portion } from '../../../helpers/portion.ts'

let folder = ''
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-inspect-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder, `${fileCount++}.csv`)
  await writeFile(path, content)
  return path
}

async function inspect(content: string | Buffer, choice: Partial<DialectChoice> = {}) {
  return inspectFile(await fileOf(content), dialectChoiceSchema.parse(choice))
}

const codesOf = (inspection: { notices: { code: string }[] }) => inspection.notices.map((notice) => notice.code)

describe('inspectFile', () => {
  it('shows dialect, columns with samples, and the first hundred rows', async () => {
    const inspection = await inspect('Name, Phone ,\nAna,555-0100,\nBo,,x\nAna,555-0101,\n' + 'Z,1,\n'.repeat(300))
    expect(inspection.dialect).toEqual({ encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' })
    expect(inspection.columns).toEqual([
      { index: 0, name: 'Name', header: 'Name', samples: ['Ana', 'Bo', 'Z'] },
      { index: 1, name: 'Phone', header: ' Phone ', samples: ['555-0100', '555-0101', '1'] },
      { index: 2, name: 'Column 3', header: '', samples: ['x'] },
    ])
    expect(inspection.rows).toHaveLength(100)
    expect(inspection.rows[0]).toEqual({ line: 2, cells: ['Ana', '555-0100', ''] })
    expect(codesOf(inspection)).toEqual(['file.header_empty'])
    expect(inspectionSchema.parse(inspection)).toEqual(inspection)
  })

  it('finds the encoding', async () => {
    const western = 'Name;City\r\nJosé García;Málaga\r\nJürgen Müller;Köln\r\nZoë Dubois;Besançon\r\n'
    const cases: [string, string, string][] = [
      ['utf-8', western, 'utf-8'],
      ['utf-16le', western, 'utf-16le'],
      ['utf-16be', western, 'utf-16be'],
      ['windows-1252', western, 'windows-1252'],
      ['windows-1252', 'Name,Note\nJohn,Don’t text – ever\nMary,€ 5\n', 'windows-1252'],
      [
        'windows-1250',
        'Name,City\r\nŁukasz Wiśniewski,Kraków\r\nTomáš Dvořák,Plzeň\r\nŐri Gábor,Győr\r\nJiří Šťastný,Ústí\r\n',
        'windows-1250',
      ],
      ['windows-1251', 'Имя,Город\r\nИван Петров,Москва\r\nОльга Смирнова,Казань\r\n', 'windows-1251'],
      ['shift_jis', '名前,市\r\n田中太郎,東京\r\n鈴木花子,大阪\r\nさとう,ヨコハマ\r\n', 'shift_jis'],
      ['gbk', '姓名,城市\r\n王小明,北京\r\n李娜,上海\r\n张伟,广州\r\n', 'gb18030'],
      ['euc-kr', '이름,도시\r\n김철수,서울\r\n이영희,부산\r\n', 'euc-kr'],
    ]
    for (const [encoding, text, expected] of cases) {
      for (const addBOM of encoding.startsWith('utf') ? [false, true] : [false]) {
        const { dialect, rows, columns } = await inspect(iconv.encode(text, encoding, { addBOM }))
        expect(dialect.encoding, `${encoding} ${text.slice(0, 40)}`).toBe(expected)
        expect(rows[0]?.cells.join()).toBe(text.split(/\r?\n/)[1]?.replace(';', ','))
        expect(columns[0]?.header).toBe(text.split(/[,;]/)[0])
      }
    }
  })

  it('says that an encoding is a guess, and takes a chosen one instead', async () => {
    const bytes = iconv.encode('Name,City\nJosé,Málaga\nZoë,Köln\n', 'windows-1252')
    expect(codesOf(await inspect(bytes))).toEqual(['file.encoding_guessed'])
    expect(codesOf(await inspect(bytes, { encoding: 'Latin1' }))).toEqual([])
    const wrong = await inspect(bytes, { encoding: 'utf-8' })
    expect(codesOf(wrong)).toEqual(['file.undecodable'])
    expect(wrong.notices[0]?.line).toBe(2)
  })

  it('takes a small file with a zero character, or with separators that nobody sees, for text', async () => {
    const damaged = await inspect(Buffer.from('Name,Phone\nAda\0,+14155550001\n'))
    expect(codesOf(damaged)).toContain('file.nul_bytes')
    const separated = await inspect(Buffer.from('Name\x1fPhone\nAda\x1f+14155550001\nBob\x1f+14155550002\n'))
    expect([separated.dialect.delimiter, separated.rows[1]?.cells]).toEqual(['\x1f', ['Bob', '+14155550002']])
  })

  it('believes a byte order mark more than a recipe', async () => {
    for (const encoding of ['utf-8', 'utf-16be']) {
      const { dialect, rows } = await inspect(iconv.encode('Name,City\nŁukasz,Łódź\n', encoding, { addBOM: true }), {
        encoding: 'windows-1252',
      })
      expect([dialect.encoding, rows[0]?.cells[0]]).toEqual([encoding, 'Łukasz'])
    }
  })

  it('lets one accent after a megabyte of plain letters decide the encoding', async () => {
    const plain = 'Name,City\n' + 'John Smith,Boston\n'.repeat(150_000)
    expect((await inspect(iconv.encode(plain + 'José,Málaga\nZoë,Köln\n', 'windows-1252'))).dialect.encoding).toBe('windows-1252')
    expect((await inspect(plain + 'José,Málaga\n')).dialect.encoding).toBe('utf-8')
  })

  it('keeps UTF-8 for a file with a few damaged characters', async () => {
    const good = 'Name,City\n' + 'José,Málaga\n'.repeat(50)
    const inspection = await inspect(Buffer.concat([Buffer.from(good), Buffer.from([0x4d, 0xfc, 0x2c, 0x41, 10])]))
    expect(inspection.dialect.encoding).toBe('utf-8')
    expect(codesOf(inspection)).toEqual(['file.encoding_guessed', 'file.undecodable'])
  })

  it('finds the delimiter of any table, whatever its cells contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 2, max: 6 }).chain((width) =>
          fc.array(
            fc.array(fc.constantFrom('Ana', '1,5', 'a; b', 'x|y', 'say "hi"', '', 'two\nlines', '+1 (212) 555-0100'), {
              minLength: width,
              maxLength: width,
            }),
            {
              minLength: 3,
              maxLength: 12,
            },
          ),
        ),
        async (delimiter, rows) => {
          const header = (rows[0] ?? []).map((_, index) => `Field ${index + 1}`)
          const print = (cell: string) => (/["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)
          const text = [header, ...rows].map((row) => row.map(print).join(delimiter)).join('\r\n')
          const { dialect, columns } = await inspect(text)
          expect(dialect.delimiter).toBe(delimiter)
          expect(columns).toHaveLength(header.length)
        },
      ),
      { numRuns: portion(150) },
    )
  })

  it('obeys a chosen delimiter and quotation mark, and refuses impossible ones', async () => {
    expect((await inspect('a;b,c\n1;2,3\n', { delimiter: ';' })).columns.map(({ name }) => name)).toEqual(['a', 'b,c'])
    expect((await inspect('a\tb\n1\t2\n', { delimiter: 'tab' })).columns).toHaveLength(2)
    expect((await inspect('a~b\n1~2\n', { delimiter: '~', quote: '' })).dialect.quote).toBe('')
    await expect(inspect('a,b\n1,2\n', { delimiter: '||' })).rejects.toMatchObject({ code: 'recipe.invalid' })
    await expect(inspect('a,b\n1,2\n', { quote: '""' })).rejects.toMatchObject({ code: 'recipe.invalid' })
    await expect(inspect('a,b\n1,2\n', { encoding: 'klingon' })).rejects.toMatchObject({ code: 'recipe.invalid' })
  })

  it('finds apostrophes that enclose cells, but not those inside names', async () => {
    expect((await inspect("'Name','City'\n'O''Neill, Pat','Bonn'\n")).rows[0]?.cells).toEqual(["O'Neill, Pat", 'Bonn'])
    expect((await inspect("Name,City\n'tHooft,Bonn\nO'Neill,'s-Hertogenbosch\n")).dialect.quote).toBe('"')
  })

  it('passes over the line with which Excel names the separator', async () => {
    const inspection = await inspect('sep=;\r\nName;City\r\nAna;"a,b"\r\n')
    expect(inspection.dialect).toMatchObject({ delimiter: ';', skipLines: 1 })
    expect(inspection.rows).toEqual([{ line: 3, cells: ['Ana', 'a,b'] }])
    expect(codesOf(inspection)).toEqual(['file.separator_line'])
    const wrong = 'sep=,\r\nName;City\r\nAna;"a,b"\r\nBo;c\r\n'
    const [notice] = (await inspect(wrong)).notices
    expect(notice).toMatchObject({
      code: 'file.separator_wrong',
      message: 'The first line says that a comma separates the cells, but the rows are read with a semicolon.',
      remedy: { change: { delimiter: ',' } },
    })
    expect(codesOf(await inspect(wrong, notice?.remedy?.change))).toContain('file.separator_line')
  })

  it('says when a title seems to stand above the column names, and skips it when told to', async () => {
    const text = 'Contacts report\nMade on 2024-03-01\n\nName,Phone,City\nAna,555-0100,Bonn\nBo,555-0101,Rome\nCy,555-0102,Oslo\n'
    const inspection = await inspect(text)
    const notice = inspection.notices.find(({ code }) => code === 'file.preamble')
    expect(notice?.hint).toContain('skip to 3')
    expect((await inspect(text, { skipLines: 3 })).columns.map(({ name }) => name)).toEqual(['Name', 'Phone', 'City'])
  })

  it('says when the first row looks like a contact, and reads files without a header', async () => {
    const text = 'Ana,+1 212 555 0100\nBo,+1 212 555 0101\n'
    expect(codesOf(await inspect(text))).toContain('file.no_header')
    const inspection = await inspect(text, { header: false })
    expect(inspection.columns.map(({ name, header }) => [name, header])).toEqual([
      ['Column 1', null],
      ['Column 2', null],
    ])
    expect(inspection.rows).toHaveLength(2)
    expect(codesOf(inspection)).toEqual([])
  })

  it('gives repeated and empty column names unique ones, and says so', async () => {
    const inspection = await inspect('Name,Name,,Name (2),\nAna,B,C,D,\n')
    expect(inspection.columns.map(({ name }) => name)).toEqual(['Name', 'Name (3)', 'Column 3', 'Name (2)', 'Column 5'])
    expect(codesOf(inspection)).toEqual(['file.header_empty', 'file.header_duplicate'])
  })

  it('says which of the first rows are ragged or have a lone quotation mark', async () => {
    const inspection = await inspect('a,b\n1,2,3\n1\n"x,2\n')
    expect(inspection.notices.map(({ code, line }) => [code, line])).toEqual([
      ['file.ragged_rows', 2],
      ['file.stray_quote', 4],
    ])
  })

  it('says when the column names seem to be in two rows, and offers the second one', async () => {
    const inspection = await inspect(
      'Person,,Contact\nName,Birthday,Mobile\nAna,1980-01-02,+12025550123\nBo,1981-02-03,+12025550124\nCy,1982-03-04,+12025550125\n',
    )
    expect(inspection.notices).toMatchObject([
      { code: 'file.header_empty' },
      { code: 'file.header_two_rows', line: 2, remedy: { change: { skipLines: 1 } } },
    ])
  })

  it('looks at letters beyond ASCII in time with the size, also beside cells of one long word', async () => {
    const inspection = await inspect(
      Buffer.from(`Name,Note\nJ\u00f6rg,${'x'.repeat(2_000_000)}\nAda,${'y'.repeat(300_000)}\u00e9\n`, 'latin1'),
    )
    expect(inspection.notices.find(({ code }) => code === 'file.encoding_guessed')?.message).toContain('Jörg')
  })

  it('does not call a file empty of which all lines are skipped', async () => {
    await expect(inspect('Name,Phone\nAna,+12025550123\n', { skipLines: 9 })).rejects.toMatchObject({
      code: 'file.empty',
      message: 'The file has no rows below row 9.',
    })
  })

  it('says when the last row looks like a total, in a file that it has read to its end', async () => {
    const text = 'Name,Phone,City\nAna,+12025550123,Bonn\nBo,+12025550124,Rome\n'
    for (const total of ['Total: 2 records,,', '2 contacts,,', 'Gesamt,2,', 'Generated by CRM'])
      expect((await inspect(`${text}${total}\n`)).notices.at(-1), total).toMatchObject({ code: 'file.footer', line: 4 })
    const signed = '\n\n"Contacts Report"\n"Copyright (c) 2026 Example, inc."\n"Generated By:  Pat"\n"Acme"\n'
    expect((await inspect(`${text}${signed}`)).notices.at(-1)).toMatchObject({
      code: 'file.footer',
      line: 6,
      message: expect.stringContaining('The last 4 rows (rows 6 to 9)'),
    })
    expect((await inspect(`${text}Only Name,,\nTotal: 3,,\n`)).notices.at(-1)).toMatchObject({ code: 'file.footer', line: 5 })
    for (const contact of ['Total Wine,+12025550125,Oslo', 'Tota Lee,,', 'Summer Day,,Rome'])
      expect(codesOf(await inspect(`${text}${contact}\n`)), contact).not.toContain('file.footer')
  })

  it('names the lines of letters in another encoding, and reads both with its remedy', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`Name,City\n${'José,Málaga\n'.repeat(10)}`),
      iconv.encode('Müller,Köln\n', 'windows-1252'),
      Buffer.from('Zoë,Paris\n'),
    ])
    const [, mixed] = (await inspect(bytes)).notices
    expect(mixed).toMatchObject({ code: 'file.undecodable', line: 12, message: expect.stringContaining('in row 12') })
    const remedied = await inspect(bytes, mixed?.remedy?.change as Partial<DialectChoice>)
    expect(remedied.notices).toEqual([])
    expect(remedied.rows.slice(-2).map(({ cells }) => cells[0])).toEqual(['Müller', 'Zoë'])
  })

  it('shows names as it reads them where the encoding is a guess', async () => {
    expect((await inspect(iconv.encode('Name\nJürgen Großmann\n', 'windows-1252'))).notices[0]?.message).toContain('Jürgen, Großmann')
  })

  it('refuses what is not a table, naming the format and saying what to do', async () => {
    const cases: [Buffer | string, string][] = [
      [zipBytes([{ name: '[Content_Types].xml', content: '<Types/>' }]), '.xlsx'],
      [zipBytes([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true }]), '.ods'],
      [zipBytes([{ name: 'Index/Document.iwa', content: 'x' }]), '.numbers'],
      [Buffer.concat([Buffer.from('7z\xBC\xAF\x27\x1C', 'latin1'), Buffer.alloc(20)]), '.7z'],
      [Buffer.from('D0CF11E0A1B11AE1', 'hex'), '.xls'],
      ['%PDF-1.7\n...', 'PDF'],
      [Buffer.from('89504E470D0A1A0A0000', 'hex'), 'PNG'],
      [Buffer.from('FFD8FFE000104A46', 'hex'), 'JPEG'],
      ['\uFEFF<html><table><tr>', 'HTML'],
      ['[{"name": "Ana"}]', 'JSON'],
      [Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256)), 'not a text file'],
      // Plain rows to which a program added others in UTF-16.
      [
        Buffer.concat([Buffer.from('Name,City\n' + 'Ann Lee,Austin\n'.repeat(50)), Buffer.from('Bob Ray,Boston\n'.repeat(50), 'utf16le')]),
        'not a text file',
      ],
    ]
    for (const [content, words] of cases) {
      const error = await inspect(content).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error, words).toMatchObject({
        code: 'file.binary',
        message: expect.stringContaining(words),
        hint: expect.stringMatching(/CSV/),
      })
    }
  })

  it('says in words what else is wrong with a file', async () => {
    const choice = dialectChoiceSchema.parse({})
    await expect(inspectFile(join(folder, 'missing.csv'), choice)).rejects.toMatchObject({ code: 'file.not_found' })
    await expect(inspectFile(folder, choice)).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('folder') })
    for (const blank of ['', '\uFEFF', ' \r\n\n']) await expect(inspect(blank)).rejects.toMatchObject({ code: 'file.empty' })
    for (const header of ['Name,Phone', 'Name,Phone\r\n\r\n'])
      await expect(inspect(header)).rejects.toMatchObject({ code: 'file.header_only' })
    await expect(inspect(`${','.repeat(5_000)}\n1\n`)).rejects.toMatchObject({
      code: 'file.unreadable',
      message: expect.stringContaining('5001 columns'),
    })
    expect((await inspect(`${'a,'.repeat(4_999)}a\n${'1,'.repeat(4_999)}1\n`)).columns).toHaveLength(5_000)
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('says when a file may not be read', async () => {
    const path = await fileOf('a,b\n1,2\n')
    await chmod(path, 0o000)
    await expect(inspectFile(path, dialectChoiceSchema.parse({}))).rejects.toMatchObject({ code: 'file.unreadable' })
  })

  it('ends with an inspection or a clear error for any bytes', async () => {
    const text = fc
      .string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', 'é', '\t', '|', "'", '\0', '\uFEFF') })
      .map((value) => Buffer.from(value))
    const bytes = fc.oneof(
      text,
      fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.boolean(), async (content, header) => {
        try {
          const inspection = await inspect(content, { header })
          expect(inspectionSchema.safeParse(inspection).success).toBe(true)
          expect(inspection.rows.length).toBeGreaterThan(0)
          expect(new Set(inspection.columns.map(({ name }) => name)).size).toBe(inspection.columns.length)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          expect(error.code).toMatch(/^file\./)
        }
      }),
      { numRuns: portion(300) },
    )
  })
})
