import { expect, test } from 'vitest'
import { findRecipeMistakes, flagOf } from '../../../../src-main/engine/mapping/recipe/find-recipe-mistakes.ts'
import type { FieldRule, Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { recipe } from '../../store/stored-things.ts'

test.each([
  ['consent', null, null],
  ['consent', true, true],
  ['archived', false, false],
  ['consent', 'opted in', true],
  ['consent', 'Not asked', null],
  ['blocked', 'Not asked', undefined],
  ['blocked', 'yes', true],
  ['blocked', 0, false],
  ['blocked', 'perhaps', undefined],
] as const)('of %s the value %j means %s', (target, value, means) => {
  expect(flagOf(target, value)).toBe(means)
})

const mistakesIn = (parts: Partial<Recipe>) => findRecipeMistakes(recipe(parts)).map(({ path, message }) => `${path}: ${message}`)

test('a disposition belongs to what is resolved', () => {
  const messages = { kind: 'messages', fields: [{ to: 'body', value: 'Hi' }], disposition: 'Won' } as const
  const body: FieldRule[] = [{ to: 'body', value: 'Hi' }]
  expect(mistakesIn({ ...messages, fields: body })).toEqual([expect.stringContaining('disposition: belongs to "resolveAfter": true')])
  expect(mistakesIn({ ...messages, fields: body, resolveAfter: true })).toEqual([])
})

test.each([
  [{ mode: 'updateAndAdd' } as const, 'mode'],
  [{ notFound: 'create' } as const, 'notFound'],
])('who texts people creates nobody, and is told where %j says so', (parts, path) => {
  const send = { kind: 'send', fields: [{ to: 'body', value: 'Hi' } satisfies FieldRule], duplicates: 'first' } as const
  expect(mistakesIn({ ...send, ...parts, fields: [...send.fields] })).toContainEqual(
    expect.stringContaining(`${path}: creates contacts, and nobody is texted`),
  )
})

test.each([
  ['contacts', /it takes name,.*, custom:…$/],
  ['messages', /it takes body, attachments, sentAt$/],
] as const)('a field that an import of %s does not have is refused with those that it has', (kind, message) => {
  const [first] = mistakesIn({ kind, fields: [{ to: kind === 'contacts' ? 'body' : 'name', from: ['A'] }] }).filter((one) =>
    one.startsWith('fields[0].to'),
  )
  expect(first).toMatch(message)
})

test('tags are filled where they are empty, but not taken off there', () => {
  const tags = (how: FieldRule['tags']) => mistakesIn({ fields: [{ to: 'tags', from: ['A'], tags: how, overwrite: 'ifEmpty' }] })
  expect(tags('add')).toEqual([])
  expect(tags('remove')).toEqual([expect.stringContaining('does not go with "tags": "remove"')])
  expect(mistakesIn({ fields: [{ to: 'blocked', from: ['A'], overwrite: 'ifEmpty' }] })).toEqual([expect.stringContaining('not "blocked"')])
})

test.each<[FieldRule, string | null]>([
  [{ to: 'attachments', value: 'https://example.com/a.png, https://example.com/b.png' }, null],
  [{ to: 'attachments', value: 'https://example.com/a.png, b.png' }, 'must be web addresses'],
  [{ to: 'tags', value: 'vip, new' }, null],
  [{ to: 'tags', value: 'Smith, John', separator: ';' }, 'a tag cannot contain a comma'],
])('the constant of %j is wrong: %s', (rule, wrong) => {
  const kind = rule.to === 'tags' ? 'contacts' : 'messages'
  const fields: FieldRule[] = kind === 'contacts' ? [rule] : [{ to: 'body', value: 'Hi' }, rule]
  expect(mistakesIn({ kind, fields })).toEqual(wrong === null ? [] : [expect.stringContaining(wrong)])
})
