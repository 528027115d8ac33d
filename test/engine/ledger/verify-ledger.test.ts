import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../../src-main/engine/ledger/verify-ledger.ts'
import { createConsentLedger } from '../../../src-main/engine/store/ledger/consent-ledger.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { portion } from '../../helpers/portion.ts'
import { forge, ledgerFiles, tamper } from './ledger-case.ts'
import { entry } from './ledger-entry.ts'

const { openNew } = ledgerFiles()

function filled(records = 6): Store {
  const store = openNew()
  const ledger = tablesOf(store).consentLedger
  store.transaction(() => {
    for (let n = 1; n <= records; n += 1) ledger.append(entry(n))
  })()
  return store
}

const verified = (store: Store) => verifyLedger(tablesOf(store).consentLedger)
const problem = async (store: Store) => {
  const { ok, firstProblem } = await verified(store)
  expect(ok).toBe(firstProblem === null)
  return firstProblem === null ? null : `${firstProblem.kind} ${firstProblem.record}`
}
/** What verifying says of six records after somebody has written to the database. */
const afterTampering = async (...statements: string[]) => {
  const store = filled()
  tamper(store, (raw) => statements.forEach((sql) => raw.exec(sql)))
  return problem(store)
}
const setHead = (change: string) => `UPDATE settings SET value = json_set(value, ${change}) WHERE key = 'consent_ledger'`
const copyFrom = (number: number, to: number) =>
  `INSERT INTO consent_ledger SELECT ${to}, record, hash FROM consent_ledger WHERE number = ${number}`

test('an untouched ledger verifies, an empty one too', async () => {
  const store = filled(1_203)
  expect(await verified(store)).toEqual({
    ok: true,
    records: 1_203,
    firstProblem: null,
    headHash: tablesOf(store).consentLedger.head()?.hash,
  })
  expect(await verified(openNew())).toEqual({ ok: true, records: 0, firstProblem: null, headHash: null })
})

test('a changed record is found, even where its hash was made to fit', async () => {
  expect(await afterTampering(`UPDATE consent_ledger SET record = replace(record, '"to":false', '"to":true') WHERE number = 3`)).toBe(
    'changed 3',
  )
  expect(await afterTampering(`UPDATE consent_ledger SET record = record || ' ' WHERE number = 3`)).toBe('changed 3')
  expect(await afterTampering(`UPDATE consent_ledger SET record = 'gone' WHERE number = 1`)).toBe('changed 1')
  expect(await afterTampering(`UPDATE consent_ledger SET hash = upper(hash) WHERE number = 4`)).toBe('changed 4')
  for (const number of [1, 3, 6]) {
    const store = filled()
    tamper(store, (raw) => forge(raw, number, (text) => text.replace('"operator":"pat"', '"operator":"eve"')))
    expect(await problem(store)).toBe(`changed ${number}`)
  }
})

test('a removed record is found in the middle and at the start, even where the rest was moved up', async () => {
  expect(await afterTampering('DELETE FROM consent_ledger WHERE number = 4')).toBe('removed 4')
  expect(await afterTampering('DELETE FROM consent_ledger WHERE number <= 2')).toBe('removed 1')
  expect(
    await afterTampering('DELETE FROM consent_ledger WHERE number = 4', 'UPDATE consent_ledger SET number = number - 1 WHERE number > 4'),
  ).toBe('removed 4')
})

test('a tail that was cut off is found by the head, and stays found when the ledger goes on', async () => {
  const store = filled()
  tamper(store, (raw) => raw.exec('DELETE FROM consent_ledger WHERE number > 4'))
  expect(await verified(store)).toMatchObject({
    records: 4,
    firstProblem: { record: 5, kind: 'truncated', message: '6 records were written, but there are 4: the last ones are missing.' },
  })
  tablesOf(store).consentLedger.append(entry(7))
  expect(await problem(store)).toBe('removed 5')
  expect(await afterTampering('DELETE FROM consent_ledger')).toBe('truncated 1')
})

test('a last record that was replaced, or added behind the head, stays found when the ledger goes on', async () => {
  const replaced = filled()
  tamper(replaced, (raw) => forge(raw, 6, (text) => text.replace('"to":true', '"to":false')))
  createConsentLedger(replaced).append(entry(7))
  expect(await problem(replaced)).toBe('changed 6')

  const longer = filled()
  tamper(longer, (raw) => {
    raw.exec(copyFrom(6, 7))
    const hash = String(raw.prepare('SELECT hash FROM consent_ledger WHERE number = 6').pluck().get())
    forge(raw, 7, (text) => text.replace('"number":6', '"number":7').replace(/"previousHash":"\w+"/, `"previousHash":"${hash}"`))
  })
  expect(await problem(longer)).toBe('added 7')
  createConsentLedger(longer).append(entry(8))
  expect(await problem(longer)).toBe('changed 7')
})

