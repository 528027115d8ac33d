import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(150)

const rollcall = (...args: string[]) => here.withToken(args)

const recipe = {
  version: 1,
  name: 'Consent',
  kind: 'consent',
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [{ to: 'consent', from: ['Opted In'], values: { Yes: true, No: false } }],
}

/** A list that first says no for three contacts and then, in a second file, yes for them and for a fourth. */
async function lists() {
  const phones = (await here.sandbox.customers()).slice(0, 4).map(({ phone }) => phone)
  const write = (name: string, lines: readonly string[]) => {
    const path = join(here.home, name)
    writeFileSync(path, `Phone,Opted In\n${lines.map((line) => `${line}\n`).join('')}`)
    return path
  }
  const recipePath = join(here.home, 'consent.recipe.json')
  writeFileSync(recipePath, JSON.stringify(recipe))
  return {
    no: write(
      'no.csv',
      phones.map((phone) => `"${phone}",No`),
    ),
    yes: write(
      'yes.csv',
      phones.map((phone) => `"${phone}",Yes`),
    ),
    recipePath,
  }
}

test('consent after an opt-out is held; only evidence that is dated after it releases it, row by row, and no number or recipe does', async () => {
  const { no, yes, recipePath } = await lists()
  expect((await rollcall('run', no, '--recipe', recipePath, '--yes', '--json')).code).toBe(0)

  const held = await rollcall('plan', yes, '--recipe', recipePath, '--json')
  expect(held.code).toBe(0)
  expect(held.json()).toMatchObject({
    rows: 4,
    send: 0,
    held: 4,
    calls: 0,
    guards: [{ guard: 'consent', contacts: 4, rows: 4, released: false }],
  })
  const inWords = await rollcall('plan', yes, '--recipe', recipePath)
  expect(inWords.stdout).toContain('4 contacts would get consent although they refused. Texting')
  expect(inWords.stdout).toContain('--release-row LINE --evidence TEXT --evidence-date DATE')

  for (const command of [
    ['plan', yes],
    ['run', yes, '--yes'],
  ]) {
    const wrong = await rollcall(...command, '--recipe', recipePath, '--release', 'consent=3', '--json')
    expect(wrong.code).toBe(2)
    expect(wrong.json()).toMatchObject({
      error: { code: 'guard.wrong_count', message: 'The guard "consent" holds 4 contacts, not 3. Nothing was released.' },
    })
  }
  const other = await rollcall('run', yes, '--recipe', recipePath, '--release', 'mass=4', '--yes', '--json')
  expect([other.code, other.json()]).toMatchObject([2, { error: { code: 'guard.wrong_count' } }])

  const rest = await rollcall('run', yes, '--recipe', recipePath, '--yes', '--json')
  expect(rest.code).toBe(6)
  expect(rest.json()).toMatchObject({
    state: 'finished',
    rows: 4,
    done: 0,
    held: 4,
    calls: 0,
    attention: [{ code: 'held.consent', rows: 4, message: expect.stringContaining('although they refused') }],
  })
  expect(rest.stderr).toContain('4 rows are held and will not be sent')
  expect(rest.stderr).toContain('--release consent=4')

  const cheating = join(here.home, 'cheating.recipe.json')
  writeFileSync(cheating, JSON.stringify({ ...recipe, release: { consent: 4 } }))
  expect((await rollcall('run', yes, '--recipe', cheating, '--yes', '--json')).code).toBe(2)

  const counted = await rollcall('run', yes, '--recipe', recipePath, '--release', 'consent=4', '--yes', '--json')
  expect([counted.code, counted.json()]).toMatchObject([2, { error: { code: 'guard.evidence' } }])

  const plan = String((await rollcall('plan', yes, '--recipe', recipePath, '--json')).json().plan)
  const listed = await rollcall('held', plan, '--json')
  expect([listed.code, listed.json()]).toMatchObject([0, { plan, held: 4, heldRows: [{ line: 2 }, { line: 3 }, { line: 4 }, { line: 5 }] }])
  // The evidence has to be later than the refusal, which was a moment ago: dates are written to the second.
  const clock = { ...systemClock, nowMs: () => Date.now() + 60_000 }
  const now = () => new Date(clock.nowMs()).toISOString()
  const release = (date: string, ...rows: string[]) => {
    const released = rows.flatMap((row) => ['--release-row', row])
    return here.withToken(['run', plan, ...released, '--evidence', 'Form', '--evidence-date', date, '--yes', '--json'], { clock })
  }
  const old = await release('2020-01-31', '2,3')
  expect([old.code, old.json()]).toMatchObject([
    2,
    { error: { code: 'guard.evidence', message: expect.stringContaining('It has to be later') } },
  ])
  const elsewhere = await release(now(), '2', '17')
  expect([elsewhere.code, elsewhere.json()]).toMatchObject([2, { error: { code: 'guard.not_held' } }])
  const run = await release(now(), '2', '3,4')
  expect([run.code, run.json()]).toMatchObject([6, { state: 'finished', rows: 4, done: 3, held: 1, calls: 3 }])
  const ledger = join(here.home, 'ledger.json')
  await rollcall('ledger', 'export', '--out', ledger)
  expect(readFileSync(ledger, 'utf8')).toContain('"Released with":"Form"')
  const late = await rollcall('run', plan, '--release-row', '5', '--evidence', 'Form', '--evidence-date', '2026-01-01', '--yes', '--json')
  expect([late.code, late.json()]).toMatchObject([2, { error: { code: 'run.state' } }])
  const evidence = ['--evidence', 'Form', '--evidence-date', now()]
  const last = await here.withToken(['held', String(run.json().run), '--release-row', '5', ...evidence, '--yes', '--json'], { clock })
  expect([last.code, last.json()]).toMatchObject([0, { rows: 1, done: 1, held: 0, attention: [] }])
})

