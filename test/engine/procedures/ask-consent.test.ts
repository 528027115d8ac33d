import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { practiceEngine } from './practice-engine.ts'

/** Noon in the middle of the United States, so that texts may leave. */
const noonMs = Date.UTC(2026, 5, 10, 18)

async function synced(contacts = 60) {
  const hurried = hurriedClock()
  const startMs = hurried.nowMs()
  const clock = { ...hurried, nowMs: () => hurried.nowMs() - startMs + noonMs }
  const here = await practiceEngine({ contacts, clock: { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } }, clock)
  const { call, sandbox } = here
  await call('sync.start', {})
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const unasked = (await call('contacts.page', { offset: 0, limit: contacts, consent: ['notAsked'] })).contacts
  const planned = async (more: { contacts?: string[]; askAgainAfterDays?: number } = {}) => {
    const { askAgainAfterDays, ...wanted } = more
    const { file, recipe } = await call('contacts.table', { ...wanted, to: 'ask' })
    return call('plans.start', { fileId: file.id, recipe: { ...recipe, ...(askAgainAfterDays && { askAgainAfterDays }) }, wait: true })
  }
  const released = async (planId: string) => {
    const { fileHeld } = await call('plans.get', { planId })
    return fileHeld.rows === 0 ? null : call('plans.releaseFile', { planId, contacts: fileHeld.contacts })
  }
  const run = async (planId: string) => {
    await released(planId)
    return call('runs.start', { planId, wait: true })
  }
  const requests = () => sandbox.counts().consentRequests
  return { ...here, clock, unasked, planned, run, requests }
}

const askable = <One extends { phone: string | null; blocked: boolean | null; archived: boolean | null }>(all: readonly One[]): One[] =>
  all.filter(({ phone, blocked, archived }) => phone !== null && blocked !== true && archived !== true)

test('only who was never asked is asked, once each, after a number was typed; the first rows tell what the service did', async () => {
  const { call, unasked, planned, run, requests } = await synced()
  const [blocked, listed] = askable(unasked)
  await call('contacts.stopTexts', { person: { phone: listed?.phone ?? '' }, how: 'Phone call' })
  const plan = await planned()
  expect(plan.kind).toBe('requestConsent')
  expect(plan.send).toBe(0)
  const waiting = plan.held
  expect(waiting).toBeGreaterThan(3)
  expect(plan.guards.map(({ guard }) => guard)).toContain('sending')
  const done = await run(plan.id)
  expect(done).toMatchObject({ state: 'finished', failed: 0, unknown: 0 })
  expect(requests()).toBe(done.done)
  expect(done.done).toBeGreaterThan(0)
  const { rows } = await call('runs.rows', { runId: done.id, outcome: 'done', offset: 0, limit: 3 })
  expect(JSON.stringify(rows[0])).toContain('May we text you? Reply YES or NO.')
  expect(JSON.stringify(rows[0])).toContain('Not asked')
  expect(blocked).toBeDefined()

  // Nobody is asked twice, by whatever table.
  const again = await planned()
  expect(again).toMatchObject({ send: 0 })
  expect(again.unchanged).toBeGreaterThanOrEqual(done.done)
  expect(again.held).toBeLessThanOrEqual(waiting - done.done)
})

test('who agreed or refused since the table was made is not asked', async () => {
  const { sandbox, unasked, planned, run, requests } = await synced()
  const [one, other, third] = askable(unasked)
  const plan = await planned({ contacts: [one, other, third].map((contact) => contact?.uuid ?? '') })
  const set = (uuid: string | undefined, consent: 0 | 1) =>
    fetch(`${sandbox.baseUrl}/api/customers/set_consent.json`, {
      method: 'POST',
      headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer_uuid: uuid, consent }),
    })
  await set(one?.uuid, 1)
  await set(other?.uuid, 0)
  const done = await run(plan.id)
  expect(done).toMatchObject({ done: 1, held: 2 })
  expect(requests()).toBe(1)
})

test('a request whose answer is lost is looked for, and never sent twice', async () => {
  const { sandbox, unasked, planned, run, requests } = await synced()
  const [one] = askable(unasked)
  const plan = await planned({ contacts: [one?.uuid ?? ''] })
  sandbox.setFaults('drop-after@request-consent')
  const done = await run(plan.id)
  expect(requests()).toBe(1)
  expect(done).toMatchObject({ done: 0, unknown: 1 })
  sandbox.clearFaults()
  // Nor by another table.
  expect(await planned({ contacts: [one?.uuid ?? ''] })).toMatchObject({ send: 0, held: 0, skipped: 1 })
})

test('a request that did not arrive is sent again, once it can arrive no more, to a service that was seen to show its questions', async () => {
  const { call, sandbox, unasked, planned, run, requests } = await synced()
  const [proving, one] = askable(unasked)
  await run((await planned({ contacts: [proving?.uuid ?? ''] })).id)
  expect(await call('accounts.learnt', {})).toContainEqual(expect.stringContaining('It shows its questions for consent'))
  const plan = await planned({ contacts: [one?.uuid ?? ''] })
  sandbox.setFaults('drop-before@request-consent:nth=1')
  const done = await run(plan.id)
  expect(done).toMatchObject({ done: 1 })
  expect(requests()).toBe(2)
})

