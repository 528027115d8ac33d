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

test.each([
  ['a refusal is left out', { 'Do Not Text': null }, ['Do Not Text']],
  ['a column that blocks is left out', { Status: null }, ['Status']],
  ['one of two columns of consent is left out', { Texts: null, 'Do Not Text': 'DNT' }, ['Texts']],
  ['another column tells it now', { 'Do Not Text': 'DNT' }, undefined],
  ['a column of something else is left out', { Memo: null }, undefined],
  ['nothing tells of consent any more', { Texts: null, 'Do Not Text': null }, undefined],
] as const)('an adapted recipe says what it lacks where %s', (_what, by, lacks) => {
  const fields = [
    { to: 'consent', from: ['Texts'], values: { yes: true, no: false } },
    { to: 'consent', from: ['Do Not Text'], values: { yes: false } },
    { to: 'blocked', from: ['Status'], values: { bad: true } },
    { to: 'notes', from: ['Memo'] },
  ]
  const replacements = Object.entries(by).map(([name, other]) => ({ what: 'column' as const, name, by: other }))
  const adapted = replaceInRecipe(recipeSchema.parse({ ...recipe, fields }), replacements)
  expect(adapted.lacks).toEqual(lacks)
  // What was left out before is still lacking.
  expect(replaceInRecipe({ ...adapted, lacks: ['Opted Out'] }, [{ what: 'column', name: 'Memo', by: null }]).lacks).toEqual(
    adapted.fields.some(({ to }) => to === 'consent') ? ['Opted Out'] : undefined,
  )
})

test('a file is the same only where no column came or went, and it is known for which the recipe was made', () => {
  expect(recipeFit(recipe, madeFor, columns(...madeFor, 'City'), account).kind).toBe('fits')
  expect(recipeFit(recipe, madeFor, columns(...madeFor.slice(0, -1)), account).kind).toBe('fits')
  expect(recipeFit(recipe, null, columns(...madeFor), account)).toMatchObject({ kind: 'fits', added: [], removed: [], isMoved: false })
})

test('of two columns with the name of a missing one both are offered, and no other', () => {
  const fit = recipeFit(recipe, madeFor, columns('First Name', 'Last Name', 'mobile', 'MOBILE', 'Account', 'Phone'), account)
  expect(fit.missing).toMatchObject([{ name: 'Mobile', near: ['mobile', 'MOBILE'] }])
})

test('a column of which nothing is known is offered none that stands elsewhere, nor one that only has moved', () => {
  const near = (...names: string[]) => recipeFit(recipe, madeFor, columns(...names), account).missing.map((one) => one.near)
  expect(near('First Name', 'Last Name', 'Mobile', 'Remarks', 'Zeta')).toEqual([[]])
  expect(near('First Name', 'Last Name', 'Mobile', 'Zeta', 'Remarks')).toEqual([['Zeta']])
})

test('a field is known by its identifier, and of two with its name both are offered', () => {
  const rule = (to: string) => recipeSchema.parse({ ...recipe, fields: [{ to: `custom:${to}`, from: ['Account'] }] })
  expect(recipeFit(rule(uuid), madeFor, columns(...madeFor), account).missing).toEqual([])
  const twice = ['Region', 'REGION', 'Other'].map((name, at) => ({ uuid: `cf-${at}`, name, dataType: 'string' }))
  const fit = recipeFit(rule('region'), madeFor, columns(...madeFor), { ...account, customFields: twice })
  expect(fit.missing).toMatchObject([{ what: 'field', name: 'region', near: ['cf-0', 'cf-1'] }])
})

test('what is replaced by nothing is left out, and everything else stays', () => {
  const whole = recipeSchema.parse({ ...recipe, kind: 'messages', group: 'Sale', fields: [{ to: 'body', from: ['Remarks'] }] })
  expect(replaceInRecipe(whole, [])).toMatchObject({ group: 'Sale', fields: whole.fields })
  expect(replaceInRecipe(whole, [{ what: 'department', name: 'Sale', by: null }])).not.toHaveProperty('group')
  expect(replaceInRecipe(recipe, [])).not.toHaveProperty('group')
  const left = replaceInRecipe(recipe, [{ what: 'field', name: 'Account ID', by: null }])
  expect(left.fields.map(({ to }) => to)).toEqual(['name'])
})
