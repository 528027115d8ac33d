import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { exportLedger } from '../../../../src-main/engine/ledger/export-ledger.ts'
import { verifyExportedLedger } from '../../../../src-main/engine/ledger/verify-exported-ledger.ts'
import { verifyLedger } from '../../../../src-main/engine/ledger/verify-ledger.ts'
import { createKnownRefusals } from '../../../../src-main/engine/plan/guards/known-refusals.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { toEntry } from '../../../../src-main/engine/store/ledger/stored-ledger-record.ts'
import { migrations } from '../../../../src-main/engine/store/migrations.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { ledgerFiles, tamper } from '../../ledger/ledger-case.ts'
import { entry } from '../../ledger/ledger-entry.ts'

const { openNew, open, folder } = ledgerFiles()
const signature = { time: '2026-01-02T03:04:05.000Z', operator: 'pat', account: { name: 'Office', baseUrl: 'https://texts.example.com' } }
/** An export of the first layout: what of a person is personal stood in the records themselves. */
const firstExport = new URL('../../../fixtures/ledger/chain-1.json', import.meta.url)

/** An account of before, with the records of that export. */
function storeOfBefore(): Store {
  const path = `${folder()}/rollcall.db`
  const exported = JSON.parse(readFileSync(firstExport, 'utf8')) as {
    ledger: string
    headHash: string
    entries: { number: number; hash: string }[]
  }
  const raw = new Database(path)
  for (const sql of migrations.slice(0, 13)) raw.exec(sql)
  const insert = raw.prepare('INSERT INTO consent_ledger VALUES (?, ?, ?)')
  for (const { hash, ...record } of exported.entries) insert.run(record.number, canonical(record), hash)
  const head = { id: exported.ledger, count: exported.entries.length, hash: exported.headHash }
  raw.prepare("INSERT INTO settings VALUES ('consent_ledger', ?)").run(JSON.stringify(head))
  raw.pragma('user_version = 13')
  raw.close()
  return open(path)
}

