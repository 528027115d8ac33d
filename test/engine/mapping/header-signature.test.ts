import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOfRecipe, fitsHeader, headerSignature } from '../../../src-main/engine/mapping/header-signature.ts'
import { recipeSchema } from '../../../src-main/engine/mapping/recipe.ts'

const columns = (...names: string[]) => names.map((name) => ({ name }))
const recipe = recipeSchema.parse({
  version: 1,
  name: 'x',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile', otherColumns: ['Home'] },
  fields: [{ to: 'name', from: ['First', 'Last'] }, { to: 'notes', value: 'constant' }],
})

test('the signature does not depend on the order of the columns, nor on case and spaces', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))), ([names, shuffled]) => {
      expect(headerSignature(columns(...names))).toBe(headerSignature(columns(...shuffled)))
    }),
  )
  expect(headerSignature(columns('First  Name', 'Phone'))).toBe(headerSignature(columns(' phone', 'first name')))
})

test('other columns have another signature', () => {
  expect(headerSignature(columns('a', 'b'))).not.toBe(headerSignature(columns('a', 'c')))
  expect(headerSignature(columns('a', 'b'))).not.toBe(headerSignature(columns('a,b')))
  expect(headerSignature(columns('a'))).not.toBe(headerSignature(columns('a', 'a (2)')))
})

test('a recipe fits where all its columns are, wherever they are and whatever else is there', () => {
  expect(fitsHeader(recipe, columns('Last', 'x', 'first', 'Home', 'MOBILE '))).toEqual({ fits: true, missing: [] })
  expect(fitsHeader(recipe, columns('Last', 'Home'))).toEqual({ fits: false, missing: ['Mobile', 'First'] })
  expect(columnsOfRecipe(recipe)).toEqual(['Mobile', 'Home', 'First', 'Last'])
})

test('a name that two columns could have does not fit', () => {
  expect(fitsHeader(recipe, columns('mobile', 'MOBILE', 'Home', 'First', 'Last')).missing).toEqual(['Mobile'])
})
