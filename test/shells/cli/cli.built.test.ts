import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliWithSandbox } from '../../helpers/cli-with-sandbox.ts'
import { canSignal, rollcall as runProgram, type RollcallOptions, startRollcall } from '../../helpers/run-rollcall.ts'
import { type SandboxProcess, startSandboxProcess } from '../../helpers/sandbox-process.ts'

const here = cliWithSandbox(150)

const rollcall = (args: string[], options: Partial<RollcallOptions> = {}) => runProgram(args, { home: here.home, ...options })

const recipe = {
  version: 1,
  name: 'Notes',
  kind: 'contacts',
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [{ to: 'notes', from: ['Note'] }],
}

/** A file with a note for each phone number, and the recipe for it. */
function writeImport(phones: readonly string[], note: string): { file: string; recipePath: string } {
  const file = join(here.home, `${note}.csv`)
  const recipePath = join(here.home, 'notes.recipe.json')
  writeFileSync(file, `Phone,Note\n${phones.map((phone, index) => `"${phone}",${note} ${index}\n`).join('')}`)
  writeFileSync(recipePath, JSON.stringify(recipe))
  return { file, recipePath }
}

const planClasses = ['send', 'unchanged', 'held', 'skipped', 'invalid']
const rowOutcomes = ['done', 'failed', 'unknown', 'pending', 'unchanged', 'held', 'skipped', 'invalid']
const total = (object: Record<string, unknown>, names: readonly string[]) => names.reduce((sum, name) => sum + Number(object[name]), 0)

test('explains itself, says what is wrong, and is signed in through its standard input, with its exit codes', async () => {
  const help = await rollcall(['--help'])
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('A first import:')
  const bare = await rollcall([])
  expect([bare.code, bare.stdout]).toEqual([2, ''])
  expect(bare.stderr).toContain('A command is missing.')
  expect((await rollcall(['sync', '--json'])).code).toBe(4)
  const signIn = ['sign-in', '--base-url', here.sandbox.baseUrl, '--email', here.sandbox.email, '--api-key', here.sandbox.apiKey]
  const signedIn = await rollcall([...signIn, '--name', 'Office', '--keep', '--json'], {
    stdin: `${here.sandbox.password}\n${here.sandbox.mfaCode}\n`,
  })
  expect([signedIn.code, signedIn.json()]).toMatchObject([0, { name: 'Office', kept: true }])
  expect((await rollcall(['sync', '--account', 'office', '--json'])).json()).toMatchObject({ state: 'complete', contacts: 150 })
})

test('plans and runs a list, does nothing the second time, and ends with 6 where a row waits for somebody', async () => {
  const phones = (await here.sandbox.customers()).slice(0, 20).map(({ phone }) => phone)
  const { file, recipePath } = writeImport([...phones, 'no phone'], 'first')
  const run = () => rollcall(['run', file, '--recipe', recipePath, '--yes', '--json'], { environment: here.sandbox.environment })
  const first = await run()
  expect([first.code, first.json()]).toMatchObject([6, { state: 'finished', rows: 21, done: 20, invalid: 1, calls: 20 }])
  const again = await run()
  expect([again.code, again.json()]).toMatchObject([6, { rows: 21, done: 0, unchanged: 20, calls: 0 }])
})

