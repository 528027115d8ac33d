import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isXlsx } from '../../../../src-main/engine/source/xlsx/is-xlsx.ts'
import { cellsOf, inspect, rowsOf, written } from './xlsx-rows.ts'
import { sheetXml, textRow, workbookBytes, type WorkbookParts } from './workbook-bytes.ts'
import { oddZip } from './odd-zip.ts'
import { workbookEntries } from './workbook-bytes.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

const cells = (workbook: WorkbookParts | Buffer) => cellsOf(folder, workbook)
const sheetOf = (rows: string) => ({ sheets: [{ rows }] })

describe('the texts of a workbook', () => {
  it('puts rich text together and leaves out the readings of names', async () => {
    const shared = [
      '<t>plain</t>',
      '<r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and not</t></r>',
      '<t>課きく</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/>',
      '<t/>',
      '<t xml:space="preserve">  kept  </t>',
      '<t>a &amp; b &lt;c&gt; &#228;&#x1F48A; <![CDATA[<&>]]></t>',
      '<t>one_x000D_\ntwo _x005F_x0041_ _x0041_ _xZZZZ_</t>',
    ]
    const rows = `<row r="1">${shared.map((_, at) => `<c r="${'ABCDEFG'[at]}1" t="s"><v>${at}</v></c>`).join('')}</row>`
    expect(await cells({ sheets: [{ rows }], shared })).toEqual([
      ['plain', 'bold and not', '課きく', '', '  kept  ', 'a & b <c> ä💊 <&>', 'one\r\ntwo _x0041_ A _xZZZZ_'],
    ])
  })

  it('reads texts in the cells themselves, with and without a type', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>rich</t></r><r><t>er</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c><c r="B1"><is><t>untyped</t></is></c>' +
      '<c r="C1" t="str"><v>formula text</v></c><c r="D1" t="inlineStr"><v>odd</v></c><c r="E1" t="s"/><c r="F1" t="inlineStr"/><c r="G1"><v/></c><c r="H1" t="b"><v>0</v></c></row>'
    expect(await cells(sheetOf(rows))).toEqual([['richer', 'untyped', 'formula text', 'odd', '', '', '', 'FALSE']])
  })

  it('refuses a workbook whose shared texts are missing, rather than to read them as blank', async () => {
    const rows = '<row r="1"><c r="A1" t="s"><v>3</v></c></row>'
    await expect(cells(sheetOf(rows))).rejects.toMatchObject({ code: 'file.unreadable' })
    await expect(cells({ sheets: [{ rows }], shared: ['<t>only</t>'] })).rejects.toMatchObject({ code: 'file.unreadable' })
  })

  it('gives a hundred thousand different texts in any order', async () => {
    const count = 100_000
    const shared = Array.from(
      { length: count },
      (_, at) => `<t>${'a long text to fill the memory, so that it has to move to the drive: '.repeat(2)}${at}</t>`,
    )
    const rows = Array.from(
      { length: 1_000 },
      (_, at) => `<row><c t="s"><v>${(at * 7_919) % count}</v></c><c t="s"><v>${at}</v></c></row>`,
    ).join('')
    const read = await cells({ sheets: [{ rows }], shared })
    const wrong = read.findIndex(([any, next], at) => !any?.endsWith(`: ${(at * 7_919) % count}`) || !next?.endsWith(`: ${at}`))
    expect(read).toHaveLength(1_000)
    expect(wrong).toBe(-1)
  })
})

