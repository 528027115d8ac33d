import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../../../src-main/engine/store/open-store.ts'
import { tamper } from '../../../engine/ledger/ledger-case.ts'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-ledger-cli-'))
  sandbox = await startSandboxHere({ contacts: 60 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })
/** Without any account. */
const withoutAccount = (...args: string[]) => runProgram([...args, '--home', join(home, 'nobody')], { home })

/** A list that gives consent to one, and takes it from the other. */
function consentList(yes: string, no: string) {
  const list = join(home, 'consent.csv')
  const recipe = join(home, 'consent.recipe.json')
  writeFileSync(list, `Phone,Opted In,Source\n${yes},Yes,Web form\n${no},No,"=cmd, by phone"\n`)
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
  return { list, recipe }
}

test('the ledger of a consent run is exported and verified, and a tampered one ends with 1', async () => {
  const { list, recipe } = consentList('+12125550100', '+12125550101')
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

test('one person is sealed: asked for by number or uuid, and gone from an export that still verifies', async () => {
  const other = (...args: string[]) => rollcall(...args, '--home', join(home, 'other'))
  const { list, recipe } = consentList('+12125550110', '+12125550111')
  expect((await other('run', list, '--recipe', recipe, '--yes', '--json')).json()).toMatchObject({ done: 2 })
  const preview = (await other('ledger', 'seal', '--phone', '(212) 555-0111', '--preview', '--json')).json() as {
    records: number
    phones: string[]
  }
  expect(preview).toMatchObject({ records: 1, phones: ['+12125550111'] })
  expect((await other('ledger', 'seal', '--json')).code).toBe(2)
  expect((await other('ledger', 'seal', '--phone', '+12125550111', '--uuid', 'x', '--json')).code).toBe(2)
  expect(await other('ledger', 'seal', '--phone', '+12125550111', '--json')).toMatchObject({ code: 2 })
  const before = (await other('ledger', 'verify', '--json')).json() as { records: number }
  expect((await other('ledger', 'seal', '--phone', '+1 212 555 0111', '--yes', '--json')).json()).toEqual({ records: 1 })
  expect((await other('ledger', 'verify', '--json')).json()).toMatchObject({ ok: true, records: before.records + 1 })
  const path = join(home, 'sealed.json')
  await other('ledger', 'export', '--out', path)
  expect(readFileSync(path, 'utf8')).not.toContain('+12125550111')
  expect(readFileSync(path, 'utf8')).toContain('+12125550110')
  expect((await withoutAccount('ledger', 'verify', path, '--json')).json()).toMatchObject({ ok: true })
  expect((await other('ledger', 'seal', '--phone', '+12125550111', '--yes', '--json')).code).toBe(2)
})
