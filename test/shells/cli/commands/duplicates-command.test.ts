import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-cli-duplicates-'))
  sandbox = await startSandboxHere({ contacts: 20 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })

const recipe = {
  version: 1,
  name: 'Twice',
  kind: 'contacts',
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'email', from: ['E-mail'] },
    { to: 'tags', from: ['Tags'], tags: 'add' },
  ],
  duplicates: 'merge',
  duplicateBy: ['phone', 'email'],
}

test('rows about one contact are merged, listed with what they differ in, and one can be picked', async () => {
  const [one, two, three] = (await sandbox.customers()).map(({ phone }) => phone)
  const recipePath = join(home, 'twice.recipe.json')
  const path = join(home, 'twice.csv')
  writeFileSync(recipePath, JSON.stringify(recipe))
  writeFileSync(
    path,
    [
      'Phone,Name,E-mail,Tags',
      `"${one}",Ann,ann@example.com,vip`,
      ',Anna,ANN@example.com,lead',
      `"${two}",Cid,us@example.com,`,
      `"${three}",Dee,us@example.com,`,
    ].join('\n'),
  )

  const planned = await rollcall('plan', path, '--recipe', recipePath, '--json')
  expect(planned.json()).toMatchObject({
    rows: 4,
    send: 1,
    skipped: 1,
    invalid: 2,
    calls: 1,
    duplicates: 2,
    issues: [{ code: 'duplicate.contacts', rows: 2, line: 4 }],
  })
  const { plan } = planned.json() as { plan: string }

  const listed = await rollcall('duplicates', plan, '--json')
  expect(listed.json()).toMatchObject({
    plan,
    groups: 2,
    unsettled: 1,
    duplicates: [
      { outcome: 'merged', line: 2, lines: [2, 3] },
      { outcome: 'contacts', line: null, lines: [4, 5] },
    ],
  })
  const inWords = await rollcall('duplicates', plan)
  expect(inWords.stdout).toContain('2 contacts are in the file more than once.')
  expect(inWords.stdout).toContain('merged into row 2')
  expect(inWords.stdout).toContain('Name: "Ann" (2) · "Anna" (3) → "Anna"')
  expect((await rollcall('duplicates', plan, '--open', '--json')).json()).toMatchObject({ groups: 1, duplicates: [{ lines: [4, 5] }] })

  const wrong = await rollcall('duplicates', plan, '--pick', '4', '--pick', '5')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Pick one line of each contact.')])
  expect((await rollcall('duplicates', plan, '--pick', '17')).code).toBe(2)
  const sameNumber = await rollcall('duplicates', plan, '--apart', '2')
  expect([sameNumber.code, sameNumber.stderr]).toEqual([2, expect.stringContaining('one contact of the service')])
  const other = String((await rollcall('plan', path, '--recipe', recipePath, '--json')).json().plan)
  expect((await rollcall('duplicates', other, '--apart', '4', '--json')).json()).toMatchObject({
    plan: other,
    send: 3,
    skipped: 1,
    invalid: 0,
    duplicates: 1,
    edits: 1,
  })
  const undone = await rollcall('corrections', 'undo', path, '--recipe', recipePath)
  expect(undone.stdout).toContain('rows 4, 5 contacts of their own (undone)')
  const picked = await rollcall('duplicates', plan, '--pick', '5', '--json')
  expect(picked.json()).toMatchObject({ plan, send: 2, skipped: 2, invalid: 0, duplicates: 1, edits: 1 })

  const ran = await rollcall('run', plan, '--yes', '--json')
  expect(ran.json()).toMatchObject({ state: 'finished', done: 2, skipped: 2, failed: 0 })
  const again = await rollcall('plan', path, '--recipe', recipePath, '--json')
  expect(again.json()).toMatchObject({ send: 0, calls: 0, skipped: 2, unchanged: 2 })
})

test('a recipe with rules for duplicates that cannot work is refused with their paths', async () => {
  const recipePath = join(home, 'wrong.recipe.json')
  writeFileSync(recipePath, JSON.stringify({ ...recipe, fields: recipe.fields.slice(0, 1), duplicates: 'last', merge: { values: 'last' } }))
  const { code, stderr } = await rollcall('recipe', 'check', recipePath)
  expect(code).toBe(2)
  expect(stderr).toContain('duplicateBy[1]: no field of this recipe is "email"')
  expect(stderr).toContain('merge: goes with "duplicates": "merge"')
})