describe('the places of rows and cells', () => {
  it('counts rows and cells on that do not say where they stand', async () => {
    const path = await written(
      folder,
      sheetOf('<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>'),
    )
    expect(await rowsOf(path, { header: false })).toEqual([
      { line: 1, cells: ['1', '2', '', ''] },
      { line: 5, cells: ['', '', '3', '4'] },
      { line: 6, cells: ['5', '', '', ''] },
    ])
  })

  it('loses no row of a sheet that numbers them wrongly, and no two have one line', async () => {
    const path = await written(
      folder,
      sheetOf(
        '<row r="3"><c r="A3"><v>1</v></c></row><row r="3"><c r="A3"><v>2</v></c></row><row r="1"><c r="A1"><v>3</v></c></row><row r="x"><c><v>4</v></c></row><row r="99999999999"><c><v>5</v></c></row>',
      ),
    )
    expect(await rowsOf(path, { header: false })).toEqual([3, 4, 5, 6, 7].map((line, at) => ({ line, cells: [String(at + 1)] })))
  })

  it('puts cells in their columns whatever their order, and reads lower-case references', async () => {
    expect(await cells(sheetOf('<row r="1"><c r="C1"><v>3</v></c><c r="a1"><v>1</v></c><c r="AB1"><v>28</v></c></row>'))).toEqual([
      ['1', '', '3', ...Array.from({ length: 24 }, () => ''), '28'],
    ])
  })

  it('takes cells that are blank anywhere for blank, not for missing, and passes over blank rows', async () => {
    const path = await written(
      folder,
      sheetOf(
        `${textRow(1, ['Name', 'Phone', 'Note'])}<row r="2"><c r="A2" s="1"/></row>${textRow(3, ['Ana'])}${textRow(4, [' ', '  '])}${textRow(6, ['', '', '', 'beyond the names'])}`,
      ),
    )
    const { columns, rows } = await inspect(path)
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Phone', 'Note', 'Column 4'])
    expect(rows).toEqual([
      { line: 3, cells: ['Ana', '', '', ''] },
      { line: 6, cells: ['', '', '', 'beyond the names'] },
    ])
  })

  it('takes a stray cell far to the right for one cell too many, not for thousands of columns', async () => {
    const path = await written(
      folder,
      sheetOf(
        `${textRow(1, ['Name', 'Phone'])}${textRow(2, ['Ana', '1'])}<row r="3"><c r="A3" t="str"><v>Bo</v></c><c r="XFD3"><v>7</v></c></row>`,
      ),
    )
    const { columns } = await inspect(path)
    expect(columns).toHaveLength(2)
    const rows = await rowsOf(path)
    expect(rows[0]?.cells).toEqual(['Ana', '1'])
    expect(rows[1]?.cells[16_383]).toBe('7')
    await expect(cells(sheetOf('<row r="1"><c r="XFE1"><v>1</v></c></row>'))).resolves.toEqual([['1']])
  })

  it('begins below the rows that are skipped, and says so when nothing is there', async () => {
    const path = await written(folder, sheetOf(`${textRow(1, ['Title'])}${textRow(3, ['Name', 'Phone'])}${textRow(4, ['Ana', '1'])}`))
    expect((await inspect(path, { skipLines: 'auto' })).dialect.skipLines).toBe(2)
    expect(await rowsOf(path, { skipLines: 2 })).toEqual([{ line: 4, cells: ['Ana', '1'] }])
    await expect(inspect(path, { skipLines: 4 })).rejects.toMatchObject({
      code: 'file.empty',
      message: 'The sheet "Sheet1" has no rows below row 4.',
    })
    await expect(inspect(path, { skipLines: 3 })).rejects.toMatchObject({ code: 'file.header_only' })
  })
})

