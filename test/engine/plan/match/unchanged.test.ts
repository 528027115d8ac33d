import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Lookup } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { portion } from '../../../helpers/portion.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { lookUpService, nowMs, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const maxAgeMs = 3_600_000
const phones = ['+12025550101', '+12025550102', '+12025550103']
const said = fc.record({ name: fc.constantFrom('Ann', 'Ben'), consent: fc.constantFrom(null, true, false), blocked: fc.boolean() })
/** What was read of a contact, so long ago, and what the service says now. */
const contact = fc.record({
  read: fc.option(fc.record({ record: said, ageMs: fc.constantFrom(0, 1000, maxAgeMs - 1, maxAgeMs, maxAgeMs + 1, 90 * 24 * 3_600_000) }), {
    freq: 6,
  }),
  now: fc.option(said, { freq: 8 }),
})
const row: fc.Arbitrary<RowParts & { phone: string }> = fc.record(
  {
    phone: fc.constantFrom(...phones),
    contact: fc.record({ name: fc.constantFrom('Ann', 'Ben'), blocked: fc.boolean() }, { requiredKeys: [] }),
    consent: fc.boolean(),
  },
  { requiredKeys: ['phone', 'contact'] },
)

type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

const recordOf = (at: number, record: Said): CustomerRecord => ({ uuid: `u${at}`, phone: phones[at] ?? '', tags: [], ...record })

function isSo({ contact: wanted = {}, consent }: RowParts, record: Said): boolean {
  return (
    (wanted.name === undefined || wanted.name === record.name) &&
    (wanted.blocked === undefined || wanted.blocked === record.blocked) &&
    (consent === undefined || consent === record.consent)
  )
}

test('a row that is said to be unchanged was so when its contact was read, no longer ago than the setting; a refusal in this plan', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(contact, contact, contact),
      fc.uniqueArray(row, { minLength: 1, maxLength: 3, selector: ({ phone }) => phone }),
      fc.constantFrom<Lookup[]>('missing', 'always', 'never'),
      fc.constantFrom('contacts' as const, 'consent' as const),
      async (contacts, drawn, lookup, kind) => {
        store.exec('DELETE FROM plans; DELETE FROM contacts')
        const rows = kind === 'contacts' ? drawn : drawn.map(({ phone, consent = true }) => ({ phone, consent }))
        store.transaction(() => {
          for (const [at, { read }] of contacts.entries())
            if (read !== null) tablesOf(store).contacts.putRead({ record: recordOf(at, read.record), extra: null }, nowMs - read.ageMs)
        })()
        const atService = contacts.flatMap(({ now }, at) => (now === null ? [] : [recordOf(at, now)]))
        const options = { lookup, service: lookUpService(atService), settings: { syncMaxAgeSeconds: maxAgeMs / 1000, concurrency: 2 } }
        const planned = await plan(store, rows, { kind, mode: 'update' }, options)
        for (const [index, one] of planned.rows.entries()) {
          const wanted = rows[index]
          if (one.class !== 'unchanged' || one.reason !== null || wanted === undefined) continue
          const { read, now } = contacts[phones.indexOf(wanted.phone)] ?? { read: null, now: null }
          const isRead = read !== null && read.ageMs <= (wanted.consent === false ? 0 : maxAgeMs)
          const wasSo = isRead && isSo(wanted, read.record)
          const isSoNow = lookup !== 'never' && now !== null && isSo(wanted, now)
          expect(wasSo || isSoNow).toBe(true)
        }
      },
    ),
    { numRuns: portion(1500) },
  )
}, 120_000)
