import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OddService, startOddService } from '../../helpers/odd-service.ts'
import { rollcallHere as runProgram } from '../../helpers/rollcall-here.ts'
import { hurriedClock } from '../../engine/run/run-stations.ts'

let home: string
let service: OddService

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-odd-'))
  service = await startOddService([
    { uuid: 'a', phone_number: '(212) 555-0101', name: 'Ada', tags: ['vip'], custom_fields: [] },
    { uuid: 'b', phone_number: '(212) 555-0102', custom_fields: [] },
    { uuid: 'c', phone_number: '+1 212-555-0103', name: null, custom_fields: {} },
  ])
})
afterEach(async () => {
  await service.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) =>
  runProgram(args, {
    home,
    environment: { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token },
    clock: hurriedClock(),
  })

function write(name: string, text: string): string {
  const path = join(home, name)
  writeFileSync(path, text)
  return path
}

const contacts = () =>
  write('contacts.csv', 'Phone,Name,Tags\n2125550101,Ada,new\n212-555-0102,Bob,\n+1 (212) 555-0103,Cy,\n2125550199,Nobody,\n')
const contactsRecipe = () =>
  write(
    'contacts.json',
    JSON.stringify({
      version: 1,
      name: 'Contacts',
      kind: 'contacts',
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [
        { to: 'name', from: ['Name'] },
        { to: 'tags', from: ['Tags'], tags: 'add' },
      ],
    }),
  )

describe('a service that reads the specification differently', () => {
  test('contacts are found by display forms, changed once, and not again', async () => {
    const planned = await rollcall('plan', contacts(), '--recipe', contactsRecipe(), '--json')
    expect(planned.json()).toMatchObject({ rows: 4, send: 3, unchanged: 0, skipped: 1, invalid: 0 })
    const ran = await rollcall('run', String(planned.json().plan), '--yes', '--json')
    expect(ran.json()).toMatchObject({ state: 'finished', rows: 4, done: 3, failed: 0, skipped: 1 })
    expect(ran.code).toBe(0)
    expect(service.customers.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Cy'])
    const effects = service.effects.length

    const again = await rollcall('run', contacts(), '--recipe', contactsRecipe(), '--yes', '--json', '--lookup', 'always')
    expect(again.json()).toMatchObject({ state: 'finished', rows: 4, unchanged: 3, skipped: 1, calls: 0 })
    expect(service.effects).toHaveLength(effects)
  })

  test('a contact that is gone is a failed row with words of an office, and exit code 3', async () => {
    const { plan } = (await rollcall('plan', contacts(), '--recipe', contactsRecipe(), '--json')).json()
    service.customers.splice(1, 1)
    const ran = await rollcall('run', String(plan), '--yes')
    expect(ran.code).toBe(3)
    expect(ran.stdout).toMatch(/2 {2}are done/)
    expect(ran.stdout).toMatch(/1 {2}failed/)
    expect(ran.stdout).toContain('row 3')
    expect(ran.stdout + ran.stderr).not.toMatch(/<html|<h1|<!DOCTYPE/i)
  })

  test('consent and messages go to the contact they are for', async () => {
    const consent = write('consent.csv', 'Phone,Agreed\n2125550101,Yes\n2125550102,No\n2125550103,Maybe\n')
    const consentRecipe = write(
      'consent.json',
      JSON.stringify({
        version: 1,
        name: 'Consent',
        kind: 'consent',
        match: { by: 'phone', column: 'Phone', country: 'US' },
        fields: [{ to: 'consent', from: ['Agreed'], values: { Yes: true, No: false } }],
      }),
    )
    const ran = await rollcall('run', consent, '--recipe', consentRecipe, '--yes', '--json')
    expect(ran.json()).toMatchObject({ state: 'finished', rows: 3, done: 2, invalid: 1 })
    expect(service.effects.map(({ path }) => path)).toEqual(Array(2).fill('/api/customers/set_consent.json'))
    expect(service.effects.map(({ body }) => (body as { consent: number }).consent).sort()).toEqual([0, 1])

    service.effects.length = 0
    const messages = write('messages.csv', 'Phone,Text\n2125550101,one\n2125550102,hello\n2125550101,two\n2125550101,three\n')
    const messagesRecipe = write(
      'messages.json',
      JSON.stringify({
        version: 1,
        name: 'History',
        kind: 'messages',
        match: { by: 'phone', column: 'Phone', country: 'US' },
        fields: [{ to: 'body', from: ['Text'] }],
      }),
    )
    const imported = await rollcall('run', messages, '--recipe', messagesRecipe, '--yes', '--json')
    expect(imported.json()).toMatchObject({ state: 'finished', rows: 4, done: 4 })
    const texts = service.effects.map(({ body }) => body as { phone_number: string; comment: { body: string } })
    expect(texts.filter(({ phone_number }) => phone_number.endsWith('0101')).map(({ comment }) => comment.body)).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  test('a sync that the service does not support says so', async () => {
    const synced = await rollcall('sync', '--json')
    expect(synced.code).toBe(1)
    expect(synced.json()).toMatchObject({ error: { code: expect.stringMatching(/^service\./), message: expect.not.stringContaining('<') } })
  })

  test('a token that is not valid ends with 4', async () => {
    const refused = await runProgram(['plan', contacts(), '--recipe', contactsRecipe(), '--json'], {
      home,
      environment: { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: 'wrong' },
    })
    expect(refused.json()).toMatchObject({ error: { code: 'sign_in.needed' } })
    expect(refused.code).toBe(4)
  })

  test('a service that is not there ends with 1 and says so', async () => {
    const { baseUrl } = service
    await service.close()
    const ended = await runProgram(['sync', '--json'], {
      home,
      environment: { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: 'x' },
      clock: hurriedClock(),
    })
    expect(ended.json()).toMatchObject({ error: { code: 'service.unreachable' } })
    expect(ended.code).toBe(1)
  })
})
