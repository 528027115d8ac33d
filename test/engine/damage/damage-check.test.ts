import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDamageCheck } from '../../../src-main/engine/damage/damage-check.ts'
import type { Damage } from '../../../src-main/engine/damage/damage-schema.ts'
import { repairCell } from '../../../src-main/engine/text/repair/repair-cell.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { dialectChoiceSchema } from '../../../src-main/engine/model/files/source-schema.ts'
import { portion } from '../../helpers/portion.ts'
import { contactNames, contactRow, contactRows, findingsIn, found } from './checking.ts'

const column = (name: (typeof contactNames)[number]) => contactNames.indexOf(name)
const rowCount = 3_000

/** Clean contacts with something else in some cells of one column. */
function planted(name: (typeof contactNames)[number], cells: Record<number, string>): string[][] {
  const rows = contactRows(rowCount)
  for (const [index, text] of Object.entries(cells)) {
    const row = rows[Number(index)]
    if (row) row[column(name)] = text
  }
  return rows
}

/** The lines of rows, by their index. */
const linesOf = (cells: Record<number, string>) => Object.keys(cells).map((index) => Number(index) + 2)

describe('a file without damage', () => {
  it.each(['US', 'DE', 'FR', 'GB', 'IT', 'BR'])('has no findings, in many scripts (%s)', (country) => {
    expect(
      findingsIn(contactNames, contactRows(1_000), { country: country === 'US' ? 'US' : country }).map(
        ({ code, message }) => `${code}: ${message}`,
      ),
    ).toEqual([])
  })

  it('of the samples shows only what was put into them: broken rows and contacts with contradicting rows', async () => {
    const folder = join(import.meta.dirname, '../../../resources/samples')
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.csv'))) {
      const path = join(folder, name)
      const { columns, dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
      const check = createDamageCheck({ columns, dialect, country: 'US' })
      for await (const { rows } of readRows(path, dialect)) for (const row of rows) check.see(row)
      check.end()
      const codes = check.findings().map(({ code }) => code)
      const expected: Damage[] = ['split_rows', 'short_rows', 'contradictions']
      expect(codes.filter((code) => !expected.includes(code))).toEqual([])
    }
  })
})

