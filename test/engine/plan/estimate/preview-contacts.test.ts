import { beforeEach, describe, expect, test } from 'vitest'
import type { MappedRow, MatchKey } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { previewContacts } from '../../../../src-main/engine/plan/estimate/preview-contacts.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, clock, nowMs } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})
const [phone, other] = ['+12025550100', '+12025550199']
const byPhone = (number: string): MatchKey => ({ by: 'phone', phone: number })
const byUuid = (uuid: string): MatchKey => ({ by: 'uuid', uuid })

function preview(key: MatchKey | null, parts: Partial<MappedRow> = {}, own: Partial<Recipe> = {}) {
  const mapped: MappedRow = { line: 7, key, issues: [], contact: { name: 'New' }, ...parts }
  const [shown] = previewContacts([{ number: 3, mapped }], {
    ...{ store, recipe: recipe(own), mapping: { groupUuid: null }, settings: { syncMaxAgeSeconds: 3600 }, clock },
  })
  return shown
}
const synced = (atMs: number) => {
  const { syncs } = tablesOf(store)
  syncs.finish(syncs.begin(atMs), { finishedAtMs: atMs, complete: true, contacts: 1 })
}

test('a contact is shown as the row would change it, by its number or its identifier', () => {
  cache(store, { uuid: 'u1', phone, name: 'Old' })
  for (const key of [byPhone(phone), byUuid('u1')])
    expect(preview(key)).toMatchObject({
      ...{ number: 3, line: 7, phone, name: 'New', class: 'send', reason: null, isKnown: true, isUnconfirmed: false, issues: [] },
      changes: [{ field: 'name', before: 'Old', after: 'New' }],
    })
  expect(preview(byPhone(phone), { contact: {} })).toMatchObject({ name: 'Old', class: 'unchanged', changes: [] })
  expect(preview(byPhone(phone), { contact: { name: '' } })?.name).toBe('Old')
})

test('a text that the service has stored in its own way is shown as up to date once somebody lives with that, as in the plan', () => {
  cache(store, { uuid: 'u1', phone, name: 'A &amp; B' })
  const row = { contact: { name: 'A & B' } }
  expect(preview(byPhone(phone), row)).toMatchObject({ class: 'send' })
  const { learntTraits } = tablesOf(store)
  learntTraits.set('livesWithAlteredTexts', 1, nowMs)
  learntTraits.set('escapes:name', 1, nowMs)
  expect(preview(byPhone(phone), row)).toMatchObject({ class: 'unchanged', changes: [] })
})

describe('a contact that is not in the cache', () => {
  const update = { mode: 'update' } as const

  test('is shown as one to be added where nobody has looked, whatever the mode', () => {
    expect(preview(byPhone(other))).toMatchObject({ isKnown: null, class: 'send' })
    expect(preview(byPhone(other), {}, update)).toMatchObject({ isKnown: null, class: 'send' })
    expect(preview(byUuid('u9'), {}, update)?.isKnown).toBeNull()
  })

  test('is unknown after a fresh sync, by its number alone', () => {
    synced(nowMs)
    expect(preview(byPhone(other), {}, update)).toMatchObject({ isKnown: false, class: 'skipped', reason: expect.any(String) })
    expect(preview(byPhone(other), {}, { mode: 'updateAndAdd' })).toMatchObject({ isKnown: false, class: 'send' })
    expect(preview(byUuid('u9'))?.isKnown).toBeNull()
  })

  test('is not, where the sync is too old', () => {
    synced(nowMs - 3_600_001)
    expect(preview(byPhone(other))?.isKnown).toBeNull()
  })

  test('is unknown where the service has said so lately', () => {
    const { unknownAtService } = tablesOf(store)
    unknownAtService.add(other, nowMs - 3_600_000)
    unknownAtService.add('u9', nowMs - 3_600_001)
    expect([preview(byPhone(other))?.isKnown, preview(byUuid('u9'))?.isKnown]).toEqual([false, null])
  })
})

test('a row without a contact is not looked for', () => {
  expect(preview(null)).toMatchObject({ isKnown: false, class: 'invalid', phone: null })
})

test('a row that the filter leaves out says why', () => {
  expect(preview(byPhone(phone), { filtered: { column: 'Status', value: 'old' } })).toMatchObject({
    class: 'skipped',
    reason: expect.stringMatching(/Status.*old|old.*Status/),
  })
  expect(preview(byPhone(phone), { isExcluded: true })?.reason).not.toMatch(/Status/)
})

test('consent by words that nobody has confirmed is told', () => {
  cache(store, { uuid: 'u1', phone, consent: null })
  const consent = { contact: {}, consent: true }
  expect(preview(byPhone(phone), { ...consent, isUnconfirmed: true }, { kind: 'consent' })?.isUnconfirmed).toBe(true)
  expect(preview(byPhone(phone), consent, { kind: 'consent' })?.isUnconfirmed).toBe(false)
})

test('a group is shown by the names of its people, and by the numbers of those who have none', () => {
  cache(store, { uuid: 'u1', phone, name: 'Ann' }, { uuid: 'u2', phone: other, name: '' })
  const group = { members: [phone, other, '+12025550177'], contact: {}, message: { body: 'Hi', attachments: [], sentAtSeconds: null } }
  expect(preview(byPhone(phone), group, { kind: 'groupSend' })).toMatchObject({
    ...{ name: `Ann, ${other}, +12025550177` },
  })
})
