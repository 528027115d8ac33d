import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

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
const [ann, ben] = [contact(1), contact(2, { consent: null })]

let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, ann, ben)
})

interface Cells {
  phone: string
  name?: string
  mail?: string
  ok?: string
  blocked?: string
  unsubscribed?: string
  status?: string
}

/** Plans such rows; an empty `status` is not what the filter of a recipe lets through. */
async function planned(cells: readonly Cells[], parts: Partial<Recipe> = {}) {
  const columns = ['Phone', 'Name', 'Mail', 'OK', 'Blocked', 'Unsubscribed', 'Status'].map((name, index) => ({
    name,
    header: name,
    index,
    samples: [],
  }))
  const recipe = recipeSchema.parse({
    ...recipeOf({
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [
        { to: 'name', from: ['Name'] },
        { to: 'email', from: ['Mail'] },
        { to: 'consent', from: ['OK'], values: { Yes: true, No: false } },
        { to: 'blocked', from: ['Blocked'], values: { Yes: true, No: false } },
        { to: 'unreachable', from: ['Unsubscribed'], values: { Yes: true, No: false } },
      ],
    }),
    ...parts,
  })
  const compiled = compileRecipe(recipe, columns, { country: 'US', customFields: [], departments: [] })
  const rows = cells.map(({ phone, name = '', mail = '', ok = '', blocked = '', unsubscribed = '', status = '' }, at) =>
    compiled.mapRow({ line: at + 2, cells: [phone, name, mail, ok, blocked, unsubscribed, status] }),
  )
  const all = await plan(store, rows, recipe)
  const attention = planSummary(store, all.planId).attention.map(({ code, rows: own }) => [code, own])
  const sent = all.rows.map(({ class: rowClass, detail }) =>
    rowClass !== 'send'
      ? rowClass
      : (detail.calls ?? []).map((call) => (call.kind === 'setConsent' ? call.consent : 'customer' in call ? call.customer : call.kind)),
  )
  return { ...all, attention, sent }
}

describe('a row that refuses texts and has a mistake', () => {
  test.each([
    ['blocks', { blocked: 'Yes' }, { blocked: true }],
    ['unsubscribes', { unsubscribed: 'Yes' }, { unreachable: true }],
    ['blocks, and gives a permission', { blocked: 'Yes', ok: 'Yes' }, { blocked: true }],
    ['blocks, and says of consent what nobody knows', { blocked: 'Yes', ok: 'Perhaps' }, { blocked: true }],
  ])('%s: just that is sent, and the row waits for somebody', async (_name, says, customer) => {
    const { sent, attention } = await planned([{ phone: '2025550121', name: 'New', mail: 'no address', ...says }])
    expect(sent).toEqual([[customer]])
    expect(attention).toEqual([['rows.refusal_only', 1]])
  })

  test('holds the permission of another row where its own word about consent cannot be read', async () => {
    const { sent, rows } = await planned([
      { phone: '2025550122', unsubscribed: 'No', blocked: 'Yes', ok: 'Perhaps' },
      { phone: '2025550121', ok: 'No' },
    ])
    expect(sent).toEqual([[{ blocked: true }], [false]])
    expect(rows[0]?.detail.issues).toMatchObject([{ code: 'value.unknown' }, { code: 'consent.refusal_only' }])
  })

  test.each(['invalid', 'last', 'first', 'merge'] as const)('is heard beside others about its contact: %s', async (duplicates) => {
    for (const cells of [
      [
        { phone: '2025550121', name: 'New' },
        { phone: '2025550121', blocked: 'Yes' },
        { phone: '2025550121', name: 'Newer' },
      ],
      [
        { phone: '2025550121', blocked: 'Yes' },
        { phone: '2025550121', name: 'New' },
      ],
    ]) {
      const { sent } = await planned(cells, { duplicates })
      expect(sent.flat()).toContainEqual(expect.objectContaining({ blocked: true }))
    }
  })
})