/** As the first layout was written: keys in order, no white space. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

function filled(): Store {
  const store = openNew()
  for (let n = 1; n <= 4; n += 1) tablesOf(store).consentLedger.append(entry(n))
  return store
}

const seal = (store: Store, person: { phone: string } | { contact: string }) => {
  const { sealing } = tablesOf(store)
  sealing.seal(sealing.find(person).numbers, signature)
}
const verified = (store: Store) => verifyLedger(tablesOf(store).consentLedger)
const all = (store: Store) => [...tablesOf(store).consentLedger.iterate()]
const exported = async (store: Store) => {
  const path = `${folder()}/ledger.json`
  await exportLedger({ ledger: tablesOf(store).consentLedger, path, format: 'json', overwrite: false, clock: { nowMs: () => 1 } })
  return path
}

test.each([
  ['of today', filled],
  ['of the first layout', storeOfBefore],
])('who was sealed is in no record and no export of a ledger %s, and both verify as before', async (_name, make) => {
  const store = make()
  expect(await verified(store)).toMatchObject({ ok: true, records: 4 })
  seal(store, { phone: '+12025550003' })
  expect(await verified(store)).toMatchObject({ ok: true, records: 5, firstProblem: null })
  const path = await exported(store)
  expect(await verifyExportedLedger(path)).toMatchObject({ ok: true, records: 5, firstProblem: null })
  for (const text of [readFileSync(path, 'utf8'), JSON.stringify(all(store))]) {
    for (const personal of ['+12025550003', '8/3/2024', 'Contact 3']) expect(text).not.toContain(personal)
    for (const kept of ['+12025550002', '8/2/2024', 'contact-3']) expect(text).toContain(kept)
  }
  const [, , third, , sealing] = all(store).map(toEntry)
  expect(third).toMatchObject({ number: 3, isSealed: true, phone: null, name: null, evidence: {}, contact: 'contact-3', to: false })
  expect(sealing).toMatchObject({ number: 5, kind: 'sealing', sealed: 1, operator: 'pat' })
  tablesOf(store).consentLedger.append(entry(7))
  expect(await verified(store)).toMatchObject({ ok: true, records: 6 })
})

test('an export of the first layout verifies, and a change to it is found', async () => {
  const text = readFileSync(firstExport, 'utf8')
  expect(await verifyExportedLedger(fileURLToPath(firstExport))).toMatchObject({ ok: true, records: 4 })
  const path = `${folder()}/changed.json`
  for (const [from, to] of [
    ['+12025550002', '+12025550009'],
    ['8/2/2024', '8/2/2023'],
  ] as const) {
    writeFileSync(path, text.replace(from, to))
    expect(await verifyExportedLedger(path)).toMatchObject({ ok: false, firstProblem: { record: 2, kind: 'changed' } })
  }
})

test('what was removed without a record that says so is found, and so is what is left and was changed', async () => {
  const removed = filled()
  tamper(removed, (raw) => {
    raw.exec('DROP TRIGGER ledger_personal_no_delete')
    raw.exec('DELETE FROM ledger_personal WHERE number = 2')
  })
  expect(await verified(removed)).toMatchObject({ ok: false, firstProblem: { record: 2, kind: 'changed' } })
  expect(await verifyExportedLedger(await exported(removed))).toMatchObject({ ok: false, firstProblem: { record: 2 } })

  const stripped = storeOfBefore()
  seal(stripped, { contact: 'contact-2' })
  tamper(stripped, (raw) => raw.exec(`UPDATE consent_ledger SET record = replace(record, '"to":true', '"to":false') WHERE number = 2`))
  expect(await verified(stripped)).toMatchObject({ ok: false, firstProblem: { record: 2, kind: 'changed' } })

  const other = filled()
  seal(other, { contact: 'contact-2' })
  tamper(other, (raw) => raw.exec(`INSERT INTO ledger_personal SELECT 2, content FROM ledger_personal WHERE number = 1`))
  expect(await verified(other)).toMatchObject({ ok: false, firstProblem: { record: 2, kind: 'changed' } })
})

test('a sealing names the records of the person by either number or uuid, and no others', () => {
  const store = filled()
  const { consentLedger, sealing } = tablesOf(store)
  consentLedger.append(entry(8, { contact: 'contact-1', phone: '+12025550188' }))
  consentLedger.append(entry(9, { contact: null, phone: '+12025550001' }))
  const everything = { numbers: [1, 5, 6], phones: ['+12025550001', '+12025550188'], contacts: ['contact-1'] }
  expect(sealing.find({ phone: '+12025550001' })).toMatchObject({ numbers: [1, 5, 6], contacts: ['contact-1'] })
  expect(sealing.find({ contact: 'contact-1' })).toEqual(everything)
  expect(sealing.find({ phone: '+12025559999' }).numbers).toEqual([])
  sealing.seal([1, 5, 6], signature)
  expect(sealing.find({ contact: 'contact-1' }).numbers).toEqual([])
})

test.each([
  ['of today', filled],
  ['of the first layout', storeOfBefore],
])('a refusal of somebody who was sealed still holds in a ledger %s: by number and by uuid', (_name, make) => {
  const store = make()
  seal(store, { phone: '+12025550003' })
  seal(store, { phone: '+12025550002' })
  const refusals = createKnownRefusals(store)
  const atMs = Date.parse(entry(3).time)
  expect(refusals.of(null, '+12025550003')).toEqual({ how: 'ledger', atMs })
  expect(refusals.of('contact-3', null)).toEqual({ how: 'ledger', atMs })
  expect(refusals.of('contact-2', '+12025550002')).toBeNull()
  // Who agrees again after that has agreed.
  tablesOf(store).consentLedger.append(entry(10, { contact: 'new', phone: '+12025550003', to: true }))
  expect(createKnownRefusals(store).of(null, '+12025550003')).toBeNull()
})

test('a number on the do-not-text list is known again after it was sealed', () => {
  const store = filled()
  const { doNotText } = tablesOf(store)
  store.exec("INSERT INTO do_not_text VALUES ('+12025550177', 5, 'p', 2)")
  doNotText.seal('+12025550177')
  expect(store.prepare("SELECT count(*) FROM do_not_text WHERE phone LIKE '+%'").pluck().get()).toBe(0)
  expect([doNotText.addedAtMs('+12025550177'), doNotText.has('+12025550178')]).toEqual([5, false])
})

test('who was sealed is not found by name, number or evidence any more, nor shown with the name of today', () => {
  const store = filled()
  createContacts(store).putRead({ record: { uuid: 'contact-3', name: 'Ann Three', phone: '+12025550003' }, extra: null }, 1)
  const { consentLedger } = tablesOf(store)
  const found = (search: string) => consentLedger.page({ search, offset: 0, limit: 9 }).records.map(({ number }) => number)
  expect([found('ann'), found('5550003'), found('8/3/2024')]).toEqual([[3], [3], [3]])
  seal(store, { phone: '+12025550003' })
  expect([found('ann'), found('5550003'), found('8/3/2024'), found('contact-3')]).toEqual([[], [], [], [3]])
  expect(consentLedger.page({ search: 'contact-3', offset: 0, limit: 9 }).records[0]).toMatchObject({ contactName: null, isSealed: true })
})

test('a correcting record takes a permission back, and never a refusal', () => {
  const store = filled()
  const { consentLedger } = tablesOf(store)
  const correct = (corrects: number) =>
    consentLedger.correct({ ...signature, corrects, contact: `contact-${corrects}`, found: 'unknown', run: 'r' })
  consentLedger.append(entry(5, { contact: 'contact-1', phone: entry(1).phone, to: true }))
  expect(createKnownRefusals(store).of('contact-1', null)).toBeNull()
  correct(5)
  correct(3)
  const refusals = createKnownRefusals(store)
  expect(refusals.of('contact-1', null)).toMatchObject({ how: 'ledger' })
  expect(refusals.of('contact-3', null)).toMatchObject({ how: 'ledger' })
  const shown = consentLedger.page({ search: '', offset: 0, limit: 9 }).records
  expect(shown.map(({ number, kind, corrects, correctedBy }) => [number, kind, corrects, correctedBy])).toEqual([
    [7, 'correction', 3, null],
    [6, 'correction', 5, null],
    [5, 'consent', null, 6],
    [4, 'consent', null, null],
    [3, 'consent', null, 7],
    [2, 'consent', null, null],
    [1, 'consent', null, null],
  ])
})
