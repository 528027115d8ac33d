import { expect, test } from 'vitest'
import {
  changeMerge,
  fittingDuplicates,
  joinNotes,
  shareableFields,
  shareBy,
} from '../../../../../src-renderer/wizard/mapping/rules/duplicate-options.ts'
import { duplicateMistakes } from '../../../../../src-main/engine/mapping/recipe/duplicate-mistakes.ts'
import { recipe } from '../../../../engine/store/stored-things.ts'

const contacts = recipe({
  fields: [
    { to: 'email', from: ['E-mail'] },
    { to: 'custom:Account', from: ['Account'] },
    { to: 'custom:Office', value: 'Berlin' },
    { to: 'notes', from: ['Notes'] },
  ],
  duplicates: 'merge',
})

test('only fields that come from the file can tell which rows are about one contact', () => {
  expect(shareableFields(contacts)).toEqual(['email', 'custom:Account'])
  expect(shareableFields({ ...contacts, kind: 'consent' })).toEqual([])
})

test('a choice is made and taken back', () => {
  const both = shareBy(shareBy(contacts, 'email', true), 'custom:Account', true)
  expect(both.duplicateBy).toEqual(['phone', 'email', 'custom:Account'])
  expect(shareBy(both, 'email', false).duplicateBy).toEqual(['phone', 'custom:Account'])
  const joined = joinNotes(changeMerge(contacts, { values: 'firstNonEmpty' }), true)
  expect(joined.merge).toEqual({ values: 'firstNonEmpty', tags: 'join', perField: { notes: 'join' } })
  expect(joinNotes(joined, false).merge).toEqual({ values: 'firstNonEmpty', tags: 'join' })
})

test('what no longer belongs to the recipe goes with its field, its strategy or its kind, and leaves no mistake', () => {
  const full = joinNotes(shareBy(contacts, 'email', true), true)
  const changes = [
    { fields: [] },
    { kind: 'consent' as const, fields: [] },
    { kind: 'messages' as const, fields: [] },
    { duplicates: 'last' as const },
  ]
  for (const change of changes) {
    const changed = fittingDuplicates({ ...full, ...change })
    expect(duplicateMistakes(changed)).toEqual([])
  }
  expect(fittingDuplicates({ ...full, kind: 'messages' }).duplicates).toBe('last')
  expect(fittingDuplicates({ ...full, fields: [] })).toMatchObject({ duplicateBy: ['phone'], duplicates: 'merge' })
})
