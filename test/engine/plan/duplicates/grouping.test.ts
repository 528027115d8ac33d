import { describe, expect, test } from 'vitest'
import { groupingOf, sharedValue } from '../../../../src-main/engine/plan/duplicates/grouping.ts'
import { recipe } from '../../store/stored-things.ts'

const mapping = { customFieldUuid: (target: string) => (target === 'custom:Account ID' ? 'cf-1' : null) }
const grouping = (parts: Parameters<typeof recipe>[0]) => groupingOf(recipe(parts), mapping)

describe('how rows about one contact are found and resolved', () => {
  test.each([
    [{}, null],
    [{ duplicates: 'first' }, null],
    [{ duplicateBy: ['phone'] }, null],
    [{ kind: 'messages', duplicates: 'merge' }, null],
    [{ kind: 'consent', duplicateBy: ['email'] }, null],
    [
      { kind: 'consent', duplicates: 'merge', duplicateBy: ['email'] },
      { strategy: 'merge', sharedFields: [] },
    ],
    [{ duplicates: 'merge' }, { strategy: 'merge', sharedFields: [] }],
    [{ duplicateBy: ['email'] }, { strategy: 'last', sharedFields: ['email'] }],
    [
      { duplicateBy: ['phone', 'email', 'email'], duplicates: 'first' },
      { strategy: 'first', sharedFields: ['email'] },
    ],
    [{ duplicateBy: ['custom:Account ID', 'custom:cf-1', 'custom:cf-2'] }, { sharedFields: ['custom:cf-1', 'custom:cf-2'] }],
  ] as const)('of %j is %j', (parts, found) => {
    const made = grouping(parts as Parameters<typeof recipe>[0])
    if (found === null) expect(made).toBeNull()
    else expect(made).toMatchObject(found)
  })

  test('is by the merge that the recipe names, field by field, or by the usual one', () => {
    expect(grouping({ duplicates: 'merge' })?.merge).toEqual({ values: 'last', tags: 'join', perField: new Map() })
    const merge = { values: 'firstNonEmpty', tags: 'last', perField: { notes: 'join', 'custom:Account ID': 'last' } } as const
    expect(grouping({ duplicates: 'merge', merge })?.merge).toEqual({
      values: 'firstNonEmpty',
      tags: 'last',
      perField: new Map([
        ['notes', 'join'],
        ['custom:cf-1', 'last'],
      ]),
    })
  })
})

describe("a row's value of a shared field", () => {
  test.each([
    ['email', { contact: { email: ' Ann@Example.com ' } }, 'ann@example.com'],
    ['email', { contact: { email: 'a@example.com' }, isApart: true }, null],
    ['email', { contact: { email: '  ' } }, null],
    ['email', { contact: { email: null } }, null],
    ['email', { contact: {} }, null],
    ['email', {}, null],
    ['custom:cf-1', { contact: { email: 'a@example.com', customFields: { 'cf-1': ' Mu\u0308ller ', 'cf-2': 'x' } } }, 'M\u00FCller'],
    ['custom:cf-1', { contact: { customFields: { 'cf-1': 'ABC' } } }, 'ABC'],
    ['custom:cf-1', { contact: { customFields: { 'cf-2': 'x' } } }, null],
    ['custom:cf-1', { contact: { email: 'a@example.com' } }, null],
  ] as const)('%s of %j is %j', (field, row, value) => {
    expect(sharedValue(row as Parameters<typeof sharedValue>[0], field)).toBe(value)
  })
})
