import { expect, test } from 'vitest'
import { createPlans } from '../../../../src-main/engine/store/plans/plans.ts'
import { emptyBlocks } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { addFile, columns, dialect, recipe } from '../stored-things.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const totals = {
  rows: 0,
  send: 0,
  unchanged: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  calls: 0,
  issues: [],
  skips: [],
  guards: [],
  fields: [],
  contacts: 0,
  holds: [],
}

function withPlan() {
  const store = newStore()
  addFile(store)
  const plans = createPlans(store)
  plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'missing', createdAtMs: 7 })
  return { store, plans }
}

test('a plan goes from building to ready and is read back as it was written', () => {
  const { plans } = withPlan()
  expect(plans.find('p')).toMatchObject({
    state: 'building',
    totals: null,
    fileName: 'list.csv',
    runId: null,
    createdAtMs: 7,
    lookup: 'missing',
  })
  expect(plans.blocks('p')).toBeNull()
  plans.finish('p', totals, emptyBlocks())
  expect(plans.find('p')).toMatchObject({ state: 'ready', totals, recipe: recipe(), dialect, columns })
  expect(plans.blocks('p')).toEqual(emptyBlocks())
  expect(plans.find('q')).toBeNull()
})

test('a plan that was given up stays so: whoever built it cannot finish it, and what is finished cannot be stopped', () => {
  const { plans } = withPlan()
  const error = { code: 'cancelled' as const, message: 'Rollcall was closed.', hint: 'Plan again.' }
  plans.stop('p', 'failed', error)
  expect(() => plans.finish('p', totals, emptyBlocks())).toThrow(expect.objectContaining({ code: 'cancelled' }))
  expect(plans.find('p')).toMatchObject({ state: 'failed', error, totals: null })
  plans.add({ id: 'q', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'missing', createdAtMs: 7 })
  plans.finish('q', totals, emptyBlocks())
  plans.stop('q', 'failed', error)
  expect(plans.find('q')).toMatchObject({ state: 'ready', error: null })
})

test('a damaged plan is an AppError that says so', () => {
  const { store, plans } = withPlan()
  store.prepare("UPDATE plans SET recipe = '{}'").run()
  expect(() => plans.find('p')).toThrow(expect.objectContaining({ code: 'store.damaged' }))
})

test('a removed plan takes its rows along', () => {
  const { store, plans } = withPlan()
  store.prepare("INSERT INTO plan_rows (plan_id, row, line, class) VALUES ('p', 1, 2, 'send')").run()
  expect(plans.remove('p')).toBe(true)
  expect(store.prepare('SELECT count(*) FROM plan_rows').pluck().get()).toBe(0)
})
