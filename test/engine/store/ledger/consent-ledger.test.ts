import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { genesisHash, sha256 } from '../../../../src-main/engine/store/ledger/ledger-hash.ts'
import { verifyLedger } from '../../../../src-main/engine/ledger/verify-ledger.ts'
import { createConsentLedger } from '../../../../src-main/engine/store/ledger/consent-ledger.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { ledgerFiles, tamper } from '../../ledger/ledger-case.ts'
import { entry } from '../../ledger/ledger-entry.ts'

const { openNew, open } = ledgerFiles()

test('each record carries its number and the hash of the one before it, the first one that of its ledger', () => {
  const ledger = createConsentLedger(openNew())
  for (const n of [1, 2, 3]) ledger.append(entry(n))
  const stored = [...ledger.iterate()]
  const records = stored.map(({ text }) => JSON.parse(text) as { number: number; previousHash: string; ledger: string })
  expect(records.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(stored.map(({ text }) => sha256(text))).toEqual(stored.map(({ hash }) => hash))
  expect(records.map(({ previousHash }) => previousHash)).toEqual([genesisHash(records[0]?.ledger ?? ''), stored[0]?.hash, stored[1]?.hash])
  expect(ledger.last()).toMatchObject({
    ...entry(3),
    kind: 'consent',
    isSealed: false,
    number: 3,
    previousHash: stored[1]?.hash,
    hash: stored[2]?.hash,
  })
  const { phone, name } = entry(3)
  for (const personal of [phone, name, 'Renée']) {
    expect(stored[2]?.personal).toContain(personal)
    expect(stored[2]?.text).not.toContain(personal)
  }
  expect(ledger.head()).toEqual({ id: records[0]?.ledger, count: 3, hash: stored[2]?.hash })
  expect(ledger.count()).toBe(3)
})

test('two ledgers with the same entries share no hash', () => {
  const hashes = [openNew(), openNew()].map((store) => {
    const ledger = createConsentLedger(store)
    ledger.append(entry(1))
    return ledger.last()?.hash
  })
  expect(hashes[0]).not.toBe(hashes[1])
})

test('a record is there exactly when the transaction around it is', () => {
  const store = openNew()
  const ledger = createConsentLedger(store)
  ledger.append(entry(1))
  const failing = store.transaction(() => {
    ledger.append(entry(2))
    throw new Error('the rest could not be written')
  })
  expect(() => failing.immediate()).toThrow('the rest')
  expect(ledger.count()).toBe(1)
  store.transaction(() => ledger.append(entry(3))).immediate()
  expect(ledger.last()).toMatchObject({ number: 2, row: 3 })
})

test('records cannot be changed, replaced, deleted or put in front, by any statement', () => {
  const store = openNew()
  const ledger = createConsentLedger(store)
  for (const n of [1, 2, 3]) ledger.append(entry(n))
  const before = [...ledger.iterate()]
  const refused = [
    "UPDATE consent_ledger SET record = '{}' WHERE number = 2",
    'UPDATE OR REPLACE consent_ledger SET number = 3 WHERE number = 2',
    'DELETE FROM consent_ledger WHERE number = 3',
    'DELETE FROM consent_ledger',
    "INSERT OR REPLACE INTO consent_ledger (number, record, hash) VALUES (2, '{}', '')",
    "REPLACE INTO consent_ledger (number, record, hash) VALUES (3, '{}', '')",
    "INSERT INTO consent_ledger (number, record, hash) VALUES (3, '{}', '') ON CONFLICT (number) DO UPDATE SET record = '{}'",
    "INSERT INTO consent_ledger (number, record, hash) VALUES (0, '{}', '')",
    "INSERT INTO consent_ledger (record, hash) VALUES ('{}', '')",
    `UPDATE consent_ledger SET record = '{"stripped":true}' WHERE number = 2`,
    "UPDATE ledger_personal SET content = '{}' WHERE number = 2",
    'DELETE FROM ledger_personal WHERE number = 2',
  ]
  for (const sql of refused) expect(() => store.exec(sql), sql).toThrow('the consent ledger is append-only')
  expect([...ledger.iterate()]).toEqual(before)
})

test('two processes that append at once make one unbroken chain', async () => {
  const store = openNew()
  const program = fileURLToPath(new URL('../append-many.ts', import.meta.url))
  const processes = ['a', 'b'].map((run) =>
    spawn(process.execPath, [program, store.name, run, '150'], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  await Promise.all(processes.map((one) => once(one.stdout, 'data')))
  for (const one of processes) one.stdin.end()
  const codes = await Promise.all(processes.map(async (one) => (await once(one, 'close'))[0] as number))
  expect(codes).toEqual([0, 0])
  const ledger = createConsentLedger(store)
  expect(await verifyLedger(ledger)).toMatchObject({ ok: true, records: 300, firstProblem: null })
  const rows = [...ledger.iterate()].map(({ text }) => JSON.parse(text) as { run: string; row: number })
  for (const run of ['a', 'b'])
    expect(rows.filter((one) => one.run === run).map(({ row }) => row)).toEqual(Array.from({ length: 150 }, (_, n) => n))
})

test('a page shows the newest first, with the name that the contact has now', () => {
  const store = openNew()
  const ledger = createConsentLedger(store)
  for (let n = 1; n <= 25; n += 1) ledger.append(entry(n))
  createContacts(store).putRead({ record: { uuid: 'contact-24', name: 'José Ångström', phone: '+12025550024' }, extra: null }, 1)
  const rows = (query: { search?: string; offset?: number; limit?: number }) => {
    const { records, total } = ledger.page({ search: '', offset: 0, limit: 10, ...query })
    return { rows: records.map(({ row }) => row), total }
  }
  expect(rows({})).toEqual({ rows: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16], total: 25 })
  expect(rows({ offset: 20 })).toEqual({ rows: [5, 4, 3, 2, 1], total: 25 })
  expect(rows({ offset: 25 })).toEqual({ rows: [], total: 25 })
  expect(ledger.page({ search: '', offset: 1, limit: 1 }).records[0]).toMatchObject({ contactName: 'José Ångström', to: true })
  expect(rows({ search: 'angstrom' })).toEqual({ rows: [24], total: 1 })
  expect(rows({ search: '(202) 555-0007' })).toEqual({ rows: [7], total: 1 })
  expect(rows({ search: '8/13/2024' })).toEqual({ rows: [13], total: 1 })
  expect(rows({ search: 'noted by Rene\u0301e', limit: 2, offset: 1 })).toEqual({ rows: [24, 23], total: 25 })
  expect(rows({ search: 'CONSENT LIST' }).total).toBe(25)
  expect(rows({ search: '100%' }).total).toBe(0)
})

test('a page is narrowed down to one contact, to what was given or withdrawn, and to what has no evidence', () => {
  const ledger = createConsentLedger(openNew())
  for (let n = 1; n <= 6; n += 1) ledger.append({ ...entry(n), to: n % 2 === 0, ...(n > 4 && { evidence: n === 5 ? {} : { Source: '' } }) })
  const rows = (query: { search?: string; contact?: string; only?: 'given' | 'withdrawn' | 'noEvidence'; sinceMs?: number }) => {
    const { records, total } = ledger.page({ search: '', offset: 0, limit: 10, ...query })
    expect(total).toBe(records.length)
    return records.map(({ row }) => row)
  }
  expect(rows({ only: 'given' })).toEqual([6, 4, 2])
  expect(rows({ only: 'withdrawn' })).toEqual([5, 3, 1])
  expect(rows({ only: 'noEvidence' })).toEqual([6, 5])
  expect(rows({ contact: 'contact-3' })).toEqual([3])
  expect(rows({ contact: 'contact-3', only: 'given' })).toEqual([])
  expect(rows({ search: '555-0004', only: 'given' })).toEqual([4])
  expect(ledger.partCounts({ search: '' })).toEqual({ given: 3, withdrawn: 3, noEvidence: 2 })
  expect(ledger.partCounts({ search: '', contact: 'contact-3' })).toEqual({ given: 0, withdrawn: 1, noEvidence: 0 })
  const since = { sinceMs: Date.parse(entry(5).time) }
  expect(rows(since)).toEqual([6, 5])
  expect(rows({ ...since, only: 'given' })).toEqual([6])
  expect(ledger.partCounts({ search: '', ...since })).toEqual({ given: 1, withdrawn: 1, noEvidence: 2 })
  expect(ledger.partCounts({ search: 'nobody' })).toEqual({ given: 0, withdrawn: 0, noEvidence: 0 })
})

test('a page is narrowed down to those who wrote it, of whom there is a list in its order', () => {
  const ledger = createConsentLedger(openNew())
  expect(ledger.operators()).toEqual([])
  const names = ['Zoe', 'ann', '', 'Zoe', 'Bo']
  names.forEach((operator, at) => ledger.append({ ...entry(at + 1), operator }))
  expect(ledger.operators()).toEqual(['ann', 'Bo', 'Zoe'])
  expect(ledger.page({ search: '', operator: 'Zoe', offset: 0, limit: 10 })).toMatchObject({ records: [{ row: 4 }, { row: 1 }], total: 2 })
  expect(ledger.page({ search: '0004', operator: 'ann', offset: 0, limit: 10 }).total).toBe(0)
  const { given, withdrawn } = ledger.partCounts({ search: '', operator: 'Zoe' })
  expect(given + withdrawn).toBe(2)
})

test('a record that cannot be read is named, and the others go on being found', () => {
  const store = openNew()
  const ledger = createConsentLedger(store)
  for (const n of [1, 2, 3]) ledger.append(entry(n))
  tamper(store, (raw) => raw.exec("UPDATE consent_ledger SET record = '{' WHERE number = 2"))
  expect(() => ledger.page({ search: '', offset: 0, limit: 10 })).toThrow(
    expect.objectContaining({ code: 'store.damaged', message: expect.stringContaining('record 2 of the consent ledger') }),
  )
  expect(ledger.page({ search: '0003', offset: 0, limit: 10 }).records.map(({ row }) => row)).toEqual([3])
})

test('the ledger is there again when the database is opened again', () => {
  const store = openNew()
  createConsentLedger(store).append(entry(1))
  const again = createConsentLedger(open(store.name))
  again.append(entry(2))
  expect(again.count()).toBe(2)
  const raw = new Database(store.name, { readonly: true })
  expect(raw.prepare('SELECT count(*) FROM consent_ledger').pluck().get()).toBe(2)
  // Windows removes no file that is open.
  raw.close()
})