describe('each damage is found where it was planted, and nothing else', () => {
  const cases: [Damage, (typeof contactNames)[number], Record<number, string>, string?][] = [
    ['phone_rounded', 'Mobile Phone', { 3: '5.58199E+12', 44: '5,58199E+12', 900: '5581990000000', 901: '5581990000000' }],
    ['phone_scientific', 'Mobile Phone', { 8: '1.2022201234E+10', 2_999: '1,2022201234E+10' }],
    ['number_rounded', 'Record ID', { 7: '9.00001E+15', 70: '9.00002E+15' }],
    ['number_scientific', 'Record ID', { 7: '9.00001234567E+11' }],
    ['mojibake', 'Last Name', { 0: 'GarcÃ­a', 5: 'Ð\u009fÐµÑ‚Ñ€Ð¾Ð²', 700: 'Oâ€™Neill' }],
    ['invisible', 'First Name', { 11: 'Anna\u200B', 12: '\uFEFFBob', 2_000: 'Lee\u0000' }],
    ['lost_characters', 'Last Name', { 4: 'M\uFFFDller', 9: 'M?ller', 10: 'GarcÃï¿½a' }],
    ['number_as_date', 'Account ID', { 31: '1-Mar', 32: 'Mar-01', 33: '2-Jan', 34: '01. Mrz' }],
    ['number_as_date', 'Size', { 31: '12-Oct', 32: '03-Apr' }],
    ['serial_date', 'Birthday', { 1: '44562', 2: '29221', 1_500: '31048.5' }],
    ['lost_zero_postal', 'Zip', { 6: '2134', 8: '601', 88: '2134-1234' }],
    ['error_cells', 'Notes', { 6: '#N/A', 8: '#REF!', 88: '#NAME?', 90: '#WERT!', 91: '#DIV/0!', 92: '#######' }],
    ['blank_words', 'Email', { 6: 'NULL', 8: 'None', 88: 'nan' }],
    ['html_entities', 'Notes', { 6: 'Tom &amp; Co', 8: 'Anna&#39;s', 88: '&lt;b&gt;' }],
    ['placeholders', 'Mobile Phone', { 6: '000-000-0000', 8: '1234567890', 88: '(201) 555-0123' }],
    ['placeholders', 'Email', { 6: 'test@test.com', 8: 'none@none.com' }],
  ]

  it.each(cases)('%s in %s', (code, name, cells) => {
    const findings = findingsIn(contactNames, planted(name, cells))
    expect(findings.map((finding) => finding.code)).toEqual([code])
    const finding = found(findings, code)
    expect(finding.count).toBe(Object.keys(cells).length)
    expect(finding.lines).toEqual(linesOf(cells))
    expect(finding.columns.map((one) => one.name)).toEqual([name])
  })

  it('with counts beyond the lines that are listed', () => {
    const cells = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [index * 5, 'GarcÃ­a']))
    const finding = found(findingsIn(contactNames, planted('Last Name', cells)), 'mojibake')
    expect(finding.count).toBe(500)
    expect(finding.lines).toEqual(linesOf(cells).slice(0, 20))
  })

  it('phone numbers without their 0, in countries that dial one', () => {
    const rows = Array.from({ length: 200 }, (_, index) => [index % 10 === 3 ? `151${20_000_000 + index}` : `0151 ${20_000_000 + index}`])
    const finding = found(findingsIn(['Handy'], rows, { country: 'DE' }), 'lost_zero_phone')
    expect(finding).toMatchObject({
      count: 20,
      severity: 'harmless',
      corrections: [{ kind: 'mend', mend: 'lost_zero', column: 0, country: 'DE' }],
    })
    expect(finding.examples[0]).toMatchObject({ before: '15120000003', after: '015120000003' })
    expect(findingsIn(['Handy'], rows, { country: 'US' }).map(({ code }) => code)).toEqual([])
  })

  it('codes of a fixed length that lost their zeros, but no numbers that count up', () => {
    const codes = (lost: boolean) =>
      Array.from({ length: 300 }, (_, index) => [
        index % 4 === 0 ? `${lost && index % 20 === 0 ? '' : '00'}${1200 + index}` : String(210_000 + index),
      ])
    expect(found(findingsIn(['Customer number'], codes(true)), 'lost_zero_code').count).toBe(15)
    expect(findingsIn(['Customer number'], codes(false))).toEqual([])
    expect(
      findingsIn(
        ['Customer number'],
        Array.from({ length: 20_000 }, (_, index) => [String(index + 1)]),
      ),
    ).toEqual([])
  })

  it('no short postal codes in rows of countries that have them', () => {
    const rows = Array.from({ length: 100 }, (_, index) => [
      index % 10 === 0 ? '8001' : String(10_115 + index),
      index % 10 === 0 ? 'Schweiz' : 'Deutschland',
    ])
    expect(findingsIn(['PLZ', 'Land'], rows, { country: 'DE' })).toEqual([])
    rows[1] = ['1067', 'Deutschland']
    expect(found(findingsIn(['PLZ', 'Land'], rows, { country: 'DE' }), 'lost_zero_postal')).toMatchObject({ count: 1, corrections: [] })
  })

  it.each([255, 32_767])('texts cut at %i characters, unless one is longer', (length) => {
    const cells = { 9: 'x y'.repeat(length).slice(0, length), 400: 'word '.repeat(length).slice(0, length) }
    const finding = found(findingsIn(contactNames, planted('Notes', cells)), 'cut_cells')
    expect(finding).toMatchObject({ count: 2, lines: [11, 402], corrections: [] })
    expect(findingsIn(contactNames, planted('Notes', { ...cells, 500: 'z'.repeat(length + 1) }))).toEqual([])
  })

  it('rows that are shifted by a column', () => {
    const rows = contactRows(rowCount)
    for (const index of [5, 100, 2_500]) rows[index] = ['', ...contactRow(index)].slice(0, contactNames.length)
    const findings = findingsIn(contactNames, rows)
    expect(findings.map(({ code }) => code)).toEqual(['shifted_columns'])
    const finding = found(findings, 'shifted_columns')
    expect(finding).toMatchObject({ count: 3, lines: [7, 102, 2502], unit: 'row', corrections: [] })
    expect(finding.message).toContain('one column too far to the right')
  })

  it.each([15, 30, 100, 200])('%i of 1,000 rows that are shifted by a column, to the right and to the left', (count) => {
    const every = Math.floor(1_000 / count)
    const isShifted = (index: number) => index % every === 1 && index < count * every
    for (const shift of [
      (row: string[]) => ['', ...row].slice(0, contactNames.length),
      ([first = '', , ...rest]: string[]) => [first, ...rest, ''],
    ]) {
      const rows = Array.from({ length: 1_000 }, (_, index) => (isShifted(index) ? shift(contactRow(index)) : contactRow(index)))
      expect(found(findingsIn(contactNames, rows), 'shifted_columns').count).toBe(count)
    }
  })

  it('no shift in a column that holds addresses or numbers, nor in words for nothing', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      index % 10 === 1
        ? ['Ann', `+1202220${1000 + index}`, '', 'x']
        : ['Ann', `ann${index}@mail.de`, index % 9 === 2 ? 'none' : `+1202221${1000 + index}`, 'y'],
    )
    expect(findingsIn(['First', 'Contact', 'Phone', 'Notes'], rows).map(({ code }) => code)).not.toContain('shifted_columns')
  })

  it('no dates made of postal codes where they only stand in the wrong column', () => {
    const rows = contactRows(rowCount)
    for (const index of [6, 101, 2_501]) rows[index] = [contactRow(index)[0] ?? '', ...contactRow(index).slice(2), '']
    const findings = findingsIn(contactNames, rows)
    expect(found(findings, 'shifted_columns').lines).toEqual([8, 103, 2503])
    expect(findings.map(({ code }) => code)).not.toContain('number_as_date')
  })

  it('a shifted row in a file of a few', () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`Ann`, `Lee${index}`, `ann${index}@mail.de`, `+1202220100${index}`, ''])
    rows[4] = ['', 'Ann', 'Lee4', 'ann4@mail.de', '+12022201004']
    expect(found(findingsIn(['First', 'Last', 'Email', 'Phone', 'Notes'], rows), 'shifted_columns').lines).toEqual([6])
  })

  it('a phone number and an address that changed places', () => {
    const rows = contactRows(rowCount)
    const [phone, email] = [column('Mobile Phone'), column('Email')]
    const row = rows[77] ?? []
    ;[row[phone], row[email]] = [row[email] ?? '', row[phone] ?? '']
    expect(found(findingsIn(contactNames, rows), 'shifted_columns').lines).toEqual([79])
  })

  it('rows with too many and too few cells', () => {
    const rows = contactRows(rowCount)
    rows[10]?.splice(column('Notes'), 1, 'before noon', ' not on Mondays')
    rows[20]?.splice(7)
    rows[30]?.push('', '')
    const findings = findingsIn(contactNames, rows)
    expect(found(findings, 'split_rows').lines).toEqual([12])
    expect(found(findings, 'short_rows').lines).toEqual([22])
    expect(findingsIn(contactNames, rows, { dialect: { shortRows: 'blank' } }).map(({ code }) => code)).toEqual(['split_rows'])
  })

  it('no row as short that lacks but a column without a name', () => {
    const rows = contactRows(20).map((row) => row.slice(0, 5))
    const named = [...contactNames.slice(0, 5), '', '']
    expect(findingsIn(named, [...rows, ['Total', '20']]).map(({ code, count }) => [code, count])).toEqual([['footer', 1]])
  })

  it('rounded phone numbers where several differ or one is long, but no company number on many rows', () => {
    const rows = contactRows(30)
    const withPhone = (...phones: string[]) =>
      findingsIn(
        contactNames,
        rows.map((row, at) => row.with(3, phones[at] ?? row[3] ?? '')),
      )
    expect(withPhone('2125500000', '2125500000', '2125500000').map(({ code }) => code)).not.toContain('phone_rounded')
    expect(withPhone('2125000000').map(({ code }) => code)).not.toContain('phone_rounded')
    expect(found(withPhone('447700900000', '5581990000000'), 'phone_rounded').count).toBe(2)
    expect(found(withPhone('5581990000000'), 'phone_rounded').count).toBe(1)
  })

  it('what stands beside the columns of a workbook without a word of separators', () => {
    const beside = [...contactRows(20), [...contactRow(21), '', 'x']]
    expect(found(findingsIn(contactNames, beside, { dialect: { format: 'xlsx' } }), 'split_rows').message).not.toContain('comma')
    expect(found(findingsIn(contactNames, beside), 'split_rows').message).toContain('comma')
  })

  it('tells notes below the table from rows of a program that leaves out empty cells', () => {
    const notes = findingsIn(contactNames, [...contactRows(5), ['Contacts of the North'], ['Made by Pat'], ['All rights reserved']])
    expect(found(notes, 'short_rows').message).toContain('may be notes')
    expect(found(notes, 'short_rows').hint).not.toMatch(/^Accept/)
    const habit = findingsIn(
      contactNames,
      contactRows(rowCount).map((row, index) => (index % 2 === 0 ? row.slice(0, 7) : row)),
    )
    expect(found(habit, 'short_rows').hint).toMatch(/^Accept short rows/)
  })

  it('notes and totals below a table of any length, which are no short rows then, and leaves them out', () => {
    const rows = [...contactRows(rowCount), ['Contacts Report'], ['Generated by Pat'], ['Copyright 2026']]
    const findings = findingsIn(contactNames, rows)
    const lines = [rowCount + 2, rowCount + 3, rowCount + 4]
    expect(findings.map(({ code }) => code)).toEqual(['footer'])
    expect(found(findings, 'footer')).toMatchObject({ count: 3, lines, corrections: [{ kind: 'exclude', lines }], isAutomatic: false })

    for (const said of ['(40 rows affected)', '40 records'])
      expect(found(findingsIn(contactNames, [...contactRows(40), [said]]), 'footer').lines).toEqual([42])
    const sums = ['Total', '', '', '', '', '', '', '1,204', '', '', '$ 8.50', '3 300,25']
    expect(found(findingsIn(contactNames, [...contactRows(rowCount), sums]), 'footer').lines).toEqual([rowCount + 2])
    for (const contact of [
      ['Total', '', '', '+12025550125', 'a@b.de', '', '', '', '', '', '', ''],
      ['Sum', '41', '', '2025550125', '', '', '', '', '', '', '', ''],
    ]) {
      expect(findingsIn(contactNames, [...contactRows(50), contact]).map(({ code }) => code)).not.toContain('footer')
    }
    expect(findingsIn(contactNames, [['Total'], ['Generated by Pat']]).map(({ code }) => code)).not.toContain('footer')
    const rest = [...contactRows(40), ...rows.slice(-3)]
    rest[10]?.splice(7)
    expect(found(findingsIn(contactNames, rest), 'short_rows')).toMatchObject({ count: 1, lines: [12] })
  })

  it('headers among the rows, and leaves them out once repaired', () => {
    const rows = contactRows(rowCount)
    rows.splice(1_000, 0, [...contactNames])
    rows.splice(2_000, 0, [...contactNames])
    expect(found(findingsIn(contactNames, rows), 'repeated_header')).toMatchObject({
      count: 2,
      corrections: [{ kind: 'exclude', lines: [1002, 2002] }],
      isAutomatic: true,
    })
  })

  it('contacts that share a phone number but not an e-mail address, however it is written; a blank one says nothing', () => {
    const rows = [
      ['+1 202 555 0123', 'ana@example.com'],
      ['2025550123', 'ANA@example.com '],
      ['2025550124', ''],
      ['(202) 555-0124', 'bo@example.com'],
      ['2025550125', 'cy@example.com'],
      ['202-555-0125', 'cyrus@example.com'],
    ]
    const finding = found(findingsIn(['Phone', 'Email'], rows), 'contradictions')
    expect(finding).toMatchObject({ count: 1, unit: 'contact', severity: 'harmless', lines: [7] })
    expect(finding.message).toContain('"Email" (1)')
  })

  it('contacts whose rows contradict each other, however their number is written', () => {
    const names = ['Phone', 'First Name', 'Last Name', 'SMS consent', 'Email']
    const rows = Array.from({ length: 5_000 }, (_, index) => [`+1202${String(2_200_000 + index)}`, 'Ann', `Lee${index}`, 'yes', ''])
    rows.push(
      ['(202) 220-0007', 'Ann', 'Lee7', 'no', ''],
      ['202.220.0008', 'A.', 'Lee8', 'TRUE', ''],
      ['2022200009', 'Ann', 'LEE9', '', ''],
    )
    rows.push(
      ['2022200010', 'Bob', 'Ray', 'N', ''],
      ['2022200010', 'Bob', 'Ray', 'N', ''],
      ['', 'Eve', 'Poe', 'yes', 'Eve@x.com'],
      ['', 'Eve', 'Poe', 'no', 'eve@X.com'],
    )
    const finding = found(findingsIn(names, rows), 'contradictions')
    expect(finding).toMatchObject({ count: 3, unit: 'contact', severity: 'warning' })
    expect(finding.lines).toEqual([5002, 5005, 5008])
  })

  it('a whole file that is read in the wrong encoding, for which another encoding is the remedy', () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`MÃ¼ller${index}`, `anna${index}@x.de`])
    const wrong = found(findingsIn(['Name', 'Email'], rows, { dialect: { encoding: 'windows-1252' } }), 'mojibake')
    expect(wrong).toMatchObject({ severity: 'serious', count: 50, isAutomatic: false })
    expect(wrong.hint).toContain('UTF-8')
    expect(found(findingsIn(['Name', 'Email'], rows), 'mojibake')).toMatchObject({ severity: 'warning', isAutomatic: true })
  })

  it('phone columns without anything in them', () => {
    expect(
      found(
        findingsIn(
          ['Name', 'Mobile Phone'],
          [
            ['Ann', ''],
            ['Bob', ' '],
          ],
        ),
        'blank_column',
      ).columns.map(({ name }) => name),
    ).toEqual(['Mobile Phone'])
  })
})