describe('the sheets of a workbook', () => {
  const row = textRow(1, ['Name', 'Phone']) + textRow(2, ['Ana', '1'])

  it('reads the first visible sheet that has rows, and says which others have some', async () => {
    const path = await written(folder, {
      sheets: [{ name: 'Hidden', state: 'hidden', rows: row }, { name: 'Blank' }, { name: '名簿', rows: row }, { name: 'More', rows: row }],
    })
    const { dialect, sheets, notices } = await inspect(path)
    expect(dialect.sheet).toBe('名簿')
    expect(sheets).toEqual([
      { name: 'Hidden', rows: 2, isHidden: true },
      { name: 'Blank', rows: 0, isHidden: false },
      { name: '名簿', rows: 2, isHidden: false },
      { name: 'More', rows: 2, isHidden: false },
    ])
    expect(notices.map(({ code }) => code)).toContain('file.other_sheets')
    expect((await inspect(path, { sheet: 'more' })).notices.map(({ code }) => code)).not.toContain('file.other_sheets')
  })

  it('passes over a cover sheet, but not over a long list of one column', async () => {
    const list = Array.from({ length: 5 }, (_, at) => textRow(at + 1, [`+1202555012${at}`])).join('')
    const sheetRead = async (...sheets: { name: string; rows: string; state?: string }[]) =>
      (await inspect(await written(folder, { sheets }))).dialect.sheet
    const data = { name: 'Data', rows: row }
    expect(await sheetRead({ name: 'Cover', rows: textRow(3, ['Export of 12 March', 'by Ana']) }, data)).toBe('Data')
    expect(await sheetRead({ name: 'Notes', rows: textRow(1, ['Read me']) + textRow(2, ['please']) }, data)).toBe('Data')
    expect(await sheetRead({ name: 'Numbers', rows: list }, data)).toBe('Numbers')
    // Nothing that is hidden is read while something visible could be meant.
    await expect(sheetRead({ name: 'Cover', rows: textRow(1, ['Only names']) }, { ...data, state: 'hidden' })).rejects.toMatchObject({
      code: 'file.header_only',
    })
  })

  it('passes over the list of tables that Numbers puts in front', async () => {
    const { dialect } = await inspect(
      await written(folder, {
        sheets: [
          { name: 'Export Summary', rows: row },
          { name: 'Sheet 1 - Contacts', rows: row },
        ],
      }),
    )
    expect(dialect.sheet).toBe('Sheet 1 - Contacts')
  })

  it('reads a hidden sheet when there is no other, and says so', async () => {
    const { dialect, notices } = await inspect(
      await written(folder, { sheets: [{ name: 'Blank' }, { name: 'Data', state: 'veryHidden', rows: row }] }),
    )
    expect(dialect.sheet).toBe('Data')
    expect(notices.map(({ code }) => code)).toContain('file.hidden_sheet')
  })

  it('says that a workbook without any rows is empty', async () => {
    await expect(inspect(await written(folder, { sheets: [{}, {}] }))).rejects.toMatchObject({ code: 'file.empty' })
    await expect(inspect(await written(folder, { sheets: [] }))).rejects.toMatchObject({ code: 'file.empty' })
  })

  it('finds its parts by absolute, relative and backslashed names, in any case, and without lists of them', async () => {
    const rels = (target: string) =>
      `<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="${target}"/></Relationships>`
    const usual = workbookEntries({ sheets: [{ rows: row }] })
    const renamed = (change: (name: string) => string) => oddZip(usual.map((entry) => ({ ...entry, name: change(String(entry.name)) })))
    for (const workbook of [
      workbookBytes({ sheets: [{ rows: row }], parts: { 'xl/_rels/workbook.xml.rels': rels('/xl/worksheets/sheet1.xml') } }),
      workbookBytes({ sheets: [{ rows: row }], parts: { 'xl/_rels/workbook.xml.rels': rels('./worksheets/../worksheets/Sheet1.XML') } }),
      workbookBytes({ sheets: [{ rows: row }], parts: { 'xl/_rels/workbook.xml.rels': rels('worksheets\\sheet1.xml') } }),
      workbookBytes({ sheets: [{ rows: row }], parts: { 'xl/_rels/workbook.xml.rels': null } }),
      workbookBytes({ sheets: [{ rows: row }], parts: { '_rels/.rels': null, '[Content_Types].xml': null } }),
      renamed((name) => name.replaceAll('/', '\\')),
      renamed((name) => (name.startsWith('xl/w') ? name.toUpperCase() : name)),
      renamed((name) => `/${name}`),
    ]) {
      const path = await written(folder, workbook)
      expect(await isXlsx(path)).toBe(true)
      expect(await rowsOf(path)).toEqual([{ line: 2, cells: ['Ana', '1'] }])
    }
  })
})

