import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import {
  type Answer,
  type Input,
  type Output,
  type ProcedureName,
  procedures,
  type RunProgress,
} from '../../../src-main/engine/contract.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { briefWaitMs } from '../../../src-main/engine/account/tasks.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { recipe } from '../store/stored-things.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Passes requests on to the service; changes wait until they are let through. */
async function slowService(baseUrl: string) {
  const opened = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const gate = { isOpen: true, changes: 0, arrived: arrived.promise, open: opened.resolve }
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method === 'PUT') {
      gate.changes += 1
      arrived.resolve()
      if (!gate.isOpen) await opened.promise
    }
    const passed = httpRequest(
      new URL(incoming.url ?? '/', baseUrl),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(baseUrl).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => {
    gate.open()
    server.closeAllConnections()
    server.close()
  })
  return { gate, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function office(contacts: number) {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-stop-'))
  endings.push(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts })
  endings.push(() => sandbox.close())
  const { gate, baseUrl } = await slowService(sandbox.baseUrl)
  const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
  // Whoever waits no longer than a moment does not wait at all here.
  const clock = {
    ...systemClock,
    sleep: (delayMs: number, signal?: AbortSignal) => (delayMs === briefWaitMs ? Promise.resolve() : systemClock.sleep(delayMs, signal)),
  }
  const engine = createEngine({ home, vault, clock, operator: 'Pat', practice: { baseUrl, token: sandbox.token }, environment: null })
  endings.push(() => engine.close())
  const ask = <P extends ProcedureName>(procedure: P, input: Input<P>) => engine.call(procedure, input) as Promise<Answer<Output<P>>>
  const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
    const answer = await ask(procedure, input)
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
    return procedures[procedure].output.parse(answer.value) as Output<P>
  }
  const nextProgress = (wanted: (progress: RunProgress) => boolean) =>
    new Promise<void>((resolve) =>
      engine.onAnyEvent((event, payload) => void (event === 'run.progress' && wanted(payload as RunProgress) && resolve())),
    )
  const synced = new Promise<void>((resolve) =>
    engine.onAnyEvent(
      (event, payload) => void (event === 'sync.progress' && (payload as { state: string }).state === 'complete' && resolve()),
    ),
  )
  await call('accounts.open', { accountId: 'practice' })
  await call('sync.start', {})
  await synced
  return { home, gate, ask, call, nextProgress }
}

/** A run of a list that names every contact anew. */
async function listed({ home, call }: Awaited<ReturnType<typeof office>>) {
  const { contacts } = await call('contacts.page', { search: '', offset: 0, limit: 200 })
  const path = join(home, 'list.csv')
  writeFileSync(path, `Contact,Name\n${contacts.map(({ uuid }, n) => `${uuid},Person ${n}`).join('\n')}\n`)
  const file = await call('files.open', { path })
  const byUuid = recipe({ match: { by: 'uuid', column: 'Contact' }, fields: [{ to: 'name', from: ['Name'] }] })
  return call('plans.start', { fileId: file.id, recipe: byUuid, lookup: 'never', wait: true })
}

/** A run whose first call is under way and not answered; what it has done is not proven before it is. */
async function waitingRun(here: Awaited<ReturnType<typeof office>>) {
  const plan = await listed(here)
  here.gate.isOpen = false
  const run = await here.call('runs.start', { planId: plan.id, wait: false })
  await here.gate.arrived
  const stop = async (procedure: 'runs.pause' | 'runs.cancel', during: RunProgress['state'], after: RunProgress['state']) => {
    const ended = here.nextProgress(({ state }) => state === after)
    expect(await here.call(procedure, { runId: run.id })).toMatchObject({ state: during, done: 0 })
    expect(here.gate.changes).toBe(1)
    here.gate.open()
    await ended
    expect(here.gate.changes).toBe(1)
    return (await here.call('runs.get', { runId: run.id })).summary
  }
  return { plan, run, stop }
}

test('runs.cancel answers while a call is still without an answer, sends nothing more, and records that answer when it comes', async () => {
  const { plan, stop } = await waitingRun(await office(20))
  // It was the first of its kind, and nobody looks any more whether it did what it answered.
  expect(await stop('runs.cancel', 'cancelling', 'cancelled')).toMatchObject({ done: 0, failed: 1, unknown: 0, pending: plan.send - 1 })
})

test('runs.pause does, too; resumed, the run proves that call and does not make it again', async () => {
  const here = await office(20)
  const { plan, run, stop } = await waitingRun(here)
  expect(await stop('runs.pause', 'pausing', 'paused')).toMatchObject({ unknown: 0, failed: 0 })
  const { state, done, calls } = await here.call('runs.resume', { runId: run.id, wait: true })
  expect({ state, done, calls }).toEqual({ state: 'finished', done: plan.send, calls: plan.send })
  expect(here.gate.changes).toBe(plan.send)
})

test('files that are being written are given up at once, and nothing of them is left', async () => {
  const here = await office(1_200)
  const plan = await listed(here)
  const run = await here.call('runs.start', { planId: plan.id, wait: true })
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-out-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const written = [
    here.ask('contacts.export', { path: join(folder, 'contacts.csv') }),
    here.ask('ledger.export', { path: join(folder, 'ledger.json'), format: 'json' }),
    here.ask('runs.writeResults', { runId: run.id, folder }),
  ]
  await here.call('exports.stop', {})
  for (const answer of await Promise.all(written)) {
    // An empty ledger may have been written before the word came.
    if (!answer.ok) expect(answer.error.code).toBe('cancelled')
  }
  expect((await written[0])?.ok).toBe(false)
  expect((await written[2])?.ok).toBe(false)
  expect(readdirSync(folder).filter((name) => name !== 'ledger.json')).toEqual([])
  expect((await here.call('contacts.export', { path: join(folder, 'contacts.csv') })).rows).toBe(1_200)
})

/** A list of a few hundred thousand lines in the office's folder. */
function longList(home: string): string {
  const path = join(home, 'long.csv')
  writeFileSync(path, `Phone,Name\n${'+12125550100,Ann\n'.repeat(300_000)}`)
  return path
}

test('opening a file is given up at once, and nothing of it is left', async () => {
  const { home, ask, call } = await office(1)
  const path = longList(home)
  const opening = ask('files.open', { path })
  await call('files.stop', {})
  expect(await opening).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  const { id } = await call('files.open', { path })
  const looking = ask('files.inspect', { fileId: id })
  await call('files.stop', {})
  expect(await looking).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(readdirSync(join(home, 'accounts', 'practice', 'files'))).toHaveLength(1)
})

test('a check for damage that has not begun yet is cancelled like one that has', async () => {
  const { home, ask, call } = await office(1)
  const { id: fileId } = await call('files.open', { path: longList(home) })
  const check = ask('damage.check', { fileId, wait: true })
  await call('damage.cancel', { fileId })
  expect(await check).toMatchObject({ ok: true, value: { state: 'cancelled', rows: 0 } })
  expect(await call('damage.findings', { fileId })).toMatchObject({ state: 'none' })
})
