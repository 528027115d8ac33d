import { describe, expect, test } from 'vitest'
import { createConsentDate, readConsentDate } from '../../../../src-main/engine/mapping/compile/consent-date.ts'
import type { SourceColumn } from '../../../../src-main/engine/model/files/source-schema.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'

const day = (text: string) => ({ atMs: Date.parse(`${text}T00:00:00Z`), precision: 'day' })

describe('a date of consent', () => {
  test.each([
    ['2024-03-12', day('2024-03-12')],
    ['12 March 2024', day('2024-03-12')],
    ['13/4/2024', day('2024-04-13')],
    ['2024-03-12 14:05', { atMs: Date.parse('2024-03-12T14:05:00Z'), precision: 'local' }],
    ['2024-03-12T14:05:00+02:00', { atMs: Date.parse('2024-03-12T12:05:00Z'), precision: 'moment' }],
  ])('%s is one', (text, date) => {
    expect(readConsentDate(text)).toEqual(date)
  })

  test.each(['3/4/2024', '13/4/24', '24-03-12', '', 'yes', '45000', '31 February 2024'])(
    '%j is none: two people could read it differently, or nobody',
    (text) => {
      expect(readConsentDate(text)).toBeNull()
    },
  )
})

/** A file of one row, and what its columns are for: `to` and `filled` by column name. */
function dateOf(
  cells: Record<string, string>,
  roles: Record<string, Pick<FieldRule, 'to' | 'filled'>>,
  samples: Record<string, string[]> = {},
) {
  const columns = Object.keys(cells).map((name, index): SourceColumn => ({ index, name, header: name, samples: samples[name] ?? [] }))
  const rules = Object.entries(roles).map(([name, rule]) => ({ rule, columns: columns.filter((column) => column.name === name) }))
  const read = createConsentDate(rules, columns)
  return read === null ? 'no such column' : (consent: boolean) => read({ line: 2, cells: Object.values(cells) }, consent)
}
const evidence = { to: 'evidence' } as const
const refused = { to: 'consent', filled: false } as const

/** The date of the row, for one who agreed and for one who refused. */
function both(...file: Parameters<typeof dateOf>) {
  const read = dateOf(...file)
  if (typeof read === 'string') throw new Error(read)
  return { agreed: read(true), refused: read(false) }
}

describe('the column that says when', () => {
  test('is the one of evidence whose header says that it is a date', () => {
    const cells = { Source: '2024-01-01', 'Consent date': '2024-03-12', Created: '2023-01-01' }
    expect(both(cells, { Source: evidence, 'Consent date': evidence })).toEqual({
      agreed: day('2024-03-12'),
      refused: day('2024-03-12'),
    })
  })

  test('is the one that holds nothing but dates where no header says so', () => {
    const cells = { How: '2024-01-01', When: '2024-03-12' }
    const roles = { How: evidence, When: evidence }
    expect(both(cells, roles, { How: ['web form', '2024-01-01'], When: ['2024-03-12', '', ' ', '4 May 2024'] }).agreed).toEqual(
      day('2024-03-12'),
    )
    expect(both(cells, roles, { How: ['x'], When: ['4/13/2024', '2024-03-12'] }).agreed).toEqual(day('2024-03-12'))
    expect(both(cells, roles, { How: ['x'], When: ['3/4/2024', '3/4/24'] }).agreed).toEqual(day('2024-03-12'))
    expect(dateOf(cells, roles, { How: ['web form'], When: ['', ' '] })).toBe('no such column')
    expect(dateOf(cells, roles)).toBe('no such column')
    expect(dateOf(cells, roles, { How: ['x'], When: ['2024-03-12', 'on paper'] })).toBe('no such column')
  })

  test('by its header outdoes one by its values', () => {
    const cells = { 'Opt-in date': '2024-03-12', Paper: '2020-01-01' }
    const roles = { 'Opt-in date': evidence, Paper: evidence }
    expect(both(cells, roles, { Paper: ['2020-01-01'] }).agreed).toEqual(day('2024-03-12'))
  })

  test('is named by its own words where the file has no header', () => {
    const columns: SourceColumn[] = [{ index: 0, name: 'Consent date', header: null, samples: [] }]
    const read = createConsentDate([{ rule: evidence, columns }], columns)
    expect(read?.({ line: 2, cells: ['2024-03-12'] }, true)).toEqual(day('2024-03-12'))
  })

  test('is none where two could be it: nobody can tell which one counts', () => {
    const cells = { 'Consent date': '2024-03-12', 'Opt-in date': '2020-01-01' }
    expect(dateOf(cells, { 'Consent date': evidence, 'Opt-in date': evidence })).toBe('no such column')
    const roles = { A: evidence, B: evidence }
    expect(dateOf({ A: '2024-03-12', B: '2020-01-01' }, roles, { A: ['2024-03-12'], B: ['2020-01-01'] })).toBe('no such column')
  })

  test('is none that is no evidence, nor one whose header tells how', () => {
    expect(dateOf({ 'Consent date': '2024-03-12' }, { 'Consent date': { to: 'notes' } })).toBe('no such column')
    const beside = { 'Consent source': 'web', 'Consent date': '2024-03-12' }
    expect(dateOf(beside, { 'Consent source': evidence, 'Consent date': { to: 'notes' } })).toBe('no such column')
    expect(dateOf({ 'Consent source': '2024-03-12' }, { 'Consent source': evidence })).toBe('no such column')
    expect(dateOf({ 'SMS Consent': '2024-03-12' }, { 'SMS Consent': evidence })).toBe('no such column')
  })

  test('may be blank or too short in a row: then nobody knows when', () => {
    expect(both({ 'Consent date': '' }, { 'Consent date': evidence })).toEqual({ agreed: null, refused: null })
    const columns: SourceColumn[] = [{ index: 3, name: 'Consent date', header: 'Consent date', samples: [] }]
    expect(createConsentDate([{ rule: evidence, columns }], columns)?.({ line: 2, cells: ['2024-01-01'] }, true)).toBeNull()
  })
})

