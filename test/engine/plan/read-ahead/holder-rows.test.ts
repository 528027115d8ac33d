import { describe, expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { hasPhoneNumber, holderMemory, holdersOf, passRows, takeHolders } from '../../../../src-main/engine/plan/read-ahead/holder-rows.ts'

const phoned = (line: number, parts: Partial<MappedRow> = {}): MappedRow => ({
  line,
  key: { by: 'phone', phone: `+1202555010${line}` },
  issues: [],
  ...parts,
})
/** All rows are held by contacts with the numbers of their lines, but for those on lines from 7 on. */
function taken(rows: readonly MappedRow[], saysSomething = true) {
  const holders = holdersOf(holderMemory(1), 1, rows.length)
  const others = takeHolders(
    rows,
    holders,
    ({ line }) => (line < 7 ? line * 10 : 0),
    () => saysSomething,
  )
  const passed: unknown[] = []
  passRows(
    holders,
    (row) => passed.push(row),
    () => passed.push('other'),
  )
  return { others: others.map(({ line }) => line), passed, holders }
}

describe('a row of which only numbers are kept', () => {
  test('is one about a phone number whose contact is as the row wants it', () => {
    const { others, passed } = taken([phoned(1), phoned(7), phoned(2, { consent: false })])
    expect(others).toEqual([7])
    expect(passed).toEqual([
      { line: 1, flags: 0, contactId: 10, phoneNumber: 12025550101, saysSomething: true },
      'other',
      { line: 2, flags: 2, contactId: 20, phoneNumber: 12025550102, saysSomething: true },
    ])
  })

  test('is none that has an issue, was corrected, tells a date, or names its contact by something else', () => {
    const issue = { code: 'c', severity: 'warning', line: 1, column: null, value: null, message: '', hint: '' } as const
    const rows = [
      phoned(1, { issues: [issue] }),
      phoned(2, { isCorrected: true }),
      phoned(3, { consentAt: null }),
      phoned(4, { key: { by: 'uuid', uuid: 'u' } }),
      phoned(5, { key: null }),
    ]
    expect(taken(rows).others).toEqual([1, 2, 3, 4, 5])
    expect(taken(rows).passed).toEqual(Array(5).fill('other'))
  })

  test('keeps that it says nothing of its contact', () => {
    expect(taken([phoned(1)], false).passed).toEqual([{ line: 1, flags: 0, contactId: 10, phoneNumber: 12025550101, saysSomething: false }])
  })

  test('is found by its number, which another row does not have', () => {
    const { holders } = taken([phoned(1), phoned(7)])
    const has = (wanted: number) => hasPhoneNumber(holders, (number) => number === wanted)
    expect([has(12025550101), has(12025550107), has(0)]).toEqual([true, false, false])
  })
})
