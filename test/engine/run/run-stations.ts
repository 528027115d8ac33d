import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../../../src-main/engine/model/clock.ts'
import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { Disposition, ReadCustomer } from '../../../src-main/engine/model/contacts/customer.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import type { RunProgress } from '../../../src-main/engine/model/runs/run-schema.ts'
import { createRunner, type Runner, type RunnerOptions } from '../../../src-main/engine/run/runner.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { usualPatience } from '../../../src-main/engine/run/late/patience.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { openNewStore } from '../store/new-store.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../../src-main/sandbox/sandbox-options.ts'
import { addFile, columns, dialect, recipe } from '../store/stored-things.ts'
import { isAnswerDue } from './requests-under-way.ts'

const togetherMs = 50

/** A clock whose waiting takes no time: it moves itself on to the next thing that is due, when nothing else is happening. */
export function hurriedClock(answerMs = 2): Clock & { jump(byMs: number): void } {
  let aheadMs = 0
  const waiting = new Set<{ atMs: number; wake: () => void }>()
  let isLooking = false
  const monotonicMs = () => performance.now() + aheadMs
  const look = () => {
    isLooking = false
    if (isAnswerDue()) return scheduleLook()
    if (waiting.size === 0) return
    const nextMs = Math.min(...[...waiting].map(({ atMs }) => atMs))
    // Calls that left together wait for times that are next to each other: one moment for all of them.
    const due = [...waiting].filter(({ atMs }) => atMs <= nextMs + togetherMs).sort((a, b) => a.atMs - b.atMs)
    aheadMs += Math.max(0, (due.at(-1)?.atMs ?? 0) - monotonicMs())
    for (const one of due) {
      waiting.delete(one)
      one.wake()
    }
    scheduleLook()
  }
  const scheduleLook = () => {
    if (isLooking) return
    isLooking = true
    // Long enough for what follows from an answer to come first; longer where that must be so for certain.
    setTimeout(look, answerMs)
  }
  return {
    jump: (byMs) => {
      aheadMs += byMs
    },
    nowMs: () => Date.now() + Math.round(aheadMs),
    monotonicMs,
    random: Math.random,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const entry = { atMs: monotonicMs() + delayMs, wake: resolve }
        waiting.add(entry)
        signal?.addEventListener('abort', () => {
          waiting.delete(entry)
          reject(signal.reason)
        })
        scheduleLook()
      }),
  }
}

/** Tests run at night, too: whoever is not about texting hours texts at any time. */
const anyTime = () => ({ hours: { from: '00:00', to: '24:00' }, dailyCap: 1_000_000, until: '9999-12-31', zone: 'UTC' })

export const account = () => ({ name: 'Test', baseUrl: 'http://127.0.0.1' })

/** A row as mapping makes it: about a phone number unless `key` says otherwise. */
export type RowParts = Omit<Partial<MappedRow>, 'line'> & { phone?: string }

/** The sandbox over HTTP, the real client, a store with the sandbox's contacts in its cache, and a runner. Ends after each test. */
export function runStations() {
  const endings: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })

  return async function station(sandboxOptions: SandboxOptions = {}, runnerOptions: Partial<RunnerOptions> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-run-'))
    endings.push(() => rmSync(folder, { recursive: true, force: true }))
    const sandbox = await createSandbox(sandboxOptions)
    endings.push(() => sandbox.close())
    const store = openNewStore(join(folder, 'rollcall.db'))
    endings.push(() => void store.close())
    addFile(store)
    let token = sandbox.token
    const clock = runnerOptions.clock ?? systemClock
    const service = createService({
      baseUrl: sandbox.baseUrl,
      tokenIn: 'header',
      token: async () => token,
      country: 'US',
      clock,
      connections: 16,
    })
    endings.push(() => service.close())
    const progress: RunProgress[] = []
    const makeRunner = (parts: Partial<RunnerOptions> = {}) => {
      const runner = createRunner({
        store,
        service,
        clock,
        operator: () => 'Pat',
        account: () => ({ name: 'Practice', baseUrl: sandbox.baseUrl }),
        owner: `here:${process.pid}`,
        settings: () => ({ concurrency: 8, requestsPerMinute: null }),
        // A clock that really waits is not to wait for what a test is not about.
        ...(clock === systemClock && { patience: { ...usualPatience, answersMs: 20, untoldMs: 20 } }),
        onProgress: (one) => progress.push(one),
        texting: anyTime,
        ...runnerOptions,
        ...parts,
      })
      endings.push(() => runner.close())
      return runner
    }
    const phones = await cacheContacts(store, service)
    sandbox.resetCounts()
    return {
      folder,
      sandbox,
      store,
      service,
      progress,
      phones,
      runner: makeRunner(),
      makeRunner,
      useToken: (other: string) => {
        token = other
      },
      plan: (rows: readonly RowParts[], parts: Partial<Recipe> = {}) => planRows(store, rows, parts),
    }
  }
}