describe('a refusal', () => {
  test('by blocking or unsubscribing is sent to who is there already where contacts are only added, and nothing else', async () => {
    const { sent, attention, rows } = await planned(
      [
        { phone: '2025550121', name: 'New', blocked: 'Yes', ok: 'Yes' },
        { phone: '2025550122', name: 'New', unsubscribed: 'Yes' },
        { phone: '2025550122', name: 'New', unsubscribed: 'No' },
      ].slice(0, 2),
      { mode: 'add' },
    )
    expect(sent).toEqual([[{ blocked: true }], [{ unreachable: true }]])
    expect(attention).toEqual([['refusals.existing', 2]])
    expect(rows.map(({ detail }) => detail.issues)).toEqual([undefined, undefined])
  })

  test('of somebody who is not in the account is counted, and goes on the do-not-text list', async () => {
    const { sent, attention, planId } = await planned([
      { phone: '2025550177', ok: 'No' },
      { phone: '2025550178', blocked: 'Yes' },
      { phone: '2025550179', unsubscribed: 'Yes', mail: 'no address' },
      { phone: '2025550180', blocked: 'No', ok: 'Yes' },
      { phone: '2025550121', ok: 'No' },
    ])
    expect(sent).toEqual(['skipped', 'skipped', 'skipped', 'skipped', [false]])
    expect(attention).toEqual([
      ['rows.not_found', 4],
      ['refusals.listed', 3],
    ])
    expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(3)
    expect((await planned([{ phone: '2025550178', blocked: 'Yes' }], { mode: 'updateAndAdd' })).attention).toEqual([])
  })
})

test.each<[string, Pick<RowParts, 'consent' | 'contact'>, Partial<Recipe>, [string, number][]]>([
  ['takes consent back', { consent: false }, {}, [['refusals.unreached', 1]]],
  ['blocks', { contact: { blocked: true } }, { mode: 'updateAndAdd' }, [['refusals.unreached', 1]]],
  ['unsubscribes', { contact: { unreachable: true } }, { mode: 'add' }, [['refusals.unreached', 1]]],
  ['agrees', { consent: true }, {}, []],
])(
  'of an identifier that nobody has, in a row without a number, somebody is told where it refuses: %s',
  async (_says, says, parts, expected) => {
    const key = (uuid: string) => ({ by: 'uuid', uuid }) as const
    const rows = [{ key: key('00000000-0000-4000-8000-000000000099'), ...says }, { key: key(ann.uuid) }, { key: key(ben.uuid) }]
    const fields: Recipe['fields'] = [{ to: 'name', from: ['Name'] }]
    const recipe = { kind: 'contacts' as const, match: { by: 'uuid' as const, column: 'ID' }, fields, ...parts }
    const { planId, rows: stored } = await plan(store, rows, recipe)
    expect(stored[0]).toMatchObject({ class: 'skipped', reason: 'not_found' })
    expect(planSummary(store, planId).attention.map(({ code, rows: own }) => [code, own])).toEqual(expected)
    expect(stored[0]?.detail.issues?.map(({ code }) => code) ?? []).toEqual(expected.map(() => 'refusal.unreached'))
    expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(0)
  },
)

describe('a row that says both', () => {
  test('waits for somebody as long as its refusal is news', async () => {
    const fields: Recipe['fields'] = [
      { to: 'consent', from: ['OK'], values: { Yes: true, No: false } },
      { to: 'consent', from: ['Status'], values: { STOP: false } },
      { to: 'blocked', from: ['Blocked'], values: { Yes: true } },
    ]
    const both: Cells[] = [
      { phone: '2025550121', ok: 'Yes', status: 'STOP' },
      { phone: '2025550122', ok: 'Yes', blocked: 'Yes' },
      { phone: '2025550123', ok: 'Yes' },
    ]
    const third = contact(3, { consent: null })
    cache(store, third)
    const first = await planned(both, { fields })
    expect(first.sent).toEqual([[false], [{ blocked: true }], [true]])
    expect(first.attention).toEqual([['rows.contradict', 2]])
    cache(store, { ...ann, consent: false }, { ...ben, consent: true, blocked: true }, { ...third, consent: true })
    const second = await planned(both, { fields })
    expect([second.sent, second.attention]).toEqual([['unchanged', 'unchanged', 'unchanged'], []])
  })
})

test('a row whose contact agrees already waits for somebody where a column that nobody reads may refuse', async () => {
  const fields: Recipe['fields'] = [
    { to: 'name', from: ['Name'] },
    { to: 'consent', from: ['OK'], values: { Yes: true, No: false } },
  ]
  const cells = [
    { phone: '2025550121', ok: 'Yes', unsubscribed: 'Yes' },
    { phone: '2025550122', ok: 'Yes', unsubscribed: '2024-03-01' },
  ]
  const agreed = await planned(cells, { fields })
  expect([agreed.sent, agreed.attention]).toEqual([
    ['unchanged', 'held'],
    [
      ['rows.unheard', 1],
      ['held.consent', 1],
    ],
  ])
  const renamed = await planned([{ ...cells[0], phone: '2025550121', name: 'New' }], { fields })
  expect([renamed.sent, renamed.attention]).toEqual([[[{ name: 'New' }]], [['rows.unheard', 1]]])
  expect((await planned(cells, { fields, leftOut: ['Unsubscribed'] })).attention).toEqual([])
})

