import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { RunProgress } from '../../../../src-main/engine/model/runs/run-schema.ts'
import type { CallOutcome } from '../../../../src-main/engine/model/runs/service-call.ts'
import { type ExecutionOptions, startExecution } from '../../../../src-main/engine/run/dispatch/execution.ts'
import { stopReasons } from '../../../../src-main/engine/run/words/pause-words.ts'
import type { ReadCustomer } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { leaseMs, leaseRenewMs } from '../../../../src-main/engine/store/runs/run-lease.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { account } from '../run-stations.ts'
import { done, update } from '../answer/items.ts'

const tempStore = tempStores()
const texting = { hours: { from: '00:00', to: '24:00' }, dailyCap: 10, until: '9999-12-31', zone: 'UTC' }
const startMs = 1_000_000
const stopped = (reason: keyof typeof stopReasons) =>
  ({ state: reason === 'cancelled' ? 'cancelled' : 'paused', reason: stopReasons[reason] }) as const

type Asked = { read: PromiseWithResolvers<ReadCustomer | null> } | { call: PromiseWithResolvers<CallOutcome> }

/** A run that gives one contact another name, by a service that answers when a test says so. */
function running(parts: Partial<ExecutionOptions> = {}, prepare: (store: Store) => void = () => undefined) {
  const store = tempStore()
  addFile(store)
  const { contacts, planRows, plans, runRows, runs } = tablesOf(store)
  plans.add({ id: 'plan', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, undoesRunId: null })
  const change = { field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }
  const place = { row: 1, line: 2, class: 'send', reason: null, lane: 'u1', laneOrder: null, contactUuid: 'u1', contactId: null } as const
  planRows.insert('plan', [{ ...place, phone: null, detail: JSON.stringify({ calls: [update], changes: [change] }) }])
  runs.add({ id: 'run', planId: 'plan', kind: 'contacts', undoesRunId: null, operator: 'Pat', settings: {}, startedAtMs: startMs })
  runs.takeLease('run', 'here:1', startMs + leaseMs)
  contacts.putRead({ record: { uuid: 'u1', name: 'Old' }, extra: null }, startMs)
  prepare(store)

  const now = { ms: startMs }
  const clock: Clock = { nowMs: () => now.ms, monotonicMs: () => now.ms, random: () => 0, sleep: () => new Promise(() => {}) }
  const asked: Asked[] = []
  const service = {
    customerByUuid: () => {
      const read = Promise.withResolvers<ReadCustomer | null>()
      asked.push({ read })
      return read.promise
    },
    perform: () => {
      const call = Promise.withResolvers<CallOutcome>()
      asked.push({ call })
      return call.promise
    },
  } as unknown as Service
  const told: RunProgress[] = []
  const execution = startExecution({
    store,
    runId: 'run',
    planId: 'plan',
    plan: { rows: 1, send: 1, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 1 },
    isResumed: false,
    isUndo: false,
    service,
    clock,
    owner: 'here:1',
    operator: 'Pat',
    account: account(),
    settings: { concurrency: 4, requestsPerMinute: null, freshReadAfterSeconds: 3600 },
    runStartedAtMs: startMs,
    heldUntilMs: undefined,
    onProgress: (progress) => told.push(progress),
    texting,
    ...parts,
  })
  /** All turns that are due, and what follows from them. */
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  return {
    execution,
    now,
    told,
    asked,
    turns,
    runs,
    /** Waits for the next request, which is to be a read. */
    nextRead: async () => {
      await turns()
      const next = asked.shift()
      if (next === undefined || !('read' in next)) throw new Error('No read is under way.')
      return next.read
    },
    nextCall: async () => {
      await turns()
      const next = asked.shift()
      if (next === undefined || !('call' in next)) throw new Error('No call is under way.')
      return next.call
    },
    outcome: () => runRows.find('run', [1]).get(1) ?? null,
    stored: () => runs.find('run'),
  }
}

const named = (name: string): ReadCustomer => ({ record: { uuid: 'u1', name }, extra: null })

/** Its call is done, and its contact is read again. */
async function toVerify(parts: Partial<ExecutionOptions> = {}) {
  const here = running(parts)
  ;(await here.nextRead()).resolve(named('Old'))
  ;(await here.nextCall()).resolve(done({ record: named('New').record }))
  return { ...here, verifying: await here.nextRead() }
}

test('a row is read, sent, looked up and done; then the run is', async () => {
  const { execution, outcome, stored, told, verifying } = await toVerify()
  expect(told).toMatchObject([{ state: 'running', inFlight: 1, done: 0 }])
  expect([execution.progress(), outcome()]).toMatchObject([{ state: 'running', inFlight: 1, pending: 1, calls: 1 }, null])
  verifying.resolve(named('New'))
  await execution.settled
  expect([outcome()?.outcome, stored()?.state]).toEqual(['done', 'finished'])
  expect(told.at(-1)).toMatchObject({ state: 'finished', done: 1, pending: 0, inFlight: 0, wait: null })
})