describe('the XML of a workbook', () => {
  const expected = [['Zoë', '1']]

  it('is read with prefixes, comments, instructions, a byte order mark, and in UTF-16', async () => {
    const plain = sheetXml({ rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Zoë</t></is></c><c r="B1"><v>1</v></c></row>' })
    const prefixed = plain
      .replaceAll(/<(\/?)([a-z])/gi, '<$1x:$2')
      .replace('xmlns=', 'xmlns:x=')
      .replace('<x:?', '<?')
    for (const xml of [
      plain,
      `\uFEFF${plain}`,
      prefixed,
      plain.replace('<row', '<!-- <row r="9"> --><?odd <row?><row').replace('>Zoë<', '>Z<!-- here -->oë<'),
      Buffer.from(`\uFEFF${plain.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
      Buffer.from(plain.replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    ]) {
      expect(await cells({ sheets: [{ xml }] })).toEqual(expected)
    }
  })

  it('is read in its strict form, with dates that are no numbers', async () => {
    const strict = (xml: string) =>
      xml
        .replaceAll('http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://purl.oclc.org/ooxml/spreadsheetml/main')
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        )
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="d"><v>2024-03-12T14:05:00</v></c><c r="C1" t="d"><v>2024-03-12</v></c></row>'
    const entries = workbookEntries({
      sheets: [{ rows }],
      shared: ['<t>Zoë</t>'],
      formats: [22],
      workbookXml: '<workbookPr dateCompatibility="0"/>',
    })
    expect(await cells(oddZip(entries.map((entry) => ({ ...entry, content: strict(String(entry.content)) }))))).toEqual([
      ['Zoë', '2024-03-12 14:05', '2024-03-12'],
    ])
  })

  it('is refused when it declares entities, is cut off or does not fit together', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/hostname">]>'
    const good = sheetXml({ rows: textRow(1, ['a']) })
    for (const xml of [
      good.replace('<worksheet', `${doctype}<worksheet`),
      good.replace('>a<', '>&b;<'),
      good.slice(0, -20),
      good.replace('</row>', ''),
      sheetXml({ rows: '<c><v>1</v></c>' }),
      sheetXml({ rows: '<row><c><v>1</v></c><row><c><v>2</v></c></row></row>' }),
      sheetXml({ rows: '<row><c><v>1</v><c><v>2</v></c></c></row>' }),
      `${'<a>'.repeat(10_000)}`,
      '',
      'no XML at all',
    ]) {
      await expect(cells({ sheets: [{ xml }] }), xml.slice(0, 100)).rejects.toMatchObject({ code: 'file.unreadable' })
    }
  })

  it('keeps characters that XML forbids, as some programs write them', async () => {
    expect(await cells(sheetOf('<row><c t="str"><v>a\u000Bb&#x1;</v></c></row>'))).toEqual([['a\u000Bb&#x1;']])
  })
})

it('reads a sheet with everything around its rows that Excel writes there', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}"><sheetPr filterMode="1" codeName="Sheet1"><tabColor rgb="FFFF0000"/></sheetPr><dimension ref="A1:D1048576"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="B3" sqref="B3"/></sheetView></sheetViews><sheetFormatPr baseColWidth="10" defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="22.5" bestFit="1" customWidth="1"/></cols><sheetData><row r="1" spans="1:4" s="3" customFormat="1" ht="30" customHeight="1" x14ac:dyDescent="0.25"><c r="A1" s="3" t="s"><v>0</v></c><c r="B1" s="3" t="s"><v>1</v></c><c r="C1" s="3"/><c r="D1" s="3" t="inlineStr"><is><t>Age</t></is></c></row><row r="2" spans="1:4" hidden="1" x14ac:dyDescent="0.25"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>45363</v></c><c r="D2"><f t="shared" ref="D2:D3" si="0">YEAR(TODAY())-YEAR(B2)</f><v>2</v></c></row><row r="3" spans="1:4" x14ac:dyDescent="0.25"><c r="A3" t="str" cm="1"><f t="array" ref="A3" aca="1">_xlfn.CONCAT(A2:A2)</f><v>Ana &amp; Bo</v></c><c r="B3" s="1"/><c r="D3"><f t="shared" si="0"/><v>3</v></c></row><row r="1048576" spans="1:4"><c r="A1048576" s="2"/></row></sheetData><sheetProtection algorithmName="SHA-512" hashValue="x" sheet="1"/><autoFilter ref="A1:D3" xr:uid="{1}"><filterColumn colId="0"><customFilters><customFilter operator="notEqual" val="Ana"/></customFilters></filterColumn></autoFilter><mergeCells count="1"><mergeCell ref="F1:G1"/></mergeCells><phoneticPr fontId="1" type="noConversion"/><conditionalFormatting sqref="A2"><cfRule type="expression" dxfId="0" priority="1"><formula>$B2&gt;1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="A2"><formula1>"a,b"</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><legacyDrawing r:id="rId2"/><tableParts count="1"><tablePart r:id="rId3"/></tableParts><extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><xm:f>1</xm:f><xm:sqref>A1</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst></worksheet>`
  const path = await written(folder, { sheets: [{ xml }], shared: ['<t>Name</t>', '<t>Since</t>', '<t>Ana</t>'], formats: [14, 1, '@'] })
  const { columns, rows, notices } = await inspect(path)
  expect(columns.map(({ name }) => name)).toEqual(['Name', 'Since', 'Column 3', 'Age'])
  expect(rows).toEqual([
    { line: 2, cells: ['Ana', '2024-03-12', '', '2'] },
    { line: 3, cells: ['Ana & Bo', '', '', '3'] },
  ])
  expect(notices.map(({ code }) => code)).toEqual(['file.hidden_rows'])
})

describe('the archive of a workbook', () => {
  const entries = workbookEntries({ sheets: [{ rows: textRow(1, ['Name']) + textRow(2, ['Ana']) }] })

  it('is read when stored or deflated, with sizes behind the contents, and in the large format', async () => {
    for (const options of [{ isStored: true }, { hasDescriptor: true }, { isZip64: true }, { hasDescriptor: true, isZip64: true }]) {
      const path = await written(folder, oddZip(entries.map((entry) => ({ ...entry, ...options }))))
      expect(await rowsOf(path), JSON.stringify(options)).toEqual([{ line: 2, cells: ['Ana'] }])
    }
  })

  it('is refused in words when it is encrypted, packed in an unknown way, or has two parts of one name', async () => {
    const refused = async (bytes: Buffer) =>
      expect(rowsOf(await written(folder, bytes))).rejects.toMatchObject({ code: 'file.unreadable', hint: expect.stringMatching(/save/i) })
    await refused(oddZip(entries.map((entry) => ({ ...entry, isEncrypted: true }))))
    await refused(oddZip(entries.map((entry) => ({ ...entry, method: 99 }))))
    await refused(oddZip([...entries, ...entries]))
  })

  it('is refused when a checksum does not fit, although its XML reads well', async () => {
    const good = oddZip(entries.map((entry) => ({ ...entry, isStored: true })))
    const at = good.indexOf('>Ana<')
    const changed = Buffer.from(good)
    changed.write('>Eva<', at)
    await expect(rowsOf(await written(folder, changed))).rejects.toMatchObject({ code: 'file.unreadable' })
  })

  it('is told from other archives, also when it is cut off', async () => {
    const bytes = workbookBytes({ sheets: [{ rows: textRow(1, ['a']) }] })
    expect(await isXlsx(await written(folder, bytes))).toBe(true)
    const cut = await written(folder, bytes.subarray(0, bytes.length - 30))
    expect(await isXlsx(cut)).toBe(true)
    await expect(inspect(cut)).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('damaged') })
    expect(await isXlsx(await written(folder, oddZip([{ name: 'contacts.csv', content: 'xl/workbook.xml' }])))).toBe(false)
    expect(
      await isXlsx(
        await written(
          folder,
          oddZip([
            {
              name: '_rels/.rels',
              content: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
            },
            { name: 'word/document.xml', content: '<a/>' },
          ]),
        ),
      ),
    ).toBe(false)
    expect(await isXlsx(await written(folder, Buffer.from('Name,Phone\n')))).toBe(false)
  })
})
