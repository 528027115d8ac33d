import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsWithSandbox } from '../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(260)
let phones: string[]
beforeAll(async () => {
  phones = (await here.sandbox.customers()).map(({ phone }) => phone)
})

const rollcall = (...args: string[]) => here.withToken(args)

function write(name: string, text: string): string {
  const path = join(here.home, name)
  writeFileSync(path, text)
  return path
}

const recipeOf = (over: object = {}) =>
  write(
    'notes.recipe.json',
    JSON.stringify({
      version: 1,
      name: 'Notes',
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [{ to: 'notes', from: ['Note'] }],
      ...over,
    }),
  )
const listOf = (rows: readonly (readonly [phone: string, note: string])[]) =>
  write('list.csv', ['Phone,Note', ...rows.map(([phone, note]) => `"${phone}","${note}"`), ''].join('\n'))
/** Numbers of another practice. */
const elsewhere = (at: number) => `+1 212 555 ${String(7000 + at)}`

async function run(list: string, recipe: string, ...args: string[]) {
  return rollcall('run', list, '--recipe', recipe, '--yes', '--json', ...args)
}

describe('a run ends with 6 when', () => {
  test('no row of its list can be used', async () => {
    const list = listOf(Array.from({ length: 210 }, (_, at) => [`no number ${at}`, 'x']))
    const plan = await rollcall('plan', list, '--recipe', recipeOf(), '--json')
    expect([plan.code, plan.json().attention]).toMatchObject([0, [{ code: 'rows.invalid', rows: 210 }]])
    const ended = await run(list, recipeOf())
    expect([ended.code, ended.json()]).toMatchObject([
      6,
      { state: 'finished', invalid: 210, done: 0, attention: [{ code: 'rows.invalid', rows: 210 }] },
    ])
    expect(ended.stderr).toContain('210 of 210 rows cannot be used')
  })

  test('its list is that of another practice', async () => {
    const rows = Array.from({ length: 209 }, (_, at) => [elsewhere(at), 'theirs'] as const)
    const ended = await run(listOf([[phones[0] ?? '', 'theirs'], ...rows]), recipeOf())
    expect([ended.code, ended.json()]).toMatchObject([
      6,
      {
        rows: 210,
        done: 1,
        skipped: 209,
        attention: [{ code: 'rows.not_found', rows: 209, message: expect.stringContaining('209 of 210 rows') }],
      },
    ])
  })

  test('a single row cannot be used, unless the recipe allows as many', async () => {
    const list = listOf([...phones.slice(10, 29).map((phone) => [phone, 'one of them'] as const), ['nobody', 'x']])
    expect((await run(list, recipeOf())).code).toBe(6)
    const allowed = await run(list, recipeOf({ limits: { invalid: 0.05 } }))
    expect([allowed.code, allowed.json()]).toMatchObject([0, { invalid: 1, unchanged: 19, attention: [] }])
    expect((await run(list, recipeOf({ limits: { invalid: 0.049 } }))).code).toBe(6)
  })
})

test('after three runs a recipe allows twice the largest shares that its lists had, and no more', async () => {
  const list = (good: number, bad: number) =>
    listOf([
      ...phones.slice(40, 40 + good).map((phone) => [phone, 'monthly'] as const),
      ...Array.from({ length: bad }, (_, at) => [`none ${at}`, 'x'] as const),
    ])
  const recipe = recipeOf({ name: 'Monthly' })
  for (const bad of [2, 4, 1]) expect((await run(list(100 - bad, bad), recipe)).code).toBe(6)
  expect((await run(list(92, 8), recipe)).code).toBe(0)
  expect((await run(list(83, 17), recipe)).code).toBe(6)
  // Lists of another recipe say nothing of this one.
  expect((await run(list(99, 1), recipeOf({ name: 'Another' }))).code).toBe(6)
})

