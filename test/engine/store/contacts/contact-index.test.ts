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

test('a number leads to its only contact; to the cache where several hold it, it is no number or of more than 48 bits; to nobody where none does', async () => {
  const phone = fc.constantFrom(
    '+1',
    '+10',
    '+281474976710655',
    '+281474976710656',
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
        '+10',
        '+100',
        '+281474976710655',
        '+281474976710656',
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
        if (!/^\+[1-9]\d{0,14}$/.test(asked) || Number(asked) >= 2 ** 48 || holders.length > 1) expect(place).toBe(notHere)
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

test('numbers of any length and order are told apart, also where they differ in zeros at their end, or in what is above 32 bits', async () => {
  const digits = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 48 - 1 }).map(String),
    fc
      .tuple(fc.constantFrom('1', '49', '120', '4294967296'), fc.integer({ min: 0, max: 4 }))
      .map(([start, zeros]) => start + '0'.repeat(zeros)),
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })).map(([one, other]) => String(one * 2 ** 32 + other)),
  )
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(digits, { minLength: 1, maxLength: 60, size: 'max' }), fc.array(digits), async (cached, others) => {
      const store = newStore()
      cached.forEach((one, at) => put(store, `u${at}`, `+${one}`))
      const index = await createContactIndex(store, allParts)
      const found = new Set<number>()
      for (const [at, one] of cached.entries()) {
        const place = index?.placeOf(`+${one}`) ?? notHere
        found.add(place)
        expect(index?.idAt(place)).toBe(at + 1)
      }
      expect(found.size).toBe(cached.length)
      for (const one of others) if (!cached.includes(one)) expect(index?.placeOf(`+${one}`)).toBe(nobody)
    }),
    { numRuns: 20 },
  )
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