test.each(['consent', 'consent=', 'consent=1.5', 'nobody=3', '=3', 'consent=-1'])(
  '"--release %s" is a wrong use, and the words say how it is right',
  async (value) => {
    const wrong = await rollcall('plan', 'list.csv', '--release', value, '--json')
    expect(wrong.code).toBe(2)
    expect(wrong.json()).toMatchObject({ error: { code: 'usage', message: expect.stringContaining('such as consent=17') } })
  },
)

test('failed rows are run again by their run, with the same JSON as a run; a run without failures says so', async () => {
  const { no, recipePath } = await lists()
  const first = await rollcall('run', no, '--recipe', recipePath, '--yes', '--json')
  expect(first.json()).toMatchObject({ rows: 4, failed: 0 })
  const nothing = await rollcall('retry', String(first.json().run), '--yes', '--json')
  expect([nothing.code, nothing.json()]).toMatchObject([2, { error: { code: 'run.state', message: 'No row of this run failed.' } }])
  const unknown = await rollcall('retry', 'nobody', '--yes', '--json')
  expect([unknown.code, unknown.json()]).toMatchObject([2, { error: { code: 'run.unknown' } }])
  const unasked = await rollcall('retry', String(first.json().run), '--json')
  expect([unasked.code, unasked.json()]).toMatchObject([2, { error: { code: 'usage' } }])
})

