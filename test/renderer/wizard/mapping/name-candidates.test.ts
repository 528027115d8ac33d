import { expect, test } from 'vitest'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { nameCandidates } from '../../../../src-renderer/wizard/mapping/name-candidates.ts'

const column = (name: string, samples: string[]) => ({ index: 0, name, header: name, samples })
const client = column('Client', ['Zoë Dubois 1', '李小龍', 'محمد الفارسي 3'])
const others = [
  column('Work phone', ['212-555-0104', '(212) 555-0105']),
  column('Mail', ['a@example.com']),
  column('Joined', ['2026-01-02', '1/2/2026']),
  column('Blank', []),
  column('Remarks', ['Prefers to be called in the morning, never on Mondays']),
]
const recipe = (rest: Partial<Recipe>): Recipe =>
  recipeSchema.parse({
    version: 1,
    name: 'List',
    kind: 'contacts',
    match: { by: 'phone', column: 'Mobile' },
    mode: 'updateAndAdd',
    fields: [],
    ...rest,
  })

test('a column of names is offered where people would be added without one', () => {
  expect(nameCandidates(recipe({}), [], [client, ...others])).toEqual(['Client'])
  expect(nameCandidates(recipe({ mode: 'add' }), [], [client, ...others])).toEqual(['Client'])
})

test.each([
  ['somebody gets a name', recipe({ fields: [{ to: 'name', from: ['Full name'] }] })],
  ['nobody is added', recipe({ mode: 'update' })],
  ['nobody has said yet who is added', recipe({ mode: undefined })],
  ['messages are imported', recipe({ kind: 'messages' })],
])('nothing is offered where %s', (_why, given) => expect(nameCandidates(given, [], [client])).toEqual([]))

test('columns of numbers, addresses, dates and long texts are not offered, and at most three', () => {
  expect(nameCandidates(recipe({}), [], others)).toEqual([])
  expect(
    nameCandidates(
      recipe({}),
      [],
      ['A', 'B', 'C', 'D'].map((name) => column(name, ['Ann Lee'])),
    ),
  ).toEqual(['A', 'B', 'C'])
})
