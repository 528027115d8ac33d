import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcall } from '../../helpers/rollcall.ts'
import { type SandboxProcess, startSandboxProcess } from '../../helpers/sandbox-process.ts'

let home: string
let sandbox: SandboxProcess
let recipePath: string

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-recipe-check-'))
  sandbox = await startSandboxProcess({ home, contacts: 5 })
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
