import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/contract.ts'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { seedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'
import { recipe } from '../store/stored-things.ts'
import { openEngine } from './practice-engine.ts'

const list = (rest: Partial<Recipe> = {}) =>
  recipe({
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'tags', from: ['Tags'], tags: 'add' },
      { to: 'consent', from: ['Consent'], values: { Yes: true, No: false } },
    ],
    mode: 'updateAndAdd',
    ...rest,
  })

/** People of the practice account with a number of their own, in use. */
const people = Array.from({ length: 60 }, (_, at) => seedCustomer(at)).filter(
  (one, _at, all) => one.phoneE164 !== null && !one.archived && all.filter(({ phoneE164 }) => phoneE164 === one.phoneE164).length === 1,
)

/** A file about some people of the account and others, with one of them twice, one unusable row and a blank one. */
async function withPeople(known: number, strangers: number) {
  const sandbox = await createSandbox({ contacts: 60 })
  onTestFinished(() => sandbox.close())
  const home = mkdtempSync(join(tmpdir(), 'rollcall-people-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  let aheadMs = 0
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }
  const { call, openFile } = await openEngine(home, sandbox, clock)
  const lines = [
    ...people.slice(0, known).map(({ phoneE164 }, at) => `${phoneE164},Person ${at},new,`),
    ...Array.from({ length: strangers }, (_, at) => `+1646555${String(at).padStart(4, '0')},Stranger ${at},,Yes`),
    `${people[0]?.phoneE164},Again,,`,
    '12,Too short,,',
    ',,,',
  ]
  const { id: fileId } = await openFile('list.csv', `Phone,Name,Tags,Consent\n${lines.join('\n')}\n`)
  const sync = async () => {
    await call('sync.start', {})
    await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  }
  /** The practice account is read by itself: two days ago. */
  const ageSync = async () => {
    await sync()
    aheadMs += 2 * 86_400_000
  }
  return { call, fileId, sandbox, sync, ageSync }
}
const rest = { repeated: 1, unusable: 1, leftOut: 1 }

test('after a sync the people of a file are counted without asking for anybody, and the figures add up', async () => {
  const { call, fileId, sandbox, sync } = await withPeople(12, 700)
  await sync()
  const before = sandbox.counts().requests
  const count = await call('mapping.people', { fileId, recipe: list() })
  expect(count).toEqual({ rows: 715, people: 712, known: 12, added: 700, open: 0, waitsFor: null, ...rest })
  expect(count.rows).toBe(count.people + count.repeated + count.unusable + count.leftOut)
  expect(sandbox.counts().requests).toBeLessThanOrEqual(before + 3) // the account's fields, departments and dispositions
})

test('few people are looked up at the service, each once, and the plan does not ask again', async () => {
  const { call, fileId, sandbox, ageSync } = await withPeople(12, 30)
  await ageSync()
  const count = await call('mapping.people', { fileId, recipe: list() })
  expect(count).toEqual({ rows: 45, people: 42, known: 12, added: 30, open: 0, waitsFor: null, ...rest })
  const after = sandbox.counts().requests
  expect(await call('mapping.people', { fileId, recipe: list({ mode: 'add' }) })).toEqual(count)
  expect(sandbox.counts().requests).toBe(after)
})

test('of too many a sync is asked for, and nobody is looked up', async () => {
  const { call, fileId, sandbox, ageSync } = await withPeople(12, 501)
  await ageSync()
  await call('mapping.targets', { kind: 'contacts' })
  const before = sandbox.counts().requests
  const open = { rows: 516, people: 513, known: 12, added: 0, open: 501, waitsFor: 'sync', ...rest }
  expect(await call('mapping.people', { fileId, recipe: list() })).toEqual(open)
  expect(sandbox.counts().requests).toBe(before)
})

test('where the service does not answer, people stay open', async () => {
  const { call, fileId, sandbox, ageSync } = await withPeople(3, 3)
  await ageSync()
  await call('mapping.targets', { kind: 'contacts' })
  await sandbox.close()
  expect(await call('mapping.people', { fileId, recipe: list() })).toMatchObject({ people: 6, known: 3, open: 3, waitsFor: 'service' })
})

test('a message is shown with its text', async () => {
  const { call, fileId } = await withPeople(1, 0)
  const messages = recipe({
    kind: 'messages',
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [{ to: 'body', from: ['Name'] }],
    direction: 'inbound',
  })
  const [first] = (await call('mapping.contacts', { fileId, recipe: messages, from: 1, count: 1 })).contacts
  expect(first?.changes).toMatchObject([{ field: 'message', after: 'Person 0' }])
})

test('contacts are shown as they would be, before and after, each row by itself', async () => {
  const { call, fileId, sync, ageSync } = await withPeople(2, 2)
  const preview = async (mode: Recipe['mode']) =>
    (await call('mapping.contacts', { fileId, recipe: list({ mode }), from: 2, count: 3 })).contacts
  await ageSync()
  expect((await preview('updateAndAdd')).map(({ isKnown }) => isKnown)).toEqual([true, null, null])
  await sync()
  const [person, stranger, other] = await preview('updateAndAdd')
  const tags = people[1]?.tags.map((tag) => tag.replaceAll(' ', '_')) ?? []
  expect(person).toMatchObject({ number: 2, line: 3, phone: people[1]?.phoneE164, name: 'Person 1', class: 'send', isKnown: true })
  expect(person?.changes[0]).toMatchObject({ field: 'name', before: people[1]?.name, after: 'Person 1' })
  expect(person?.changes[1]).toMatchObject({ field: 'tags', before: tags, after: [...tags, 'new'] })
  expect(stranger).toMatchObject({ number: 3, name: 'Stranger 0', class: 'send', isKnown: false })
  expect(stranger?.changes.map(({ field, after }) => [field, after])).toEqual([
    ['phone_number', '+16465550000'],
    ['name', 'Stranger 0'],
    ['consent', true],
  ])
  expect(other?.number).toBe(4)
  expect((await preview('update'))[1]).toMatchObject({
    class: 'skipped',
    reason: 'The service has no such contact, and creating contacts is off.',
  })
  expect((await preview('add'))[0]).toMatchObject({
    class: 'skipped',
    reason: 'The contact exists already, and the recipe only adds new ones.',
  })
  expect(stranger?.isUnconfirmed).toBe(false)
  const unconfirmed = list({ fields: [{ to: 'consent', from: ['Consent'], values: { Yes: true }, unconfirmed: true }] })
  const { contacts } = await call('mapping.contacts', { fileId, recipe: unconfirmed, from: 2, count: 2 })
  expect(contacts.map(({ isUnconfirmed }) => isUnconfirmed)).toEqual([false, true])
  const end = await call('mapping.contacts', { fileId, recipe: list(), from: 6, count: 3 })
  expect(end).toMatchObject({
    contacts: [
      { class: 'invalid', line: 7 },
      { class: 'skipped', reason: 'All cells of the row are blank.' },
    ],
    hasMore: false,
  })
})