describe('withdrawals', () => {
  const consentRecipe = (over: object = {}) =>
    recipeOf({ name: 'Consent', kind: 'consent', fields: [{ to: 'consent', from: ['Texts'], values: { yes: true, no: false } }], ...over })
  const answers = (rows: readonly (readonly [phone: string, answer: string])[], name = 'answers.csv') =>
    write(name, ['Phone,Texts', ...rows.map(([phone, answer]) => `"${phone}","${answer}"`), ''].join('\n'))

  /** Contacts that agree to texts, some of them again. */
  async function whoAgree(from: number, to: number): Promise<string[]> {
    const people = phones.slice(from, to)
    const yes = answers(people.map((phone) => [phone, 'yes']))
    const planned = String((await rollcall('plan', yes, '--recipe', consentRecipe(), '--json')).json().plan)
    const { heldRows } = (await rollcall('held', planned, '--json')).json() as { heldRows: { line: number }[] }
    const lines = heldRows.map(({ line }) => line).join(',')
    const evidence = ['--evidence', 'Asked at the desk', '--evidence-date', '2024-05-06', '--refused-date', '2020-01-02']
    const release = heldRows.length === 0 ? [] : ['--release-row', lines, ...evidence]
    expect((await rollcall('run', planned, ...release, '--yes', '--json')).code).toBe(0)
    return people
  }

  test('of a whole list are held until somebody says how many they are, or up to a bound that was given; STOP never is', async () => {
    const people = await whoAgree(100, 180)
    const no = answers(people.slice(0, 40).map((phone) => [phone, 'no']))
    const held = await run(no, consentRecipe())
    expect([held.code, held.json()]).toMatchObject([
      6,
      {
        done: 0,
        held: 40,
        calls: 0,
        attention: [{ code: 'held.withdraw', rows: 40, message: expect.stringMatching(/must be honored by \w+ \d+, \d{4}\.$/) }],
      },
    ])
    const short = await run(no, consentRecipe(), '--release', 'withdraw<=39')
    expect([short.code, short.json()]).toMatchObject([6, { done: 0, held: 40 }])
    expect(short.stderr).toContain('holds 40 contacts, more than the 39 that were allowed')
    const stop = await run(
      answers(
        people.slice(40, 70).map((phone) => [phone, 'STOP']),
        'stop.csv',
      ),
      consentRecipe(),
      '--release',
      'withdraw<=3',
      '--release',
      'mass<=5',
    )
    expect([stop.code, stop.json()]).toMatchObject([0, { done: 30, held: 0 }])
    const wide = await run(no, consentRecipe(), '--release', 'withdraw<=40')
    expect([wide.code, wide.json()]).toMatchObject([0, { done: 40, held: 0 }])
  })

  test('that were held wait in the history, and are released later without their file, as a run that is linked to the first', async () => {
    const people = await whoAgree(40, 80)
    const no = answers(people.map((phone) => [phone, 'no']))
    const first = await run(no, consentRecipe({ name: 'Later' }))
    expect([first.code, first.json().held]).toEqual([6, 40])
    rmSync(no)
    const runId = String(first.json().run)
    expect((await rollcall('history')).stdout).toContain(`40 rows held, waiting for somebody: rollcall held ${runId}`)
    const listed = await rollcall('held', runId, '--json')
    expect([listed.code, listed.json()]).toMatchObject([0, { held: 40, releasedBy: null, guards: [{ guard: 'withdraw', contacts: 40 }] }])
    expect((listed.json().heldRows as unknown[]).length).toBe(40)
    const wrong = await rollcall('held', runId, '--release', 'withdraw=39', '--yes', '--json')
    expect([wrong.code, wrong.json()]).toMatchObject([2, { error: { code: 'guard.wrong_count' } }])
    const released = await rollcall('held', runId, '--release', 'withdraw=40', '--yes', '--json')
    expect([released.code, released.json()]).toMatchObject([0, { rows: 40, done: 40, held: 0, attention: [] }])
    const { runs } = (await rollcall('history', '--json')).json() as { runs: Record<string, unknown>[] }
    expect(runs[0]).toMatchObject({ run: released.json().run, linkedTo: runId })
    expect(runs[1]).toMatchObject({ run: runId, releasedBy: released.json().run })
    expect((await rollcall('history')).stdout).not.toContain('waiting for somebody')
    const again = await rollcall('held', runId, '--yes', '--json')
    expect([again.code, again.json()]).toMatchObject([
      2,
      { error: { code: 'run.state', message: expect.stringContaining('taken up by run') } },
    ])
  })

  test('are let through by a bound in the recipe', async () => {
    const people = await whoAgree(180, 220)
    const no = answers(people.slice(0, 25).map((phone) => [phone, 'no']))
    expect((await rollcall('plan', no, '--recipe', consentRecipe(), '--json')).json()).toMatchObject({ held: 25 })
    const bounded = consentRecipe({ limits: { release: { withdraw: 25 } } })
    expect((await run(no, bounded)).json()).toMatchObject({ done: 25, held: 0, attention: [] })
  })
})