test('a request that may not have arrived is never sent again by itself to a service that may not show its questions', async () => {
  const { call, sandbox, unasked, planned, run, requests } = await synced()
  const [one] = askable(unasked)
  const plan = await planned({ contacts: [one?.uuid ?? ''] })
  sandbox.setFaults('drop-before@request-consent:nth=1')
  const done = await run(plan.id)
  expect(done).toMatchObject({ state: 'finished', done: 0, unknown: 1 })
  expect(requests()).toBe(0)
  const { rows } = await call('runs.rows', { runId: done.id, outcome: 'unknown', offset: 0, limit: 1 })
  expect(JSON.stringify(rows[0])).toContain('this service is not known to show its questions there')
})

test.each([
  ['404', 'does not offer to ask people for consent'],
  ['403', 'does not allow this account or your role to ask for consent'],
])('a service that answers %s is said not to offer it, and nobody counts as asked', async (status, words) => {
  const { call, sandbox, unasked, planned, run, requests } = await synced()
  const [one] = askable(unasked)
  const plan = await planned({ contacts: [one?.uuid ?? ''] })
  sandbox.setFaults(`${status}@request-consent`)
  const done = await run(plan.id)
  expect(done).toMatchObject({ failed: 1 })
  const { rows } = await call('runs.rows', { runId: done.id, outcome: 'failed', offset: 0, limit: 1 })
  expect(JSON.stringify(rows[0])).toContain(words)
  expect(requests()).toBe(0)
  sandbox.clearFaults()
  expect((await planned({ contacts: [one?.uuid ?? ''] })).held).toBe(1)
})

test('after the days that the recipe says, who has not answered may be asked once more', async () => {
  const { clock, unasked, planned, run, requests } = await synced()
  const [one] = askable(unasked)
  const contacts = [one?.uuid ?? '']
  await run((await planned({ contacts })).id)
  await clock.sleep(40 * 86_400_000)
  expect(await planned({ contacts })).toMatchObject({ held: 0, unchanged: 1 })
  const again = await planned({ contacts, askAgainAfterDays: 30 })
  expect(again.held).toBe(1)
  await run(again.id)
  expect(requests()).toBe(2)
})

test('where a backup was restored, nobody is asked whom the lost records may have asked', async () => {
  const { call, home, clock, unasked, planned, run, requests } = await synced()
  const contacts = [askable(unasked)[0]?.uuid ?? '']
  const startedAtMs = clock.nowMs()
  await run((await planned({ contacts })).id)
  expect(requests()).toBe(1)
  const path = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) => basename(name) === 'rollcall.db') ?? ''
  const db = new Database(join(home, path))
  db.exec('DELETE FROM imported_messages')
  const mark = JSON.stringify({ sinceMs: startedAtMs - 1000, untilMs: clock.nowMs() + 1000 })
  db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run('restored', mark)
  db.close()
  const again = await planned({ contacts })
  expect(again.held).toBe(1)
  const done = await run(again.id)
  expect(done).toMatchObject({ done: 0, held: 1 })
  const { rows } = await call('runs.rows', { runId: done.id, outcome: 'held', offset: 0, limit: 1 })
  expect(JSON.stringify(rows[0])).toContain('may have asked them already')
  expect(requests()).toBe(1)
})

test('of a list of any origin, who may refuse in a column that nobody has read waits, and is asked only once that was answered', async () => {
  const { call, unasked, home } = await synced()
  const people = askable(unasked)
    .slice(0, 6)
    .map(({ phone }) => phone ?? '')
  const path = join(home, 'anybody.csv')
  writeFileSync(path, ['Phone,Do Not Text', ...people.map((phone, at) => `"${phone}",${at < 2 ? 'ask first' : ''}`)].join('\n'))
  const file = await call('files.open', { path })
  const { recipe } = await call('mapping.suggest', { fileId: file.id, dialect: {}, kind: 'requestConsent' })
  const fields = recipe.fields.filter(({ to }) => to !== 'consent')
  const planOf = (parts: Partial<typeof recipe>) =>
    call('plans.start', { fileId: file.id, recipe: { ...recipe, fields, ...parts }, wait: true })
  const plan = await planOf({})
  const held = plan.guards.find(({ guard }) => guard === 'noConsent')
  expect(held).toMatchObject({ rows: 2, contacts: 2 })
  expect(plan.issues.map(({ column }) => column)).toContain('Do Not Text')
  await expect(call('plans.release', { planId: plan.id, guard: 'noConsent', contacts: 2 })).rejects.toMatchObject({
    code: 'guard.wrong_count',
  })
  // Somebody has said that the column refuses nobody.
  const answered = await planOf({ leftOut: ['Do Not Text'] })
  expect(answered.guards.map(({ guard }) => guard)).not.toContain('noConsent')
  // A list that lost such a column asks nobody by itself.
  const lost = await planOf({ leftOut: ['Do Not Text'], lacks: ['STOP'] })
  expect(lost.guards.find(({ guard }) => guard === 'noConsent')?.rows).toBe(lost.held)
})
