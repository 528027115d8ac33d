import { expect, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { seedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

const table = 'Phone,Note\n+12025550110,one\n+12025550111,two\n'
const monthly = recipe({ name: 'Monthly', match: { by: 'phone', column: 'Phone' }, fields: [{ to: 'notes', from: ['Note'] }] })

async function practice() {
  const { call, openFile } = await practiceEngine({ contacts: 5 })
  const fileId = (await openFile('list.csv', table)).id
  const idOfPlan = async (one: Recipe) => {
    const { id: planId } = await call('plans.start', { fileId, recipe: one, lookup: 'never', wait: true })
    return (await call('plans.get', { planId })).recipe.id
  }
  const openAs = async (text: string) => (await openFile('next.csv', text)).id
  return { call, fileId, idOfPlan, openAs }
}

test('a saved recipe keeps its id when it is edited or renamed; saved under another name it is a copy with one of its own', async () => {
  const { call, fileId } = await practice()
  const { recipe: saved, id } = await call('recipes.save', { recipe: monthly, fileId })
  expect(saved.id).toBe(id)
  const edited = { ...saved, blank: 'clear' as const }
  expect((await call('recipes.save', { recipe: edited, fileId, replace: true })).recipe).toEqual(edited)
  const renamed = await call('recipes.rename', { recipeId: id, name: 'Every month' })
  expect([renamed.id, renamed.recipe.id, renamed.recipe.name]).toEqual([id, id, 'Every month'])
  const copy = await call('recipes.save', { recipe: { ...renamed.recipe, name: 'Weekly' }, fileId })
  expect(copy.recipe.id).toBe(copy.id)
  expect(copy.id).not.toBe(id)
  // What takes the place of a recipe goes on with its lists.
  const replaced = await call('recipes.save', { recipe: { ...copy.recipe, name: 'Every month' }, fileId, replace: true })
  expect([replaced.id, replaced.recipe.id]).toEqual([id, id])
})

test('a recipe from a file keeps the id that it came with', async () => {
  const { call, fileId } = await practice()
  const { id, recipe: saved } = await call('recipes.save', { recipe: { ...monthly, id: 'front desk' }, fileId })
  expect([id, saved.id]).toEqual(['front desk', 'front desk'])
})

test('a plan remembers the id of its recipe; one without is the saved recipe of its name, if that is for the same lists', async () => {
  const { call, fileId, idOfPlan } = await practice()
  const { id } = await call('recipes.save', { recipe: monthly, fileId })
  expect(await idOfPlan(monthly)).toBe(id)
  expect(await idOfPlan({ ...monthly, id: 'mine' })).toBe('mine')
  expect(await idOfPlan({ ...monthly, fields: [...monthly.fields, { to: 'blocked', value: false }] })).toBe(id)
  expect(await idOfPlan({ ...monthly, name: 'Weekly' })).toBeUndefined()
  expect(await idOfPlan({ ...monthly, match: { by: 'phone', column: 'Note' } })).toBeUndefined()
  const { id: unnamed } = await call('recipes.save', { recipe: { ...monthly, name: 'Contacts' }, fileId })
  expect(await idOfPlan({ ...monthly, name: 'Contacts' })).toBe(unnamed)
  expect(await idOfPlan({ ...monthly, name: 'Contacts', fields: [{ to: 'name', from: ['Note'] }] })).toBeUndefined()
})

test('a name belongs to one recipe in whatever case it is written', async () => {
  const { call, fileId } = await practice()
  const { id } = await call('recipes.save', { recipe: monthly, fileId })
  const other = await call('recipes.save', { recipe: { ...monthly, name: 'Weekly' }, fileId })
  await expect(call('recipes.save', { recipe: { ...monthly, name: ' MONTHLY' }, fileId })).rejects.toMatchObject({ code: 'usage' })
  await expect(call('recipes.rename', { recipeId: other.id, name: 'monthly' })).rejects.toMatchObject({ code: 'usage' })
  expect(await call('recipes.rename', { recipeId: id, name: 'MONTHLY' })).toMatchObject({ id, name: 'MONTHLY' })
  const replaced = await call('recipes.save', { recipe: monthly, fileId, replace: true })
  expect([replaced.id, (await call('recipes.list', {})).recipes.length]).toEqual([id, 2])
})

test('a recipe tells when its lists were run and what the last one was; a plan compares its list with those before', async () => {
  const { call, fileId, openAs } = await practice()
  const { recipe: saved } = await call('recipes.save', { recipe: monthly, fileId })
  expect((await call('recipes.list', {})).recipes).toMatchObject([{ ranAtSeconds: [], lastFile: null }])
  // The lists are known by contacts that are not all unknown: one of the two is there.
  const known = [0, 1, 2, 3, 4].map((at) => seedCustomer(at)).find(({ phoneE164, archived }) => phoneE164 !== null && !archived)?.phoneE164
  const other = await openAs(`Phone,Note\n${known},one\n+12025550199,two\n`)
  const { id: planId } = await call('plans.start', { fileId: other, recipe: saved, wait: true })
  expect(await call('plans.lists', { planId })).toMatchObject({ list: { rows: 2, notFound: 1 }, missing: [], before: [] })
  const { startedAtSeconds } = await call('runs.start', { planId, wait: true })
  const [listed] = (await call('recipes.list', {})).recipes
  expect(listed).toMatchObject({ lastFile: { id: other, name: 'next.csv' } })
  expect(listed?.ranAtSeconds.map(Math.floor)).toEqual([Math.floor(startedAtSeconds)])
  const next = await call('plans.start', { fileId, recipe: saved, wait: true })
  expect(await call('plans.lists', { planId: next.id })).toMatchObject({
    list: { rows: 2, notFound: 2 },
    before: [{ rows: 2, notFound: 1, withdrawn: 0, invalid: 0, unknownWords: 0 }],
  })
})

test('a recipe is copied to another account by the names of its fields, what it lacks there is said, and consent is to be confirmed anew', async () => {
  const { call, sandbox, openFile } = await practiceEngine({ contacts: 5 })
  const step = await call('signIn.pasteToken', { baseUrl: sandbox.baseUrl, token: sandbox.token, accountName: 'Branch' })
  const branch = step.step === 'signedIn' ? step.account.id : ''
  await call('accounts.open', { accountId: 'practice' })
  const shown = await fetch(`${sandbox.baseUrl}/api/address_book/custom_fields.json`, { headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token } })
  const [known] = ((await shown.json()) as { fields: { uuid: string; name: string }[] }).fields
  const { id: fileId } = await openFile('list.csv', 'Phone,Note,Size,OK\n+12025550110,one,9,Yes\n')
  await call('mapping.suggest', { fileId })
  const { id } = await call('recipes.save', {
    recipe: recipe({
      name: 'Monthly',
      match: { by: 'phone', column: 'Phone' },
      fields: [
        { to: `custom:${known?.uuid ?? ''}`, from: ['Note'] },
        { to: 'custom:Shoe size', from: ['Size'] },
        { to: 'consent', from: ['OK'], values: { Yes: true, No: false } },
      ],
    }),
  })
  const { recipe: copy, missing, checked } = await call('recipes.copy', { recipeId: id, accountId: branch })
  expect({ missing: missing.map(({ what, name }) => [what, name]), checked }).toEqual({ missing: [['field', 'Shoe size']], checked: true })
  expect(copy.id).not.toBe(id)
  expect(copy.recipe.fields).toEqual([
    { to: `custom:${known?.name}`, from: ['Note'] },
    { to: 'custom:Shoe size', from: ['Size'] },
    { to: 'consent', from: ['OK'], values: { Yes: true, No: false }, unconfirmed: true },
  ])
  expect((await call('accounts.list', {})).currentId).toBe('practice')
  expect((await call('recipes.list', {})).recipes.map(({ id: one, recipe: own }) => [one, own.fields[2]?.unconfirmed])).toEqual([
    [id, undefined],
  ])
  await expect(call('recipes.copy', { recipeId: id, accountId: branch })).rejects.toMatchObject({ code: 'usage' })
  expect((await call('recipes.copy', { recipeId: id, accountId: branch, replace: true })).recipe.id).toBe(copy.id)
  await expect(call('recipes.copy', { recipeId: id, accountId: 'practice' })).rejects.toMatchObject({ code: 'usage' })
  await expect(call('recipes.copy', { recipeId: id, accountId: 'nowhere' })).rejects.toMatchObject({ code: 'account.unknown' })
  expect((await call('accounts.list', {})).currentId).toBe('practice')
  await call('accounts.open', { accountId: branch })
  expect((await call('recipes.list', {})).recipes.map(({ id: one }) => one)).toEqual([copy.id])
})
