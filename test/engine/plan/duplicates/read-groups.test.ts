import { beforeEach, describe, expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { groupDetail, planGroups, shownRows } from '../../../../src-main/engine/plan/duplicates/read-groups.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
const phone = '+12025550101'
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'u1', phone, name: 'Ann', tags: [] })
})

const list = { search: '', open: false, offset: 0, limit: 10 }
const contact = (parts: NonNullable<MappedRow['contact']>): RowParts => ({ phone, contact: parts })
const tagged = (...tags: string[]) => ({ handling: 'add' as const, tags })

const customFieldUuid = (target: string) => (/^custom:(?!cf-)/.test(target) ? `cf-${target.slice('custom:'.length)}` : null)

/** Plans the rows and shows the one group of them, as the review does. */
async function grouped(rows: readonly RowParts[], parts: Partial<Recipe>) {
  const { planId } = await plan(store, rows, parts)
  const { groups, unresolved } = planGroups(store, planId, recipe(parts), list)
  const [listed] = groups
  if (listed === undefined || groups.length > 1) throw new Error(`${groups.length} groups`)
  const mapped = new Map(
    shownRows(store, planId, listed.group).map(({ row, line }) => {
      const { phone: number, issues: _issues, ...row_ } = rows[row - 1] ?? {}
      return [line, { ...row_, line, key: number === undefined ? null : { by: 'phone' as const, phone: number }, issues: [] }]
    }),
  )
  const detail = groupDetail(store, planId, listed.group, {
    recipe: recipe(parts),
    label: (field) => `<${field}>`,
    mapped,
    customFieldUuid,
  })
  return { planId, listed, unresolved, detail, lost: detail.members.map(({ lost }) => lost) }
}

describe('what a row has and the contact will not get', () => {
  const merging: Partial<Recipe> = { duplicates: 'merge', merge: { values: 'last', tags: 'join', perField: { notes: 'join' } } }

  test('is a value that another row outdoes; not one that is the same but for case, spaces or the order of tags', async () => {
    expect((await grouped([contact({ name: 'Ben' }), contact({ name: 'Cleo' })], merging)).lost).toEqual([['name'], []])
    expect((await grouped([contact({ name: 'ben ' }), contact({ name: 'Ben' })], merging)).lost).toEqual([[], []])
    const last: Partial<Recipe> = { duplicates: 'last' }
    const tags = await grouped([contact({ tags: tagged('b', 'a') }), contact({ tags: tagged('a', 'b', 'c') })], last)
    expect(tags.lost).toEqual([[], []])
    expect((await grouped([contact({ tags: tagged('x', 'a') }), contact({ tags: tagged('a') })], last)).lost).toEqual([['tags'], []])
    expect((await grouped([contact({ tags: tagged('x') }), contact({ name: 'Ann' })], last)).lost).toEqual([['tags'], []])
    expect((await grouped([contact({ archived: true }), contact({ archived: false })], last)).lost).toEqual([['archived'], []])
  })

  test('is none of notes that are joined, each on lines of its own, but is of those that are not', async () => {
    const notes = [contact({ notes: 'Calls late' }), contact({ notes: 'Has a dog' })]
    expect((await grouped(notes, merging)).lost).toEqual([[], []])
    expect((await grouped(notes, { duplicates: 'last' })).lost).toEqual([['notes'], []])
    // Only notes are joined: a name within another one is another name.
    expect((await grouped([contact({ name: 'Ann' }), contact({ name: 'Joanna' })], merging)).lost).toEqual([['name'], []])
  })

  test('is none where a row has nothing in it, nor where no row counts', async () => {
    expect((await grouped([contact({ notes: null }), contact({ notes: 'Dog' })], { duplicates: 'last' })).lost).toEqual([[], []])
    const none = await grouped([contact({ name: 'Ben' }), contact({ name: 'Cleo' })], { duplicates: 'invalid' })
    expect(none).toMatchObject({ lost: [[], []], unresolved: 1, listed: { outcome: 'none', line: null, class: 'invalid', lines: [2, 3] } })
    expect(none.detail.fields.map(({ result }) => result)).toEqual(none.detail.fields.map(() => null))
  })
})

