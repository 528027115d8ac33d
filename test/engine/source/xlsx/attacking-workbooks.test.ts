import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oddZip } from './odd-zip.ts'
import { cellsOf, inspect, written } from './xlsx-rows.ts'
import { textRow, type WorkbookParts } from './workbook-bytes.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-attacks-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function leftOf(workbook: WorkbookParts, expected: RegExp): Promise<string[]> {
  const path = await written(folder, workbook)
  await expect(inspect(path)).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringMatching(expected) as string })
  return (await readdir(folder)).filter((name) => !path.endsWith(name))
}

const shared = (line: number, count: number) => `<row r="${line}">${'<c t="s"><v>0</v></c>'.repeat(count)}</row>`

describe('a small workbook that would become a huge one', () => {
  it('by a long blank text that many cells share is refused as well', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => shared(at + 1, 10)).join('')
    expect(await leftOf({ sheets: [{ rows }], shared: [`<t xml:space="preserve">${' '.repeat(1_000_000)}</t>`] }, /far more text/)).toEqual(
      [],
    )
  })

  it('by sheets that name one part is refused', async () => {
    const sheets = Array.from({ length: 5_000 }, (_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`).join('')
    const xml = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets}</sheets></workbook>`
    expect(
      await leftOf(
        { sheets: [{ rows: textRow(1, ['Name', 'Phone']) + textRow(2, ['Ada', '1']) }], parts: { 'xl/workbook.xml': xml } },
        /damaged/,
      ),
    ).toEqual([])
  })

  it('by many parts that each say they unpack to just what one may is refused', async () => {
    const path = join(folder, 'parts.xlsx')
    await writeFile(path, oddZip(Array.from({ length: 4 }, (_, at) => ({ name: `xl/part${at}.xml`, saidBytes: 70 * 1024 * 1024 }))))
    await expect(inspect(path)).rejects.toMatchObject({
      code: 'file.unreadable',
      message: expect.stringMatching(/unpacks to far more/) as string,
    })
  })
})

it('a number format of a million zeros leaves numbers as they are', async () => {
  const rows =
    textRow(1, ['Name', 'Number']) + '<row r="2"><c r="A2" t="inlineStr"><is><t>Ada</t></is></c><c r="B2" s="1"><v>5</v></c></row>'
  expect(await cellsOf(folder, { sheets: [{ rows }], formats: ['0'.repeat(1_000_000)] })).toEqual([
    ['Name', 'Number'],
    ['Ada', '5'],
  ])
})

describe('days', () => {
  const dated = (workbookXml: string): WorkbookParts => ({
    sheets: [
      {
        rows: `${textRow(1, ['Name', 'Consented'])}<row r="2"><c r="A2" t="inlineStr"><is><t>Ada</t></is></c><c r="B2" s="1"><v>45000</v></c></row>`,
      },
    ],
    formats: [14],
    workbookXml,
  })
  const x15 = 'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"'

  it.each([
    ['of the workbook itself', '<workbookPr date1904="1"/>', '2027-03-16'],
    [
      'of the workbook, whatever an extension says after it',
      `<workbookPr date1904="1"/><extLst><ext ${x15}><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>`,
      '2027-03-16',
    ],
    ['not of an extension', `<workbookPr/><extLst><ext ${x15}><x15:workbookPr date1904="1"/></ext></extLst>`, '2023-03-15'],
    [
      'not of an extension that has no prefix',
      '<workbookPr/><extLst><ext><workbookPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" date1904="1"/></ext></extLst>',
      '2023-03-15',
    ],
    ['not of an extension where the workbook says nothing', `<x15:workbookPr ${x15} date1904="1"/>`, '2023-03-15'],
  ])('count from 1904 by the word %s', async (_, workbookXml, day) => {
    expect((await cellsOf(folder, dated(workbookXml)))[1]).toEqual(['Ada', day])
  })
})
