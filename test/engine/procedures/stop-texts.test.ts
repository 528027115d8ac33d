import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { wallClock } from '../../../src-main/sandbox/sandbox-options.ts'
import { openKeptStore } from '../../../src-main/engine/store/integrity/kept-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { recipe } from '../store/stored-things.ts'
import { hurriedClock } from '../run/run-stations.ts'
import { entry } from '../ledger/ledger-entry.ts'
import { openEngine, practiceEngine } from './practice-engine.ts'

async function synced(contacts = 12) {
  const clock = hurriedClock()
  const here = await practiceEngine({ contacts, clock: { ...wallClock, nowMs: clock.nowMs, monotonicMs: clock.monotonicMs } }, clock)
  await here.call('sync.start', {})
  await expect.poll(async () => (await here.call('sync.status', {})).state).toBe('complete')
  const wanted = (await here.call('contacts.page', { offset: 0, limit: 1, consent: ['agreed'] })).contacts[0]
  if (wanted === undefined || wanted.phone === null) throw new Error('Nobody agreed.')
  return { ...here, person: { ...wanted, phone: wanted.phone } }
}

test('somebody of the address book who asks for it gets no more texts: consent refused, in the ledger with how and when, on the list', async () => {
  const { call, sandbox, person } = await synced()
  const askedAtMs = Date.UTC(2026, 1, 3, 9, 30)
  const stop = { person: { contact: person.uuid }, how: 'Phone call', note: ' Called the front desk ', askedAtMs } as const
  expect(await call('contacts.stopTexts', stop)).toEqual({
    phone: person.phone,
    isListed: true,
    contacts: [{ uuid: person.uuid, name: person.name, outcome: 'refused', error: null }],
    unasked: null,
  })
  expect(sandbox.customer(person.uuid)?.consent).toBe(false)
  const { records } = await call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })
  const evidence = { How: 'Phone call', When: '2026-02-03T09:30:00.000Z', Note: 'Called the front desk' }
  expect(records).toMatchObject([
    { from: true, to: false, file: null, line: null, run: null, evidence, operator: 'Pat', confirmed: 'readBack' },
  ])
  expect(await call('ledger.verify', {})).toMatchObject({ ok: true, records: 1 })
  const detail = await call('contacts.detail', { contact: person.uuid })
  expect(detail).toMatchObject({
    consent: false,
    ledgerRecords: 1,
    lastConsent: { to: false, source: 'set by hand', evidence },
    changes: [],
  })
  expect(detail?.doNotTextSinceSeconds).not.toBeNull()

  // Pressed again: nothing is set twice.
  expect((await call('contacts.stopTexts', stop)).contacts).toMatchObject([{ outcome: 'already' }])
  expect((await call('ledger.page', { offset: 0, limit: 5 })).total).toBe(1)
})

test('what was stopped by hand is in the exported ledger, which verifies, and holds later permission of a file', async () => {
  const { call, home, openFile, person } = await synced()
  await call('contacts.stopTexts', { person: { phone: person.phone }, how: 'In person' })
  const exported = join(home, 'ledger.json')
  expect(await call('ledger.export', { path: exported, format: 'json' })).toMatchObject({ records: 1 })
  expect(await call('ledger.export', { path: join(home, 'ledger.csv'), format: 'csv' })).toMatchObject({ records: 1 })
  const file = await openFile('agreed.csv', `Phone,OK\n${person.phone},yes\n`)
  const fields = [{ to: 'consent' as const, from: ['OK'], values: { yes: true } }]
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ kind: 'consent', fields }), wait: true })
  expect(plan).toMatchObject({ send: 0, held: 1, guards: [{ guard: 'consent', rows: 1 }] })
})