test('a retry runs what failed, and nothing else', async () => {
  const customers = (await here.sandbox.customers()).slice(10, 14)
  const list = join(here.home, 'notes.csv')
  const recipePath = join(here.home, 'notes.recipe.json')
  writeFileSync(
    list,
    `Uuid,Note\n${[...customers.map(({ uuid }) => uuid), 'nobody-has-this'].map((uuid, n) => `${uuid},note ${n}\n`).join('')}`,
  )
  writeFileSync(
    recipePath,
    JSON.stringify({
      version: 1,
      name: 'Notes',
      kind: 'contacts',
      match: { by: 'uuid', column: 'Uuid' },
      fields: [{ to: 'notes', from: ['Note'] }],
    }),
  )
  const plan = String((await rollcall('plan', list, '--recipe', recipePath, '--json')).json().plan)
  await here.sandbox.setFaults('error-in-200@update-customer/1')
  const stopped = await rollcall('run', plan, '--yes', '--json')
  await here.sandbox.setFaults('latency=0')
  expect([stopped.code, stopped.json()]).toMatchObject([5, { state: 'paused', failed: 1, pending: 3 }])
  const run = await rollcall('resume', String(stopped.json().run), '--json')
  expect([run.code, run.json()]).toMatchObject([3, { rows: 5, done: 3, failed: 1, skipped: 1 }])

  const retry = await rollcall('retry', String(run.json().run), '--yes', '--json')
  expect([retry.code, retry.json()]).toEqual([
    0,
    {
      run: expect.any(String),
      state: 'finished',
      rows: 1,
      done: 1,
      failed: 0,
      unknown: 0,
      pending: 0,
      unchanged: 0,
      held: 0,
      skipped: 0,
      invalid: 0,
      calls: 1,
      attention: [],
    },
  ])
  expect((await rollcall('plan', list, '--recipe', recipePath, '--json')).json()).toMatchObject({
    rows: 5,
    send: 0,
    unchanged: 4,
    skipped: 1,
    guards: [],
  })
})

test('an undo gives no consent by itself: what it would give back is held, ends with 6, and is released with evidence', async () => {
  const { no, yes, recipePath } = await lists()
  const evidence = ['--evidence', 'Form', '--evidence-date', '2024-05-06', '--refused-date', '2020-01-02']
  const planned = String((await rollcall('plan', yes, '--recipe', recipePath, '--json')).json().plan)
  const { heldRows } = (await rollcall('held', planned, '--json')).json() as { heldRows: { line: number }[] }
  const lines = heldRows.flatMap(({ line }) => ['--release-row', String(line)])
  expect((await rollcall('run', planned, ...lines, ...(lines.length === 0 ? [] : evidence), '--yes', '--json')).code).toBe(0)
  const { run } = (await rollcall('run', no, '--recipe', recipePath, '--yes', '--json')).json()

  const given = (await here.sandbox.counts()).consentsTrue
  const undone = await rollcall('undo', String(run), '--yes', '--json')
  expect([undone.code, undone.json()]).toMatchObject([
    6,
    { restored: 0, kept: 0, already: 0, held: 4, unknown: 0, impossible: 0, failed: 0, attention: [{ code: 'held.consent', rows: 4 }] },
  ])
  expect((await here.sandbox.counts()).consentsTrue).toBe(given)
  const undo = String(undone.json().run)
  expect((await rollcall('held', undo, '--json')).json()).toMatchObject({ held: 4, heldRows: [{ line: 2 }, { line: 3 }, { line: 4 }, {}] })
  // The evidence has to be later than the refusal, which was a moment ago.
  const clock = { ...systemClock, nowMs: () => Date.now() + 60_000 }
  const later = ['--evidence', 'Wrong list', '--evidence-date', new Date(clock.nowMs()).toISOString()]
  const released = await here.withToken(['held', undo, '--release-row', '3', ...later, '--yes', '--json'], { clock })
  expect([released.code, released.json()]).toMatchObject([6, { restored: 1, held: 3 }])
  expect((await here.sandbox.counts()).consentsTrue).toBe(given + 1)
})

test('evidence without a row, or without its date, is a wrong use', async () => {
  const { yes, recipePath } = await lists()
  for (const wrong of [
    ['--evidence', 'Form', '--evidence-date', '2026-01-01'],
    ['--release-row', '2', '--evidence', 'Form'],
    ['--release-row', 'two'],
  ]) {
    const ended = await rollcall('plan', yes, '--recipe', recipePath, ...wrong, '--json')
    expect([ended.code, ended.json()]).toMatchObject([2, { error: { code: 'usage' } }])
  }
})
