import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groupUuids } from '../../../../src-main/sandbox/seed/seed-account.ts'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(60)
const rollcall = (...args: string[]) => here.withToken(args)
const path = () => join(here.home, 'teams.csv')

/** Where it is day for two hours more at least, at whatever time this runs. */
const places = [
  { zone: 'Pacific/Honolulu', number: (at: number) => `+180855502${40 + at}` },
  { zone: 'Asia/Kolkata', number: (at: number) => `+9198765433${40 + at}` },
  { zone: 'Europe/London', number: (at: number) => `+4479111235${40 + at}` },
] as const
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(Date.now()))
const byDay = places.find(({ zone }) => hourIn(zone) >= 8 && hourIn(zone) < 18) ?? places[0]

async function atService(at: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json', 'X-TGP-ACCESS-TOKEN': here.sandbox.token }
  const answer = await fetch(`${here.sandbox.baseUrl}${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

// The account is where the computer is.
beforeAll(() => void vi.stubEnv('TZ', byDay.zone))
afterAll(() => void vi.unstubAllEnvs())

beforeAll(async () => {
  for (let at = 0; at < 7; at += 1) {
    await atService('/api/customers.json', { customer: { phone_number: byDay.number(at), name: `Player ${at}` } })
    // The last of them has refused.
    await atService('/api/customers/set_consent.json', { phone_number: byDay.number(at), consent: at === 6 ? 0 : 1 })
  }
})

test('groups are texted by a recipe that names their department, with the number of people typed', async () => {
  const groups = [
    [0, 1, 2],
    [3, 4],
    [5, 6],
  ].map((members, at) => `Team ${at},"${members.map(byDay.number).join(', ')}"`)
  writeFileSync(path(), ['Team,Phone', ...groups].join('\n'))
  const recipePath = join(here.home, 'teams.recipe.json')
  const suggested = await rollcall('recipe', 'suggest', path(), '--kind', 'groupSend', '--out', recipePath, '--json')
  expect(suggested.json()).toMatchObject({
    kind: 'groupSend',
    recipe: { match: { by: 'phone', column: 'Phone' }, group: groupUuids.groupTexts, duplicates: 'first' },
  })
  const recipe = JSON.parse(readFileSync(recipePath, 'utf8')) as Record<string, unknown>
  const own = join(here.home, 'own.json')
  const withParts = (parts: Record<string, unknown>) =>
    writeFileSync(
      own,
      JSON.stringify({
        ...recipe,
        fields: [{ to: 'body', template: '{{Team}} meets at ten.' }],
        sending: { business: 'Club' },
        ...parts,
      }),
    )

  withParts({ group: 'Front Desk' })
  const wrong = await rollcall('plan', path(), '--recipe', own, '--json')
  expect(wrong.code).toBe(2)
  expect(wrong.json()).toMatchObject({
    error: {
      code: 'recipe.misfit',
      message: expect.stringContaining('"Front Desk" is not for group messaging (those that are: "Group Texts")'),
    },
  })
  withParts({ group: undefined })
  const missing = await rollcall('plan', path(), '--recipe', own, '--json')
  expect([missing.code, JSON.stringify(missing.json())]).toEqual([2, expect.stringContaining('name the department for group messaging')])
  withParts({ sending: {} })
  const nameless = await rollcall('plan', path(), '--recipe', own, '--json')
  expect(nameless.code).toBe(2)
  expect(nameless.json()).toMatchObject({
    error: { code: 'recipe.invalid', message: expect.stringContaining('The name of your business is missing') },
  })

  withParts({ group: 'Group Texts' })
  const planned = await rollcall('plan', path(), '--recipe', own, '--json')
  expect([planned.code, planned.json()]).toEqual([0, expect.objectContaining({ rows: 3, held: 2, skipped: 1, send: 0, invalid: 0 })])
  expect(planned.json()).toMatchObject({ issues: [{ code: 'group.left_out', rows: 1, value: byDay.number(6) }] })
  const planId = String(planned.json().plan)
  const few = await rollcall('run', planId, '--release', 'sending=2', '--yes', '--json')
  expect([few.code, JSON.stringify(few.json())]).toEqual([2, expect.stringContaining('guard.wrong_count')])
  const byNumber = await rollcall('run', planId, '--release', 'noConsent=2', '--yes', '--json')
  expect([byNumber.code, JSON.stringify(byNumber.json())]).toEqual([2, expect.stringContaining('are released one by one')])
  const alone = join(here.home, 'alone.csv')
  writeFileSync(alone, `Team,Phone\nAlone,${byDay.number(0)}`)
  const nobody = await rollcall('run', alone, '--recipe', own, '--release', 'sending=1', '--yes', '--json')
  expect([nobody.code, JSON.stringify(nobody.json())]).toEqual([2, expect.stringContaining('Of its 1 row 1 cannot be used.')])
  const ran = await rollcall('run', planId, '--release', 'sending=5', '--yes', '--json')
  expect([ran.code, ran.json()]).toEqual([0, expect.objectContaining({ state: 'finished', done: 2, skipped: 1, calls: 2 })])
  expect(await here.sandbox.counts()).toMatchObject({ groupMessagesSent: 2, messagesSent: 0 })

  const undone = await rollcall('undo', String(ran.json().run), '--yes', '--json')
  expect([undone.code, JSON.stringify(undone.json())]).toEqual([2, expect.stringContaining('people have them on their phones')])
  const out = join(here.home, 'out')
  expect((await rollcall('results', String(ran.json().run), '--out', out, '--json')).code).toBe(0)
  const again = (await rollcall('plan', path(), '--recipe', own, '--json')).json()
  expect(again).toMatchObject({ rows: 3, unchanged: 2, skipped: 1, send: 0, held: 0 })
})