describe('stopping', () => {
  let slow: SandboxProcess
  beforeAll(async () => void (slow = await startSandboxProcess({ home: here.root, contacts: 70, faults: 'latency=60' })))
  afterAll(() => slow.close())

  async function startedRun(note: string) {
    const phones = (await slow.customers()).map(({ phone }) => phone)
    const { file, recipePath } = writeImport(phones, note)
    expect((await rollcall(['sync'], { environment: slow.environment })).code).toBe(0)
    const before = (await slow.counts()).customerUpdates
    const running = startRollcall(['run', file, '--recipe', recipePath, '--yes', '--json'], {
      home: here.home,
      environment: slow.environment,
    })
    while ((await slow.counts()).customerUpdates < before + 8) {
      if (running.process.exitCode !== null) throw new Error(`the run ended too early: ${(await running.ended).stdout}`)
      await wait(20)
    }
    return { running, rows: phones.length, before }
  }

  test.skipIf(!canSignal)('Ctrl-C pauses with 5, and resume does exactly the rest', async () => {
    const { running, rows, before } = await startedRun('paused')
    running.process.kill('SIGINT')
    const paused = await running.ended
    expect(paused.code).toBe(5)
    expect(paused.stderr).toContain('Pausing')
    const run = paused.json()
    expect(run).toMatchObject({ state: 'paused', rows, failed: 0, unknown: 0 })
    expect(total(run, rowOutcomes)).toBe(rows)
    expect(Number(run.pending)).toBeGreaterThan(0)

    const resumed = await rollcall(['resume', String(run.run), '--json'], { environment: slow.environment })
    expect(resumed.json()).toMatchObject({ state: 'finished', rows, done: rows, pending: 0 })
    expect(resumed.code).toBe(0)
    expect((await slow.counts()).customerUpdates).toBe(before + rows)
  })

  test.skipIf(!canSignal)('Ctrl-C while planning ends with 5, and the same command plans to the end', async () => {
    const file = join(here.home, 'long.csv')
    const recipePath = join(here.home, 'long.recipe.json')
    writeFileSync(recipePath, JSON.stringify(recipe))
    writeFileSync(
      file,
      `Phone,Note\n${Array.from({ length: 1_500 }, (_, n) => `+1212555${String(n).padStart(4, '0')},note ${n}\n`).join('')}`,
    )
    const args = ['plan', file, '--recipe', recipePath, '--json']
    const before = (await slow.counts()).requests
    const running = startRollcall(args, { home: here.home, environment: slow.environment })
    // Contacts are being looked up.
    while ((await slow.counts()).requests < before + 30) {
      if (running.process.exitCode !== null) throw new Error(`planning ended too early: ${(await running.ended).stderr}`)
      await wait(20)
    }
    running.process.kill('SIGINT')
    const stopped = await running.ended
    expect(stopped.json()).toEqual({
      error: {
        code: 'cancelled',
        message: 'Planning was stopped; nothing was changed at the service.',
        hint: expect.stringMatching(/same command/),
      },
    })
    expect(stopped.code).toBe(5)
    const again = await rollcall([...args, '--lookup', 'never'], { environment: slow.environment })
    expect(again.json()).toMatchObject({ rows: 1_500 })
    expect(again.code).toBe(0)
  })

  test('a killed run is listed as paused, and resume finishes the rest', async () => {
    const { running, rows } = await startedRun('killed')
    running.process.kill('SIGKILL')
    expect((await running.ended).stdout).toBe('')
    const { runs } = (await rollcall(['history', '--json'], { environment: slow.environment })).json() as {
      runs: Record<string, unknown>[]
    }
    expect(runs).toMatchObject([{ state: 'paused', rows }])
    const resumed = await rollcall(['resume', String(runs[0]?.run), '--json'], { environment: slow.environment })
    expect(resumed.json()).toMatchObject({ state: 'finished', rows, done: rows, failed: 0, unknown: 0, pending: 0 })
    expect(resumed.code).toBe(0)
  })
})

describe('practice mode', () => {
  test('plans and runs a file without any account, and only when asked', async () => {
    const sample = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples', 'hubspot.csv')
    expect((await rollcall(['plan', sample])).code).toBe(4)
    const planned = await rollcall(['plan', sample, '--practice', '--json'])
    expect(planned.code).toBe(0)
    const plan = planned.json()
    expect(total(plan, planClasses)).toBe(plan.rows)
    const ran = await rollcall(['run', String(plan.plan), '--practice', '--yes', '--json'])
    expect(ran.json()).toMatchObject({ state: 'finished', done: plan.send, calls: plan.calls })
    // What the run did by itself waits for nobody; it is counted.
    const waiting = (plan.attention as { code: string }[]).filter(({ code }) => code !== 'refusals.listed')
    expect([ran.code, ran.json().attention, ran.json().doNotText]).toEqual([6, waiting, plan.doNotText])
    expect(plan.doNotText).toBe(2)
  })
})

describe('serving the app', () => {
  test('answers at the printed address until it is stopped', async () => {
    const running = startRollcall(['serve', '--json'], { home: here.home })
    const { url } = JSON.parse(await running.firstLine) as { url: string }
    try {
      const { hash, origin } = new URL(url)
      const page = await fetch(origin)
      expect(await page.text()).toContain('<html')
      const enter = () =>
        fetch(new URL('/session', origin), { method: 'POST', headers: { Origin: origin }, body: hash.slice('#k='.length) })
      const entered = await enter()
      expect(entered.status).toBe(200)
      expect(await entered.text()).not.toBe('')
      expect((await enter()).ok).toBe(false)
    } finally {
      running.process.kill('SIGTERM')
    }
    const ended = await running.ended
    if (canSignal) expect(ended.code).toBe(0)
    expect(ended.json()).toEqual({ url })
  })
})
