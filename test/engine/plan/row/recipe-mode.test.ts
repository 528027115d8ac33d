import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { findRecipeMistakes } from '../../../../src-main/engine/mapping/recipe/find-recipe-mistakes.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { modeOf } from '../../../../src-main/engine/model/recipes/recipe-mode.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { addFile, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store = newStore()
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const there: CustomerRecord = {
  uuid: 'there',
  phone: '+12025550101',
  name: 'Ann',
  notes: null,
  tags: [],
  consent: true,
  customFields: { f1: 'old' },
}
const rows: RowParts[] = [
  { phone: '+12025550101', contact: { name: 'Anna' } },
  { phone: '+12025550102', contact: { name: 'Ben' } },
]
const classesOf = async (parts: Parameters<typeof plan>[2], own = rows, options: Parameters<typeof plan>[3] = {}) =>
  (await plan(store, own, parts, options)).rows.map((row) => [row.class, row.reason])

describe('a recipe', () => {
  test('updates, adds, or does both; without a mode "notFound" says so', async () => {
    cache(store, there)
    const [updated, added] = [
      ['send', null],
      ['send', null],
    ]
    const [unknown, exists] = [
      ['skipped', 'not_found'],
      ['skipped', 'exists'],
    ]
    expect(await classesOf({ mode: 'update' })).toEqual([updated, unknown])
    expect(await classesOf({ mode: 'updateAndAdd' })).toEqual([updated, added])
    expect(await classesOf({ mode: 'add' })).toEqual([exists, added])
    expect(await classesOf({ notFound: 'skip' })).toEqual([updated, unknown])
    expect(await classesOf({ notFound: 'create' })).toEqual([updated, added])
    expect([modeOf({ mode: 'add', notFound: 'skip' }), modeOf({ notFound: 'create' }), modeOf({ notFound: 'skip' })]).toEqual([
      'add',
      'updateAndAdd',
      'update',
    ])
  })

  test.each([1_000, 100_000_000])(
    'only adding leaves out who is there, also where nothing would change (a file of %d bytes)',
    async (sizeBytes) => {
      cache(store, there)
      const own = [{ phone: '+12025550101', contact: { name: 'Ann' } }]
      expect(await classesOf({ mode: 'add' }, own, { file: { id: 'file', storedPath: '/nowhere', sizeBytes } })).toEqual([
        ['skipped', 'exists'],
      ])
    },
  )

  test('only adding sends the refusal of who is there, and nothing else of that row', async () => {
    cache(store, there, { ...there, uuid: 'refused', phone: '+12025550103', consent: false })
    const own: RowParts[] = [
      { phone: '+12025550101', contact: { name: 'Anna' }, consent: false },
      { phone: '+12025550103', contact: { name: 'Cem' }, consent: false },
      { phone: '+12025550103', contact: { name: 'Cem' }, consent: true },
    ]
    const { rows: planned, planId } = await plan(store, own.slice(0, 2), { mode: 'add' })
    expect(planned.map((row) => [row.class, row.reason, row.detail.calls])).toEqual([
      ['send', null, [{ kind: 'setConsent', uuid: 'there', phone: null, consent: false }]],
      ['skipped', 'exists', undefined],
    ])
    // Counted apart, so that nobody takes it for a new contact.
    expect(planSummary(store, planId).attention).toMatchObject([{ code: 'refusals.existing', rows: 1 }])
    const both = await plan(store, own.slice(0, 2), { mode: 'updateAndAdd' })
    expect(planSummary(store, both.planId).attention).toEqual([])
    expect(await classesOf({ mode: 'add' }, own.slice(2))).toEqual([['skipped', 'exists']])
  })

  test('whose filter leaves out every row says so', async () => {
    const only = { column: 'Status', is: ['Active', ''] }
    const left = (value: string, parts: Partial<RowParts> = {}): RowParts => ({
      phone: '+12025550101',
      filtered: { column: 'Status', value },
      ...parts,
    })
    const attention = async (own: RowParts[]) =>
      planSummary(store, (await plan(store, own, { mode: 'updateAndAdd', only })).planId).attention
    expect(await attention([left('active customer'), left('x'), { phone: '+12025550103', isBlank: true }])).toEqual([
      {
        code: 'rows.filtered',
        rows: 2,
        message:
          'No row has "Active" or blank in "Status", so that nothing is imported. Are these the words of this file, and is it the right one?',
      },
    ])
    expect(await attention([left('x'), { phone: '+12025550102', contact: { name: 'Ben' } }])).toEqual([])
    expect(await attention([{ phone: '+12025550103', isBlank: true }])).toEqual([])
  })

  test('that contradicts itself, or cannot be carried out, says so', () => {
    const mistakes = (parts: Parameters<typeof recipe>[0]) => findRecipeMistakes(recipe(parts)).map(({ path }) => path)
    expect(mistakes({ mode: 'update', notFound: 'create' })).toEqual(['notFound'])
    expect(mistakes({ mode: 'add', match: { by: 'uuid', column: 'ID' } })).toEqual(['mode'])
    expect(mistakes({ mode: 'add', match: { by: 'uuid', column: 'ID', phoneColumns: ['Phone'] } })).toEqual([])
    expect(mistakes({ mode: 'add', kind: 'messages', fields: [{ to: 'body', from: ['Text'] }] })).toEqual(['mode'])
  })
})

describe('a field that is filled only where it is empty', () => {
  const ifEmpty = new Set(['name', 'email', 'notes', 'tags', 'custom:f1', 'custom:f2'])
  const mapping = (own: RowParts[]): Parameters<typeof plan>[3] => ({
    mapping: {
      groupUuid: null,
      ifEmpty,
      mapRow: ({ line }) => ({ key: { by: 'phone', phone: own[line - 2]?.phone ?? '' }, ...own[line - 2], line, issues: [] }),
    },
  })

  test('keeps what is there, fills what is empty, and leaves alone what is not known', async () => {
    cache(store, there)
    const contact = {
      name: 'Anna',
      email: 'a@example.com',
      notes: 'New',
      tags: { handling: 'add' as const, tags: ['vip'] },
      customFields: { f1: 'new', f2: 'x' },
    }
    const own = [{ phone: there.phone ?? '', contact }]
    const { rows: planned } = await plan(store, own, {}, mapping(own))
    expect(planned[0]?.detail.calls).toEqual([
      {
        kind: 'updateCustomer',
        uuid: 'there',
        customer: { notes: 'New', tags: { handling: 'add', tags: ['vip'] }, customFields: { f2: 'x' } },
      },
    ])
    expect(planned[0]?.detail.issues).toMatchObject([{ code: 'overwrite.unknown', severity: 'warning' }])
  })

  test('is not emptied, and a new contact gets all', async () => {
    cache(store, there)
    const own = [
      { phone: there.phone ?? '', contact: { name: null, customFields: { f1: '' } } },
      { phone: '+12025550102', contact: { name: 'Ben', email: 'b@example.com' } },
    ]
    const { rows: planned } = await plan(store, own, { mode: 'updateAndAdd' }, mapping(own))
    expect(planned.map((row) => [row.class, row.detail.calls])).toEqual([
      ['unchanged', undefined],
      ['send', [{ kind: 'createCustomer', customer: { phone: '+12025550102', name: 'Ben', email: 'b@example.com' } }]],
    ])
  })

  test('is named by the recipe, custom fields by their uuid', () => {
    const columns = ['Phone', 'Name', 'Tier'].map((name, index) => ({ index, name, header: name, samples: [] }))
    const own = recipe({
      match: { by: 'phone', column: 'Phone' },
      fields: [
        { to: 'name', from: ['Name'], overwrite: 'ifEmpty' },
        { to: 'notes', from: ['Name'], overwrite: 'always' },
        { to: 'custom:Tier', from: ['Tier'], overwrite: 'ifEmpty' },
      ],
    })
    const account = { country: 'US', customFields: [{ uuid: 'f1', name: 'Tier', dataType: 'string' }], departments: [] }
    expect([...compileRecipe(own, columns, account).ifEmpty]).toEqual(['name', 'custom:f1'])
  })

  test.each([
    [{ to: 'blocked', from: ['B'], overwrite: 'ifEmpty' }, 'fields[0].overwrite'],
    [{ to: 'consent', from: ['B'], overwrite: 'always' }, 'fields[0].overwrite'],
    [{ to: 'tags', from: ['B'], tags: 'remove', overwrite: 'ifEmpty' }, 'fields[0].overwrite'],
    [{ to: 'notes', from: ['B'], blank: 'clear', overwrite: 'ifEmpty' }, 'fields[0].blank'],
  ] as const)('%j is a mistake', (rule, path) => {
    expect(findRecipeMistakes(recipe({ fields: [{ ...rule, from: [...rule.from] }] })).map((mistake) => mistake.path)).toEqual([path])
  })
})
