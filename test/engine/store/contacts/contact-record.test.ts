import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { createContacts } from '../../../../src-main/engine/store/contacts/contacts.ts'
import { createRecordReader, toColumns } from '../../../../src-main/engine/store/contacts/contact-record.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const text = fc.option(fc.string({ unit: 'binary' }))
const record: fc.Arbitrary<CustomerRecord> = fc.record(
  {
    uuid: fc.uuid(),
    name: text,
    notes: text,
    phoneRaw: text,
    phone: text,
    email: text,
    archived: fc.boolean(),
    blocked: fc.boolean(),
    reachableBySms: fc.boolean(),
    unreachable: fc.boolean(),
    consent: fc.option(fc.boolean()),
    tags: fc.array(fc.string()),
    customFields: fc.dictionary(fc.string(), fc.string()),
  },
  { requiredKeys: ['uuid'] },
)

test('a record read back from its columns is the one that was stored: unknown, null, empty and false stay apart', () => {
  const read = createRecordReader()
  fc.assert(
    fc.property(record, (stored) => {
      expect(read(toColumns(stored))).toEqual(stored)
    }),
  )
})

test('a record read back from the cache is the one that was stored', () => {
  const contacts = createContacts(newStore())
  fc.assert(
    fc.property(record, (stored) => {
      contacts.putRead({ record: stored, extra: null }, 1)
      expect(contacts.findByUuid(stored.uuid)?.record).toEqual(stored)
    }),
    { numRuns: 50 },
  )
})

test('contacts that share their tags cannot change those of each other', () => {
  const read = createRecordReader()
  const columns = toColumns({ uuid: 'a', tags: ['vip'] })
  expect(() => read(columns).tags?.push('other')).toThrow(TypeError)
  expect(read(columns).tags).toEqual(['vip'])
})
