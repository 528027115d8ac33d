import { beforeEach, expect, test } from 'vitest'
import { releaseFileGuards } from '../../../../src-main/engine/plan/guards/release-file.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { addHeldPlan } from '../held-plan.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  addHeldPlan(store, 'plan', [['mass'], ['clear'], ['mass', 'clear'], ['keyword'], ['mass', 'keyword'], [], null])
})

/** The guards, and whether each was released. */
const released = () => Object.fromEntries(planSummary(store, 'plan').guards.map((one) => [one.guard, one.released]))

test('the number of contacts that only guards of the file hold releases these guards, and no guard of single rows', async () => {
  expect(await releaseFileGuards(store, 'plan', 3)).toMatchObject({ send: 4, held: 2, unchanged: 1, fileHeld: { rows: 0, contacts: 0 } })
  expect(released()).toEqual({ mass: true, clear: true, keyword: false })
})

test('what was released already does not stop the others', async () => {
  await releaseFileGuards(store, 'plan', 3)
  expect(await releaseFileGuards(store, 'plan', 0)).toEqual(planSummary(store, 'plan'))
  expect(released()).toEqual({ mass: true, clear: true, keyword: false })
})

test.each([2, 4, 5])('another number of contacts, %i, releases none and says which is right', async (contacts) => {
  const before = planSummary(store, 'plan')
  await expect(releaseFileGuards(store, 'plan', contacts)).rejects.toMatchObject({
    code: 'guard.wrong_count',
    message: expect.stringContaining(`would change 3 contacts in a way that needs a second look, not ${contacts}.`),
    hint: expect.stringContaining('type 3.'),
  })
  expect(planSummary(store, 'plan')).toEqual(before)
})