test('reordered and duplicated records are found', async () => {
  expect(
    await afterTampering(
      'UPDATE consent_ledger SET number = 100 WHERE number = 3',
      'UPDATE consent_ledger SET number = 3 WHERE number = 5',
      'UPDATE consent_ledger SET number = 5 WHERE number = 100',
    ),
  ).toBe('reordered 3')
  expect(await afterTampering('UPDATE consent_ledger SET number = 9 WHERE number = 6')).toBe('reordered 6')
  expect(await afterTampering('UPDATE consent_ledger SET number = number + 10 WHERE number > 3', copyFrom(2, 4))).toBe('duplicated 2')
})

test('a ledger of another account is found, with its records, with its head, or put in front', async () => {
  const other = filled()
  const rows = other.prepare('SELECT * FROM consent_ledger').all()
  const head = other.prepare("SELECT value FROM settings WHERE key = 'consent_ledger'").pluck().get()
  const store = filled()
  tamper(store, (raw) => {
    raw.exec('DELETE FROM consent_ledger')
    const insert = raw.prepare('INSERT INTO consent_ledger VALUES (@number, @record, @hash)')
    for (const row of rows) insert.run(row)
  })
  expect(await problem(store)).toBe('foreign 1')
  const swapped = filled()
  tamper(swapped, (raw) => raw.prepare("UPDATE settings SET value = ? WHERE key = 'consent_ledger'").run(head))
  expect(await problem(swapped)).toBe('foreign 1')
  const rebegun = filled()
  tamper(rebegun, (raw) => {
    raw.exec('DELETE FROM consent_ledger WHERE number > 1')
    forge(raw, 1, (text) => text.replace(/"previousHash":"\w+"/, `"previousHash":"${'0'.repeat(64)}"`))
  })
  expect(await problem(rebegun)).toBe('foreign 1')
})

test('a lost or shortened head is found, and stays found when the ledger goes on', async () => {
  const store = filled()
  tamper(store, (raw) => raw.exec("DELETE FROM settings WHERE key = 'consent_ledger'"))
  expect(await problem(store)).toBe('head 6')
  tablesOf(store).consentLedger.append(entry(7))
  expect(await problem(store)).toBe('foreign 1')
  expect(await afterTampering(setHead(`'$.count', 4`))).toBe('added 5')
  expect(await afterTampering(setHead(`'$.hash', '${'0'.repeat(64)}'`))).toBe('changed 6')
  await expect(afterTampering(setHead(`'$.count', 'many'`))).rejects.toMatchObject({ code: 'store.damaged' })
})

test('records that are added while the ledger is read are no problem', async () => {
  const store = filled(2_000)
  const ledger = tablesOf(store).consentLedger
  const slice = ledger.slice
  let added = 0
  const growing = {
    ...ledger,
    slice: Object.assign((after: number, limit: number) => {
      if (added < 700) for (let n = 0; n < 100; n += 1, added += 1) ledger.append(entry(n))
      return slice(after, limit)
    }, slice),
  }
  expect(await verifyLedger(growing)).toMatchObject({ ok: true, records: 2_700 })
})

test('reading stops when it is cancelled', async () => {
  await expect(verifyLedger(createConsentLedger(filled()), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

test('no rearrangement of the records verifies but the one that was written', async () => {
  const store = filled(5)
  const written = store.prepare<[], { record: string; hash: string }>('SELECT record, hash FROM consent_ledger ORDER BY number').all()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 4 }), { maxLength: 7 }), async (order) => {
      tamper(store, (raw) => {
        raw.exec('DELETE FROM consent_ledger')
        const insert = raw.prepare('INSERT INTO consent_ledger VALUES (?, ?, ?)')
        order.forEach((from, at) => insert.run(at + 1, written[from]?.record, written[from]?.hash))
      })
      expect((await verified(store)).ok).toBe(order.join() === '0,1,2,3,4')
    }),
    { numRuns: portion(150), examples: [[[0, 1, 2, 3, 4]]] },
  )
})
