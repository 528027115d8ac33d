import { describe, expect, test } from 'vitest'
import type { DesiredContact } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { FieldMerge } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { createContactMerge, longestJoinedNotes } from '../../../../src-main/engine/plan/duplicates/merge-contacts.ts'

/** Merges rows on the lines from 2 on. */
function merge(
  rows: readonly DesiredContact[],
  { values = 'last' as 'last' | 'firstNonEmpty', tags = 'join' as 'join' | 'last', perField = {} as Record<string, FieldMerge> } = {},
) {
  const merged = createContactMerge({ values, tags, perField: new Map(Object.entries(perField)) })
  rows.forEach((row, at) => merged.take(row, at + 2))
  return { contact: merged.result(), contradictions: merged.contradictions(), notesCut: merged.notesCut() }
}

describe('of several rows about one contact', () => {
  test.each([
    ['last', [{ name: 'Ann' }, { name: 'Bob' }], { name: 'Bob' }],
    ['firstNonEmpty', [{ name: 'Ann' }, { name: 'Bob' }], { name: 'Ann' }],
    ['last', [{ name: 'Ann' }, { name: '' }], { name: 'Ann' }],
    ['last', [{ name: 'Ann' }, { name: null }], { name: 'Ann' }],
    ['last', [{ name: 'Ann' }, { name: '  ' }], { name: 'Ann' }],
    ['firstNonEmpty', [{ name: ' ' }, { name: 'Bob' }], { name: 'Bob' }],
    ['last', [{ name: null }, { name: '' }], { name: '' }],
    ['last', [{ name: '' }, { name: null }], { name: null }],
    ['last', [{ name: 'Ann' }, {}], { name: 'Ann' }],
    ['last', [{ email: 'a@example.com' }, { notes: 'n' }], { email: 'a@example.com', notes: 'n' }],
    ['last', [{ customFields: { f: 'a', g: 'b' } }, { customFields: { f: 'c', g: '' } }], { customFields: { f: 'c', g: 'b' } }],
    ['firstNonEmpty', [{ customFields: { f: 'a' } }, { customFields: { f: 'c', h: '' } }], { customFields: { f: 'a', h: '' } }],
    ['last', [{ archived: true }, { archived: false }], { archived: false }],
    ['firstNonEmpty', [{ archived: true }, { archived: false }], { archived: true }],
  ] as const)('"%s" makes of %j: %j', (values, rows, contact) => {
    expect(merge(rows, { values }).contact).toStrictEqual(contact)
  })

  test('one field may go its own way', () => {
    const rows = [
      { name: 'Ann', archived: true, customFields: { f: 'a' } },
      { name: 'Bob', archived: false, customFields: { f: 'b' } },
    ]
    const perField = { name: 'firstNonEmpty', archived: 'firstNonEmpty', 'custom:f': 'firstNonEmpty' } as const
    expect(merge(rows, { perField }).contact).toEqual(rows[0])
    expect(merge(rows, { values: 'firstNonEmpty', perField: { name: 'last' } }).contact).toEqual({ ...rows[0], name: 'Bob' })
  })
})

describe('tags', () => {
  const add = (...tags: string[]) => ({ tags: { handling: 'add' as const, tags } })

  test('are all taken, each once', () => {
    expect(merge([add('a', 'New York'), add('b', 'New_York', 'a')]).contact).toEqual(add('a', 'New York', 'b'))
  })

  test('or those of the last row that has some', () => {
    expect(merge([add('a'), add('b'), add()], { tags: 'last' }).contact).toEqual(add('b'))
    expect(merge([add(), {}], { tags: 'last' }).contact).toEqual(add())
    expect(merge([{}, {}], { tags: 'last' }).contact).toEqual({})
  })
})

describe('an opt-out', () => {
  test.each(['blocked', 'unreachable'] as const)(
    '%s stays, in whatever order, and the rows that contradict each other are told',
    (field) => {
      for (const values of ['last', 'firstNonEmpty'] as const) {
        expect(merge([{ [field]: true }, { [field]: false }, { [field]: true }], { values })).toMatchObject({
          contact: { [field]: true },
          contradictions: [{ field, yesLine: 2, noLine: 3 }],
        })
        expect(merge([{ [field]: false }, {}, { [field]: true }, { [field]: false }], { values })).toMatchObject({
          contact: { [field]: true },
          contradictions: [{ field, yesLine: 4, noLine: 2 }],
        })
      }
      expect(merge([{ [field]: false }, { [field]: false }])).toMatchObject({ contact: { [field]: false }, contradictions: [] })
      expect(merge([{ [field]: true }, {}])).toMatchObject({ contact: { [field]: true }, contradictions: [] })
      expect(merge([{}])).toMatchObject({ contact: {}, contradictions: [] })
    },
  )
})

describe('notes that are joined', () => {
  const perField = { notes: 'join' } as const

  test('stand below each other, each once, without blank ones', () => {
    const rows = [{ notes: 'one' }, { notes: '' }, { notes: 'two' }, { notes: ' one ' }, { notes: null }, {}]
    expect(merge(rows, { perField })).toMatchObject({ contact: { notes: 'one\ntwo' }, notesCut: 0 })
  })

  test('empty the field only where no row has any', () => {
    expect(merge([{ notes: null }, {}], { perField }).contact).toEqual({ notes: null })
  })

  test('are left out where all together would be too long; those that fit still come', () => {
    const half = 'x'.repeat(longestJoinedNotes / 2 - 1)
    const rows = [{ notes: half }, { notes: half.replace('x', 'y') }, { notes: 'z' }]
    const { contact, notesCut } = merge(rows, { perField })
    expect([contact.notes?.length, notesCut]).toEqual([longestJoinedNotes - 1, 1])
    const shorter = merge([{ notes: half }, { notes: `${half}yy` }, { notes: 'z' }], { perField })
    expect([shorter.contact.notes, shorter.notesCut]).toEqual([`${half}\nz`, 1])
  })

  test('but one alone may be as long as it is', () => {
    const long = 'x'.repeat(longestJoinedNotes + 5)
    expect(merge([{ notes: long }, { notes: 'more' }], { perField })).toMatchObject({ contact: { notes: long }, notesCut: 1 })
  })
})
