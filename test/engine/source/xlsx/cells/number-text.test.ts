import fc from 'fast-check'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoDateText, numberText } from '../../../../../src-main/engine/source/xlsx/cells/number-text.ts'
import { builtInFormat, numberFormat } from '../../../../../src-main/engine/source/xlsx/cells/number-format.ts'
import { plainNumber } from '../../../../../src-main/engine/source/xlsx/cells/plain-number.ts'
import { cellsOf } from '../xlsx-rows.ts'
import { portion } from '../../../../helpers/portion.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

const shown = (value: number | string, code: string) => numberText(String(value), numberFormat(code), false)

describe('plainNumber', () => {
  it.each([
    ['5551234567', '5551234567'],
    ['5.551234567E9', '5551234567'],
    ['123456789012345', '123456789012345'],
    ['1.23456789012345E+14', '123456789012345'],
    ['12345678901234567890', '12345678901234567890'],
    ['0', '0'],
    ['-0', '0'],
    ['007', '7'],
    ['-12', '-12'],
    ['0.30000000000000004', '0.3'],
    ['434.99999999999994', '435'],
    ['56.99999999999999', '57'],
    ['1E-3', '0.001'],
    ['1.5E-7', '0.00000015'],
    ['-2.5e-8', '-0.000000025'],
    ['1E+22', '10000000000000000000000'],
    ['1.2345E+25', '12345000000000000000000000'],
    ['1234.5600', '1234.56'],
    [' 12 ', '12'],
    ['1E+300', '1e+300'],
    ['not a number', 'not a number'],
    ['', ''],
  ])('%s -> %s', (raw, text) => {
    expect(plainNumber(raw)).toBe(text)
  })

  it('keeps whole numbers, and other numbers to their 15th digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(plainNumber(String(value))).toBe(String(value))
      }),
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (value) => {
        const text = plainNumber(String(value))
        expect(Number(text)).toBe(Number.isInteger(value) ? value + 0 : Number(value.toPrecision(15)) + 0)
        if (Math.abs(value) > 1e-20) expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      }),
    )
  })
})

