import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { tamper } from '../../engine/ledger/ledger-case.ts'
import { rollcall as runProgram } from '../../helpers/rollcall.ts'
import { type SandboxProcess, startSandboxProcess } from '../../helpers/sandbox-process.ts'

let home: string
let sandbox: SandboxProcess

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-ledger-cli-'))
  sandbox = await startSandboxProcess({ home, contacts: 60 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })
/** Without any account. */
const withoutAccount = (...args: string[]) => runProgram([...args, '--home', join(home, 'nobody')], { home })

test('the ledger of a consent run is exported and verified, and a tampered one ends with 1', async () => {
  const list = join(home, 'consent.csv')
  const recipe = join(home, 'consent.recipe.json')
  writeFileSync(list, `Phone,Opted In,Source\n+12125550100,Yes,Web form\n+12125550101,No,"=cmd, by phone"\n`)
  writeFileSync(
    recipe,
    JSON.stringify({
      version: 1,
      name: 'Consent',
      kind: 'consent',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [
        { to: 'consent', from: ['Opted In'], values: { Yes: true, No: false } },
        { to: 'evidence', from: ['Source'] },
      ],
      notFound: 'create',
    }),
  )
  expect((await rollcall('ledger', 'verify', '--json')).json()).toEqual({ ok: true, records: 0, firstProblem: null, headHash: null })
  expect((await rollcall('run', list, '--recipe', recipe, '--yes', '--json')).json()).toMatchObject({ state: 'finished', done: 2 })

  const verified = await rollcall('ledger', 'verify', '--json')
  expect(verified.code).toBe(0)
  expect(verified.json()).toMatchObject({ ok: true, records: 2, firstProblem: null, headHash: expect.stringMatching(/^[0-9a-f]{64}$/) })

  const json = join(home, 'ledger.json')
  expect((await rollcall('ledger', 'export', '--out', json, '--json')).json()).toEqual({ path: json, format: 'json', records: 2 })
  const csv = join(home, 'ledger.txt')
  const exported = await rollcall('ledger', 'export', '--out', csv, '--format', 'csv')
  expect(exported).toMatchObject({ code: 0, stdout: `${csv} (2 records)\n` })
  expect(readFileSync(csv, 'utf8')).toContain(`"'=cmd, by phone"`)
  for (const file of [json, csv]) expect(readFileSync(file, 'utf8')).not.toContain(sandbox.token)

  const again = await rollcall('ledger', 'export', '--out', json, '--json')
  expect(again.code).toBe(2)
  expect(again.json()).toMatchObject({ error: { code: 'usage' } })
  expect((await rollcall('ledger', 'export', '--out', json, '--overwrite')).code).toBe(0)

  expect((await withoutAccount('ledger', 'verify', json, '--json')).json()).toEqual(verified.json())
  writeFileSync(json, readFileSync(json, 'utf8').replace('Web form', 'Web Form'))
  const changed = await withoutAccount('ledger', 'verify', json)
  expect(changed.code).toBe(1)
  expect(changed.stdout).toMatch(/^The ledger does not verify\. Record [12] is not what was written/)
  expect(await withoutAccount('ledger', 'verify', csv, '--json')).toMatchObject({ code: 2 })
  expect(existsSync(join(home, 'nobody'))).toBe(false)

  const [account = ''] = readdirSync(join(home, 'accounts'))
  const store = openStore(join(home, 'accounts', account, 'rollcall.db'))
  tamper(store, (raw) => raw.exec('DELETE FROM consent_ledger WHERE number = 2'))
  store.close()
  const cut = await rollcall('ledger', 'verify', '--json')
  expect(cut.code).toBe(1)
  expect(cut.json()).toMatchObject({ ok: false, records: 1, firstProblem: { record: 2, kind: 'truncated' } })
})
