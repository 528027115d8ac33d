import fc from 'fast-check'
import iconv from 'iconv-lite'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { raggedIssue } from '../../../../src-main/engine/source/table/ragged-issue.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import {
  type DialectChoice,
  dialectChoiceSchema,
  inspectionSchema,
  type SourceRow,
} from '../../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../../helpers/portion.ts'

let folder = ''
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-vcard-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Buffer, choice: Partial<DialectChoice> = {}) {
  const path = join(folder, `${fileCount++}.vcf`)
  await writeFile(path, content)
  const inspection = await inspectFile(path, dialectChoiceSchema.parse(choice))
  expect(inspectionSchema.parse(inspection)).toEqual(inspection)
  const rows: SourceRow[] = []
  for await (const batch of readRows(path, inspection.dialect)) rows.push(...batch.rows)
  const names = inspection.columns.map(({ name }) => name)
  const contacts = rows.map(({ cells }) => Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))))
  return { inspection, rows, names, contacts }
}

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

describe('contact cards', () => {
  it('of a phone become a row each, with a column for each kind of value, the mobile number first', async () => {
    const { inspection, names, contacts } = await read(
      card(
        'VERSION:3.0',
        'PRODID:-//Apple Inc.//iOS 17.0//EN',
        'N:Müller;Jürgen;Karl;Dr.;',
        'FN:Dr. Jürgen Müller',
        'ORG:Müller\\, Söhne & Co;Vertrieb;',
        'TEL;type=WORK;type=VOICE:+49 30 1234',
        'TEL;type=HOME:030 55',
        'TEL;type=CELL;type=VOICE:+49 160 1',
        'TEL;type=CELL;type=pref:+49 160 2',
        'item1.TEL:+49 171 3',
        'item1.X-ABLabel:_$!<Mobile>!$_',
        'item2.TEL:0800',
        'item2.X-ABLabel:Ferienhaus',
        'TEL;TYPE=WORK,FAX:030 99',
        'EMAIL;type=INTERNET;type=HOME:j@example.de',
        'EMAIL;type=INTERNET;type=WORK;type=pref:work@example.de',
        'item3.ADR;type=HOME:;;Am Markt 1;Köln;NRW;50667;Germany',
        'BDAY:19850412',
        'NOTE:First line\\nsecond\\, line',
        'CATEGORIES:friends,vip',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAA',
        ' SUkqAAgAAAA=',
        'UID:abc-1',
        'REV:2024-01-01T00:00:00Z',
      ) + card('VERSION:3.0', 'FN:Bo', 'N:;Bo;;;', 'TEL;TYPE=cell:+12025550123'),
    )
    expect(names.slice(0, 13)).toEqual([
      'Full name',
      'First name',
      'Last name',
      'Middle name',
      'Name prefix',
      'Phone (mobile)',
      'Phone (mobile) 2',
      'Phone (mobile) 3',
      'Phone (home)',
      'Phone (work)',
      'Phone (Ferienhaus)',
      'Fax',
      'Email',
    ])
    expect(contacts[0]).toEqual({
      'Full name': 'Dr. Jürgen Müller',
      'First name': 'Jürgen',
      'Last name': 'Müller',
      'Middle name': 'Karl',
      'Name prefix': 'Dr.',
      Company: 'Müller, Söhne & Co',
      Department: 'Vertrieb',
      'Phone (mobile)': '+49 160 2',
      'Phone (mobile) 2': '+49 160 1',
      'Phone (mobile) 3': '+49 171 3',
      'Phone (home)': '030 55',
      'Phone (work)': '+49 30 1234',
      'Phone (Ferienhaus)': '0800',
      Fax: '030 99',
      Email: 'work@example.de',
      'Email 2': 'j@example.de',
      Address: 'Am Markt 1, Köln, NRW 50667, Germany',
      Street: 'Am Markt 1',
      City: 'Köln',
      State: 'NRW',
      'Postal code': '50667',
      Country: 'Germany',
      Birthday: '1985-04-12',
      Note: 'First line\nsecond, line',
      Categories: 'friends, vip',
      UID: 'abc-1',
    })
    expect(contacts[1]).toEqual({ 'Full name': 'Bo', 'First name': 'Bo', 'Phone (mobile)': '+12025550123' })
    expect(inspection.dialect).toMatchObject({ format: 'vcard', header: true })
    expect(inspection.notices).toEqual([])
  })

  it('are recognised by the mapping: the mobile number to match by, then the other ones', async () => {
    const { inspection } = await read(
      Array.from({ length: 5 }, (_, n) =>
        card(
          'VERSION:3.0',
          `FN:Ana ${n}`,
          `TEL;TYPE=CELL:+1202555012${n}`,
          `TEL;TYPE=HOME:+1202555022${n}`,
          `EMAIL:a${n}@example.com`,
          'CATEGORIES:vip',
          'NOTE:x',
          'X-SPOUSE:Bo',
        ),
      ).join(''),
    )
    const { recipe } = suggestRecipe({
      kind: 'contacts',
      columns: inspection.columns,
      rows: inspection.rows,
      account: { country: 'US', customFields: [] },
    })
    expect(recipe.match).toMatchObject({ by: 'phone', column: 'Phone (mobile)', otherColumns: ['Phone (home)'] })
    expect(recipe.fields.map(({ to, from }) => [to, from])).toEqual([
      ['name', ['Full name']],
      ['email', ['Email']],
      ['tags', ['Categories']],
      ['notes', ['Note']],
    ])
  })

  it('of version 2.1 have quoted-printable texts, character sets, pictures over many lines, and no full name', async () => {
    const { contacts, inspection } = await read(
      Buffer.concat([
        Buffer.from(
          card(
            'VERSION:2.1',
            'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=81lvarez;Jos=',
            '=C3=A9;;;',
            'TEL;CELL;PREF:5550100',
            'TEL;WORK;FAX:555',
            'PHOTO;ENCODING=BASE64;JPEG:',
            ' /9j/4AAQSkZJRg',
            'abc+/=',
            '',
            'NOTE;ENCODING=QUOTED-PRINTABLE:M=FCller=0D=0AZwei',
            'ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;Calle 1=2C bajo;Madrid;;28001;Espa=F1a',
          ),
        ),
        iconv.encode(card('VERSION:2.1', 'N;CHARSET=ISO-8859-1:Núñez;Ana', 'TEL;CELL:1'), 'latin1'),
      ]),
    )
    expect(contacts).toEqual([
      {
        'Full name': 'José Álvarez',
        'First name': 'José',
        'Last name': 'Álvarez',
        'Phone (mobile)': '5550100',
        Fax: '555',
        Note: 'Müller\r\nZwei',
        Address: 'Calle 1, bajo, Madrid 28001, España',
        Street: 'Calle 1, bajo',
        City: 'Madrid',
        'Postal code': '28001',
        Country: 'España',
      },
      { 'Full name': 'Ana Núñez', 'First name': 'Ana', 'Last name': 'Núñez', 'Phone (mobile)': '1' },
    ])
    expect(inspection.rows.every(({ marks }) => marks === undefined)).toBe(true)
    // The second byte of the first character is a backslash.
    expect((await read(iconv.encode(card('VERSION:2.1', 'N;CHARSET=SHIFT_JIS:表;太郎', 'TEL;CELL:2'), 'shift_jis'))).contacts).toEqual([
      { 'Full name': '太郎 表', 'First name': '太郎', 'Last name': '表', 'Phone (mobile)': '2' },
    ])
  })

  it('of version 4.0 have addresses of numbers, quoted types and folds within letters', async () => {
    const text = Buffer.from(
      card(
        'VERSION:4.0',
        'FN:Zoë van der Lange',
        'TEL;VALUE=uri;PREF=1;TYPE="cell,voice":tel:+1-202-555-0123;ext=7',
        'EMAIL;PREF=1:mailto:z@example.com',
        'BDAY:--0412',
        'IMPP:xmpp:z@example.com',
        'NOTE:a\\;b\\\\c',
      ),
    )
    const at = text.indexOf(0xc3) + 1
    const { contacts } = await read(Buffer.concat([text.subarray(0, at), Buffer.from('\r\n '), text.subarray(at)]))
    expect(contacts).toEqual([
      {
        'Full name': 'Zoë van der Lange',
        'Phone (mobile)': '+1-202-555-0123 ext. 7',
        Email: 'z@example.com',
        Birthday: '--0412',
        'Instant message': 'xmpp:z@example.com',
        Note: 'a;b\\c',
      },
    ])
  })

  it('are read in UTF-16, with line ends of any kind, packed, and in capitals or small letters', async () => {
    const text = 'begin:vcard\rversion:3.0\rfn:Zoë\rtel;type=cell:+1\rend:vcard\r'
    for (const content of [
      iconv.encode(text, 'utf-16le', { addBOM: true }),
      iconv.encode(text, 'utf-16be'),
      Buffer.from(`\uFEFF\n${text.replaceAll('\r', '\n')}`),
      gzipSync(text),
      iconv.encode(text, 'windows-1252'),
    ]) {
      expect((await read(content)).contacts).toEqual([{ 'Full name': 'Zoë', 'Phone (mobile)': '+1' }])
    }
  })

  it('that are cut or in each other are rows all the same, with an issue', async () => {
    const { inspection, rows } = await read(
      `${card('FN:Ana', 'TEL:1')}BEGIN:VCARD\r\nFN:Bo\r\n${card('FN:Cy', 'AGENT:', 'BEGIN:VCARD', 'FN:Dee', 'END:VCARD', 'TEL:3')}stray line\r\nBEGIN:VCARD\r\nFN:Ed\r\nTEL:+12`,
    )
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'Ana'],
      [5, 'Bo'],
      [10, 'Dee'],
      [7, 'Cy'],
      [16, 'Ed'],
    ])
    expect(rows.map((row) => raggedIssue(row, inspection.columns, inspection.dialect)?.code ?? null)).toEqual([
      null,
      'row.cut_card',
      null,
      null,
      'row.cut_card',
    ])
    expect(inspection.notices.map(({ code, line }) => [code, line])).toEqual([
      ['file.outside_cards', null],
      ['file.cut_card', 5],
    ])
  })

  it('keep lines that nobody folded with the value before them', async () => {
    expect((await read(card('FN:Ana', 'NOTE:one', 'two words', 'TEL:1'))).contacts).toEqual([
      { 'Full name': 'Ana', Note: 'one\ntwo words', Phone: '1' },
    ])
  })

  it('give as many rows as there are cards, the same ones each time, whatever happened to the file', async () => {
    const piece = fc.constantFrom(
      'BEGIN:VCARD\r\n',
      'END:VCARD\r\n',
      'FN:Ana\r\n',
      'N:a;b\r\n',
      'TEL;CELL:1\r\n',
      'NOTE;ENCODING=QUOTED-PRINTABLE:=C3=\r\n',
      '=A9\r\n',
      ' folded\r\n',
      'PHOTO;ENCODING=B:\r\n',
      'AAAA\r\n',
      ';;:\r\n',
      'AGENT:\r\n',
      '\r\n',
      '\x01',
      ':',
      '"',
      '\\',
      '\xFF',
      '\r',
      '\n',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const content = Buffer.from(`BEGIN:VCARD\r\nFN:First\r\n${pieces.join('')}`, 'latin1')
        const begins = content
          .toString('latin1')
          .split(/\r\n|\r|\n/)
          .filter((line) => /^begin:\s*vcard$/i.test(line.trim()))
        try {
          const { rows, inspection } = await read(content)
          expect(rows).toHaveLength(begins.length)
          expect(rows.slice(0, 100)).toEqual(inspection.rows)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      }),
      { numRuns: portion(60) },
    )
  })

  it('of many contacts with pictures are read in pieces', async () => {
    const picture = `PHOTO;ENCODING=b:${'A'.repeat(300)}`
    const text = Array.from({ length: 8_000 }, (_, n) => card('VERSION:3.0', `FN:Contact ${n}`, `TEL;TYPE=CELL:+1${n}`, picture)).join('')
    const { rows, inspection } = await read(text)
    expect([rows.length, rows.at(-1)?.cells[0], inspection.rows.length]).toEqual([8_000, 'Contact 7999', 100])
  })
})
