import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raggedIssue } from '../../../../src-main/engine/source/table/ragged-issue.ts'
import type { FileNotice } from '../../../../src-main/engine/model/files/source-schema.ts'
import { inspect, written } from './xlsx-rows.ts'
import { textRow, type SheetParts } from './workbook-bytes.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function noticeOf(
  code: string,
  sheet: SheetParts,
  choice: Record<string, unknown> = {},
  workbookXml = '',
): Promise<FileNotice | undefined> {
  const { notices } = await inspect(await written(folder, { sheets: [sheet], workbookXml }), choice)
  return notices.find((notice) => notice.code === code)
}

const header = textRow(1, ['Name', 'Phone', 'Note'])
const hidden = (line: number) => textRow(line, [`Row ${line}`, '1', 'x']).replace('<row', '<row hidden="1"')

describe('what a sheet does not show', () => {
  it('hidden rows: how many have anything in them, where, and a way to leave them out', async () => {
    const rows = `${header}${hidden(2)}${textRow(3, ['Ana', '1', 'x'])}<row r="4" hidden="true"/>${textRow(5, ['Bo', '2', '']).replace('<row', '<row ht="0" customHeight="1"')}`
    expect(await noticeOf('file.hidden_rows', { rows })).toEqual({
      code: 'file.hidden_rows',
      line: 2,
      message: '2 rows are hidden in the workbook, first row 2; they are read like the others.',
      hint: 'Leave them out if only what the workbook shows is to be imported.',
      remedy: { label: 'Leave hidden rows out', change: { hiddenRows: 'leave_out' } },
    })
    expect(await noticeOf('file.hidden_rows', { rows }, { hiddenRows: 'leave_out' })).toMatchObject({
      message: expect.stringMatching(/they are left out\.$/),
      remedy: { change: { hiddenRows: 'read' } },
    })
    expect(await noticeOf('file.hidden_rows', { rows: header + textRow(2, ['Ana']) })).toBeUndefined()
    await expect(
      inspect(await written(folder, { sheets: [{ rows: header + hidden(2) }] }), { hiddenRows: 'leave_out' }),
    ).rejects.toMatchObject({ code: 'file.header_only' })
  })

  it('thousands of hidden rows, before the first that is shown', async () => {
    const rows = header + Array.from({ length: 6_000 }, (_, at) => hidden(at + 2)).join('') + textRow(6_002, ['Shown', '2', ''])
    const path = await written(folder, { sheets: [{ rows }] })
    expect((await inspect(path, { hiddenRows: 'leave_out' })).rows).toEqual([{ line: 6_002, cells: ['Shown', '2', ''] }])
    expect((await inspect(path)).rows).toHaveLength(100)
  })

  it('hidden columns by their names, if anything is in them', async () => {
    const before = '<cols><col min="2" max="3" width="9" hidden="1"/><col min="4" max="16384" hidden="1"/></cols>'
    expect((await noticeOf('file.hidden_columns', { before, rows: header + textRow(2, ['Ana', '1', '']) }))?.message).toBe(
      'A column is hidden in the workbook: "Phone".',
    )
    expect(await noticeOf('file.hidden_columns', { before, rows: header + textRow(2, ['Ana', '', '']) })).toBeUndefined()
  })
})