test('what an earlier process has sent, and was to prove, is looked up before its row is done', async () => {
  const { execution, nextRead, outcome } = running({ isResumed: true }, (store) => {
    const { calls, proofs } = tablesOf(store)
    calls.writeSent('run', { row: 1, ordinal: 0, kind: 'updateCustomer', sentAtMs: startMs, beforeImage: null })
    const end = { row: 1, ordinal: 0, state: 'done', httpStatus: 200, error: null, afterImage: null } as const
    calls.writeEnd('run', end, 'sent', startMs)
    proofs.open(
      'run',
      { row: 1, ordinal: 0 },
      { call: update, before: { record: { uuid: 'u1', name: 'Old' }, posts: null }, postUuid: null },
    )
  })
  const verifying = await nextRead()
  expect(outcome()).toBeNull()
  verifying.resolve(named('New'))
  await execution.settled
  expect(outcome()?.outcome).toBe('done')
})

describe('a run that is stopped', () => {
  test('lets end what is under way, and leaves what it was to prove for when it is resumed', async () => {
    const { execution, outcome, stored, turns, verifying } = await toVerify()
    execution.stop(stopped('paused'))
    await turns()
    expect([execution.progress().state, stored()?.state]).toEqual(['pausing', 'running'])
    verifying.reject(new AppError('service.failed', 'No.', 'Ask.'))
    await execution.settled
    expect([outcome(), stored()?.state, stored()?.reason?.code]).toEqual([null, 'paused', 'run.paused'])
  })

  test('by whoever was just told of it ends a row as one that is stopped at any time', async () => {
    let isToStop = false
    const here = await toVerify({
      onProgress: ({ inFlight }) => {
        if (isToStop && inFlight === 0) here.execution.stop(stopped('cancelled'))
      },
    })
    here.now.ms += 1_000
    isToStop = true
    here.verifying.resolve(named('Old'))
    await here.execution.settled
    expect([here.outcome()?.failure?.code, here.stored()?.state]).toEqual(['service.not_seen', 'cancelled'])
  })

  test('for good says what nobody has seen', async () => {
    const { execution, outcome, stored, turns, verifying } = await toVerify()
    execution.stop(stopped('cancelled'))
    await turns()
    expect(outcome()).toBeNull()
    verifying.reject(new AppError('service.failed', 'No.', 'Ask.'))
    await execution.settled
    expect([outcome()?.failure?.code, stored()?.state]).toEqual(['service.not_seen', 'cancelled'])
  })
})

describe('what the service asked for before a run was paused', () => {
  const hourMs = 3_600_000

  test('is waited for when it is resumed, unless somebody wants to try now', async () => {
    const { asked, execution, turns } = running({ isResumed: true, heldUntilMs: startMs + 2 * hourMs })
    await turns()
    expect(asked).toEqual([])
    expect(execution.progress().wait).toMatchObject({ kind: 'retry_after', untilMs: startMs + 2 * hourMs, isLong: true })
    execution.tryNow()
    await turns()
    expect([asked.length, execution.progress().wait]).toEqual([1, null])
  })

  test('is why it is paused again', async () => {
    const { execution, stored, turns } = running({ isResumed: true, heldUntilMs: startMs + 2 * hourMs })
    await turns()
    execution.stop(stopped('closed'))
    await execution.settled
    expect(stored()?.reason?.code).toBe('service.asked_to_wait')
  })
})

describe('a run that breaks down', () => {
  test('records that it is paused, and why', async () => {
    const { execution, nextRead, nextCall, stored } = running()
    ;(await nextRead()).resolve(named('Old'))
    ;(await nextCall()).reject(new AppError('store.full', 'The disk is full.', 'Make room.'))
    await execution.settled
    expect([stored()?.state, stored()?.reason?.code]).toEqual(['paused', 'store.full'])
  })

  test('because another program has taken it over is left to that one', async () => {
    const { execution, nextRead, now, runs, stored } = running()
    const read = await nextRead()
    now.ms += leaseMs
    runs.takeLease('run', 'elsewhere:2', now.ms + leaseMs)
    read.resolve(named('Old'))
    await expect(execution.settled).rejects.toMatchObject({ code: 'run.locked' })
    expect(stored()).toMatchObject({ state: 'running', leaseOwner: 'elsewhere:2' })
  })
})

test('a run keeps its lease while it waits', async () => {
  const sleeps: { untilMs: number; wake: () => void }[] = []
  const now = { ms: startMs }
  const clock: Clock = {
    nowMs: () => now.ms,
    monotonicMs: () => now.ms,
    random: () => 0,
    sleep: (delayMs) => new Promise((wake) => sleeps.push({ untilMs: now.ms + delayMs, wake })),
  }
  const { stored, turns } = running({ clock })
  await turns()
  expect(sleeps.map(({ untilMs }) => untilMs)).toEqual([startMs + leaseRenewMs])
  now.ms += leaseRenewMs
  sleeps[0]?.wake()
  await turns()
  expect(stored()?.leaseUntilMs).toBe(startMs + leaseRenewMs + leaseMs)
})