test('after three runs a list that is unlike them sends nothing and ends with 7, until it is accepted by its own SHA-256', async () => {
  const lists = (count: number, note: string) => listOf(phones.slice(0, count).map((phone) => [phone, note] as const))
  const recipe = recipeOf({ name: 'Every month' })
  for (const note of ['first', 'second', 'third']) expect((await run(lists(200, note), recipe)).code).toBe(0)
  const short = lists(5, 'fourth')
  const planned = await rollcall('plan', short, '--recipe', recipe, '--json')
  expect([planned.code, planned.json()]).toMatchObject([0, { send: 5, attention: [{ code: 'unlike.rows', rows: 5 }] }])
  const refused = await run(short, recipe)
  expect([refused.code, refused.json()]).toMatchObject([
    7,
    {
      error: { code: 'plan.unlike', message: expect.stringContaining('This list has 5 rows; the last 3 had 200') },
      attention: [{ code: 'unlike.rows' }],
    },
  ])
  const sha256 = createHash('sha256').update(readFileSync(short)).digest('hex')
  expect(refused.stderr).toContain(`--accept-unlike=${sha256}`)
  expect((await run(short, recipe, `--accept-unlike=${'0'.repeat(64)}`)).code).toBe(7)
  expect((await run(short, recipe, '--accept-unlike=yes')).code).toBe(2)
  const accepted = await run(short, recipe, `--accept-unlike=${sha256.toUpperCase()}`)
  expect([accepted.code, accepted.json()]).toMatchObject([0, { done: 5, attention: [] }])
  // It is one of the last lists now.
  expect((await run(lists(6, 'fifth'), recipe)).code).toBe(0)
})

test('after three runs a list without a mapped column sends nothing and ends with 7; accepted, the run goes on with what is there', async () => {
  const list = (name: string, header: string, cells: (phone: string) => string) =>
    write(name, [header, ...phones.slice(0, 20).map((phone) => `"${phone}",${cells(phone)}`), ''].join('\n'))
  const recipe = recipeOf({
    name: 'Three columns',
    kind: 'contacts',
    fields: [
      { to: 'notes', from: ['Memo'] },
      { to: 'email', from: ['Mail'] },
    ],
  })
  const without = (note: string) => list('no-mail.csv', 'Phone,Memo', () => note)
  for (const note of ['one', 'two', 'three']) {
    expect([(await run(without(note), recipe)).json()]).toMatchObject([{ error: { code: 'recipe.misfit' } }])
    expect(
      (
        await run(
          list('all.csv', 'Phone,Memo,Mail', (phone) => `${note},p${phone.slice(-4)}@example.com`),
          recipe,
        )
      ).code,
    ).toBe(0)
  }
  const short = without('four')
  const planned = await rollcall('plan', short, '--recipe', recipe, '--json')
  expect([planned.code, planned.json()]).toMatchObject([
    0,
    { send: 20, attention: [{ code: 'unlike.columns', rows: 20, message: expect.stringContaining('no column "Mail"') }] },
  ])
  const refused = await run(short, recipe)
  expect([refused.code, refused.json()]).toMatchObject([7, { error: { code: 'plan.unlike' } }])
  const sha256 = createHash('sha256').update(readFileSync(short)).digest('hex')
  const accepted = await run(short, recipe, `--accept-unlike=${sha256}`)
  expect([accepted.code, accepted.json()]).toMatchObject([0, { done: 20, calls: 20, attention: [] }])
  const noPhone = await run(
    list('no-phone.csv', 'Mobile,Memo,Mail', () => 'five,a@example.com'),
    recipe,
  )
  expect([noPhone.code, noPhone.json()]).toMatchObject([2, { error: { code: 'recipe.misfit' } }])
})