test('fields stand in the order of all accounts, then of the recipe, evidence last; each says whether rows differ in it', async () => {
  const fields: Recipe['fields'] = [
    { to: 'custom:Account', from: ['A'] },
    { to: 'notes', from: ['N'] },
    { to: 'name', from: ['M'] },
  ]
  const first: RowParts = {
    phone,
    evidence: { Form: 'web' },
    consent: true,
    contact: { customFields: { 'cf-Account': 'A1' }, notes: 'Dog', name: 'Ben' },
  }
  const { detail, listed } = await grouped([first, contact({ customFields: { 'cf-Account': 'a1' }, notes: null, name: 'Cleo' })], {
    duplicates: 'first',
    fields,
  })
  expect(detail.fields.map(({ field, label, differs, result }) => [field, label, differs, result])).toEqual([
    ['phone_number', 'Phone number', false, phone],
    ['name', '<name>', true, 'Ben'],
    ['notes', '<notes>', false, 'Dog'],
    ['consent', '<consent>', false, true],
    ['custom:cf-Account', '<custom:cf-Account>', false, 'A1'],
    ['evidence:Form', 'Form', false, 'web'],
  ])
  expect(listed).toMatchObject({ outcome: 'counts', rows: 2, line: 2 })
  expect(detail.allLines).toEqual([2, 3])
  expect(detail.shared).toEqual([{ label: 'Phone number', value: phone }])
  expect(detail.members.map(({ line, values }) => [line, values['name']])).toEqual([
    [2, 'Ben'],
    [3, 'Cleo'],
  ])
})

test('what the contact of a group will get is that of the row that counts; nothing where none does', async () => {
  const names = [contact({ name: 'Ben' }), contact({ name: 'Cleo' })]
  const changes = async (duplicates: Recipe['duplicates']) => (await grouped(names, { duplicates })).detail.changes
  expect(await changes('last')).toMatchObject([{ field: 'name', before: 'Ann', after: 'Cleo' }])
  expect(await changes('first')).toMatchObject([{ field: 'name', before: 'Ann', after: 'Ben' }])
  expect(await changes('invalid')).toEqual([])
})

test('a group that is not there any more is said to be none', async () => {
  const { planId } = await plan(store, [contact({ name: 'Ben' })])
  expect(() => shownRows(store, planId, 1)).toThrow('not about the same contact any more')
})

test('custom fields stand in the order of the recipe, whatever order a row has them in', async () => {
  const fields: Recipe['fields'] = ['B', 'A', 'C'].map((name) => ({ to: `custom:${name}` as const, from: [name] }))
  const row = contact({ customFields: { 'cf-C': '3', 'cf-A': '1', 'cf-B': '2' } })
  const { detail } = await grouped([row, row], { duplicates: 'first', fields })
  expect(detail.fields.map(({ field }) => field)).toEqual(['phone_number', 'custom:cf-B', 'custom:cf-A', 'custom:cf-C'])
})

test('what rows of a group share is named, and nothing that one of them has alone', async () => {
  const rows: RowParts[] = [
    { phone, contact: { name: 'Ben', customFields: { 'cf-Account': 'A1' } } },
    { phone: '+12025550102', contact: { name: 'Cleo', customFields: { 'cf-Account': 'A1' } } },
  ]
  const { detail } = await grouped(rows, { duplicates: 'first', duplicateBy: ['custom:cf-Account'] })
  expect(detail.shared).toEqual([{ label: '<custom:cf-Account>', value: 'A1' }])
  expect(detail.fields.find(({ field }) => field === 'name')).toMatchObject({ differs: true, result: 'Ben' })
})

test('of rows that cannot be read again, what they share is told without their values', async () => {
  const rows = [contact({ name: 'Ben' }), contact({ name: 'Cleo' })]
  const parts: Partial<Recipe> = { duplicates: 'first', duplicateBy: ['custom:cf-Account'] }
  const { listed, planId } = await grouped(rows, parts)
  const detail = groupDetail(store, planId, listed.group, { recipe: recipe(parts), label: String, mapped: new Map(), customFieldUuid })
  expect(detail).toMatchObject({ shared: [{ label: 'Phone number', value: phone }], fields: [{ field: 'phone_number', result: phone }] })
})

test('the consent of merged rows is shown as that of the row that counts', async () => {
  const rows: RowParts[] = [
    { phone, consent: true, evidence: { Form: '1' } },
    { phone, consent: true, evidence: { Form: '2' } },
  ]
  const { detail } = await grouped(rows, { kind: 'consent', duplicates: 'merge' })
  expect(detail.fields.map(({ field, result }) => [field, result])).toEqual([
    ['phone_number', phone],
    ['consent', true],
    ['evidence:Form', '2'],
  ])
})

test.each([
  [100, 'N1'],
  [101, null],
])('of a group of %i rows, not more than a hundred are shown, and what comes of more is not worked out: %j', async (count, result) => {
  const rows = Array.from({ length: count }, (_, at) => contact({ name: `N${at + 1}` }))
  const { detail, listed } = await grouped(rows, { duplicates: 'first' })
  expect([listed.rows, detail.members.length, detail.allLines.length]).toEqual([count, 100, count])
  expect(detail.fields.find(({ field }) => field === 'name')).toMatchObject({ differs: true, result })
})
