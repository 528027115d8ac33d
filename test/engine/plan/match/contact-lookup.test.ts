import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, lookUpService, plan, type RowParts } from '../planning.ts'
import { portion } from '../../../helpers/portion.ts'

const newStore = tempStores()
const smallFile = { id: 'file', storedPath: '/nowhere', sizeBytes: 1_000 }
/** Large enough that contacts are indexed. */
const largeFile = { ...smallFile, sizeBytes: 100_000_000 }

const phone = fc.integer({ min: 0, max: 5 }).map((number) => `+120255501${String(number).padStart(2, '0')}`)
const tags = fc.subarray(['vip', 'new'])
const said = { name: fc.constantFrom('Ann', 'Ben', null), blocked: fc.boolean(), archived: fc.boolean(), tags }
const contact = fc.record(
  { uuid: fc.integer({ min: 0, max: 9 }).map((number) => `u${number}`), phone, ...said },
  { requiredKeys: ['uuid', 'phone', 'name'] },
)
const wanted = fc.record(
  {
    name: fc.constantFrom('Ann', 'Cem', null),
    blocked: fc.boolean(),
    tags: fc.record({ handling: fc.constantFrom('add', 'remove', 'replace'), tags }),
  },
  { requiredKeys: [] },
)
const row: fc.Arbitrary<RowParts> = fc.oneof(
  fc.record({ phone, contact: wanted }),
  fc.record({
    key: fc.integer({ min: 0, max: 12 }).map((number) => ({ by: 'uuid' as const, uuid: `u${number}` })),
    contact: wanted,
  }),
  fc.constant({}),
)

test('a plan that finds its contacts in an index is the same as one that reads each of them, look-ups included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 15, maxLength: 60 }),
      fc.uniqueArray(contact, { selector: ({ uuid }) => uuid }),
      fc.uniqueArray(contact, { selector: ({ uuid }) => uuid }),
      fc.constantFrom('missing', 'always', 'never'),
      async (rows, cached, atService, lookup) => {
        const planned = async (file: typeof smallFile) => {
          const store = newStore()
          addFile(store)
          cache(store, ...(cached as CustomerRecord[]))
          const asked: string[] = []
          const { counts, rows: stored } = await plan(store, rows, {}, { file, lookup, service: lookUpService(atService, asked) })
          return { counts, stored, asked: asked.sort() }
        }
        expect(await planned(largeFile)).toEqual(await planned(smallFile))
      },
    ),
    { numRuns: portion(30) },
  )
}, 60_000)

test('a contact that the service brought is seen by the rows after it, whatever the index says', async () => {
  const store = newStore()
  addFile(store)
  const rows = Array.from({ length: 40 }, () => ({ phone: '+12025550101', contact: { name: 'Ann' } }))
  const planned = await plan(
    store,
    rows,
    {},
    { file: largeFile, lookup: 'missing', service: lookUpService([{ uuid: 'a', phone: '+12025550101' }]) },
  )
  expect(new Set(planned.rows.map((one) => one.contactUuid))).toEqual(new Set(['a']))
})