describe('numberText', () => {
  it.each([
    // Dates, in the order in which the world writes them.
    ['m/d/yy', 45363, '2024-03-12'],
    ['dd.mm.yyyy', 45363.9, '2024-03-12'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 45363, '2024-03-12'],
    ['[$-407]d. mmmm yyyy;@', 45363, '2024-03-12'],
    ['yyyy"年"m"月"d"日"', 45363, '2024-03-12'],
    ['[$-411]ge.m.d', 45363, '2024-03-12'],
    ['mmm-yy', 45352, '2024-03-01'],
    ['dd/mm/yyyy hh:mm', 45363.586805555555, '2024-03-12 14:05'],
    ['yyyy-mm-dd hh:mm:ss', 45363.5868634259, '2024-03-12 14:05:05'],
    ['m/d/yy h:mm AM/PM', 45363, '2024-03-12 00:00'],
    // A second before midnight, by the noise of floating point.
    ['yyyy-mm-dd hh:mm', 45362.99999999999, '2024-03-12 00:00'],
    ['h:mm AM/PM', 0.75, '18:00'],
    ['hh:mm:ss', 0.3958449074, '09:30:01'],
    ['mm:ss', 0.00382, '00:05:30'],
    ['[h]:mm', 1.510416666666667, '36:15'],
    ['[h]:mm:ss', 1.510416666666667, '36:15:00'],
    ['[mm]:ss', 0.0625, '01:30:00'],
    ['[h]:mm', -0.5, '-12:00'],
    ['d/m/yyyy', 1, '1900-01-01'],
    ['d/m/yyyy', 59, '1900-02-28'],
    ['d/m/yyyy', 61, '1900-03-01'],
    ['d/m/yyyy', 2958465, '9999-12-31'],
    // No dates at all: the number says more than a wrong day.
    ['d/m/yyyy', 0, '0'],
    ['d/m/yyyy', -5, '-5'],
    ['d/m/yyyy', 2958466, '2958466'],
    ['d/m/yyyy', 5551234567, '5551234567'],
    // Patterns that give lost zeros back, and phone numbers as they are shown.
    ['00000', 2134, '02134'],
    ['00000-0000', 21340001, '02134-0001'],
    ['000-00-0000', 12345678, '012-34-5678'],
    ['(000) 000-0000', 5551234567, '(555) 123-4567'],
    ['[<=9999999]###-####;(###) ###-####', 5551234567, '(555) 123-4567'],
    ['[<=9999999]###-####;(###) ###-####', 1234567, '123-4567'],
    ['0#" "##" "##" "##" "##', 612345678, '06 12 34 56 78'],
    ['0##########', 612345678, '0612345678'],
    ['"0"#', 15112345678, '015112345678'],
    ['\\+0', 4915112345678, '+4915112345678'],
    ['+#', 4915112345678, '+4915112345678'],
    ['"+"General', 4915112345678, '+4915112345678'],
    ['General" EUR"', 1234.5, '1234.5'],
    ['"ID-"00000', 42, 'ID-00042'],
    ['00000', -7, '-7'],
    ['00000', 1.5, '1.5'],
    // Amounts, shares and everything else are numbers.
    ['General', 1234.5, '1234.5'],
    ['0', 5551234567, '5551234567'],
    ['#', 5551234567, '5551234567'],
    ['#,##0', 5551234567, '5551234567'],
    ['#,##0.00 [$€-407]', 1234.5, '1234.5'],
    ['_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-', 1234.5, '1234.5'],
    ['"$"#,##0_);[Red]("$"#,##0)', 1234, '1234'],
    ['0.0%', 0.075, '0.075'],
    ['0.00E+00', 5581990000000, '5581990000000'],
    ['# ?/?', 0.5, '0.5'],
    ['0 "kg"', 12, '12'],
    ['@', 12, '12'],
    ['no " format', 12, '12'],
    ['Standard', 12, '12'],
  ])('%s shows %s as %s', (code, value, text) => {
    expect(shown(value, code)).toBe(text)
  })

  it('knows the formats that have a number only, also those of other languages', () => {
    for (const id of [14, 15, 16, 17, 27, 30, 31, 36, 50, 57, 58, 71, 81])
      expect(numberText('45363', builtInFormat(id), false), String(id)).toBe('2024-03-12')
    for (const id of [18, 19, 20, 21, 32, 33, 55, 75]) expect(numberText('0.75', builtInFormat(id), false), String(id)).toBe('18:00')
    expect(numberText('45363.75', builtInFormat(22), false)).toBe('2024-03-12 18:00')
    expect(numberText('1.5', builtInFormat(46), false)).toBe('36:00:00')
    for (const id of [0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 37, 38, 39, 40, 44, 48, 49])
      expect(numberText('45363', builtInFormat(id), false), String(id)).toBe('45363')
  })

  it('counts days from 1904 where the workbook does', () => {
    expect(numberText('0', numberFormat('yyyy-mm-dd'), true)).toBe('1904-01-01')
    expect(numberText('43901', numberFormat('yyyy-mm-dd'), true)).toBe('2024-03-12')
    expect(numberText('0.25', numberFormat('hh:mm'), true)).toBe('06:00')
  })

  it('gives every day and second back that a number can say', () => {
    const formats = { date: numberFormat('yyyy-mm-dd'), moment: numberFormat('yyyy-mm-dd hh:mm:ss') }
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), fc.integer({ min: 0, max: 86_399 }), fc.boolean(), (day, second, is1904) => {
        const moment = new Date(Date.UTC(1899, 11, 30) + day * 86_400_000 + second * 1000).toISOString()
        fc.pre(!is1904 || day >= 1462)
        const serial = String((is1904 ? day - 1462 : day) + second / 86_400)
        expect(numberText(serial, formats.date, is1904)).toBe(moment.slice(0, 10))
        const [date, clock] = [moment.slice(0, 10), moment.slice(11, 19)]
        expect(numberText(serial, formats.moment, is1904)).toBe(`${date} ${clock.endsWith(':00') ? clock.slice(0, 5) : clock}`)
      }),
    )
  })

  it('never throws, whatever the format says', () => {
    const token = fc.constantFrom(
      '0',
      '#',
      '?',
      '.',
      ',',
      '%',
      'E+',
      '/',
      '"',
      '\\',
      '_',
      '*',
      '[',
      ']',
      '$',
      '-',
      '@',
      ';',
      'y',
      'm',
      'd',
      'h',
      's',
      'AM/PM',
      '[h]',
      '[Red]',
      '[<=9]',
      'General',
      ' ',
      'a',
      '(',
      ')',
      '+',
      '€',
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), fc.double({ noNaN: true, noDefaultInfinity: true }), (tokens, value) => {
        expect(typeof shown(value, tokens.join(''))).toBe('string')
      }),
      { numRuns: portion(2_000) },
    )
  })
})

describe('isoDateText', () => {
  it.each([
    ['2024-03-12T14:05:00', 'General', '2024-03-12 14:05'],
    ['2024-03-12T14:05:09.000', 'General', '2024-03-12 14:05:09'],
    ['2024-03-12T00:00:00Z', 'General', '2024-03-12'],
    ['2024-03-12', 'General', '2024-03-12'],
    ['2024-03-12T14:05:00', 'yyyy-mm-dd', '2024-03-12'],
    ['2024-03-12T00:00:00', 'yyyy-mm-dd hh:mm', '2024-03-12 00:00'],
    ['1899-12-30T09:30:00', 'hh:mm', '09:30'],
    ['T09:30:00', 'General', '09:30'],
    ['soon', 'General', 'soon'],
  ])('%s with %s -> %s', (raw, code, text) => {
    expect(isoDateText(raw, numberFormat(code))).toBe(text)
  })
})

it('applies the formats of the styles to the numbers of a sheet, not to its texts', async () => {
  const rows =
    '<row><c s="1"><v>45363</v></c><c s="2"><v>2134</v></c><c s="3"><v>45363.75</v></c><c s="1" t="str"><v>45363</v></c><c s="99"><v>7</v></c><c t="d" s="1"><v>2024-03-12T00:00:00</v></c><c s="2" t="e"><v>#REF!</v></c><c s="4"><v>5.551234567E9</v></c></row>'
  expect(await cellsOf(folder, { sheets: [{ rows }], formats: ['dd/mm/yyyy', '00000', 22, 11] })).toEqual([
    ['2024-03-12', '02134', '2024-03-12 18:00', '45363', '7', '2024-03-12', '#REF!', '5551234567'],
  ])
  expect(
    await cellsOf(folder, {
      sheets: [{ rows: '<row><c s="1"><v>0</v></c></row>' }],
      formats: ['yyyy-mm-dd'],
      workbookXml: '<workbookPr date1904="true"/>',
    }),
  ).toEqual([['1904-01-01']])
})
