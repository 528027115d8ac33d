import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandsWithSandbox } from '../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(150)
const { rollcall, withToken } = here

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

const phonesOf = async (count: number) => (await here.sandbox.customers()).slice(0, count).map(({ phone }) => phone)

describe('help', () => {
  test('every command explains itself with an example and the exit codes', async () => {
    const { code, stdout } = await rollcall(['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)(?:\|[a-z]+)?(?= \[|  | <)/gm)].flatMap(([, name]) =>
      name === undefined || name === 'help' ? [] : [name],
    )
    expect(commands).toEqual([
      'sign-in',
      'sign-out',
      'accounts',
      'sync',
      'inspect',
      'check',
      'values',
      'corrections',
      'plan',
      'duplicates',
      'run',
      'resume',
      'retry',
      'held',
      'undo',
      'unknown',
      'results',
      'history',
      'contacts',
      'conversations',
      'ledger',
      'backups',
      'forget',
      'recipe',
      'sandbox',
      'serve',
      'listen',
      'watch',
      'schedule',
    ])
    const groups: Record<string, string[]> = {
      corrections: ['corrections', 'list'],
      contacts: ['contacts', 'export'],
      conversations: ['conversations', 'export'],
      ledger: ['ledger', 'export'],
      backups: ['backups', 'restore'],
      forget: ['forget', 'account'],
      recipe: ['recipe', 'check'],
      schedule: ['schedule', 'add'],
    }
    for (const command of commands) {
      const help = await rollcall([...(groups[command] ?? [command]), '--help'])
      expect(help.code, command).toBe(0)
      expect(help.stdout, command).toMatch(/Examples?:\n {2}\$ rollcall /)
      expect(help.stdout, command).toContain('Exit codes:')
    }
  })
})

describe('wrong usage', () => {
  test.each([
    [[]],
    [['undo-everything']],
    [['plan']],
    [['plan', 'contacts.csv', '--lookup', 'sometimes']],
    [['plan', 'contacts.csv', '--nonsense']],
    [['sandbox', '--port', '70000']],
    [['sandbox', '--faults', 'gremlins']],
    [['results', 'some-run']],
    [['recipe', 'check', 'not-there.json']],
    [['history', '--practice', '--account', 'office']],
  ])('%j ends with 2 and says what to do', async (args) => {
    const [words, json] = await Promise.all([rollcall(args), rollcall([...args, '--json'])])
    expect(words.code).toBe(2)
    expect(words.stdout).toBe('')
    expect(words.stderr).not.toBe('')
    expect(json.code).toBe(2)
    expect(json.json()).toEqual({ error: { code: 'usage', message: expect.stringMatching(/\w/), hint: expect.stringMatching(/\w/) } })
    expect(json.stdout.trimEnd()).not.toContain('\n')
  })

  test('unknown plans and runs, missing files and broken recipes end with 2', async () => {
    const { file, recipePath } = writeImport(['+12125550111'], 'wrong')
    const broken = join(here.home, 'broken.recipe.json')
    writeFileSync(broken, JSON.stringify({ ...recipe, fields: [{ to: 'nmae', from: ['Note'] }], extra: 1 }))
    const wrongColumn = join(here.home, 'wrong-column.recipe.json')
    writeFileSync(wrongColumn, JSON.stringify({ ...recipe, match: { by: 'phone', column: 'Telephone' } }))
    const empty = join(here.home, 'empty.csv')
    writeFileSync(empty, '')
    const attempts: [string[], string][] = [
      [['plan', 'not-there.csv', '--recipe', recipePath], 'file.not_found'],
      [['plan', file, '--recipe', join(here.home, 'not-there.json')], 'usage'],
      [['plan', file, '--recipe', broken], 'recipe.invalid'],
      [['plan', file, '--recipe', wrongColumn], 'recipe.misfit'],
      [['plan', empty, '--recipe', recipePath], 'file.empty'],
      [['recipe', 'check', broken], 'recipe.invalid'],
      [['run', 'no-such-plan', '--yes'], 'plan.unknown'],
      [['run', 'not-there.csv', '--yes'], 'file.not_found'],
      [['run', file, '--yes'], 'usage'],
      [['run', file, '--recipe', recipePath], 'usage'],
      [['resume', 'no-such-run'], 'run.unknown'],
      [['results', 'no-such-run', '--out', join(here.home, 'results')], 'run.unknown'],
      [['history', '--account', 'nobody'], 'account.unknown'],
    ]
    for (const [args, code] of attempts) {
      const ended = await withToken([...args, '--json'])
      expect(ended.json(), args.join(' ')).toMatchObject({
        error: { code, message: expect.stringMatching(/\w/), hint: expect.stringMatching(/\w/) },
      })
      expect(ended.code, args.join(' ')).toBe(2)
    }
    expect(existsSync(join(here.home, 'results'))).toBe(false)
    const words = await withToken(['plan', file, '--recipe', broken])
    expect(words.stderr).toContain('fields[0].to')
  })
})

describe('signing in', () => {
  const credentials = () => ['--base-url', here.sandbox.baseUrl, '--email', here.sandbox.email, '--api-key', here.sandbox.apiKey]

  test('without any account ends with 4', async () => {
    const ended = await rollcall(['sync', '--json'])
    expect(ended.code).toBe(4)
    expect(ended.json()).toMatchObject({ error: { code: 'account.none', hint: expect.stringContaining('sign-in') } })
  })

  test('with password and code from standard input, kept in a file only its owner can read', async () => {
    const ended = await rollcall(['sign-in', ...credentials(), '--name', 'Office', '--keep', '--json'], {
      stdin: `${here.sandbox.password}\n${here.sandbox.mfaCode}\n`,
    })
    expect(ended.stderr).not.toContain(here.sandbox.password)
    expect(ended.code).toBe(0)
    const { account } = ended.json()
    expect(ended.json()).toEqual({ account, name: 'Office', baseUrl: here.sandbox.baseUrl, kept: true })
    if (process.platform !== 'win32') expect(statSync(join(here.home, 'tokens', String(account))).mode & 0o777).toBe(0o600)

    expect((await rollcall(['accounts', '--json'])).json()).toMatchObject({ accounts: [{ account, name: 'Office', signedIn: true }] })
    expect((await rollcall(['sync', '--account', 'office', '--json'])).json()).toMatchObject({ account, state: 'complete', contacts: 150 })
    expect((await rollcall(['sign-out', '--json'])).json()).toEqual({ account, signedIn: false })
    expect((await rollcall(['sync'])).code).toBe(4)
  })

  test('with the password from the environment and the code as an option', async () => {
    const ended = await rollcall(['sign-in', ...credentials(), '--mfa-code', here.sandbox.mfaCode, '--json'], {
      environment: { ROLLCALL_PASSWORD: here.sandbox.password },
    })
    expect(ended.code).toBe(0)
    expect(ended.json()).toMatchObject({ kept: false })
    expect(ended.stderr).toContain('--keep')
    expect(existsSync(join(here.home, 'tokens'))).toBe(false)
    expect((await rollcall(['sync', '--json'])).json()).toMatchObject({ error: { code: 'sign_in.needed' } })
  })

  test('with everything secret from the environment, so that no argument holds any of it', async () => {
    const environment = {
      ROLLCALL_PASSWORD: here.sandbox.password,
      ROLLCALL_API_KEY: here.sandbox.apiKey,
      ROLLCALL_MFA_CODE: here.sandbox.mfaCode,
    }
    const ended = await rollcall(['sign-in', '--base-url', here.sandbox.baseUrl, '--email', here.sandbox.email, '--json'], { environment })
    expect(ended.code).toBe(0)
    expect(
      (
        await rollcall(['sign-in', '--base-url', here.sandbox.baseUrl, '--email', here.sandbox.email], {
          environment: { ...environment, ROLLCALL_MFA_CODE: '' },
        })
      ).code,
    ).toBe(4)
  })

  test('with a pasted token', async () => {
    const ended = await rollcall(['sign-in', '--base-url', here.sandbox.baseUrl, '--paste-token', '--keep', '--json'], {
      stdin: `${here.sandbox.token}\n`,
    })
    expect(ended.code).toBe(0)
    expect((await rollcall(['sync'])).code).toBe(0)
  })

  test('with something wrong ends with 4, with something missing with 2', async () => {
    const wrongPassword = await rollcall(['sign-in', ...credentials(), '--json'], { stdin: 'wrong\n' })
    expect(wrongPassword.json()).toMatchObject({ error: { code: 'sign_in.refused' } })
    expect(wrongPassword.code).toBe(4)
    expect((await rollcall(['sign-in', ...credentials()], { stdin: `${here.sandbox.password}\n999999\n` })).code).toBe(4)
    expect((await rollcall(['sign-in', '--base-url', here.sandbox.baseUrl, '--paste-token'], { stdin: 'wrong-token\n' })).code).toBe(4)
    expect((await rollcall(['sign-in', ...credentials()])).code).toBe(2)
    expect((await rollcall(['sign-in', '--email', 'pat@practice.example'])).code).toBe(2)
    expect((await rollcall(['sign-in', '--base-url', 'http://texts.example.com', '--paste-token'], { stdin: 'x\n' })).code).toBe(2)
  })
})

describe('a plan and its run', () => {
  test('add up, do what they say, and do nothing the second time', async () => {
    const customers = await here.sandbox.customers()
    const { file, recipePath } = writeImport([...customers.slice(0, 20).map(({ phone }) => phone), '+12125559999', 'no phone'], 'first')
    const before = await here.sandbox.counts()

    const planned = await withToken(['plan', file, '--recipe', recipePath, '--json'])
    expect(planned.code).toBe(0)
    const plan = planned.json()
    expect(Object.keys(plan)).toEqual(['plan', 'rows', ...planClasses, 'calls', 'reads', 'issues', 'guards', 'attention'])
    expect(plan).toMatchObject({ rows: 22, send: 20, skipped: 1, invalid: 1, calls: 20 })
    expect(total(plan, planClasses)).toBe(22)
    const [issue] = plan.issues as Record<string, unknown>[]
    expect(Object.keys(issue ?? {})).toEqual(['code', 'rows', 'line', 'column', 'value', 'message'])
    expect(plan.issues).toContainEqual(expect.objectContaining({ rows: 1, line: 23, column: 'Phone', value: 'no phone' }))
    expect((await here.sandbox.counts()).customerUpdates).toBe(before.customerUpdates)

    const ran = await withToken(['run', String(plan.plan), '--yes', '--json'])
    expect(ran.stderr).not.toMatch(/undefined|NaN/)
    const run = ran.json()
    expect(Object.keys(run)).toEqual(['run', 'state', 'rows', ...rowOutcomes, 'calls', 'attention'])
    expect(run).toMatchObject({
      state: 'finished',
      rows: 22,
      done: 20,
      failed: 0,
      unknown: 0,
      pending: 0,
      skipped: 1,
      invalid: 1,
      calls: 20,
    })
    expect(total(run, rowOutcomes)).toBe(22)
    // The row without a number waits for somebody.
    expect(run.attention).toMatchObject([{ code: 'rows.invalid', rows: 1 }])
    expect(ran.code).toBe(6)
    expect((await here.sandbox.counts()).customerUpdates).toBe(before.customerUpdates + 20)

    const again = await withToken(['run', file, '--recipe', recipePath, '--yes', '--json'])
    expect(again.json()).toMatchObject({ state: 'finished', rows: 22, done: 0, unchanged: 20, calls: 0 })
    expect((await here.sandbox.counts()).customerUpdates).toBe(before.customerUpdates + 20)

    const history = (await withToken(['history', '--json'])).json()
    expect(history.runs).toMatchObject([
      { run: again.json().run, kind: 'contacts', file: 'first.csv', state: 'finished', rows: 22, calls: 0 },
      {
        run: run.run,
        kind: 'contacts',
        file: 'first.csv',
        state: 'finished',
        rows: 22,
        done: 20,
        startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ])

    const folder = join(here.home, 'made', 'results')
    const written = await withToken(['results', String(run.run), '--out', folder, '--json'])
    const { files } = written.json() as { files: { kind: string; path: string; rows: number }[] }
    expect(files).toContainEqual({ kind: 'results', path: expect.stringContaining(folder), rows: 22 })
    expect(readdirSync(folder)).toHaveLength(files.length)
    const text = readFileSync(files.find(({ kind }) => kind === 'results')?.path ?? '', 'utf8')
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(23)
    expect(text).toContain('rollcall_status')
  })

  test('in words show the counts and never a secret', async () => {
    const { file, recipePath } = writeImport(await phonesOf(5), 'words')
    const planned = await withToken(['plan', file, '--recipe', recipePath])
    expect(planned.stdout).toMatch(/5 {2}rows in the file/)
    expect(planned.stdout).toMatch(/5 {2}will change \(5 calls for 5 contacts\)/)
    const ran = await withToken(['run', file, '--recipe', recipePath, '--yes'])
    expect(ran.stdout).toMatch(/5 {2}are done \(5 calls\)/)
    for (const { stdout, stderr } of [planned, ran]) expect(stdout + stderr).not.toContain(here.sandbox.token)
  })

  test('without a recipe a file is planned with a suggested one, which can be kept, and is not run', async () => {
    const { file } = writeImport(await phonesOf(3), 'suggested')
    const kept = join(here.home, 'kept.recipe.json')
    const planned = await withToken(['plan', file, '--save-recipe', kept, '--json'])
    expect(planned.stderr).toContain('suggestion')
    expect(total(planned.json(), planClasses)).toBe(3)
    expect((await rollcall(['recipe', 'check', kept, '--json'])).json()).toMatchObject({ valid: true })
    expect((await withToken(['plan', file, '--save-recipe', kept])).code).toBe(2)
    expect((await withToken(['run', file, '--yes'])).code).toBe(2)
  })

  test('contacts are exported after a sync, and never over a file unasked', async () => {
    const out = join(here.home, 'contacts.csv')
    expect((await withToken(['contacts', 'export', '--out', out])).code).toBe(2)
    expect((await withToken(['sync', '--json'])).json()).toMatchObject({ state: 'complete', contacts: 150 })
    expect((await withToken(['contacts', 'export', '--out', out, '--json'])).json()).toEqual({ path: out, rows: 150 })
    const first = readFileSync(out)
    expect((await withToken(['contacts', 'export', '--out', out])).code).toBe(2)
    expect(readFileSync(out)).toEqual(first)
    expect((await withToken(['contacts', 'export', '--out', out, '--overwrite'])).code).toBe(0)
  })

  test('with a token that has ended, a run pauses with 4 and goes on after a new one', async () => {
    const { file, recipePath } = writeImport(await phonesOf(5), 'expired')
    const token = await here.sandbox.issueToken()
    const environment = { ROLLCALL_BASE_URL: here.sandbox.baseUrl, ROLLCALL_TOKEN: token }
    const plan = (await rollcall(['plan', file, '--recipe', recipePath, '--json'], { environment })).json()
    await here.sandbox.expireTokens()
    const paused = await rollcall(['run', String(plan.plan), '--yes', '--json'], { environment })
    expect(paused.json()).toMatchObject({ state: 'paused', rows: 5, done: 0, pending: 5 })
    expect(paused.code).toBe(4)

    const renewed = { ...environment, ROLLCALL_TOKEN: await here.sandbox.issueToken() }
    const resumed = await rollcall(['resume', String(paused.json().run), '--json'], { environment: renewed })
    expect(resumed.json()).toMatchObject({ run: paused.json().run, state: 'finished', done: 5, pending: 0 })
    expect(resumed.code).toBe(0)
  })
})