test('a refusal that would meet every row stops the run at the third; once it is allowed, resume and retry do all of it', async () => {
  const list = write('refused.csv', ['Phone,Texts', ...phones.slice(220, 250).map((phone) => `"${phone}",no`), ''].join('\n'))
  const recipe = recipeOf({
    name: 'Refused',
    kind: 'consent',
    fields: [{ to: 'consent', from: ['Texts'], values: { no: false } }],
    limits: { release: { withdraw: 100 } },
  })
  const { send } = (await rollcall('plan', list, '--recipe', recipe, '--json')).json() as { send: number }
  expect(send).toBeGreaterThan(10)
  await here.sandbox.setFaults('403@set-consent')
  const stopped = await run(list, recipe)
  await here.sandbox.setFaults('latency=0')
  expect([stopped.code, stopped.json()]).toMatchObject([5, { state: 'paused', done: 0, failed: 3, pending: send - 3, calls: 3 }])
  expect(stopped.stderr).toContain('That was the answer to 3 calls in a row')
  const resumed = await rollcall('resume', String(stopped.json().run), '--json')
  expect([resumed.code, resumed.json()]).toMatchObject([3, { state: 'finished', done: send - 3, failed: 3 }])
  const retried = await rollcall('retry', String(stopped.json().run), '--yes', '--json')
  expect([retried.code, retried.json()]).toMatchObject([0, { done: 3, failed: 0 }])
})

test('a sync says from the second one on what differs, and writes it to a file', async () => {
  const file = join(here.home, 'changes.csv')
  const first = await rollcall('sync', '--changes', file, '--json')
  expect([first.code, first.json()]).toMatchObject([0, { state: 'complete', changes: null, file: null }])
  expect([first.stderr.includes('There is nothing to compare with yet'), existsSync(file)]).toEqual([true, false])
  const [{ uuid } = { uuid: '' }] = await here.sandbox.customers()
  const { baseUrl, token } = here.sandbox
  const edited = await fetch(`${baseUrl}/api/customer/${uuid}.json`, {
    method: 'PUT',
    headers: { 'X-TGP-ACCESS-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customer: { notes: 'Edited by a colleague' } }),
  })
  expect(edited.status).toBe(200)
  const second = await rollcall('sync', '--changes', file, '--json')
  expect([second.code, second.json()]).toMatchObject([0, { changes: { new: 0, changed: 1, gone: 0 }, file: { path: file, rows: 1 } }])
  expect(readFileSync(file, 'utf8')).toContain(`${uuid},Notes,`)
  expect((await rollcall('sync', '--changes', file, '--json')).code).toBe(2)
})

test('a sync of a service that shows only conversations ends with 0 and a notice, and leaves alone which account the app opens', async () => {
  await here.sandbox.setFaults('refuse-customers-list')
  const synced = await rollcall('sync', '--json')
  await here.sandbox.setFaults('latency=0')
  expect([synced.code, synced.json()]).toMatchObject([
    0,
    { state: 'incomplete', notices: [{ message: expect.stringContaining('only contacts with a conversation') }] },
  ])
  expect(synced.stderr).toContain('only contacts with a conversation were read')
  expect((await rollcall('plan', listOf([[phones[0] ?? '', 'x']]), '--recipe', recipeOf(), '--json')).code).toBe(0)
  expect(existsSync(join(here.home, 'last-opened.json'))).toBe(false)
})

test.each(['consent<=17', 'direction<=1', 'keyword<=3'])(
  '"--release %s" is a wrong use: a bound is for what a file comes to',
  async (release) => {
    const wrong = await rollcall('plan', 'list.csv', '--release', release, '--json')
    expect([wrong.code, wrong.json()]).toMatchObject([
      2,
      { error: { code: 'usage', message: expect.stringContaining('withdraw, clear, mass') } },
    ])
  },
)

test('limits that are none are refused with their paths', async () => {
  const wrong = await run(listOf([]), recipeOf({ limits: { invalid: 5, heldback: 1 } }))
  expect([wrong.code, wrong.json()]).toMatchObject([
    2,
    { error: { code: 'recipe.invalid', message: expect.stringMatching(/limits\.invalid.*limits\.heldback/s) } },
  ])
})
