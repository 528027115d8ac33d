import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan } from '../planning.ts'

const newStore = tempStores()
const contact = (digit: number, parts: Partial<CustomerRecord> = {}): CustomerRecord => ({
  uuid: `00000000-0000-4000-8000-00000000000${digit}`,
  phone: `+1202555012${digit}`,
  name: 'Ann',
  tags: [],
  consent: true,
  blocked: false,
  ...parts,
})

let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, contact(1), contact(2, { consent: null }))
})

const header = ['Mobile', 'Work Phone', 'Home Phone', 'Fax', 'Name', 'OK', 'Blocked'] as const
type Cells = Partial<Record<(typeof header)[number], string>>

async function planned(cells: readonly Cells[], parts: Partial<Recipe> = {}) {
  const columns = header.map((name, index) => ({ name, header: name, index, samples: [] }))
  const recipe = recipeSchema.parse({
    version: 1,
    name: 'test',
    kind: 'contacts',
    match: { by: 'phone', column: 'Mobile', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'consent', from: ['OK'], values: { Yes: true, No: false } },
      { to: 'blocked', from: ['Blocked'], values: { Yes: true, No: false } },
    ],
    ...parts,
  })
  const compiled = compileRecipe(recipe, columns, { country: 'US', customFields: [], departments: [] })
  const rows = cells.map((own, at) => compiled.mapRow({ line: at + 2, cells: header.map((name) => own[name] ?? '') }))
  const all = await plan(store, rows, recipe)
  const sent = all.rows.map(({ class: rowClass, detail }) =>
    rowClass !== 'send'
      ? rowClass
      : (detail.calls ?? []).map((call) => (call.kind === 'setConsent' ? call.consent : 'customer' in call ? call.customer : call.kind)),
  )
  return { ...all, sent, attention: planSummary(store, all.planId).attention.map(({ code, rows: own }) => [code, own]) }
}

describe('a row that refuses and has no number that the recipe looks for', () => {
  test.each([
    ['blank', ''],
    ['no number', 'ask reception'],
  ])('refuses for another number in it: the mobile is %s', async (_what, mobile) => {
    const { sent, rows, attention } = await planned([{ Mobile: mobile, 'Home Phone': '2025550121', Name: 'Ben', OK: 'No' }])
    expect(sent).toEqual([[false]])
    expect(rows[0]?.detail.issues?.map(({ code, severity }) => [code, severity])).toEqual([
      [mobile === '' ? 'phone.blank' : 'phone.invalid', 'warning'],
      ['refusal.other_number', 'warning'],
      ['consent.refusal_only', 'warning'],
    ])
    expect(attention).toEqual([['rows.refusal_only', 1]])
  })

  test('takes the number of a person before that of an office, and never a fax', async () => {
    const { rows } = await planned([
      { 'Work Phone': '2025550122', 'Home Phone': '2025550121', OK: 'No' },
      { 'Work Phone': '2025550122', Blocked: 'Yes' },
      { Fax: '2025550121', OK: 'No' },
    ])
    expect(rows.map((row) => [row.class, row.phone])).toEqual([
      ['send', '+12025550121'],
      ['send', '+12025550122'],
      ['invalid', null],
    ])
  })

  test('is heard beside the row of whoever has that number, which keeps the rest of what it says', async () => {
    const ann: Cells = { Mobile: '2025550121', Name: 'Anna' }
    const ben: Cells = { 'Home Phone': '2025550121', Name: 'Ben', OK: 'No' }
    for (const duplicates of ['last', 'first', 'invalid', 'merge'] as const) {
      expect((await planned([ann, ben], { duplicates })).sent).toEqual([[{ name: 'Anna' }], [false]])
      expect((await planned([ben, ann], { duplicates })).sent).toEqual([[false], [{ name: 'Anna' }]])
    }
  })

  test('holds the permission of another row about that number', async () => {
    const ann: Cells = { Mobile: '2025550122', OK: 'Yes' }
    const { sent, rows } = await planned([ann, { 'Home Phone': '2025550122', OK: 'No' }])
    expect(sent).toEqual(['held', [false]])
    expect(rows[0]).toMatchObject({ reason: 'consent', detail: { optOut: 'unreadable' } })
  })

  test.each(['update', 'updateAndAdd', 'add'] as const)('creates nobody; the number goes on the do-not-text list: %s', async (mode) => {
    const { sent, planId, rows } = await planned([{ 'Home Phone': '2025550177', Name: 'Ben', OK: 'No' }], { mode })
    expect(sent).toEqual(['skipped'])
    expect(rows[0]).toMatchObject({ reason: 'refusal_only', detail: { refuses: true } })
    expect(planSummary(store, planId).attention.map(({ code }) => code)).toContain('refusals.listed')
    expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(1)
  })

  test('is the only one that gets a number in this way', async () => {
    const { sent } = await planned([{ 'Home Phone': '2025550122', Name: 'Ben', OK: 'Yes' }, { 'Home Phone': '2025550121' }])
    expect(sent).toEqual(['invalid', 'invalid'])
  })
})

test('a refusal of a number that several contacts have goes on the do-not-text list', async () => {
  cache(store, contact(3, { phone: '+12025550121' }))
  const { sent, planId, attention } = await planned([
    { Mobile: '2025550121', OK: 'No' },
    { Mobile: '2025550121', Name: 'New' },
  ])
  expect(sent).toEqual(['invalid', 'invalid'])
  expect(attention).toContainEqual(['refusals.listed', 1])
  expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(1)
})
