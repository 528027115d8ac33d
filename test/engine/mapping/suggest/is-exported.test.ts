import { describe, expect, test } from 'vitest'
import { isExported } from '../../../../src-main/engine/mapping/suggest/is-exported.ts'
import { exportedColumns } from '../../../../src-main/engine/model/contacts/export-columns.ts'

const uuid = '0b3c7f6e-9a1d-4c55-8f2e-1234567890ab'
const plain = exportedColumns.filter((name) => !['UUID', 'Archived', 'Blocked', 'Unreachable', 'Consent'].includes(name))
const flags = ['Archived', 'Blocked', 'Unreachable', 'Consent']
/** Columns by name; those of the flags say yes or no unless it is said what. */
const columns = (names: readonly string[], words: Record<string, string[]> = {}) =>
  names.map((name) => ({ name, words: words[name] ?? (flags.includes(name) ? ['yes', 'no'] : ['x']) }))

test('all columns of an export are one, whatever their cells say', () => {
  expect(isExported(columns(exportedColumns, { Consent: ['perhaps'] }))).toBe(true)
  expect(isExported(columns([...exportedColumns, 'Other'], { Consent: ['perhaps'] }))).toBe(true)
  expect(isExported(columns(exportedColumns.slice(1), { Consent: ['perhaps'] }))).toBe(false)
})

describe('what an export writes for values that are not shown', () => {
  test.each([
    [['Name', 'Email', 'Notes'], true],
    [['Name', 'Email'], false],
    [['Name', 'Email', 'Other', 'Another'], false],
  ])('in one of %j: %s', (names, answer) => {
    expect(isExported(columns(names, { Email: ['a@example.com', '(not shown)'] }))).toBe(answer)
    expect(isExported(columns(names))).toBe(false)
  })
})

describe('with identifiers', () => {
  const identified = (names: readonly string[], words: Record<string, string[]> = {}) =>
    isExported(columns(names, { UUID: [uuid, uuid.toUpperCase()], ...words }))

  test.each([
    [['UUID', 'Name', 'Email', 'Blocked', 'Consent'], true],
    [['UUID', 'Name', 'Blocked', 'Consent'], false],
    [['UUID', 'Name', 'Email', 'Notes', 'Consent'], false],
  ])('%j: %s', (names, answer) => {
    expect(identified(names)).toBe(answer)
  })

  test('every one of them must be one, and there must be any', () => {
    const names = ['UUID', 'Name', 'Email', 'Blocked', 'Consent']
    expect(identified(names, { UUID: [uuid, 'x'] })).toBe(false)
    expect(identified(names, { UUID: [] })).toBe(false)
    expect(isExported(columns(['Name', 'Email', 'Notes', 'Blocked', 'Consent'], { Name: [uuid] }))).toBe(false)
  })

  test.each([
    ['TRUE', true],
    ['STOP', true],
    ['perhaps', false],
  ])('a flag may say %s: %s', (word, answer) => {
    expect(identified(['UUID', 'Name', 'Email', 'Blocked', 'Consent'], { Consent: ['yes', word] })).toBe(answer)
  })
})

describe('without identifiers', () => {
  test.each([
    [4, 3, true],
    [3, 3, false],
    [5, 2, false],
    [3, 4, true],
  ])('%d columns and %d flags: %s', (others, said, answer) => {
    const names = [...plain.slice(0, others), ...flags.slice(0, said)]
    expect(names).toHaveLength(others + said)
    expect(isExported(columns(names))).toBe(answer)
  })
})