test.each(['last', 'first', 'merge', 'invalid'] as const)(
  'a column that nobody reads is asked of all rows about a contact, also of those that say nothing of consent: %s',
  async (duplicates) => {
    const fields: Recipe['fields'] = [{ to: 'consent', from: ['OK'], values: { Yes: true, No: false } }]
    for (const ok of ['Yes', '']) {
      const cells = [
        { phone: '2025550122', ok: 'Yes' },
        { phone: '(202) 555-0122', ok, unsubscribed: 'Yes' },
      ]
      for (const own of [cells, cells.toReversed()]) {
        const { sent, attention } = await planned(own, { fields, duplicates })
        expect(sent.flat()).not.toContain(true)
        expect(attention.map(([code]) => code)).not.toEqual([])
      }
    }
  },
)

describe("a row that the recipe's filter leaves out", () => {
  const only: NonNullable<Recipe['only']> = { column: 'Status', is: ['Active'] }
  const active = { status: 'Active' }

  test.each([{ ok: 'No' }, { blocked: 'Yes' }, { unsubscribed: 'Yes' }, { ok: 'No', mail: 'no address' }])(
    'and that refuses (%j) is told, and other rows about the contact give no consent',
    async (refuses) => {
      const left: Cells = { phone: '(202) 555-0122', status: 'Left', ...refuses }
      for (const cells of [
        [left, { phone: '2025550122', ok: 'Yes', ...active }, { phone: '2025550121', name: 'New', ...active }],
        [{ phone: '2025550122', ok: 'Yes', ...active }, left, { phone: '2025550121', name: 'New', ...active }],
      ]) {
        const { sent, attention, rows, counts } = await planned(cells, { only })
        expect(sent.filter((one) => one !== 'skipped')).toEqual(['held', [{ name: 'New' }]])
        expect(rows.find(({ class: rowClass }) => rowClass === 'held')).toMatchObject({
          reason: 'consent',
          detail: { optOut: 'unreadable' },
        })
        expect(attention).toEqual([
          ['refusals.filtered', 1],
          ['held.consent', 1],
        ])
        expect(counts).toMatchObject({ rows: 3, send: 1, held: 1, skipped: 1 })
      }
    },
  )

  test('is left out in silence where it refuses nothing, or says nobody', async () => {
    const { sent, attention } = await planned(
      [
        { phone: '2025550121', ok: 'Yes', blocked: 'No', name: 'New', status: 'Left' },
        { phone: 'nobody', ok: 'No', status: 'Left' },
        { phone: '2025550122', ok: 'Yes', ...active },
      ],
      { only },
    )
    expect([sent, attention]).toEqual([['skipped', 'skipped', [true]], []])
  })

  test('has just its refusal sent where the recipe says so, to who is there or the do-not-text list', async () => {
    const refusals = { only: { ...only, refusals: 'send' as const } }
    const { sent, attention, planId, rows } = await planned(
      [
        { phone: '2025550121', name: 'New', mail: 'no address', ok: 'No', status: 'Left' },
        { phone: '2025550122', ok: 'Yes', blocked: 'Yes', status: 'Left' },
        { phone: '2025550177', ok: 'No', status: 'Left' },
        { phone: '2025550178', ok: 'Yes', status: 'Left' },
        { phone: '2025550122', ok: 'Yes', ...active },
      ],
      { ...refusals, mode: 'updateAndAdd' },
    )
    expect(sent).toEqual([[false], 'skipped', 'skipped', 'skipped', [{ blocked: true }]])
    expect(rows[2]).toMatchObject({ reason: 'filtered', detail: { refuses: true, filtered: { column: 'Status', value: 'Left' } } })
    expect(attention).toContainEqual(['refusals.listed', 1])
    expect(tablesOf(store).doNotText.addOfPlan(planId, 1)).toBe(1)
  })

  test('is left out in silence where a person has said that it refuses something else', async () => {
    const cells = [
      { phone: '2025550122', ok: 'No', status: 'Left' },
      { phone: '2025550122', ok: 'Yes', ...active },
    ]
    const { sent, attention } = await planned(cells, { only: { ...only, refusals: 'leave' } })
    expect([sent, attention]).toEqual([['skipped', [true]], []])
  })
})