describe('merged cells', () => {
  const merged = (...areas: string[]) => `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`

  it('are counted among the rows of data, not above them', async () => {
    const rows = textRow(1, ['Title']) + textRow(2, ['Name', 'Phone']) + textRow(3, ['Ana', '1']) + textRow(4, ['', '2'])
    const areas = merged('A1:C1', 'A3:A4', 'B9:B12')
    expect((await noticeOf('file.merged_cells', { rows, after: areas }, { skipLines: 1 }))?.message).toBe(
      '2 groups of cells are merged in the rows: A3:A4, B9:B12. The value belongs to the first cell; the others are blank.',
    )
    expect(await noticeOf('file.merged_cells', { rows, after: merged('A1:C1') }, { skipLines: 1 })).toBeUndefined()
  })

  it('are counted in full when there are thousands', async () => {
    const rows = header + textRow(2, ['Ana', '1', ''])
    const areas = Array.from({ length: 5_000 }, (_, at) => `A${at * 2 + 2}:A${at * 2 + 3}`)
    expect((await noticeOf('file.merged_cells', { rows, after: merged(...areas) }))?.message).toContain('5,000 groups of cells')
  })

  it('in the header give their name to each of their columns, also from the row above', async () => {
    const rows = textRow(1, ['Contact', '', 'Phones', '']) + textRow(2, ['', 'Nick', 'Home', 'Mobile']) + textRow(3, ['Ana', 'A', '1', '2'])
    const sheet = { rows, after: merged('A1:A2', 'C1:D1') }
    const second = await inspect(await written(folder, { sheets: [sheet] }), { skipLines: 1 })
    expect(second.columns.map(({ name }) => name)).toEqual(['Contact', 'Nick', 'Home', 'Mobile'])
    const first = await inspect(await written(folder, { sheets: [sheet] }))
    expect(first.columns.map(({ name }) => name)).toEqual(['Contact', 'Column 2', 'Phones', 'Phones (2)'])
    expect(first.notices.find(({ code }) => code === 'file.merged_header')).toMatchObject({ line: 1, remedy: { change: { skipLines: 1 } } })
  })

  it('over the whole table are a title, not its columns’ name', async () => {
    const rows = textRow(1, ['Everybody', '', '']) + textRow(2, ['Name', 'Phone', 'Note']) + textRow(3, ['Ana', '1', 'x'])
    const { columns } = await inspect(await written(folder, { sheets: [{ rows, after: merged('A1:C1') }] }))
    expect(columns.map(({ name }) => name)).toEqual(['Everybody', 'Column 2', 'Column 3'])
  })
})

describe('formulas', () => {
  const row = (cells: string) => `${header}<row r="2">${cells}</row>`

  it('without a result are said, in all and in their row, and never silently blank', async () => {
    const rows = row('<c r="A2" t="str"><f>B2</f></c><c r="B2"><f>1+1</f><v></v></c><c r="C2" t="str"><f>""</f><v></v></c>')
    expect((await noticeOf('file.formulas_without_value', { rows }))?.message).toBe(
      '2 cells have formulas whose results are not in the file, first A2; they are read as blank.',
    )
    const inspection = await inspect(await written(folder, { sheets: [{ rows }] }))
    expect(inspection.rows[0]).toEqual({ line: 2, cells: ['', '', ''], marks: ['no_value'] })
    expect(raggedIssue(inspection.rows[0] ?? { line: 0, cells: [] }, inspection.columns, inspection.dialect)).toMatchObject({
      code: 'row.no_value',
      severity: 'warning',
      line: 2,
    })
  })

  it('that nobody has worked out yet are said', async () => {
    const rows = row('<c r="A2"><f>1+1</f><v>0</v></c>')
    expect((await noticeOf('file.formulas_not_calculated', { rows }, {}, '<calcPr fullCalcOnLoad="1"/>'))?.message).toContain('first A2')
    expect(await noticeOf('file.formulas_not_calculated', { rows })).toBeUndefined()
  })

  it('that failed show their error, with an issue that names the column', async () => {
    const rows = row('<c r="A2" t="str"><v>Ana</v></c><c r="B2" t="e"><f>NA()</f><v>#N/A</v></c>')
    expect((await noticeOf('file.cell_errors', { rows }))?.message).toBe('A cell shows an error such as #N/A instead of a value, first B2.')
    const inspection = await inspect(await written(folder, { sheets: [{ rows }] }))
    expect(raggedIssue(inspection.rows[0] ?? { line: 0, cells: [] }, inspection.columns, inspection.dialect)).toMatchObject({
      code: 'row.cell_error',
      column: 'Phone',
      value: '#N/A',
    })
  })
})
