import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { columnUses, withColumns } from '../../../../src-main/engine/mapping/recipe/recipe-columns.ts'
import { recipeFit } from '../../../../src-main/engine/mapping/recipe/recipe-fit.ts'
import { readTemplate, writeTemplate } from '../../../../src-main/engine/mapping/templates/template.ts'

const missing = (...names: string[]) =>
  recipeFit(
    recipe,
    null,
    names.map((name) => ({ name })),
    { customFields: [], departments: [] },
  ).missing.map(({ name }) => name)
const recipe = recipeSchema.parse({
  version: 1,
  name: 'x',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile', otherColumns: ['Home'] },
  only: { column: 'Status', is: ['active'] },
  fields: [
    { to: 'name', from: ['First', 'Last'] },
    { to: 'notes', template: '{{{{ {{First}} of {{Firm}}' },
    { to: 'tags', value: 'new' },
  ],
})

test('every column is listed once, with all that it is used for', () => {
  expect(columnUses(recipe)).toEqual([
    { name: 'Mobile', uses: ['match'] },
    { name: 'Home', uses: ['match'] },
    { name: 'Status', uses: ['only'] },
    { name: 'First', uses: ['name', 'notes'] },
    { name: 'Last', uses: ['name'] },
    { name: 'Firm', uses: ['notes'] },
  ])
})

test('a recipe fits where all its columns are, wherever they are and whatever else is there', () => {
  expect(missing('Last', 'x', 'first', 'Home', 'MOBILE ', 'status', 'Firm')).toEqual([])
  expect(missing('Last', 'Home', 'Status', 'Firm')).toEqual(['Mobile', 'First'])
})

test('a name that two columns could have does not fit', () => {
  expect(missing('mobile', 'MOBILE', 'Home', 'First', 'Last', 'Status', 'Firm')).toEqual(['Mobile'])
})

test('a renamed column is renamed wherever the recipe reads it, in templates too', () => {
  const renamed = withColumns(
    recipe,
    new Map([
      ['First', 'Vorname'],
      ['Mobile', 'Handy'],
      ['Status', 'Stand'],
    ]),
  )
  expect(renamed).toMatchObject({
    match: { column: 'Handy', otherColumns: ['Home'] },
    only: { column: 'Stand', is: ['active'] },
    fields: [
      { to: 'name', from: ['Vorname', 'Last'] },
      { to: 'notes', template: '{{{{ {{Vorname}} of {{Firm}}' },
      { to: 'tags', value: 'new' },
    ],
  })
})

test('a column that is left out takes with it the fields that have no other', () => {
  const without = withColumns(
    recipe,
    new Map<string, string | null>([
      ['First', null],
      ['Firm', null],
      ['Mobile', null],
    ]),
  )
  expect(without?.match).toEqual({ by: 'phone', column: 'Home' })
  expect(without?.fields).toEqual([
    { to: 'name', from: ['Last'] },
    { to: 'tags', value: 'new' },
  ])
})

test('the column that chooses the rows and the last that finds the contacts cannot be left out', () => {
  expect(withColumns(recipe, new Map([['Status', null]]))).toBeNull()
  expect(
    withColumns(
      recipe,
      new Map([
        ['Mobile', null],
        ['Home', null],
      ]),
    ),
  ).toBeNull()
})

test("the columns of the office's rows are renamed, and what it wrote still goes to the number in its own column", () => {
  const messages = recipeSchema.parse({
    ...{ version: 1, name: 'x', kind: 'messages', match: { by: 'phone', column: 'From' }, fields: [{ to: 'body', from: ['Text'] }] },
    whispers: { column: 'Folder', is: ['Sent'], phone: 'To' },
  })
  expect(withColumns(messages, new Map([['Folder', 'Ordner']]))?.whispers).toEqual({ column: 'Ordner', is: ['Sent'], phone: 'To' })
  expect(withColumns(messages, new Map([['To', 'An']]))?.whispers).toEqual({ column: 'Folder', is: ['Sent'], phone: 'An' })
  for (const gone of ['Folder', 'To']) expect(withColumns(messages, new Map([[gone, null]]))).toBeNull()
  const oneNumber = { ...messages, whispers: { column: 'Folder', is: ['Sent'] } }
  expect(withColumns(oneNumber, new Map([['Folder', 'Ordner']]))?.whispers).toEqual({ column: 'Ordner', is: ['Sent'] })
})

test('nothing changes where nothing is renamed', () => {
  expect(withColumns(recipe, new Map())).toEqual(recipe)
  expect(withColumns(recipe, new Map([['Nobody', 'x']]))).toEqual(recipe)
})

test('a template that is written is read again as the same parts', () => {
  const text = fc.stringMatching(/^[ab{}$ ]+$/).map((one) => ({ text: one }))
  const column = fc.stringMatching(/^[A-Za-z]([A-Za-z ]{0,8}[A-Za-z])?$/).map((one) => ({ column: one }))
  // Two texts in a row are one, as the reader gives them.
  const parts = fc.array(fc.tuple(text, column)).map((pairs) => pairs.flat())
  fc.assert(
    fc.property(parts, (own) => {
      expect(readTemplate(writeTemplate(own))).toEqual({ parts: own, fault: null })
    }),
  )
})