describe('a column that is filled by refusing', () => {
  const roles = { 'Opt-out date': refused, 'Consent date': evidence }

  test('dates a refusal, and no permission', () => {
    expect(both({ 'Opt-out date': '2024-05-01', 'Consent date': '2024-03-12' }, roles)).toEqual({
      agreed: day('2024-03-12'),
      refused: day('2024-05-01'),
    })
    expect(both({ 'Opt-out date': '2024-05-01' }, { 'Opt-out date': refused })).toEqual({ agreed: null, refused: day('2024-05-01') })
  })

  test('that is blank leaves it to the evidence', () => {
    expect(both({ 'Opt-out date': ' ', 'Consent date': '2024-03-12' }, roles).refused).toEqual(day('2024-03-12'))
    expect(both({ 'Opt-out date': '' }, { 'Opt-out date': refused }).refused).toBeNull()
  })

  test('that holds no date says that it is not known when, whatever the evidence says', () => {
    expect(both({ 'Opt-out date': 'x', 'Consent date': '2024-03-12' }, roles).refused).toBeNull()
    expect(both({ 'Opt-out date': '3/4/2024', 'Consent date': '2024-03-12' }, roles).refused).toBeNull()
  })

  test('of several filled ones the latest date counts, and none where one cannot be read', () => {
    const two = { A: refused, B: refused }
    expect(both({ A: '2024-05-01', B: '2024-06-01' }, two).refused).toEqual(day('2024-06-01'))
    expect(both({ A: '2024-06-01', B: '2024-05-01' }, two).refused).toEqual(day('2024-06-01'))
    expect(both({ A: '2024-06-01', B: '' }, two).refused).toEqual(day('2024-06-01'))
    expect(both({ A: '2024-06-01', B: 'x' }, two).refused).toBeNull()
    expect(both({ A: '1960-06-01', B: '1950-05-01' }, two).refused).toEqual(day('1960-06-01'))
    // At the same moment the first column's.
    expect(both({ A: '2024-06-01', B: '2024-06-01 00:00' }, two).refused).toEqual(day('2024-06-01'))
  })

  test('is none where its words are mapped, or where it is filled by something else', () => {
    expect(dateOf({ SMS: '2024-05-01' }, { SMS: { to: 'consent' } })).toBe('no such column')
    expect(dateOf({ SMS: '2024-05-01' }, { SMS: { to: 'unreachable', filled: false } })).toBe('no such column')
  })

  test('that is too short in a row is blank', () => {
    const read = createConsentDate([{ rule: refused, columns: [{ index: 5 }] }], [])
    expect(read?.({ line: 2, cells: ['2024-05-01'] }, false)).toBeNull()
  })
})
