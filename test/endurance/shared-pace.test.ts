import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'
import { runStations } from '../engine/run/run-stations.ts'

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

const allowedAtOnce = 8
const program = fileURLToPath(new URL('./execute-run.ts', import.meta.url))

/** Carries out a plan in a program of its own. */
function execute({ store, sandbox }: Station, planId: string, perMinute?: number): ChildProcess {
  const more = perMinute === undefined ? [] : [String(perMinute)]
  const child = spawn(process.execPath, [program, store.name, sandbox.baseUrl, sandbox.token, planId, 'Pat', ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** When each request came to the sandbox, and how many were there at once. */
function watchedRequests(): { atMs: number; together: number }[] {
  const seen: { atMs: number; together: number }[] = []
  let underWay = 0
  const end = () => void (underWay -= 1)
  const begin = (message: unknown) => {
    underWay += 1
    seen.push({ atMs: performance.now(), together: underWay })
    // Also where the program that asked is gone.
    ;(message as { response: ServerResponse }).response.once('close', end)
  }
  subscribe('http.server.request.start', begin)
  onTestFinished(() => void unsubscribe('http.server.request.start', begin))
  return seen
}

const notesFor = (phones: readonly string[], note: string) => phones.map((phone) => ({ phone, contact: { notes: note } }))

/** Two plans about different contacts, the first with so many. */
async function twoPlans(here: Station, first = Math.floor(here.phones.length / 2)): Promise<[string, string]> {
  return [await here.plan(notesFor(here.phones.slice(0, first), 'one')), await here.plan(notesFor(here.phones.slice(first), 'other'))]
}

const stateOf = ({ store }: Station, planId: string) => runSummary(store, tablesOf(store).runs.idOfPlan(planId) ?? '', Date.now()).state

test('two programs together send no more requests than the account allows in a minute', async () => {
  const here = await station({ contacts: 140 })
  const planIds = await twoPlans(here)
  const seen = watchedRequests()
  const perMinute = 2_400
  const codes = await Promise.all(planIds.map((planId) => once(execute(here, planId, perMinute), 'exit').then(([code]) => code as unknown)))
  expect(codes).toEqual([0, 0])
  expect(planIds.map((planId) => stateOf(here, planId))).toEqual(['finished', 'finished'])
  const tookMs = (seen.at(-1)?.atMs ?? 0) - (seen[0]?.atMs ?? 0)
  // Two that know nothing of each other take half of the time. On a busy computer the first request is seen late: a quarter for that.
  expect(tookMs).toBeGreaterThan(0.75 * (seen.length - 1) * (60_000 / perMinute))
})

test('two programs together have no more requests under way than the account allows at once', async () => {
  const here = await station({ contacts: 300, faults: 'latency=15' })
  const planIds = await twoPlans(here)
  const seen = watchedRequests()
  const codes = await Promise.all(planIds.map((planId) => once(execute(here, planId), 'exit').then(([code]) => code as unknown)))
  expect(codes).toEqual([0, 0])
  expect(planIds.map((planId) => stateOf(here, planId))).toEqual(['finished', 'finished'])
  expect(Math.max(...seen.map(({ together }) => together))).toBeLessThanOrEqual(allowedAtOnce)
})

test('a program that is killed leaves its share to the other', async () => {
  // So slow that neither ends before it is killed.
  const here = await station({ contacts: 500, faults: 'latency=700' })
  const { runs } = tablesOf(here.store)
  const [killedPlan, otherPlan] = await twoPlans(here, here.phones.length - 120)
  const seen = watchedRequests()
  const killed = execute(here, killedPlan)
  const other = execute(here, otherPlan)
  await expect.poll(() => [killedPlan, otherPlan].every((planId) => runs.idOfPlan(planId) !== null)).toBe(true)
  await expect.poll(() => seen.length).toBeGreaterThan(3)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  here.sandbox.setFaults('latency=100')
  const [code] = await once(other, 'exit')
  expect(code).toBe(0)
  expect([stateOf(here, killedPlan), stateOf(here, otherPlan)]).toEqual(['interrupted', 'finished'])
  expect(Math.max(...seen.slice(-80).map(({ together }) => together))).toBe(allowedAtOnce)
})
