import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSummary } from '../../src-main/engine/results/run-summary.ts'
import { bundledProgram } from '../helpers/bundled-program.ts'
import { hurriedClock, type RowParts, runStations } from '../engine/run/run-stations.ts'

const station = runStations()

const kills = 50
const compileCache = mkdtempSync(join(tmpdir(), 'rollcall-kills-'))
afterAll(() => rmSync(compileCache, { recursive: true, force: true }))

let program: string
beforeAll(async () => {
  const bundled = await bundledProgram(join(import.meta.dirname, 'crash-child.ts'))
  program = bundled.path
  return bundled.remove
})

/**
 * Carries out a run in a process of its own and kills it at a random moment; answers the run. A third of the processes die in
 * their first moments, the others after they have told of progress a few times.
 */
function killedAtRandom(args: [database: string, baseUrl: string, token: string, id: string, how: 'start' | 'resume']): Promise<string> {
  const child = fork(program, args, { execArgv: [], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } })
  let run = args[4] === 'resume' ? args[3] : ''
  let newsLeft = Math.random() < 1 / 3 ? 0 : 2 + Math.floor(Math.random() * 3)
  return new Promise((resolve, reject) => {
    child.on('message', ({ runId }: { runId?: string }) => {
      run = runId ?? run
      if (run !== '' && newsLeft === 0) setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
      newsLeft -= 1
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve(run) : reject(new Error(`The child ended by itself (${code}).`))))
  })
}

/** Runs a plan of 2,000 rows in process after process; answers the sandbox after it has finished, and the summary. */
async function runWithKills(kind: 'contacts' | 'messages', rowsOf: (phones: readonly string[]) => RowParts[]) {
  // Twice as many contacts as rows: no guard holds them.
  const here = await station({ contacts: 4400 }, { clock: hurriedClock() })
  const rows = rowsOf(here.phones)
  expect(rows).toHaveLength(2000)
  const planId = await here.plan(rows, { kind })
  here.sandbox.setFaults('latency=30')
  const place = [join(here.folder, 'rollcall.db'), here.sandbox.baseUrl, here.sandbox.token] as const
  const runId = await killedAtRandom([...place, planId, 'start'])
  for (let killed = 1; killed < kills; killed += 1) {
    await killedAtRandom([...place, runId, 'resume']).catch((error: unknown) => {
      throw new Error(`After ${killed} kills: ${JSON.stringify(runSummary(here.store, runId, Date.now()))}`, { cause: error })
    })
  }
  const interrupted = runSummary(here.store, runId, Date.now())
  here.sandbox.clearFaults()
  const runner = here.makeRunner({ owner: `${hostname()}:${process.pid}` })
  await runner.resume(runId)
  await runner.whenSettled(runId)
  return { sandbox: here.sandbox, rows, interrupted, summary: runSummary(here.store, runId, Date.now()) }
}

test('a process that is killed fifty times at random moments does each of 2,000 messages once and each of 2,000 updates right', async () => {
  const texts = ['Yes', 'Yes', 'On my way', 'Yes', 'Thanks']
  const [messages, contacts] = await Promise.all([
    runWithKills('messages', (phones) =>
      phones
        .slice(0, 200)
        .flatMap((phone) =>
          Array.from({ length: 10 }, (_, at) => ({ phone, message: { body: texts[at % 5] ?? '', attachments: [], sentAtSeconds: null } })),
        ),
    ),
    runWithKills('contacts', (phones) =>
      phones
        .slice(0, 2000)
        .map((phone, at) => ({ phone, contact: { notes: `For ${phone}`, tags: { handling: 'add', tags: [`tag_${at}`] } } })),
    ),
  ])
  for (const { interrupted, summary } of [messages, contacts]) {
    expect(interrupted).toMatchObject({ state: 'interrupted', failed: 0 })
    // The kills came in the midst of it.
    expect(interrupted.done).toBeGreaterThan(0)
    expect(interrupted.pending).toBeGreaterThan(0)
    expect(summary).toMatchObject({ state: 'finished', rows: 2000, done: 2000, failed: 0, unknown: 0, pending: 0 })
  }
  for (const phone of new Set(messages.rows.map(({ phone }) => phone ?? ''))) {
    const imported = messages.sandbox.posts(phone).filter(({ kind }) => kind === 'import')
    expect(imported.slice(-10).map(({ body }) => body)).toEqual([...texts, ...texts])
  }
  expect(messages.sandbox.counts().messagesImported).toBe(2000)
  for (const [at, { phone = '', contact }] of contacts.rows.entries()) {
    const customer = contacts.sandbox.customerByPhone(phone)
    expect(customer?.notes).toBe(contact?.notes)
    expect(customer?.tags).toContain(`tag ${at}`)
  }
  // What was under way at a kill is sent once more, and nothing else.
  expect(contacts.sandbox.counts().customerUpdates).toBeLessThanOrEqual(2000 + kills * 8)
}, 300_000)
