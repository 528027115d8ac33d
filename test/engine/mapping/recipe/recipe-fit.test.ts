import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { recipeFit, replaceInRecipe } from '../../../../src-main/engine/mapping/recipe/recipe-fit.ts'

const columns = (...names: string[]) => names.map((name) => ({ name }))
const uuid = '11111111-2222-4333-8444-555555555555'
const account = {
  customFields: [{ uuid, name: 'Account ID', dataType: 'string' }],
  departments: [{ uuid: 'd1', name: 'Sales', phone: null, isSmsGroup: false }],
}
const madeFor = ['First Name', 'Last Name', 'Mobile', 'Account', 'Remarks']
const recipe = recipeSchema.parse({
  version: 1,
  name: 'Monthly',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile' },
  fields: [
    { to: 'name', from: ['First Name', 'Last Name'] },
    { to: 'custom:Account ID', from: ['Account'] },
  ],
})

test('the same columns fit, whatever their order', () => {
  expect(recipeFit(recipe, madeFor, columns(...madeFor), account)).toEqual({
    kind: 'same',
    missing: [],
    added: [],
    removed: [],
    isMoved: false,
  })
  expect(recipeFit(recipe, madeFor, columns(...madeFor.toReversed()), account)).toMatchObject({ kind: 'same', isMoved: true })
})

test('columns that came, went and moved are named, and the recipe still fits', () => {
  expect(recipeFit(recipe, madeFor, columns('Mobile', 'City', 'first name', 'Last Name', 'Account'), account)).toEqual({
    kind: 'fits',
    missing: [],
    added: ['City'],
    removed: ['Remarks'],
    isMoved: true,
  })
})

test('a column that is missing is named with what it is for and what may be meant', () => {
  const fit = recipeFit(recipe, madeFor, columns('First Name', 'Surname', 'Handynummer', 'Account', 'Remarks'), account)
  expect(fit.kind).toBe('misfit')
  expect(fit.missing).toEqual([
    { what: 'column', name: 'Mobile', uses: ['match'], near: ['Handynummer'], canBeLeftOut: false },
    { what: 'column', name: 'Last Name', uses: ['name'], near: ['Surname'], canBeLeftOut: true },
  ])
})

test('a new column in the place of a missing one is offered even when nothing else tells', () => {
  const fit = recipeFit(recipe, madeFor, columns('First Name', 'Last Name', 'Mobile', 'XK-7', 'Remarks'), account)
  expect(fit.missing).toEqual([{ what: 'column', name: 'Account', uses: ['custom:Account ID'], near: ['XK-7'], canBeLeftOut: true }])
})

test('fields and departments that the account lacks are named', () => {
  const other = { ...recipe, kind: 'contacts' as const, group: 'Sale', fields: [{ to: 'custom:Acount ID' as const, from: ['Account'] }] }
  expect(recipeFit(other, madeFor, columns(...madeFor), account).missing).toEqual([
    { what: 'field', name: 'Acount ID', uses: ['custom:Acount ID'], near: ['Account ID'], canBeLeftOut: true },
    { what: 'department', name: 'Sale', uses: [], near: ['Sales'], canBeLeftOut: true },
  ])
  const adapted = replaceInRecipe(other, [
    { what: 'field', name: 'Acount ID', by: 'Account ID' },
    { what: 'department', name: 'Sale', by: 'Sales' },
  ])
  expect(recipeFit(adapted, madeFor, columns(...madeFor), account).kind).toBe('same')
})

test('a recipe that must keep its column says so', () => {
  expect(() => replaceInRecipe(recipe, [{ what: 'column', name: 'Mobile', by: null }])).toThrow(
    expect.objectContaining({ code: 'recipe.misfit' }),
  )
})

test('taking what is offered, or leaving out what can be, always makes the recipe fit', () => {
  const name = fc.constantFrom('First Name', 'Vorname', 'Last Name', 'Surname', 'Mobile', 'Cell', 'Account', 'Konto', 'x', 'y')
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), (names) => {
      const fit = recipeFit(recipe, madeFor, columns(...names), account)
      const solvable = fit.missing.every((one) => one.canBeLeftOut || one.near.length > 0)
      fc.pre(solvable)
      const adapted = replaceInRecipe(
        recipe,
        fit.missing.map((one) => ({ what: one.what, name: one.name, by: one.near[0] ?? null })),
      )
      expect(recipeFit(adapted, madeFor, columns(...names), account).missing).toEqual([])
    }),
  )
})