test('where the service takes no consent the contact is unsubscribed, and the ledger says so', async () => {
  const { call, sandbox, person } = await synced()
  sandbox.setFaults('403@set-consent')
  expect((await call('contacts.stopTexts', { person: { contact: person.uuid }, how: 'Letter' })).contacts).toMatchObject([
    { outcome: 'unsubscribed' },
  ])
  expect(sandbox.customer(person.uuid)).toMatchObject({ consent: true, unreachable: true })
  const { records } = await call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })
  expect(records).toMatchObject([{ to: false, evidence: { 'Set as': 'unsubscribed, because the service took no consent' } }])
  expect((await call('contacts.page', { offset: 0, limit: 5, flags: ['unsubscribed'] })).contacts).toMatchObject([{ uuid: person.uuid }])
})

test.each([
  ['agreed', true],
  ['notAsked', null],
] as const)('a consent that the service says it took and goes on showing as %s is not taken for refused', async (state, consent) => {
  const { call, sandbox } = await synced(40)
  const person = (await call('contacts.page', { offset: 0, limit: 1, consent: [state] })).contacts[0] ?? { uuid: '' }
  sandbox.setFaults('echo-only@set-consent')
  expect((await call('contacts.stopTexts', { person: { contact: person.uuid }, how: 'Letter' })).contacts).toMatchObject([
    { outcome: 'unsubscribed' },
  ])
  expect(sandbox.customer(person.uuid)).toMatchObject({ consent, unreachable: true })
  const { records } = await call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })
  expect(records).toMatchObject([{ to: false, evidence: { 'Set as': 'unsubscribed, because the service took no consent' } }])
})

test('a consent that is shown late is waited for, and counts as read back', async () => {
  const { call, sandbox, person } = await synced()
  sandbox.setFaults('read-lag=4000')
  expect((await call('contacts.stopTexts', { person: { contact: person.uuid }, how: 'Letter' })).contacts).toMatchObject([
    { outcome: 'refused' },
  ])
  expect(sandbox.customer(person.uuid)).toMatchObject({ consent: false, unreachable: false })
  expect((await call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })).records).toMatchObject([{ confirmed: 'readBack' }])
})

test('a number that nobody has goes on the list alone; one that the service knows and the cache does not is found there', async () => {
  const { call, sandbox } = await practiceEngine({ contacts: 5 }, hurriedClock())
  expect(await call('contacts.stopTexts', { person: { phone: '(202) 555-0199' }, how: 'Text message' })).toEqual({
    phone: '+12025550199',
    isListed: true,
    contacts: [],
    unasked: null,
  })
  expect((await call('ledger.page', { offset: 0, limit: 5 })).total).toBe(0)
  await expect(call('contacts.stopTexts', { person: { phone: '12' }, how: 'Other' })).rejects.toMatchObject({ code: 'usage' })
  await expect(call('contacts.stopTexts', { person: { contact: 'nobody' }, how: 'Other' })).rejects.toMatchObject({ code: 'usage' })
  const uncached = sandbox.customers(0, 5).find(({ phone }) => phone !== null)
  const person = { phone: uncached?.phone ?? '' }
  expect((await call('contacts.stopTexts', { person, how: 'Text message' })).contacts).toMatchObject([{ uuid: uncached?.uuid }])
})

test('a service that does not answer is told again; where it never does, the list holds and the failure is said', async () => {
  const { call, sandbox, person } = await synced()
  sandbox.setFaults('503@set-consent/1')
  expect((await call('contacts.stopTexts', { person: { contact: person.uuid }, how: 'Other' })).contacts).toMatchObject([
    { outcome: 'refused' },
  ])
  const other = (await call('contacts.page', { offset: 0, limit: 1, consent: ['agreed'] })).contacts[0]
  sandbox.setFaults('503@set-consent')
  const stopped = await call('contacts.stopTexts', { person: { contact: other?.uuid ?? '' }, how: 'Other' })
  expect(stopped).toMatchObject({ isListed: true, contacts: [{ outcome: 'failed', error: { code: expect.stringContaining('service.') } }] })
  expect(sandbox.customer(other?.uuid ?? '')?.consent).toBe(true)
})

