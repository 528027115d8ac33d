import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere } from '../../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
let other: SandboxHere
let phones: string[]

async function post(path: string, body: unknown) {
  const answer = await fetch(`${sandbox.baseUrl}/api/${path}.json`, {
    method: 'POST',
    headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-conversations-cli-'))
  sandbox = await startSandboxHere({ contacts: 40 })
  other = await startSandboxHere({ contacts: 40 })
  phones = (await sandbox.customers()).map(({ phone }) => phone)
  const [first, second] = phones
  await post('new_customer_post', { phone_number: first, comment: { body: 'Do you have room on Friday, the 5th?' } })
  await post('conversations', { phone_number: first, whisper: { body: 'She was here in March, =SUM(A1)' } })
  await post('new_customer_post', { phone_number: second, comment: { body: 'Thank you very much, see you tomorrow.' } })
})
afterAll(async () => {
  await sandbox.close()
  await other.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => rollcallHere(args, { home, environment: sandbox.environment })

test('conversations are exported by the contacts of the cache or by number, and the same file loads into another account', async () => {
  const out = join(home, 'all.csv')
  const early = await rollcall('conversations', 'export', '--out', out, '--json')
  expect(early).toMatchObject({ code: 2 })
  expect(early.json()).toMatchObject({ error: { hint: expect.stringContaining('rollcall sync') } })
  expect((await rollcall('sync')).code).toBe(0)
  const all = await rollcall('conversations', 'export', '--out', out, '--json')
  expect(all.code).toBe(0)
  expect(all.json()).toMatchObject({ path: out, complete: true, notShown: 0, cutShort: 0 })
  const text = readFileSync(out, 'utf8')
  expect(text).toMatch(/,incoming,message,"Do you have room on Friday, the 5th\?"/)
  // What a spreadsheet would run is defused, and is whole again when the file is imported.
  expect(text).toMatch(/,internal,whisper,"She was here in March,' =SUM\(A1\)"/)
  expect((await rollcall('conversations', 'export', '--out', out)).code).toBe(2)

  const recipe = join(home, 'history.recipe.json')
  const elsewhere = (...args: string[]) =>
    rollcallHere([...args, '--home', join(home, 'elsewhere')], { home, environment: other.environment })
  const suggested = (await elsewhere('recipe', 'suggest', out, '--kind', 'messages', '--out', recipe, '--json')).json()
  expect(suggested).toMatchObject({ kind: 'messages', recipe: { match: { by: 'phone', column: 'Phone Number' } } })
  const ran = await elsewhere('run', out, '--recipe', recipe, '--yes', '--json')
  expect(ran.json()).toMatchObject({ state: 'finished', failed: 0, unknown: 0, invalid: 0, held: 0 })
  const first = phones[0] ?? ''
  expect(await other.arrivals(first, 'Do you have room on Friday, the 5th?')).toBe(1)
  expect(await other.arrivals(first, 'She was here in March, =SUM(A1)')).toBe(1)
})

test('contacts, departments and days narrow it down; what is nobody, no department or no day is said', async () => {
  const out = join(home, 'one.json')
  const one = await rollcall('conversations', 'export', '--out', out, '--contact', phones[1] ?? '', '--json')
  expect(one.json()).toMatchObject({ conversations: expect.any(Number), complete: true })
  expect(readFileSync(out, 'utf8')).toContain('see you tomorrow')
  expect(readFileSync(out, 'utf8')).not.toContain('room on Friday')
  const past = await rollcall(
    'conversations',
    'export',
    '--out',
    join(home, 'past.xlsx'),
    '--to',
    '1999-12-31',
    '--contact',
    phones[1] ?? '',
    '--json',
  )
  expect(past.json()).toMatchObject({ rows: 0, conversations: 0 })
  const usage = async (...args: string[]) => {
    const answer = await rollcall('conversations', 'export', '--out', join(home, 'none.csv'), ...args, '--json')
    expect(answer.code, args.join(' ')).toBe(2)
    return (answer.json() as { error: { message: string; hint: string } }).error
  }
  expect(await usage('--contact', 'Nobody at all')).toMatchObject({ message: expect.stringContaining('"Nobody at all"') })
  expect(await usage('--department', 'Moon office')).toMatchObject({ hint: expect.stringContaining('The departments are') })
  await usage('--from', '2026-02-30')
  await usage('--from', '2026-02-02', '--to', '2026-02-01')
  await usage('--contact', phones[0] ?? '', '--tag', 'vip')
  expect(existsSync(join(home, 'none.csv'))).toBe(false)
})

test('contacts and conversations are narrowed down by a custom field, named or by its uuid', async () => {
  const headers = { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'content-type': 'application/json' }
  const shown = await fetch(`${sandbox.baseUrl}/api/address_book/custom_fields.json`, { headers })
  const [field] = ((await shown.json()) as { fields: { uuid: string; name: string }[] }).fields
  const [someone] = await sandbox.customers()
  const body = JSON.stringify({ customer: { custom_fields: { [field?.uuid ?? '']: 'North wing' } } })
  expect((await fetch(`${sandbox.baseUrl}/api/customer/${someone?.uuid}.json`, { method: 'PUT', headers, body })).ok).toBe(true)
  expect((await rollcall('sync')).code).toBe(0)
  for (const name of [field?.name ?? '', field?.uuid ?? ''])
    expect(
      (await rollcall('contacts', 'export', '--out', join(home, `${name}.csv`), '--field', `${name}=North wing`, '--json')).json(),
    ).toMatchObject({ rows: 1 })
  const conversations = await rollcall(
    'conversations',
    'export',
    '--out',
    join(home, 'wing.csv'),
    '--field',
    `${field?.name}=North wing`,
    '--json',
  )
  expect(conversations.json()).toMatchObject({ conversations: 1 })
  expect((await rollcall('contacts', 'export', '--out', join(home, 'no.csv'), '--field', 'Shoe size=9')).code).toBe(2)
  expect((await rollcall('contacts', 'export', '--out', join(home, 'no.csv'), '--field', 'Shoe size')).code).toBe(2)
})

test('what an export has left is gone with the account, and with a person who is sealed', async () => {
  const accounts = join(home, 'accounts')
  const unfinished = join(accounts, readdirSync(accounts)[0] ?? '', 'unfinished')
  const leave = () => {
    mkdirSync(unfinished, { recursive: true })
    writeFileSync(join(unfinished, 'abc.conversations.part'), 'what somebody wrote')
  }
  leave()
  expect((await rollcall('contacts', 'stop-texts', phones[3] ?? '', '--how', 'E-mail', '--yes', '--json')).code).toBe(0)
  expect((await rollcall('ledger', 'seal', '--phone', phones[3] ?? '', '--yes', '--json')).json()).toMatchObject({ records: 1 })
  expect(existsSync(unfinished)).toBe(false)
  leave()
  const forgotten = await rollcall('forget', 'account', '--yes', '--ledger', join(home, 'ledger.json'), '--json')
  expect(forgotten.code).toBe(0)
  expect(existsSync(unfinished)).toBe(false)
})
