import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { PlanOptions } from '../../../../src-main/engine/plan/build/build-plan.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { correctedFile, everythingOf } from '../corrected-file.ts'
import { cache, lookUpService, nowMs } from '../planning.ts'

const newStore = tempStores()
const folder = mkdtempSync(join(tmpdir(), 'rollcall-revise-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let store: Store
beforeEach(() => {
  store = newStore()
})

const phone = (n: number) => `+1212555010${n}`
const set = (line: number, before: string, after: string) => ({ kind: 'cell' as const, line, column: 1, before, after })

/** Plans these rows, corrects one cell, and answers how many were planned again; what that comes to is what planning anew does. */
async function revised(rows: string[], correction: ReturnType<typeof set>, recipe: Recipe, parts: Partial<PlanOptions> = {}) {
  const text = ['Phone,Value', ...rows.map((value, at) => `${phone(at + 1)},${value}`)].join('\n')
  const file = await correctedFile(store, folder, text, recipe, parts)
  const planId = await file.plan()
  const again = await file.revise(planId, [correction])
  const anew = await file.plan()
  const { totals, ...others } = everythingOf(store, planId)
  const { totals: expected, ...rest } = everythingOf(store, anew)
  expect(others).toEqual(rest)
  expect({ ...totals, reads: 0 }).toEqual({ ...expected, reads: 0 })
  return again
}

describe('permission that is taken back', () => {
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['Value'], values: { yes: true, no: false } }] })
  beforeEach(() => {
    for (const n of [1, 2, 3]) cache(store, { uuid: `u${n}`, phone: phone(n), name: null, consent: true })
  })

  test('by the first row of a file has all rows looked at: how many agree was not counted before', async () => {
    expect(await revised(['yes', 'yes', 'yes'], set(2, 'yes', 'no'), recipe)).toBe(3)
  })

  test('by one more row has that one looked at', async () => {
    expect(await revised(['no', 'yes', 'yes'], set(3, 'yes', 'no'), recipe)).toBe(1)
  })

  test('by so many that the guard holds them has all rows looked at', async () => {
    const limits = { ...guardLimits, withdrawContacts: 1, withdrawShare: 0.1 }
    expect(await revised(['no', 'yes', 'yes'], set(3, 'yes', 'no'), recipe, { limits })).toBe(3)
  })
})

describe('people who are new', () => {
  const recipe = recipeOf({ fields: [{ to: 'name', from: ['Value'] }], notFound: 'create' })
  const limits = { ...guardLimits, newContacts: 2 }
  const service = (isEnd: boolean) => ({
    ...lookUpService([]),
    listSize: () => Promise.resolve({ atLeast: 50, isEnd }),
  })

  test('and are as many as the guard lets pass have one of them looked at', async () => {
    expect(await revised(['Ann', 'Ben'], set(2, 'Ann', 'Anna'), recipe, { limits })).toBe(1)
  })

  test('and come to be more than that have the account counted, and all of them looked at', async () => {
    cache(store, { uuid: 'u3', phone: phone(3), name: 'Cleo' })
    const correction = { ...set(4, phone(3), phone(4)), column: 0 }
    expect(await revised(['Ann', 'Ben', 'Cleo'], correction, recipe, { limits })).toBe(3)
  })

  test.each([true, false])('are held or not by the size of the account that was counted once, known to its end: %j', async (isEnd) => {
    const parts = { limits, service: service(isEnd), lookup: 'missing' as const }
    expect(await revised(['Ann', 'Ben', 'Cleo'], set(2, 'Ann', 'Anna'), recipe, parts)).toBe(1)
  })
})

test.each([
  [nowMs, 1],
  [nowMs + 1, 2],
])('after a sync that ended at %i all rows are looked at only if the plan is older', async (finishedAtMs, again) => {
  cache(store, { uuid: 'u1', phone: phone(1), name: 'Ann' }, { uuid: 'u2', phone: phone(2), name: 'Ben' })
  const { syncs } = tablesOf(store)
  syncs.finish(syncs.begin(1), { finishedAtMs, complete: true, contacts: 2 })
  const recipe = recipeOf({ fields: [{ to: 'name', from: ['Value'] }] })
  expect(await revised(['Ann', 'Ben'], set(2, 'Ann', 'Anna'), recipe)).toBe(again)
})

test('rows about one contact without a number are looked at together', async () => {
  const uuid = '0b1ee8d4-1d7a-4d24-9a55-0c1f0f2a7f01'
  cache(store, { uuid, phone: null, name: 'Ann' }, { uuid: '0b1ee8d4-1d7a-4d24-9a55-0c1f0f2a7f02', phone: null, name: 'Ben' })
  const recipe = recipeOf({ match: { by: 'uuid', column: 'Phone' }, fields: [{ to: 'name', from: ['Value'] }] })
  const text = ['Phone,Value', `${uuid},Anna`, `${uuid.slice(0, -1)}2,Benno`, `${uuid},Annie`].join('\n')
  const file = await correctedFile(store, folder, text, recipe)
  const planId = await file.plan()
  expect(await file.revise(planId, [set(4, 'Annie', '')])).toBe(2)
  expect(everythingOf(store, planId)).toEqual(everythingOf(store, await file.plan()))
})

test('rows about a number that nobody has yet are looked at together', async () => {
  const recipe = recipeOf({ fields: [{ to: 'name', from: ['Value'] }], notFound: 'create' })
  const text = ['Phone,Value', `${phone(1)},Ann`, `${phone(2)},Ben`, `${phone(1)},Anna`].join('\n')
  const file = await correctedFile(store, folder, text, recipe)
  const planId = await file.plan()
  expect(await file.revise(planId, [{ kind: 'exclude', lines: [4] }])).toBe(2)
  expect(everythingOf(store, planId)).toEqual(everythingOf(store, await file.plan()))
})

test('messages to one number are looked at together, whoever has it', async () => {
  cache(store, { uuid: 'u1', phone: phone(1), name: 'Ann' })
  const recipe = recipeOf({ kind: 'messages', fields: [{ to: 'body', from: ['Value'] }], resolveAfter: true })
  const text = ['Phone,Value', `${phone(1)},Hello`, `${phone(1)},there`].join('\n')
  const file = await correctedFile(store, folder, text, recipe)
  const planId = await file.plan()
  expect(await file.revise(planId, [{ kind: 'exclude', lines: [3] }])).toBe(2)
  expect(everythingOf(store, planId)).toEqual(everythingOf(store, await file.plan()))
})