test('a contact tells all that imports changed of it, by file and line, also what created it and what was taken back', async () => {
  const { call, openFile, person } = await synced()
  const fields = [{ to: 'name' as const, from: ['Name'] }]
  const file = await openFile('names.csv', `Phone,Name\n+12025550188,New Person\n${person.phone},Renamed\n`)
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ kind: 'contacts', notFound: 'create', fields }), wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ done: 2 })
  const change = { runId: run.id, isUndo: false, fileName: 'names.csv' }
  expect((await call('contacts.detail', { contact: person.uuid }))?.changes).toMatchObject([
    { ...change, line: 3, row: 2, changes: [{ field: 'name', before: person.name, after: 'Renamed' }] },
  ])
  const { contacts } = await call('contacts.page', { offset: 0, limit: 5, run: run.id })
  expect(contacts.map(({ name }) => name)).toEqual(['New Person', 'Renamed'])
  expect((await call('contacts.detail', { contact: contacts[0]?.uuid ?? '' }))?.changes).toMatchObject([{ ...change, line: 2 }])
  expect(await call('contacts.detail', { contact: 'nobody' })).toBeNull()
})

test('a permission that a run has sent without an answer, and that lands after the refusal, is refused again', async () => {
  const { call, sandbox, openFile } = await synced(40)
  const person = (await call('contacts.page', { offset: 0, limit: 1, consent: ['notAsked'] })).contacts[0] ?? { uuid: '', phone: '' }
  const file = await openFile('agreed.csv', `Phone,OK\n${person.phone},yes\n`)
  const fields = [{ to: 'consent' as const, from: ['OK'], values: { yes: true } }]
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ kind: 'consent', fields }), wait: true })
  expect(plan).toMatchObject({ send: 1 })
  sandbox.setFaults('late-effect@set-consent=20000,drop-after@set-consent')
  const run = call('runs.start', { planId: plan.id, wait: true })
  await expect.poll(() => sandbox.counts().dropped, { interval: 1 }).toBe(1)
  sandbox.clearFaults()
  const stopped = await call('contacts.stopTexts', { person: { contact: person.uuid }, how: 'Phone call' })
  expect(stopped.contacts).toMatchObject([{ outcome: 'refused' }])
  await run.catch(() => undefined)
  sandbox.advance(60_000)
  expect(sandbox.customer(person.uuid)?.consent).toBe(false)
  expect(await call('ledger.verify', {})).toMatchObject({ ok: true })
  const { records } = await call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })
  expect(records[0]).toMatchObject({ to: false })
})

test('what could not be done at the service is done at the next start', async () => {
  const { call, sandbox, person, engine, home } = await synced()
  sandbox.setFaults('503@set-consent')
  const stop = { person: { contact: person.uuid }, how: 'Phone call', note: 'Front desk' } as const
  expect((await call('contacts.stopTexts', stop)).contacts).toMatchObject([{ outcome: 'failed' }])
  sandbox.clearFaults()
  await engine.close()
  const later = await openEngine(home, sandbox, hurriedClock())
  await expect.poll(() => sandbox.customer(person.uuid)?.consent).toBe(false)
  const evidence = { How: 'Phone call', When: expect.any(String), Note: 'Front desk' }
  await expect
    .poll(async () => (await later.call('ledger.page', { contact: person.uuid, offset: 0, limit: 5 })).records)
    .toMatchObject([{ to: false, evidence }])
  await later.engine.close()
  // That is over: nothing is asked again.
  sandbox.resetCounts()
  await (await openEngine(home, sandbox, hurriedClock())).engine.close()
  expect(sandbox.counts().requests).toBe(0)
})

