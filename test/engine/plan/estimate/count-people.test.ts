import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { countPeople } from '../../../../src-main/engine/plan/estimate/count-people.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, clock, lookUpService, nowMs } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})
const phoneOf = (n: number) => `+1202555${String(n).padStart(4, '0')}`
const row = (n: number | null, parts: Partial<MappedRow> = {}): MappedRow => ({
  ...{ line: 2, key: n === null ? null : { by: 'phone', phone: phoneOf(n) }, issues: [] },
  ...parts,
})
const ann: CustomerRecord = { uuid: 'u1', phone: phoneOf(1), name: 'Ann' }
const issue = { code: 'x', severity: 'error', line: 2, column: null, value: null, message: '', hint: '' } as const

async function count(rows: readonly MappedRow[], service: Service | null = null, signal = new AbortController().signal) {
  const portions = async function* () {
    for (const one of rows) yield [one]
  }
  return countPeople({ store, rows: portions(), service, settings: { syncMaxAgeSeconds: 3600, concurrency: 2 }, clock, signal })
}
const syncedAt = (atMs: number) => {
  const { syncs } = tablesOf(store)
  syncs.finish(syncs.begin(atMs), { finishedAtMs: atMs, complete: true, contacts: 1 })
}

test('people are counted once each, by what is known of them', async () => {
  cache(store, ann)
  syncedAt(nowMs)
  expect(await count([row(1), row(2), row(1), row(2), row(3)])).toEqual({
    ...{ rows: 5, people: 3, known: 1, added: 2, open: 0, repeated: 2, unusable: 0, leftOut: 0, waitsFor: null },
  })
})

test.each<[string, MappedRow, object]>([
  ['left out by hand', row(2, { isExcluded: true }), { leftOut: 1 }],
  ['blank', row(2, { isBlank: true }), { leftOut: 1 }],
  ['left out by the filter', row(2, { filtered: { column: 'a', value: 'b' } }), { leftOut: 1 }],
  ['of which only a refusal counts', row(2, { onlyRefusal: { column: 'a', value: 'b' } }), { leftOut: 1 }],
  ['that refuses for a number of another column', row(2, { isNumberBorrowed: true }), { leftOut: 1 }],
  ['without a number', row(null), { unusable: 1 }],
  ['with a mistake', row(2, { issues: [issue] }), { unusable: 1 }],
  ['with a warning', row(2, { issues: [{ ...issue, severity: 'warning' }] }), { people: 1, added: 1 }],
])('a row %s', async (_what, one, expected) => {
  syncedAt(nowMs)
  const none = { people: 0, known: 0, added: 0, open: 0, repeated: 0, unusable: 0, leftOut: 0 }
  expect(await count([one])).toEqual({ ...none, rows: 1, waitsFor: null, ...expected })
})

describe('people of whom nobody knows', () => {
  test('are looked up at the service, and remembered', async () => {
    const asked: string[] = []
    const service = lookUpService([ann], asked)
    expect(await count([row(1), row(2)], service)).toMatchObject({ people: 2, known: 1, added: 1, open: 0, waitsFor: null })
    expect(asked.toSorted()).toEqual([phoneOf(1), phoneOf(2)])
    expect(await count([row(1), row(2)], null)).toMatchObject({ known: 1, added: 1, open: 0, waitsFor: null })
  })

  test('are open where nobody is signed in, a sync is too old, or the service does not answer', async () => {
    syncedAt(nowMs - 3_600_001)
    expect(await count([row(1)])).toMatchObject({ known: 0, added: 0, open: 1, waitsFor: 'service' })
    const failing = {
      ...lookUpService([]),
      customerByPhone: () => Promise.reject(new AppError('service.unreachable', 'No.', 'Wait.')),
    }
    expect(await count([row(1)], failing)).toMatchObject({ open: 1, waitsFor: 'service' })
    const broken = { ...lookUpService([]), customerByPhone: () => Promise.reject(new Error('broken')) }
    await expect(count([row(1)], broken)).rejects.toThrow('broken')
  })

  test('wait for a sync where they are more than 500', async () => {
    const service = lookUpService([])
    const people = (many: number) => Array.from({ length: many }, (_, n) => row(n))
    expect(await count(people(501), service)).toMatchObject({ open: 501, waitsFor: 'sync' })
    expect(await count(people(500), service)).toMatchObject({ open: 0, added: 500, waitsFor: null })
  })

  test('are counted no more once that is called off', async () => {
    await expect(count([row(1)], null, AbortSignal.abort(new Error('off')))).rejects.toThrow('off')
  })
})
