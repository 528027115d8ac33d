import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allParts, textParts, type RecordParts } from '../../../src-main/engine/model/record-parts.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/customer.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { createPackedContacts } from '../../../src-main/engine/store/packed-contacts.ts'
import { createPartialContacts } from '../../../src-main/engine/store/partial-contacts.ts'
import { tempStores } from './temp-store.ts'

const newStore = tempStores()
// The separator of packed values, quotation marks and zeros may be in any text.
const text = fc.option(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('\u001f', '=', '"', '\u0000', 'é', '🦊', 'a') })))
const fieldUuid = fc.constantFrom('f-1', 'f-2', 'f-3', 'odd "field"')
const record: fc.Arbitrary<CustomerRecord> = fc.record(
  {
    uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    name: text,
    notes: text,
    phone: fc.constantFrom('+15550000001', '+15550000002', '"\\', null),
    email: text,
    archived: fc.boolean(),
    blocked: fc.boolean(),
    unreachable: fc.boolean(),
    consent: fc.option(fc.boolean()),
    tags: fc.array(fc.string()),
    customFields: fc.dictionary(fieldUuid, fc.string()),
  },
  { requiredKeys: ['uuid'] },
)
const parts: fc.Arbitrary<RecordParts> = fc.record({
  texts: fc.subarray([...textParts]),
  tags: fc.boolean(),
  customFields: fc.oneof(fc.constant('all' as const), fc.uniqueArray(fieldUuid)),
})

/** What of a record the parts tell. */
function partOf(whole: CustomerRecord, { texts, tags, customFields }: RecordParts): CustomerRecord {
  const { phoneRaw: _, ...part } = whole
  for (const field of textParts) if (!texts.includes(field)) delete part[field]
  if (!tags) delete part.tags
  if (part.customFields !== undefined && customFields !== 'all') {
    part.customFields = Object.fromEntries(Object.entries(part.customFields).filter(([uuid]) => customFields.includes(uuid)))
  }
  return part
}

test('of many contacts at once the parts are read as they are in the whole records, in the order asked for', () => {
  fc.assert(
    fc.property(fc.uniqueArray(record, { selector: ({ uuid }) => uuid, maxLength: 6 }), parts, (records, wanted) => {
      const store = newStore()
      const contacts = createContacts(store)
      for (const one of records) contacts.putRead({ record: one, extra: null }, 10)
      const found = createPartialContacts(store, createPackedContacts(wanted))
      const phones = ['+15550000002', null, '+15550000009', '+15550000001', '+15550000001', '"\\', '']
      const uuids = ['x', 'b', null, 'a', 'c', 'd', 'f', 'e', 'a']
      // What is beyond the parts is there only where a contact had to be read whole.
      const shown = ({ id, record: one }: { id: number; record: CustomerRecord }) => ({ id, record: partOf(one, wanted) })
      expect(found.findByPhones(phones).map((some) => some.map(shown))).toEqual(
        phones.map((phone) => (phone === null ? [] : contacts.findByPhone(phone).map(shown))),
      )
      expect(found.findByUuids(uuids).map((one) => one && shown(one))).toEqual(
        uuids.map((uuid) => (uuid === null ? null : contacts.findByUuid(uuid))).map((one) => one && shown(one)),
      )
      store.close()
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('only what was asked for is read', () => {
  const store = newStore()
  createContacts(store).putRead(
    { record: { uuid: 'a', name: 'Ann', notes: 'long', tags: ['vip'], customFields: { f: '1', g: '' } }, extra: null },
    10,
  )
  const find = (wanted: RecordParts) => createPartialContacts(store, createPackedContacts(wanted)).findByUuids(['a'])[0]?.record
  expect(find({ texts: ['name'], tags: false, customFields: ['g', 'h'] })).toEqual({ uuid: 'a', name: 'Ann', customFields: { g: '' } })
  expect(find({ texts: [], tags: true, customFields: [] })).toEqual({ uuid: 'a', tags: ['vip'], customFields: {} })
})

test('a record that cannot be read back is an AppError that says so, wherever it is read', () => {
  const store = newStore()
  createContacts(store).putRead({ record: { uuid: 'a', phone: '+15550000001' }, extra: null }, 10)
  store.exec(`UPDATE contacts SET custom_fields = '{"f'`)
  for (const customFields of ['all', ['f']] as const) {
    const found = createPartialContacts(store, createPackedContacts({ ...allParts, customFields }))
    expect(() => found.findByPhones(['+15550000001'])).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  }
})
