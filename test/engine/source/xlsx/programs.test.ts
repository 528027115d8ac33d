import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isXlsx } from '../../../../src-main/engine/source/xlsx/is-xlsx.ts'
import { inspect, rowsOf } from './xlsx-rows.ts'

const fixtures = resolve(import.meta.dirname, '../../../fixtures/xlsx')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
  await cp(fixtures, folder, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

const first = [
  'Zoë Müller',
  '(555) 123-4567',
  '02134',
  '2024-03-12',
  '2024-03-12 14:05',
  '09:30',
  '36:15:00',
  '1234.5',
  '0.075',
  'TRUE',
  '3',
  '#N/A',
  'first line\nsecond line',
]
const second = ['王小明', '+44 7911 123456', '01234-5678', '', '', '', '', '0.3', '', '', '', '']
const third = ['Row five', '490151123456789', ...Array.from({ length: 11 }, () => '')]

describe('a workbook as other programs write it', () => {
  it.each(['xlsxwriter', 'libreoffice', 'gnumeric', 'exceljs', 'sheetjs', 'openpyxl'])(
    '%s: texts, dates, numbers, results and errors of formulas',
    async (program) => {
      const path = join(folder, `${program}.xlsx`)
      expect(await isXlsx(path)).toBe(true)
      const rows = await rowsOf(path)
      expect(rows.map(({ line }) => line)).toEqual([2, 3, 5])
      // openpyxl works out no formulas.
      expect(rows[0]?.cells).toEqual(program === 'openpyxl' ? first.with(10, '') : first)
      expect(rows[0]?.marks).toEqual(program === 'openpyxl' ? ['cell_error', 'no_value'] : ['cell_error'])
      expect(rows[1]?.cells.slice(0, 12)).toEqual(second)
      // Some write a text that looks like an escape as it is: to every reader it is one.
      expect(rows[1]?.cells[12]).toBe(
        ` spaces & <marks> ${['xlsxwriter', 'libreoffice', 'gnumeric'].includes(program) ? '_x000D_' : '\r'} "quoted" `,
      )
      expect(rows[2]?.cells).toEqual(third)
      const without = await rowsOf(path, { hiddenRows: 'leave_out' })
      expect(without.map(({ line }) => line)).toEqual([2, 3])

      const { sheets, notices } = await inspect(path)
      // Converted, a sheet with a chart becomes one without cells; and Gnumeric's converter shows hidden sheets.
      expect(sheets?.slice(0, 3)).toEqual([
        { name: 'Contacts', rows: 4, isHidden: false },
        { name: 'Verborgen ✓', rows: 2, isHidden: program !== 'gnumeric' },
        { name: 'Empty', rows: 0, isHidden: false },
      ])
      const codes = notices.map(({ code }) => code)
      expect(codes).toContain('file.hidden_rows')
      expect(codes).toContain('file.cell_errors')
      expect(codes.includes('file.formulas_without_value')).toBe(program === 'openpyxl' || program === 'xlsxwriter')
      expect(codes.includes('file.formulas_not_calculated')).toBe(program === 'xlsxwriter')

      expect((await rowsOf(path, { sheet: ' verborgen ✓' })).map(({ cells }) => cells)).toEqual([['Hidden', '1']])
      await expect(inspect(path, { sheet: 'Empty' })).rejects.toMatchObject({
        code: 'file.empty',
        message: 'The sheet "Empty" has no rows.',
      })
      await expect(inspect(path, { sheet: 'Leads' })).rejects.toMatchObject({
        code: 'recipe.misfit',
        hint: expect.stringContaining('"Contacts", "Verborgen ✓", "Empty"'),
      })
    },
  )

  it('titles, merged names, a filter, hidden columns and dates from 1904', async () => {
    const path = join(folder, 'layout-1904.xlsx')
    const { dialect, columns, rows, notices } = await inspect(path, { skipLines: 'auto' })
    expect(dialect).toMatchObject({ format: 'xlsx', sheet: 'Liste', skipLines: 3 })
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Name (2)', 'Phone', 'Since', 'Secret'])
    expect(rows[0]).toEqual({ line: 5, cells: ['Ana', 'Smith', '+15551234567', '2024-03-12', 'x'] })
    expect(rows.at(-1)).toEqual({ line: 9, cells: ['', 'Doe', '+15551234571', '', ''] })
    const said = Object.fromEntries(notices.map(({ code, message }) => [code, message]))
    expect(said['file.hidden_rows']).toBe('1 row is hidden in the workbook, by a filter, first row 6; it is read like the others.')
    expect(said['file.hidden_columns']).toContain('"Secret"')
    expect(said['file.merged_cells']).toContain('A8:A9')
    expect((await rowsOf(path, { skipLines: 3, hiddenRows: 'leave_out' })).map(({ line }) => line)).toEqual([5, 7, 8, 9])
  })
})
