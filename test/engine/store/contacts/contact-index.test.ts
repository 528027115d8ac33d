import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allParts } from '../../../../src-main/engine/model/contacts/record-parts.ts'
import { createContactIndex, nobody, notHere, phoneNumber } from '../../../../src-main/engine/store/contacts/contact-index.ts'
import { textNumber } from '../../../../src-main/engine/store/contacts/contact-digest.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { toColumns } from '../../../../src-main/engine/store/contacts/contact-record.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const put = (store: Store, uuid: string, phone: string | null, name = 'Ann') =>
  tablesOf(store).contacts.putRead({ record: { uuid, phone, name, blocked: true }, extra: null }, 10)

test('a number leads to its only contact; to the cache where several hold it or it is no number; to nobody where none does', async () => {
  const phone = fc.constantFrom(
    '+1',
    '+12025550101',
    '+12025550102',
    '+999999999999999',
    '+99999999999999',
    '+0123',
    '+1234567890123456',
    'office',
    '',
    null,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(phone, { maxLength: 8 }), async (phones) => {
      const store = newStore()
      phones.forEach((one, at) => put(store, `u${at}`, one, `Person ${at}`))
      const index = await createContactIndex(store, { texts: ['name'], tags: false, customFields: [] })
      expect(index === null).toBe(phones.every((one) => one === null))
      if (index === null) return
      for (const asked of [
        '+1',
        '+12025550101',
        '+12025550102',
        '+12025550103',
        '+999999999999999',
        '+99999999999999',
        '+0123',
        '+1234567890123456',
        'office',
        '',
        '+',
      ]) {
        const holders = tablesOf(store).contacts.findByPhone(asked)
        const place = index.placeOf(asked)
        if (!/^\+[1-9]\d{0,14}$/.test(asked) || holders.length > 1) expect(place).toBe(notHere)
        else if (holders[0] === undefined) expect(place).toBe(nobody)
        else {
          expect(index.idAt(place)).toBe(holders[0].id)
          expect(index.knownAt(place)).toBe(toColumns(holders[0].record)[6])
          expect(index.digestAt(place)).toBe(textNumber(holders[0].record.name ?? '', 'name'))
        }
      }
    }),
    { numRuns: 50 },
  )
}, 60_000)

test('more contacts than are read at once are all found, those who share a number at the end of a part included', async () => {
  const store = newStore()
  const phoneOf = (n: number) => `+1202${5_550_000 + Math.floor(n / 2)}`
  store.transaction(() => {
    for (let n = 0; n < 10_050; n += 1) put(store, `u${n}`, phoneOf(n % 3 === 0 ? n : n + 20_000 + (n % 2)))
  })()
  const index = await createContactIndex(store, allParts)
  const contacts = tablesOf(store).contacts
  for (let n = 0; n < 32_000; n += 1) {
    const holders = contacts.findByPhone(phoneOf(n))
    const place = index?.placeOf(phoneOf(n)) ?? notHere
    if (holders.length === 1 && holders[0]) expect(index?.idAt(place)).toBe(holders[0].id)
    else expect(place).toBe(holders.length === 0 ? nobody : notHere)
  }
}, 60_000)

test('filling lets others work, and ends when it is told to', async () => {
  const store = newStore()
  store.transaction(() => {
    for (let n = 0; n < 6_000; n += 1) put(store, `u${n}`, `+1202${5_550_000 + n}`)
  })()
  const stop = new AbortController()
  setImmediate(() => stop.abort(new Error('stopped')))
  await expect(createContactIndex(store, allParts, stop.signal)).rejects.toThrow('stopped')
})

test('a cache that outgrew its room is not indexed: nobody would be missed for a new contact', async () => {
  const store = newStore()
  store.transaction(() => {
    for (let n = 0; n < 6_000; n += 1) put(store, `u${n}`, `+1202${5_550_000 + n}`)
  })()
  setImmediate(() => put(store, 'late', '+13055550100'))
  expect(await createContactIndex(store, allParts)).toBeNull()
})

test('a number is its digits', () => {
  expect(['+1', '+12025550101', '+999999999999999'].map(phoneNumber)).toEqual([1, 12_025_550_101, 999_999_999_999_999])
  expect(['', '+', '1', '+0', '+1a', '+1234567890123456', '12', '+-1', '+1 2'].map(phoneNumber)).toEqual(Array(9).fill(0))
})
