import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as rollcall } from '../../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
let recipePath: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-recipe-check-'))
  sandbox = await startSandboxHere({ contacts: 5 })
  recipePath = join(home, 'members.recipe.json')
  const fields = [
    { to: 'name', from: ['First', 'Last Name'] },
    { to: 'custom:No such field', from: ['Member No'] },
  ]
  writeFileSync(
    recipePath,
    JSON.stringify({ version: 1, name: 'Members', kind: 'contacts', match: { by: 'phone', column: 'Mobile' }, fields }),
  )
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const check = (file: string, ...more: string[]) =>
  rollcall(['recipe', 'check', recipePath, '--file', file, ...more], { home, environment: sandbox.environment })

test('a file that lacks what the recipe needs is compared with it, and ends with 2', async () => {
  const file = join(home, 'members.csv')
  writeFileSync(file, 'First,Surname,Handynummer,Member No\nAda,Byron,+14155550134,7\n')
  const { code, stdout } = await check(file)
  expect(code).toBe(2)
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '"Members" does not fit members.csv: 3 things it needs are missing.',
    '  missing: the column "Mobile", needed for finding the contacts; is it "Handynummer"?',
    '  missing: the column "Last Name", needed for name; is it "Surname"?',
    '  missing: the custom field "No such field", needed for custom:No such field',
  ])
  const { fit } = (await check(file, '--json')).json() as { fit: { kind: string; missing: { name: string }[] } }
  expect(fit).toMatchObject({ kind: 'misfit', missing: [{ name: 'Mobile' }, { name: 'Last Name' }, { name: 'No such field' }] })
})

test('a file with contacts in place of the recipe is told from one', async () => {
  const file = join(home, 'large.csv')
  writeFileSync(file, 'Name,Mobile\n'.repeat(100_000))
  const answer = await rollcall(['recipe', 'check', file], { home, environment: sandbox.environment })
  expect([answer.code, answer.stderr.split('\n')[0]]).toEqual([2, `"${file}" is too large for a recipe.`])
})

test('recipe confirm answers for words, for columns that nobody mapped, and for those that are gone', async () => {
  const environment = sandbox.environment
  const path = join(home, 'consent.recipe.json')
  const file = join(home, 'consent.csv')
  writeFileSync(file, 'Phone,Name,SMS Consent,SMS Consent Withdrawn\n4155550134,Ada,Yes,2024-03-01\n4155550135,Bob,Yes,\n')
  const consent = { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false }, unconfirmed: true }
  const fields = [{ to: 'name', from: ['Name'] }, consent]
  const recipe = { version: 1, name: 'List', kind: 'contacts', match: { by: 'phone', column: 'Phone' }, mode: 'updateAndAdd', fields }
  writeFileSync(path, JSON.stringify({ ...recipe, lacks: ['Stopped'] }))
  const confirm = async (...more: string[]) =>
    (await rollcall(['recipe', 'confirm', path, ...more, '--json'], { home, environment })).json()
  const plan = async () => {
    const { send, held, attention } = (await rollcall(['plan', file, '--recipe', path, '--json'], { home, environment })).json()
    return { send, held, said: JSON.stringify(attention) }
  }

  expect(await confirm('--word', 'yes')).toMatchObject({ confirmed: ['Yes'], unconfirmed: [], lacks: ['Stopped'], leftOut: [] })
  expect(await plan()).toMatchObject({ held: 2, said: expect.stringContaining('Stopped') })
  expect(await confirm('--left-out', 'Stopped')).toMatchObject({ lacks: [], leftOut: [] })
  expect(await plan()).toMatchObject({ send: 1, held: 1, said: expect.stringContaining('another column') })
  expect(await confirm('--left-out', 'SMS Consent Withdrawn')).toMatchObject({ lacks: [], leftOut: ['SMS Consent Withdrawn'] })
  expect(await plan()).toMatchObject({ send: 2, held: 0 })
})

test('recipe confirm says what becomes of rows that the filter leaves out and that refuse', async () => {
  const environment = sandbox.environment
  const [path, file] = [join(home, 'active.recipe.json'), join(home, 'active.csv')]
  writeFileSync(file, 'Phone,Texts,Status\n4155550139,No,Left\n4155550138,No,Active\n')
  const fields = [{ to: 'consent', from: ['Texts'], values: { Yes: true, No: false } }]
  const recipe = { version: 1, name: 'Active', kind: 'consent', match: { by: 'phone', column: 'Phone' }, fields }
  const only = { column: 'Status', is: ['Active'] }
  const run = (command: string[]) => rollcall([...command, '--json'], { home, environment })
  const confirm = (what: string) => run(['recipe', 'confirm', path, '--filtered-refusals', what])
  const plan = async () => {
    const { doNotText, attention } = (await run(['plan', file, '--recipe', path])).json()
    return { doNotText, codes: (attention as { code: string }[]).map(({ code }) => code) }
  }

  writeFileSync(path, JSON.stringify(recipe))
  expect((await confirm('send')).code).toBe(2)
  writeFileSync(path, JSON.stringify({ ...recipe, only }))
  expect(await plan()).toEqual({ doNotText: 1, codes: ['refusals.filtered', 'refusals.listed'] })
  expect((await run(['run', file, '--recipe', path, '--yes'])).code).toBe(6)
  expect((await confirm('send')).code).toBe(0)
  expect(await plan()).toEqual({ doNotText: 2, codes: ['refusals.listed'] })
  expect((await run(['run', file, '--recipe', path, '--yes'])).code).toBe(0)
  expect((await confirm('leave')).code).toBe(0)
  expect(await plan()).toEqual({ doNotText: 1, codes: ['refusals.listed'] })
  expect((await confirm('perhaps')).code).toBe(2)
})

test('a plan without a recipe gives no consent, not even by the words of an export of our own', async () => {
  const environment = sandbox.environment
  const [file, path] = [join(home, 'exported.csv'), join(home, 'exported.recipe.json')]
  const header = 'UUID,Phone Number,Name,Email,Notes,Tags,Archived,Blocked,Unreachable,Consent'
  writeFileSync(
    file,
    `${header}\n,4155550137,Ada,(not shown),,,no,no,(not shown),yes\n,4155550136,Bob,(not shown),,,no,no,(not shown),TRUE\n`,
  )
  const run = async (...command: string[]) => (await rollcall([...command, '--json'], { home, environment })).json()
  const { recipe } = await run('recipe', 'suggest', file, '--out', path)
  const suggested = recipe as { fields: { to: string; unconfirmed?: unknown }[] }
  expect(suggested.fields.find(({ to }) => to === 'consent')?.unconfirmed).toEqual(['TRUE'])
  const names = suggested.fields.filter(({ to }) => to === 'name')
  writeFileSync(path, JSON.stringify({ ...suggested, mode: 'add', fields: names }))
  expect(await run('run', file, '--recipe', path, '--yes')).toMatchObject({ done: 2 })
  writeFileSync(path, JSON.stringify(suggested))
  expect(await run('plan', file, '--recipe', path)).toMatchObject({ send: 1, held: 1 })
  expect(await run('plan', file)).toMatchObject({ send: 0, held: 2 })
})