describe('whatever is in a file', () => {
  it('never shows a text of a message', () => {
    const rows = Array.from({ length: 50 }, (_, index) => [`+1202220${1000 + index}`, `Secret Ã© ${index} &amp; #N/A`])
    rows.push(['a', 'b', 'Secret'], ['c'])
    for (const { examples } of findingsIn(['Phone', 'Body'], rows)) expect(JSON.stringify(examples)).not.toContain('Secret')
  })

  it('counts the cells that the repair changes', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        'Ã©',
        'GarcÃ­a',
        'x\u00A0',
        '\u200B',
        '44562',
        '1.2022201234E+10',
        '5.5E+12',
        '2134',
        'Anna',
        '',
        '2024-01-01',
        '15120000003',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 60 }), (rows) => {
        for (const { corrections, columns, code } of findingsIn(['Handy', 'Datum', 'Name'], rows, { country: 'DE' })) {
          for (const correction of corrections) {
            if (correction.kind !== 'mend') continue
            const changed = rows.filter(
              (row) =>
                repairCell(correction.mend, row[correction.column] ?? '', { country: correction.country }) !== row[correction.column],
            ).length
            expect([code, columns.find(({ index }) => index === correction.column)?.count]).toEqual([code, changed])
          }
        }
      }),
      { numRuns: portion(300) },
    )
  })

  it('never fails, and puts what it found in order', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 400 }), fc.constantFrom('#N/A', '1-Mar', 'NULL', 'Phone'))
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 40 }), (rows) => {
        for (const { lines, count, examples } of findingsIn(['Phone', 'Email', 'Zip', 'Date', 'Opt out'], rows, { country: 'FR' })) {
          expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
          expect(lines.length).toBeLessThanOrEqual(Math.min(20, Math.max(count * 2, 1)))
          for (const { line } of examples) expect(line).toBeGreaterThan(1)
        }
      }),
      { numRuns: portion(200) },
    )
  })
})
