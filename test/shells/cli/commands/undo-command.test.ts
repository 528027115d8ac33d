import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-cli-undo-'))
  sandbox = await startSandboxHere({ contacts: 60 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })

test('undo shows beforehand what it comes to, restores, and prints the documented object', async () => {
  const people = (await sandbox.customers()).slice(0, 5)
  const [file, recipe] = [join(home, 'list.csv'), join(home, 'list.recipe.json')]
  writeFileSync(file, `Phone,Name,Email\n${people.map(({ phone }, n) => `"${phone}",New ${n},n${n}@example.com\n`).join('')}`)
  writeFileSync(
    recipe,
    JSON.stringify({
      version: 1,
      name: 'List',
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [
        { to: 'name', from: ['Name'] },
        { to: 'email', from: ['Email'] },
      ],
    }),
  )
  const { run } = (await rollcall('run', file, '--recipe', recipe, '--yes', '--json')).json()
  expect((await sandbox.customers()).find(({ uuid }) => uuid === people[0]?.uuid)?.name).toBe('New 0')

  const unasked = await rollcall('undo', String(run), '--json')
  expect([unasked.code, unasked.json()]).toMatchObject([2, { error: { code: 'usage' } }])
  const undone = await rollcall('undo', String(run), '--yes', '--json')
  expect(undone.json()).toEqual({
    run: expect.any(String),
    restored: 5,
    kept: 0,
    already: 0,
    held: 0,
    unknown: 0,
    impossible: 5,
    failed: 0,
    attention: [],
  })
  expect(undone.code).toBe(0)
  expect(undone.stderr).toContain('It changed 10 fields with 5 rows')
  expect(undone.stderr).toContain('E-mail: The service does not show this field')
  const after = await sandbox.customers()
  expect(people.map(({ uuid }) => after.find((one) => one.uuid === uuid)?.name)).toEqual(people.map(({ name }) => name))

  const again = await rollcall('undo', String(run), '--yes', '--json')
  expect([again.code, again.json()]).toMatchObject([
    2,
    { error: { code: 'run.state', message: expect.stringContaining(`taken back already, by run ${String(undone.json().run)}`) } },
  ])
  expect((await rollcall('history', '--json')).json()).toMatchObject({
    runs: [
      { kind: 'undo', done: 5 },
      { run, kind: 'contacts' },
    ],
  })
})

test('an undo that only kept what somebody edited since ends with 0, and says what it kept', async () => {
  const people = (await sandbox.customers()).slice(10, 12)
  const phones = people.map(({ phone }) => `"${phone}"`)
  const [file, edits, recipe] = ['first.csv', 'edits.csv', 'names.recipe.json'].map((name) => join(home, name)) as [string, string, string]
  writeFileSync(file, `Phone,Name\n${phones.map((phone) => `${phone},First\n`).join('')}`)
  writeFileSync(edits, `Phone,Name\n${phones.map((phone) => `${phone},Edited\n`).join('')}`)
  writeFileSync(
    recipe,
    JSON.stringify({
      version: 1,
      name: 'Names',
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [{ to: 'name', from: ['Name'] }],
    }),
  )
  const { run } = (await rollcall('run', file, '--recipe', recipe, '--yes', '--json')).json()
  expect((await rollcall('run', edits, '--recipe', recipe, '--yes', '--json')).code).toBe(0)

  const undone = await rollcall('undo', String(run), '--yes', '--json')
  expect([undone.code, undone.json()]).toMatchObject([
    0,
    { restored: 0, kept: 2, held: 0, unknown: 0, failed: 0, attention: [{ code: 'undo.kept', rows: 2 }] },
  ])
  expect((await sandbox.customers()).filter(({ name }) => name === 'Edited')).toHaveLength(2)
})
