import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failInterruptedPlans } from '../../../../src-main/engine/plan/build/interrupted-plans.ts'
import { closing } from '../../../../src-main/engine/plan/build/build-plan.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { thisProcess } from '../../../../src-main/engine/store/process-owner.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { clock, lookUpService, nowMs, plan } from '../planning.ts'

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
  tablesOf(store).plans.add({ id, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs, builder })
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
  expect(tablesOf(store).plans.find('gone')?.state).toBe('building')

  failInterruptedPlans(store, thisProcess, nowMs)
  // What carries this process's name is from an earlier one: nothing is being built here yet.
  expect(states()).toEqual(['failed', 'building', 'building', 'failed'])
  expect(tablesOf(store).plans.find('gone')).toMatchObject({ state: 'failed', error: { code: 'cancelled' } })
})

test('nobody builds a plan for more than a day, whoever has the number of its process now', () => {
  const dayMs = 24 * 60 * 60 * 1000
  addBuilding('old', `${hostname()}:${living.pid}`, nowMs - dayMs - 1)
  addBuilding('elsewhere', 'another-computer:1', nowMs - dayMs - 1)
  addBuilding('young', 'another-computer:1', nowMs - dayMs)
  failInterruptedPlans(store, thisProcess, nowMs)
  expect(['old', 'elsewhere', 'young'].map((id) => tablesOf(store).plans.find(id)?.state)).toEqual(['failed', 'failed', 'building'])
})

test('a plan that was given up under its builder does not become ready after all', async () => {
  const planning = plan(store, [{ phone: '+15550000001' }], {}, { planId: 'late' })
  expect(tablesOf(store).plans.find('late')).toMatchObject({ state: 'building', builder: thisProcess })
  failInterruptedPlans(store, thisProcess, nowMs)
  await expect(planning).rejects.toMatchObject({ code: 'cancelled' })
  expect(planSummary(store, 'late')).toMatchObject({
    state: 'failed',
    rows: 0,
    error: { message: expect.stringContaining('Rollcall ended') },
  })
})

describe('a plan that Rollcall is closed over', () => {
  const known = { uuid: 'u', phone: '+15550000001', name: 'Ann' }
  const rows = [
    { phone: known.phone },
    { phone: '+15550000002' },
    { key: { by: 'uuid' as const, uuid: 'gone' } },
    { phone: '+15550000003' },
  ]

  /** Plans the rows, one look-up after the other; the last one is interrupted. */
  async function interrupt(reason: unknown, planId = 'first') {
    const stop = new AbortController()
    const service = lookUpService([known])
    const answering = {
      ...service,
      customerByPhone: (phone: string) => {
        if (phone !== '+15550000003') return service.customerByPhone(phone)
        stop.abort(reason)
        return Promise.reject(new Error('the connection is gone'))
      },
    }
    const planning = plan(
      store,
      rows,
      {},
      { planId, lookup: 'missing', service: answering, settings: { syncMaxAgeSeconds: 60, concurrency: 1 }, signal: stop.signal },
    )
    await expect(planning).rejects.toMatchObject({ code: 'cancelled' })
  }
  const again = async (options: Parameters<typeof plan>[3] = {}) => {
    const asked: string[] = []
    await plan(
      store,
      rows,
      {},
      { lookup: 'missing', service: lookUpService([known], asked), settings: { syncMaxAgeSeconds: 60, concurrency: 1 }, ...options },
    )
    return asked
  }

  test('has failed and says so, unlike one that a person cancelled', async () => {
    await interrupt(closing)
    expect(planSummary(store, 'first')).toMatchObject({ state: 'failed', rows: 0, error: closing.toAnswer() })
  })

  test.each([
    ['closed', closing],
    ['cancelled', undefined],
  ])('asks the service only for what it has not answered yet when planned anew after it was %s', async (_how, reason) => {
    await interrupt(reason)
    expect(await again()).toEqual(['+15550000003'])
    // That plan became ready: the next one sees who is at the service now.
    expect(await again()).toEqual(['+15550000002', 'gone', '+15550000003'])
  })

  test('asks for everything that is to be read afresh, or was answered too long ago', async () => {
    await interrupt(closing)
    expect(await again({ lookup: 'always' })).toEqual([known.phone, '+15550000002', 'gone', '+15550000003'])
    await interrupt(closing, 'second')
    const later = (afterMs: number) => ({ clock: { ...clock, nowMs: () => nowMs + afterMs } })
    expect(await again(later(60_001))).toEqual([known.phone, '+15550000002', 'gone', '+15550000003'])
    await interrupt(closing, 'third')
    expect(await again(later(60_000))).toEqual(['+15550000003'])
  })
})
