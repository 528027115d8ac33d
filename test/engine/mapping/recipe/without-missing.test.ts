import { describe, expect, test } from 'vitest'
import { withoutMissing } from '../../../../src-main/engine/mapping/recipe/without-missing.ts'
import { parseRecipe } from '../../../../src-main/engine/mapping/recipe/parse-recipe.ts'

const recipeOf = (fields: readonly object[], more: object = {}) =>
  parseRecipe(JSON.stringify({ version: 1, name: 'Monthly', kind: 'contacts', match: { by: 'phone', column: 'Phone' }, fields, ...more }))
const fields = [
  { to: 'name', from: ['First', 'Last'] },
  { to: 'email', from: ['Mail', 'Mail 2'], take: 'first' },
  { to: 'tags', from: ['Tags'] },
]
const consent = [
  { to: 'consent', from: ['Texts'], values: { yes: true, no: false } },
  { to: 'consent', from: ['Do Not Text'], values: { yes: false } },
  { to: 'evidence', from: ['Signed'] },
]
const columns = (names: string) => names.split(',').map((name) => ({ name }))

test('a recipe that fits stays as it is', () => {
  const recipe = recipeOf(fields)
  expect(withoutMissing(recipe, columns('phone,First,Last,Mail,Mail 2,Tags,More'))).toEqual({
    recipe,
    missing: [],
    holdsPermissions: false,
  })
})

test.each([
  ['Phone,First,Mail,Mail 2,Tags', ['Last'], ['email', 'tags']],
  ['Phone,First,Last,Mail 2,Tags', ['Mail'], ['name', 'email', 'tags']],
  ['Phone,First,Last,Mail,Mail 2', ['Tags'], ['name', 'email']],
])('of %s only what is there is read: half a name is no name', (names, missing, left) => {
  const there = withoutMissing(recipeOf(fields), columns(names))
  expect(there).toMatchObject({ missing, holdsPermissions: false })
  expect(there?.recipe.fields.map(({ to }) => to)).toEqual(left)
})

describe('permission', () => {
  test('is held where a column is missing that may refuse, and what refuses is still read', () => {
    const there = withoutMissing(recipeOf([...fields, ...consent]), columns('Phone,First,Last,Mail,Mail 2,Tags,Texts,Signed'))
    expect(there).toMatchObject({ missing: ['Do Not Text'], holdsPermissions: true })
    expect(there?.recipe.fields.filter(({ to }) => to === 'consent')).toMatchObject([{ from: ['Texts'], unconfirmed: true }])
  })

  test('and its evidence are read from what is left of their columns', () => {
    const both = [
      { to: 'consent', from: ['Texts', 'Alerts'], values: { yes: true, no: false } },
      { to: 'evidence', from: ['Signed', 'Source'] },
    ]
    const there = withoutMissing(recipeOf([...fields, ...both]), columns('Phone,First,Last,Mail,Mail 2,Tags,Texts,Signed'))
    expect(there?.recipe.fields.slice(3)).toMatchObject([
      { to: 'consent', from: ['Texts'] },
      { to: 'evidence', from: ['Signed'] },
    ])
  })

  test('goes with its evidence where nothing tells of it', () => {
    const there = withoutMissing(recipeOf([...fields, ...consent]), columns('Phone,First,Last,Mail,Mail 2,Tags,Signed'))
    expect(there).toMatchObject({ missing: ['Texts', 'Do Not Text'], holdsPermissions: false })
    expect(there?.recipe.fields.map(({ to }) => to)).toEqual(['name', 'email', 'tags'])
  })

  test('is held too where the missing column blocks', () => {
    const recipe = recipeOf([...consent.slice(0, 1), { to: 'blocked', from: ['Blocked'], values: { yes: true } }])
    expect(withoutMissing(recipe, columns('Phone,Texts'))).toMatchObject({ missing: ['Blocked'], holdsPermissions: true })
  })
})

test.each([
  ['the column that finds the contacts', recipeOf(fields, { match: { by: 'phone', column: 'Mobile', otherColumns: ['Phone'] } })],
  ['the column that chooses the rows', recipeOf(fields, { only: { column: 'Office', is: ['North'] } })],
  ['all that it reads', recipeOf([{ to: 'notes', from: ['Memo'] }])],
  [
    'what a message is made of',
    recipeOf(
      [
        { to: 'body', from: ['Text'] },
        { to: 'sentAt', from: ['Sent'] },
      ],
      { kind: 'messages' },
    ),
  ],
])('a recipe cannot do without %s', (_, recipe) => {
  expect(withoutMissing(recipe, columns('Phone,First,Last,Mail,Mail 2,Tags,Text'))).toBeNull()
})
