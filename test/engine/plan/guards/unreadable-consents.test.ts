import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile, recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, nowMs, plan } from '../planning.ts'

const newStore = tempStores()
const ann: CustomerRecord = { uuid: '00000000-0000-4000-8000-000000000001', phone: '+12025550123', name: 'Ann', tags: [], consent: null }
const ben: CustomerRecord = { uuid: '00000000-0000-4000-8000-000000000002', phone: '+12025550124', name: 'Ben', tags: [], consent: null }

let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, ann, ben)
})

/** Plans rows of contact ID, phone number and what the file says of consent. */
async function planned(cells: readonly (readonly [id: string, phone: string, ok: string])[], parts: Partial<Recipe> = {}) {
  const columns = ['ID', 'Phone', 'OK'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const recipe = recipeSchema.parse({
    ...recipeOf({
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [{ to: 'consent', from: ['OK'], values: { Yes: true, No: false } }],
    }),
    ...parts,
  })
  const compiled = compileRecipe(recipe, columns, { country: 'US', customFields: [], departments: [] })
  return plan(
    store,
    cells.map((row, at) => compiled.mapRow({ line: at + 2, cells: [...row] })),
    recipe,
  )
}

const yes = ['', '2025550123', 'Yes'] as const
const other = ['', '2025550124', 'Yes'] as const
const held = { class: 'held', reason: 'consent', detail: { optOut: 'unreadable' } }

describe('a row whose word about consent cannot be read', () => {
  test.each(['last', 'first', 'merge', 'invalid'] as const)(
    'holds the permission of another row about the contact: %s',
    async (duplicates) => {
      for (const word of ['revoked by phone', '#N/A']) {
        const doubtful = ['', '(202) 555-0123', word] as const
        for (const rows of [
          [yes, doubtful, other],
          [doubtful, yes, other],
        ]) {
          const { rows: all, planId, counts } = await planned(rows, { duplicates })
          expect(all[rows.indexOf(yes)]).toMatchObject(held)
          expect(all[rows.indexOf(doubtful)]).toMatchObject({ class: 'invalid' })
          expect(all[2]).toMatchObject({ class: 'send' })
          expect(counts).toEqual({ rows: 3, send: 1, unchanged: 0, held: 1, skipped: 0, invalid: 1, calls: 1 })
          const { guards, attention } = planSummary(store, planId)
          expect(guards).toMatchObject([
            { guard: 'consent', rows: 1, message: expect.stringContaining('another row about them may refuse') },
          ])
          expect(attention.map(({ code }) => code)).toEqual(['held.consent', 'rows.invalid'])
        }
      }
    },
  )

  test('does so by whatever either of them names the contact, and for somebody new', async () => {
    const match: Recipe['match'] = { by: 'uuid', column: 'ID', phoneColumns: ['Phone'], country: 'US' }
    const byId = await planned([[ann.uuid, '', 'Perhaps'], yes, other], { match })
    expect(byId.rows.slice(1)).toMatchObject([held, { class: 'send' }])
    const byPhone = await planned([['', '2025550123', 'Perhaps'], [ann.uuid, '', 'Yes'], other], { match })
    expect(byPhone.rows.slice(1)).toMatchObject([held, { class: 'send' }])
    const created = await planned(
      [
        ['', '2025550177', 'Perhaps'],
        ['', '2025550177', 'Yes'],
      ],
      { mode: 'updateAndAdd' },
    )
    expect(created.rows[1]).toMatchObject(held)
  })

  test('does so where several columns say it together', async () => {
    const fields: Recipe['fields'] = [{ to: 'consent', from: ['ID', 'OK'], values: { 'Texts Yes': true } }]
    const { rows } = await planned(
      [
        ['Texts', '2025550123', 'Yes'],
        ['Texts', '2025550123', 'Perhaps'],
      ],
      { fields },
    )
    expect(rows).toMatchObject([held, { class: 'invalid' }])
  })

  test('holds no refusal, and nothing that gives no permission', async () => {
    const { rows } = await planned([
      ['', '2025550123', 'Perhaps'],
      ['', '2025550123', 'No'],
    ])
    expect(rows[1]).toMatchObject({ class: 'send', detail: { calls: [{ kind: 'setConsent', consent: false }] } })
  })

  test('is answered by evidence that the contact agreed, or by its own correction', async () => {
    const { planId } = await planned([yes, ['', '2025550123', 'Perhaps']])
    const evidence = { text: 'Asked at the desk', date: '2023-11-10', refusedDate: '2023-11-01' }
    expect(() => releaseRows(store, planId, { lines: [2] }, nowMs)).toThrow(expect.objectContaining({ code: 'guard.evidence' }))
    expect(releaseRows(store, planId, { lines: [2], evidence }, nowMs)).toMatchObject({ send: 1, held: 0 })
    const { rows } = await planned([yes, ['', '2025550123', 'Yes']])
    expect(rows.map((row) => row.class)).toEqual(['skipped', 'send'])
  })
})
