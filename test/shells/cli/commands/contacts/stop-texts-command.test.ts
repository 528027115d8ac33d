import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
const rollcall = (...args: string[]) => runProgram([...args, '--home', home, '--json'], { home, environment: sandbox.environment })

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-stop-cli-'))
  sandbox = await startSandboxHere({ contacts: 20 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

test('texts are stopped from the command line, and those who refused are exported by a filter', async () => {
  const [someone] = await sandbox.customers()
  await rollcall('sync')
  const stopped = await rollcall('contacts', 'stop-texts', someone?.phone ?? '', '--how', 'Letter', '--at', '2026-02-03', '--yes')
  expect(stopped.code).toBe(0)
  const { isListed, contacts } = JSON.parse(stopped.stdout)
  expect([isListed, contacts.length, ['refused', 'already'].includes(contacts[0].outcome)]).toEqual([true, 1, true])
  const out = join(home, 'refused.csv')
  const name = String(contacts[0].name)
  expect((await rollcall('contacts', 'export', '--out', out, '--consent', 'refused', '--search', name)).code).toBe(0)
  expect(readFileSync(out, 'utf8')).toContain(contacts[0].uuid)
  expect((await rollcall('contacts', 'stop-texts', '--yes')).code).toBe(2)
  expect((await rollcall('contacts', 'stop-texts', '12', '--yes')).code).toBe(2)
})