/** A store with these contacts in its cache and a runner, for a service of one's own. Ends with the test. */
export async function serviceStation(baseUrl: string, token: string, phones: readonly string[], parts: Partial<RunnerOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-run-'))
  const store = openNewStore(join(folder, 'rollcall.db'))
  addFile(store)
  const clock = parts.clock ?? hurriedClock()
  const service = createService({ baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock })
  const runner = createRunner({
    store,
    service,
    clock,
    operator: () => 'Pat',
    account: () => ({ name: 'Practice', baseUrl }),
    owner: `here:${process.pid}`,
    settings: () => ({ concurrency: 8, requestsPerMinute: null }),
    onProgress: () => undefined,
    texting: anyTime,
    ...parts,
  })
  onTestFinished(async () => {
    await runner.close()
    await service.close()
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const contacts = tablesOf(store).contacts
  for (const phone of phones) {
    const found = await service.customerByPhone(phone)
    if (found !== null) contacts.putRead(found, clock.nowMs())
  }
  return { store, service, runner, clock }
}

/** Reads all contacts into the cache; answers the numbers of those that are the only ones with theirs. */
async function cacheContacts(store: Store, service: Service): Promise<string[]> {
  const contacts = tablesOf(store).contacts
  const seen = new Map<string, number>()
  const putAll = store.transaction((some: readonly ReadCustomer[]) => some.forEach((customer) => contacts.putRead(customer, Date.now())))
  for await (const { customers } of service.customers()) {
    putAll(customers)
    for (const { record } of customers) if (record.phone) seen.set(record.phone, (seen.get(record.phone) ?? 0) + 1)
  }
  return [...seen].filter(([, count]) => count === 1).map(([phone]) => phone)
}

/** Starts a run and resumes it each time it pauses by itself, as a person does who is sure; answers it when it is over. */
export async function runToEnd(runner: Runner, store: Store, planId: string): Promise<string> {
  const runId = await runner.start(planId)
  for (let resumes = 0; resumes < 100; resumes += 1) {
    await runner.whenSettled(runId)
    if (runSummary(store, runId, Date.now()).state === 'finished') return runId
    await runner.resume(runId)
  }
  throw new Error(`Run ${runId} does not finish.`)
}

let planNumber = 0

/** Plans rows that are mapped already. The n-th row is on line n + 1. */
export async function planRows(
  store: Store,
  rows: readonly RowParts[],
  parts: Partial<Recipe> = {},
  groupUuid: string | null = null,
  disposition: Disposition | null = null,
): Promise<string> {
  planNumber += 1
  const planId = `plan-${planNumber}`
  await buildPlan({
    store,
    planId,
    file: { id: 'file', storedPath: '/nowhere', sizeBytes: 1 },
    dialect,
    columns,
    recipe: recipe(parts),
    mapping: {
      groupUuid,
      disposition,
      mapRow: ({ line }) => {
        const { phone, ...row } = rows[line - 2] ?? {}
        return { issues: [], key: phone === undefined ? null : { by: 'phone', phone }, ...row, line }
      },
    },
    readRows: async function* () {
      yield { rows: rows.map((_, at) => ({ line: at + 2, cells: ['x'] })), bytesRead: 1 }
    },
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 4 },
    clock: systemClock,
  })
  return planId
}

export function planTotals(store: Store, planId: string) {
  const totals = tablesOf(store).plans.find(planId)?.totals
  if (!totals) throw new Error(`${planId} is not ready`)
  return totals
}

/** Counts the calls and rows of a sandbox's customers that hold a note. */
export function notesOf(sandbox: Sandbox, phones: readonly string[]): (string | null)[] {
  return phones.map((phone) => sandbox.customerByPhone(phone)?.notes ?? null)
}