test('a permission that lands while nobody waits for it is refused at the next start, unless the contact has agreed again since', async () => {
  const { call, sandbox, engine, home } = await synced(40)
  const people = (await call('contacts.page', { offset: 0, limit: 2, consent: ['agreed'] })).contacts
  const [late, agreed] = people.map(({ uuid }) => uuid)
  await engine.close()
  const { store, close } = openKeptStore(join(home, 'accounts', 'practice', 'rollcall.db'), Date.now)
  const askedAtMs = Date.now() - 60_000
  for (const uuid of [late, agreed])
    tablesOf(store).openStops.add({
      uuid: uuid ?? '',
      atMs: askedAtMs,
      phone: null,
      request: { person: { contact: uuid ?? '' }, how: 'Letter', note: '', askedAtMs },
    })
  tablesOf(store).consentLedger.append(entry(2, { contact: agreed ?? '', time: new Date().toISOString() }))
  close()
  const later = await openEngine(home, sandbox, hurriedClock())
  await expect.poll(() => sandbox.customer(late ?? '')?.consent).toBe(false)
  await later.engine.close()
  expect(sandbox.customer(agreed ?? '')?.consent).toBe(true)
})

test('a row that was planned before sends no permission to a number that nobody had when its texts were stopped', async () => {
  const { home, call, sandbox, openFile } = await practiceEngine({ contacts: 5 }, hurriedClock())
  const phone = '+12025550188'
  const file = await openFile('new.csv', `Phone,Name,OK\n${phone},New Person,yes\n`)
  const fields = [
    { to: 'name' as const, from: ['Name'] },
    { to: 'consent' as const, from: ['OK'], values: { yes: true } },
  ]
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ kind: 'contacts', notFound: 'create', fields }), wait: true })
  expect(plan).toMatchObject({ send: 1, calls: 2 })
  expect(await call('contacts.stopTexts', { person: { phone }, how: 'Phone call' })).toMatchObject({ contacts: [] })
  // Beside the list, which only permissions ask: nothing at all that texts somebody goes to this number.
  expect(stoppedIn(home)).toContain(phone)
  await call('runs.start', { planId: plan.id, wait: true })
  expect(sandbox.customerByPhone(phone)).toMatchObject({ name: 'New Person', consent: null })
})

test('a row that knows a contact by an old number unblocks nobody once texts to the new one are stopped', async () => {
  const { call, sandbox, openFile } = await practiceEngine({ contacts: 5 }, hurriedClock())
  const person = sandbox.customers(0, 5).find(({ phone }) => phone !== null)
  const uuid = person?.uuid ?? ''
  sandbox.changeCustomer({ uuid }, { blocked: true })
  const file = await openFile('unblocked.csv', `Phone,Blocked\n${person?.phone},no\n`)
  const fields = [{ to: 'blocked' as const, from: ['Blocked'], values: { no: false } }]
  const plan = await call('plans.start', { fileId: file.id, recipe: recipe({ kind: 'contacts', notFound: 'skip', fields }), wait: true })
  expect(plan).toMatchObject({ send: 1 })
  const phone = '+12025550177'
  sandbox.changeCustomer({ uuid }, { phone })
  // Nothing can be said to the service, so that the ledger has no refusal either.
  sandbox.setFaults('503@set-consent,503@update-customer')
  expect((await call('contacts.stopTexts', { person: { phone }, how: 'Phone call' })).contacts).toMatchObject([{ uuid, outcome: 'failed' }])
  sandbox.clearFaults()
  expect(await call('runs.start', { planId: plan.id, wait: true })).toMatchObject({ state: 'finished', done: 0 })
  expect(sandbox.customer(uuid)?.blocked).toBe(true)
})

/** Who has stopped texts in person, as the database of the practice account holds it. */
function stoppedIn(home: string): string[] {
  const path = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) => basename(name) === 'rollcall.db') ?? ''
  const db = new Database(join(home, path), { readonly: true })
  onTestFinished(() => void db.close())
  return db.prepare<[], string>('SELECT contact FROM stopped_texts').pluck().all()
}
