import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failInterruptedPlans } from '../../../../src-main/engine/plan/build/interrupted-plans.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { createPlans } from '../../../../src-main/engine/store/plans/plans.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { nowMs, plan } from '../planning.ts'

const newStore = tempStores()
let store: Store
let living: ChildProcess
beforeEach(() => {
  store = newStore()
  addFile(store)
  living = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
})
afterEach(async () => {
  const ended = once(living, 'exit')
  living.stdin?.end()
  await ended
})

async function goneProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return `${hostname()}:${child.pid}`
}

function addBuilding(id: string, builder: string | null, createdAtMs = nowMs): void {
  createPlans(store).add({ id, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs, builder })
}

test('a plan whose process is gone has failed, with what to do; one that somebody builds is left alone', async () => {
  addBuilding('gone', await goneProcess())
  addBuilding('living', `${hostname()}:${living.pid}`)
  addBuilding('elsewhere', 'another-computer:1')
  addBuilding('own', thisProcess)
  const states = () => ['gone', 'living', 'elsewhere', 'own'].map((id) => planSummary(store, id).state)
  expect(states()).toEqual(['failed', 'building', 'building', 'building'])
  expect(planSummary(store, 'gone').error).toMatchObject({
    message: expect.stringContaining('Rollcall ended before'),
    hint: expect.stringContaining('Plan the file again'),
  })
  expect(createPlans(store).find('gone')?.state).toBe('building')

  failInterruptedPlans(store, thisProcess, nowMs)
  // What carries this process's name is from an earlier one: nothing is being built here yet.
  expect(states()).toEqual(['failed', 'building', 'building', 'failed'])
  expect(createPlans(store).find('gone')).toMatchObject({ state: 'failed', error: { code: 'cancelled' } })
})

test('nobody builds a plan for more than a day, whoever has the number of its process now', () => {
  const dayMs = 24 * 60 * 60 * 1000
  addBuilding('old', `${hostname()}:${living.pid}`, nowMs - dayMs - 1)
  addBuilding('elsewhere', 'another-computer:1', nowMs - dayMs - 1)
  addBuilding('young', 'another-computer:1', nowMs - dayMs)
  failInterruptedPlans(store, thisProcess, nowMs)
  expect(['old', 'elsewhere', 'young'].map((id) => createPlans(store).find(id)?.state)).toEqual(['failed', 'failed', 'building'])
})

test('a plan that was given up under its builder does not become ready after all', async () => {
  const planning = plan(store, [{ phone: '+15550000001' }], {}, { planId: 'late' })
  expect(createPlans(store).find('late')).toMatchObject({ state: 'building', builder: thisProcess })
  failInterruptedPlans(store, thisProcess, nowMs)
  await expect(planning).rejects.toMatchObject({ code: 'cancelled' })
  expect(planSummary(store, 'late')).toMatchObject({
    state: 'failed',
    rows: 0,
    error: { message: expect.stringContaining('Rollcall ended') },
  })
})
