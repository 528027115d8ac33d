import { expect, test } from 'vitest'
import { duplicateMistakes } from '../../../../src-main/engine/mapping/recipe/duplicate-mistakes.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { recipe } from '../../store/stored-things.ts'

const fields: Recipe['fields'] = [
  { to: 'email', from: ['E-mail'] },
  { to: 'notes', from: ['Notes'] },
  { to: 'tags', from: ['Tags'] },
  { to: 'custom:Account ID', from: ['Account'] },
]
const pathsOf = (parts: Partial<Recipe>) => duplicateMistakes(recipe({ fields, ...parts })).map(({ path }) => path)

test('rules that fit their recipe are no mistakes', () => {
  expect(pathsOf({})).toEqual([])
  expect(pathsOf({ duplicates: 'last', duplicateBy: ['phone', 'email', 'custom:account id'] })).toEqual([])
  expect(pathsOf({ duplicates: 'merge' })).toEqual([])
  expect(
    pathsOf({
      duplicates: 'merge',
      merge: { values: 'last', tags: 'join', perField: { notes: 'join', 'custom:Account ID': 'firstNonEmpty' } },
    }),
  ).toEqual([])
  expect(pathsOf({ kind: 'consent', duplicates: 'merge', duplicateBy: ['phone'] })).toEqual([])
})

test('each rule that cannot work is named with its path', () => {
  expect(pathsOf({ duplicateBy: ['custom:Other'] })).toEqual(['duplicateBy[0]'])
  expect(pathsOf({ fields: [{ to: 'email', value: 'a@example.com' }], duplicateBy: ['email'] })).toEqual(['duplicateBy[0]'])
  expect(pathsOf({ kind: 'consent', duplicateBy: ['email'] })).toEqual(['duplicateBy[0]'])
  expect(pathsOf({ kind: 'messages', duplicates: 'merge', duplicateBy: ['phone'] })).toEqual(['duplicateBy[0]', 'duplicates'])
  expect(pathsOf({ duplicates: 'first', merge: { values: 'last', tags: 'join' } })).toEqual(['merge'])
  expect(pathsOf({ kind: 'consent', duplicates: 'merge', merge: { values: 'last', tags: 'join' } })).toEqual(['merge'])
  const perField = { tags: 'join', name: 'last', email: 'join', blocked: 'last' } as const
  expect(pathsOf({ duplicates: 'merge', merge: { values: 'last', tags: 'join', perField } })).toEqual(
    Object.keys(perField).map((field) => `merge.perField["${field}"]`),
  )
})

test('a rule that belongs to other imports says to which', () => {
  const [key] = duplicateMistakes(recipe({ fields, kind: 'messages', duplicateBy: ['phone'] }))
  expect(key?.message).toMatch(/^belongs to .*contacts.*consent.* only: /)
  expect(key?.message).not.toMatch(/^belongs to [^:]*messages/)
  const [merge] = duplicateMistakes(recipe({ fields, kind: 'consent', duplicates: 'merge', merge: { values: 'last', tags: 'join' } }))
  expect(merge?.message).toMatch(/^belongs to .*contacts.* only: /)
  expect(merge?.message).not.toMatch(/^belongs to [^:]*(?:consent|messages)/)
})

test('a flag stays where one row says so, and no field of another rule can be joined', () => {
  const flags: Recipe['fields'] = [...fields, { to: 'blocked', from: ['B'] }, { to: 'unreachable', from: ['U'] }]
  const paths = (perField: NonNullable<Recipe['merge']>['perField']) =>
    pathsOf({ fields: flags, duplicates: 'merge', merge: { values: 'last', tags: 'join', perField } })
  expect(paths({ blocked: 'last' })).toEqual(['merge.perField["blocked"]'])
  expect(paths({ unreachable: 'last' })).toEqual(['merge.perField["unreachable"]'])
  expect(paths({ email: 'last' })).toEqual([])
})
