import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { MappedRow, MatchKey } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { type ContactLookupOptions, createContactLookup, freshSync } from '../../../../src-main/engine/plan/match/contact-lookup.ts'
import { createDigestMatcher } from '../../../../src-main/engine/plan/match/desired-digest.ts'
import { createContactIndex } from '../../../../src-main/engine/store/contacts/contact-index.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
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
const anyRow: fc.Arbitrary<RowParts> = fc.oneof(
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
      fc.array(anyRow, { minLength: 15, maxLength: 60 }),
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

const nowMs = 1_700_000_000_000
const dayMs = 24 * 60 * 60 * 1000
const since = { believedSinceMs: nowMs - dayMs, plannedSinceMs: nowMs }
const byPhone = (number: string): MatchKey => ({ by: 'phone', phone: number })
const byUuid = (uuid: string): MatchKey => ({ by: 'uuid', uuid })
const [ann, ben] = ['+12025550100', '+12025550101']
const row = (parts: Partial<MappedRow> = {}): MappedRow => ({ line: 2, key: null, issues: [], ...parts })

/** A look-up, in a cache without an index unless one is given. */
function station(parts: Partial<ContactLookupOptions> = {}, atService: CustomerRecord[] = [], store = newStore()) {
  const asked: string[] = []
  const answered: number[] = []
  const lookup = createContactLookup({
    contacts: tablesOf(store).contacts,
    index: null,
    reindex: async () => null,
    putPage: () => undefined,
    isAsDesired: () => false,
    service: lookUpService(atService, asked),
    lookup: 'missing',
    freshSync: null,
    unknown: tablesOf(store).unknownAtService,
    since,
    isToldByRecord: true,
    concurrency: 1,
    clock: { ...systemClock, nowMs: () => nowMs },
    signal: undefined,
    onAnswer: (contacts) => answered.push(contacts),
    ...parts,
  })
  const read = (record: CustomerRecord, atMs = nowMs) => tablesOf(store).contacts.putRead({ record, extra: null }, atMs)
  return {
    store,
    lookup,
    asked,
    answered,
    read,
    uuids: () => ['u1', 'u2', 'u3'].filter((uuid) => tablesOf(store).contacts.findByUuid(uuid) !== null),
  }
}

describe('the service is asked about a row', () => {
  const sync = { id: 1, startedAtMs: nowMs, finishedAtMs: nowMs, complete: true, contacts: 1 }
  const isWanted = (
    key: MatchKey,
    parts: Partial<ContactLookupOptions>,
    mapped = row(),
    prepare: (here: ReturnType<typeof station>) => void = () => undefined,
  ) => {
    const here = station(parts)
    here.read({ uuid: 'u1', phone: ann, name: 'Ann', consent: false })
    prepare(here)
    return here.lookup.isWanted(mapped, key, here.lookup.find(key))
  }

  test.each([
    ['whose contact is not known', byPhone(ben), {}, true],
    ['whose contact is not known, by its identifier', byUuid('u2'), {}, true],
    ['whose contact is not known, though nobody may ask', byPhone(ben), { lookup: 'never' }, false],
    ['whose number a fresh sync did not bring', byPhone(ben), { freshSync: sync }, false],
    ['whose identifier a fresh sync did not bring', byUuid('u2'), { freshSync: sync }, true],
    ['whose contact was read lately', byPhone(ann), {}, false],
    ['whose contact was read lately, where all are asked for', byPhone(ann), { lookup: 'always' }, true],
    ['whose contact was read lately, where nobody may ask', byPhone(ann), { lookup: 'never' }, false],
    ['whose contact was read too long ago', byPhone(ann), { since: { ...since, believedSinceMs: nowMs + 1 } }, true],
    [
      'whose contact was read too long ago, where nobody may ask',
      byPhone(ann),
      { since: { ...since, believedSinceMs: nowMs + 1 }, lookup: 'never' },
      false,
    ],
    [
      'whose contact was read too long ago, where the record does not matter',
      byPhone(ann),
      { since: { ...since, believedSinceMs: nowMs + 1 }, isToldByRecord: false },
      false,
    ],
    [
      'whose contact was read too long ago, whatever a fresh sync brought',
      byPhone(ann),
      { since: { ...since, believedSinceMs: nowMs + 1 }, freshSync: sync },
      true,
    ],
  ] as const)('%s', (_what, key, parts, answer) => {
    expect(isWanted(key, parts as Partial<ContactLookupOptions>)).toBe(answer)
  })

  test('but not where the index told enough of it, nor where it answered with somebody else', () => {
    expect(station().lookup.isWanted(row(), byPhone(ann), { kind: 'holder', contactId: 1 })).toBe(false)
    expect(station({ lookup: 'always' }).lookup.isWanted(row(), byPhone(ann), { kind: 'mismatch' })).toBe(false)
  })

  test('who refuses, and was read before the plan was begun', () => {
    const later = { since: { ...since, plannedSinceMs: nowMs + 1 } }
    expect(isWanted(byPhone(ann), later, row({ consent: false }))).toBe(true)
    expect(isWanted(byPhone(ann), later, row({ consent: true }))).toBe(false)
    expect(isWanted(byPhone(ann), {}, row({ consent: false }))).toBe(false)
  })

  test('once; not where it had none a moment ago, and no longer where that is too long ago', () => {
    expect(isWanted(byPhone(ben), {}, row(), ({ lookup }) => void lookup.claim([byPhone(ben)]))).toBe(false)
    expect(isWanted(byUuid('u2'), {}, row(), ({ lookup }) => void lookup.claim([byUuid('u2')]))).toBe(false)
    expect(isWanted(byUuid('u2'), {}, row(), ({ lookup }) => void lookup.claim([byUuid('u3'), byPhone(ben)]))).toBe(true)
    expect(isWanted(byPhone(ann), { lookup: 'always' }, row(), ({ lookup }) => void lookup.claim([byPhone(ann)]))).toBe(false)
    const unknownAt = (atMs: number) => (here: ReturnType<typeof station>) => tablesOf(here.store).unknownAtService.add(ben, atMs)
    expect(isWanted(byPhone(ben), {}, row(), unknownAt(since.believedSinceMs))).toBe(false)
    expect(isWanted(byPhone(ben), {}, row(), unknownAt(since.believedSinceMs - 1))).toBe(true)
    expect(isWanted(byPhone(ben), { lookup: 'always' }, row(), unknownAt(nowMs))).toBe(true)
  })

  test('whose number several contacts hold, as long as one of them was not read lately', () => {
    const twice = (atMs: number) => (here: ReturnType<typeof station>) => here.read({ uuid: 'u2', phone: ann, name: 'Ben' }, atMs)
    expect(isWanted(byPhone(ann), {}, row(), twice(nowMs))).toBe(false)
    expect(isWanted(byPhone(ann), {}, row(), twice(since.believedSinceMs - 1))).toBe(true)
  })
})

test('a contact is found by its identifier, too', () => {
  const here = station()
  here.read({ uuid: 'u1', phone: ann, name: 'Ann' })
  expect(here.lookup.find(byUuid('u1'))).toMatchObject({ kind: 'contact', contact: { record: { uuid: 'u1', name: 'Ann' } } })
  expect(here.lookup.find(byUuid('u2'))).toEqual({ kind: 'none' })
})

test('keys are claimed once each', () => {
  const { lookup } = station()
  const keys = [byPhone(ann), byUuid('u1'), byPhone(ann), byUuid('u1'), byPhone(ben)]
  expect(lookup.claim(keys)).toEqual([byPhone(ann), byUuid('u1'), byPhone(ben)])
  expect(lookup.claim(keys)).toEqual([])
})

describe('what the service answers', () => {
  const ask = async (here: ReturnType<typeof station>, ...keys: MatchKey[]) => here.lookup.ask(here.lookup.claim(keys))

  test('is kept: who is there, and who is not', async () => {
    const here = station({}, [{ uuid: 'u1', phone: ann, name: 'Ann' }])
    await ask(here, byPhone(ann), byPhone(ben), byUuid('u2'))
    expect(here.lookup.find(byPhone(ann))).toMatchObject({ kind: 'contact', contact: { record: { uuid: 'u1', name: 'Ann' } } })
    expect([here.lookup.find(byPhone(ben)), here.lookup.find(byUuid('u2'))]).toEqual([{ kind: 'none' }, { kind: 'none' }])
    const { unknownAtService } = tablesOf(here.store)
    expect([ann, ben, 'u1', 'u2'].map((key) => unknownAtService.isKnownSince(key, nowMs))).toEqual([false, true, false, true])
    expect([here.lookup.reads(), here.answered, here.asked]).toEqual([3, [1, 1, 1], [ann, ben, 'u2']])
  })

  test('removes whom it has no more', async () => {
    const here = station()
    here.read({ uuid: 'u1', phone: ann })
    here.read({ uuid: 'u2', phone: ben })
    await ask(here, byPhone(ann), byUuid('u2'))
    expect(here.uuids()).toEqual([])
  })

  test('decides about all contacts that the cache knows by the number', async () => {
    const here = station({}, [
      { uuid: 'u1', phone: ann, name: 'Ann' },
      { uuid: 'u2', phone: ben, name: 'Moved on' },
    ])
    for (const uuid of ['u1', 'u2', 'u3']) here.read({ uuid, phone: ann }, nowMs - 1)
    await ask(here, byPhone(ann))
    expect([here.uuids(), here.asked]).toEqual([
      ['u1', 'u2'],
      [ann, 'u2', 'u3'],
    ])
    expect(here.lookup.find(byPhone(ann))).toMatchObject({ kind: 'contact', contact: { record: { uuid: 'u1' } } })
    expect(here.lookup.find(byPhone(ben))).toMatchObject({ kind: 'contact', contact: { record: { uuid: 'u2' } } })
  })

  test('is not believed where it is about somebody else', async () => {
    const other: CustomerRecord = { uuid: 'u9', phone: ben, name: 'Ben' }
    const service = {
      ...lookUpService([]),
      customerByPhone: async () => ({ record: other, extra: null }),
      customerByUuid: async () => ({ record: other, extra: null }),
    }
    const here = station({ service })
    await ask(here, byPhone(ann), byUuid('u1'))
    expect([here.lookup.find(byPhone(ann)), here.lookup.find(byUuid('u1'))]).toEqual([{ kind: 'mismatch' }, { kind: 'mismatch' }])
    expect(here.lookup.isWanted(row(), byPhone(ann), { kind: 'mismatch' })).toBe(false)
    expect(tablesOf(here.store).contacts.count()).toBe(0)
  })

  test('is missing where nobody is signed in', async () => {
    const here = station({ service: null })
    await expect(here.lookup.ask([])).resolves.toBeUndefined()
    await expect(ask(here, byPhone(ann))).rejects.toMatchObject({ code: 'sign_in.needed' })
  })
})

describe('all contacts are read in pages', () => {
  const wants = (parts: Partial<ContactLookupOptions>, ...wanted: number[]) => {
    const { lookup } = station(parts)
    return wanted.map((count) => lookup.wantsPages(count, { bytesRead: 10, bytesTotal: 10 }))
  }
  test('where that takes fewer reads than those that are wanted in all', () => {
    expect(wants({}, 4, 4, 1)).toEqual([false, false, true])
    expect(wants({ lookup: 'always' }, 9)).toEqual([false])
    expect(wants({ lookup: 'never' }, 9)).toEqual([false])
    expect(wants({ service: null }, 9)).toEqual([false])
  })

  /** A service that lists its contacts in these pages. */
  const listing = (...sources: ('contacts' | 'conversations' | Error)[]) => ({
    ...lookUpService([]),
    customers: async function* () {
      for (const source of sources) {
        if (source instanceof Error) throw source
        yield { customers: [{ record: { uuid: 'u1', phone: ann }, extra: null }], askedAtMs: nowMs, source } as never
      }
    },
  })

  test.each([
    ['each page', listing('contacts', 'contacts'), 2],
    ['none of those who have a conversation', listing('contacts', 'conversations', 'contacts'), 1],
    ['what there is before the service refuses', listing('contacts', new AppError('service.refused', 'No.', 'No.')), 1],
    ['what there is before an answer cannot be read', listing('contacts', new AppError('service.shape', 'No.', 'No.')), 1],
  ] as const)('once: %s', async (_what, service, pages) => {
    const put: number[] = []
    const here = station({ service, putPage: (customers) => put.push(customers.length) })
    await here.lookup.readPages()
    expect([put.length, here.lookup.reads(), here.answered.length]).toEqual([pages, pages, pages])
    expect(here.lookup.wantsPages(1_000, { bytesRead: 1, bytesTotal: 1 })).toBe(false)
    expect(here.lookup.movedSince()?.(1)).toBe(true)
  })

  test('until something else goes wrong, or it is stopped', async () => {
    await expect(station({ service: listing(new AppError('service.failed', 'No.', 'No.')) }).lookup.readPages()).rejects.toMatchObject({
      code: 'service.failed',
    })
    await expect(station({ service: listing(new TypeError('odd')) }).lookup.readPages()).rejects.toThrow('odd')
    const put: number[] = []
    const stopped = station({ service: listing('contacts', 'contacts'), signal: AbortSignal.abort(), putPage: () => put.push(1) })
    await expect(stopped.lookup.readPages()).rejects.toThrow()
    expect(put).toEqual([1])
    await expect(station({ service: null }).lookup.readPages()).resolves.toBeUndefined()
  })
})

describe('where contacts are indexed', () => {
  const [cem, dan] = ['+12025550102', '+12025550103']
  const named = (name: string): MappedRow => row({ contact: { name } })
  /** Ann, Ben and two of one number, of whom one is archived; read at this time. */
  async function indexed(parts: Partial<ContactLookupOptions> = {}, atService: CustomerRecord[] = [], atMs = nowMs) {
    const store = newStore()
    const put = (record: CustomerRecord) => tablesOf(store).contacts.putRead({ record, extra: null }, atMs)
    for (const [uuid, phone, name] of [
      ['u1', ann, 'Ann'],
      ['u2', ben, 'Ben'],
      ['u3', cem, 'Cem'],
    ] as const)
      put({ uuid, phone, name })
    put({ uuid: 'u4', phone: cem, name: 'Old Cem', archived: true })
    const reindexed: number[] = []
    const index = await createContactIndex(store, nameOnly)
    const reindex = async () => {
      reindexed.push(tablesOf(store).contacts.count())
      return createContactIndex(store, nameOnly)
    }
    const here = station({ index, reindex, isAsDesired: createDigestMatcher('contacts', nameOnly), ...parts }, atService, store)
    const found = (name: string, phone: string) => {
      const match = here.lookup.findFor(named(name), byPhone(phone))
      if (match.kind === 'holder') return `holder ${tablesOf(store).contacts.findById(match.contactId)?.record.uuid}`
      return match.kind === 'contact' ? `${match.contact.record.uuid} ${match.contact.record.name}` : match.kind
    }
    return { ...here, index, reindexed, found, put, ask: (...keys: MatchKey[]) => here.lookup.ask(here.lookup.claim(keys)) }
  }
  const nameOnly = { texts: ['name' as const], tags: false, customFields: [] }

  test('a row whose contact is as it wants it gets its number alone; others get its record', async () => {
    const { found, lookup } = await indexed()
    expect([found('Ann', ann), found('Anna', ann), found('Ben', ben), found('Ann', dan)]).toEqual([
      'holder u1',
      'u1 Ann',
      'holder u2',
      'none',
    ])
    // Several of one number, what is no number, and identifiers are looked for in the cache.
    expect([found('Cem', cem), found('Ann', 'none')]).toEqual(['u3 Cem', 'none'])
    expect(lookup.findFor(named('Ann'), byUuid('u1'))).toMatchObject({ kind: 'contact', contact: { record: { uuid: 'u1' } } })
  })

  test.each([
    [since.believedSinceMs, 'holder u1'],
    [since.believedSinceMs - 1, 'u1 Ann'],
    [nowMs + 60_000, 'holder u1'],
    // The clock must have been set back.
    [nowMs + 60_001, 'u1 Ann'],
  ])('one that was read at %d is enough known, or not', async (atMs, answer) => {
    const { found, lookup, index } = await indexed({}, [], atMs)
    expect(found('Ann', ann)).toBe(answer)
    expect(lookup.known?.slots).toBe(index?.slots)
    expect(lookup.known?.unseen === null).toBe(answer.startsWith('holder'))
    expect(station().lookup.known).toBeNull()
  })

  test('each is known by when it was read itself; one that refuses is read in any case', async () => {
    const store = newStore()
    const put = (record: CustomerRecord, atMs = nowMs) => tablesOf(store).contacts.putRead({ record, extra: null }, atMs)
    put({ uuid: 'u1', phone: ann, name: 'Ann', consent: true })
    put({ uuid: 'u2', phone: ben, name: 'Ben' }, since.believedSinceMs - 1)
    put({ uuid: 'u3', phone: cem, name: 'Cem', consent: false })
    const index = await createContactIndex(store, nameOnly)
    const { lookup } = station({ index, isAsDesired: createDigestMatcher('contacts', nameOnly) }, [], store)
    const kindOf = (mapped: MappedRow, phone: string) => lookup.findFor(mapped, byPhone(phone)).kind
    expect([kindOf(named('Ann'), ann), kindOf(named('Ben'), ben), kindOf(named('Cem'), cem)]).toEqual(['holder', 'contact', 'holder'])
    expect([kindOf(row({ consent: true }), ann), kindOf(row({ consent: false }), cem)]).toEqual(['holder', 'contact'])
  })

  test('what another program did since then is seen', async () => {
    const { found, put, store } = await indexed()
    put({ uuid: 'u1', phone: dan, name: 'Ann' })
    tablesOf(store).contacts.remove('u2', 1)
    expect([found('Anna', ann), found('Bea', ben)]).toEqual(['none', 'none'])
    // But not whom it has added: that row is about nobody who was known when planning began.
    expect(found('Ann', dan)).toBe('none')
  })

  test('what the service answered is seen, and what it was not asked about stays as it was', async () => {
    const here = await indexed({}, [
      { uuid: 'u1', phone: ann, name: 'Anna' },
      { uuid: 'u9', phone: dan, name: 'Dan' },
    ])
    expect(here.lookup.movedSince()).toBeNull()
    await here.ask(byPhone(ann), byPhone(dan))
    expect([here.found('Ann', ann), here.found('Anna', ann), here.found('Dan', dan), here.found('Ben', ben)]).toEqual([
      'u1 Anna',
      'u1 Anna',
      'u9 Dan',
      'holder u2',
    ])
    const moved = here.lookup.movedSince()
    expect([ann, dan, ben].map((phone) => moved?.(Number(phone)))).toEqual([true, true, false])
  })

  test('a contact that has another number now, or is gone, is at its old one no more', async () => {
    const here = await indexed({}, [{ uuid: 'u1', phone: dan, name: 'Ann' }])
    await here.ask(byUuid('u1'))
    expect([here.found('Ann', ann), here.found('Ann', dan)]).toEqual(['none', 'u1 Ann'])
    await here.ask(byPhone(ben))
    expect(here.found('Ben', ben)).toBe('none')
    const gone = await indexed()
    await gone.ask(byUuid('u2'))
    expect([gone.found('Ben', ben), gone.found('Ann', ann)]).toEqual(['none', 'holder u1'])
    expect([ann, ben].map((phone) => gone.lookup.movedSince()?.(Number(phone)))).toEqual([false, true])
  })

  test('a contact without a number keeps nobody from being found', async () => {
    const here = await indexed({}, [{ uuid: 'u9', phone: null, name: 'Web' }])
    await here.ask(byUuid('u9'))
    expect([here.found('Ann', ann), here.lookup.movedSince()]).toEqual(['holder u1', null])
  })

  test('an answer about somebody else is told for that number alone, though what the index says may not be so', async () => {
    const other = { record: { uuid: 'u9', phone: dan, name: 'Dan' }, extra: null }
    const here = await indexed({ service: { ...lookUpService([]), customerByPhone: async () => other } })
    await here.ask(byPhone(ann))
    expect([here.found('Ann', ann), here.found('Ben', ben)]).toEqual(['mismatch', 'holder u2'])
    expect(here.lookup.movedSince()?.(Number(ben))).toBe(true)
  })

  test('the index is made anew once all contacts were read, where there was one', async () => {
    const pages = async function* () {
      yield { customers: [{ record: { uuid: 'u9', phone: dan, name: 'Dan' }, extra: null }], askedAtMs: nowMs, source: 'contacts' } as never
    }
    const service = { ...lookUpService([]), customers: pages }
    const here = await indexed({ service, putPage: (customers) => customers.forEach(({ record }) => here.put(record)) })
    await here.lookup.readPages()
    expect([here.reindexed, here.found('Dan', dan), here.found('Ann', ann)]).toEqual([[5], 'holder u9', 'holder u1'])
    let times = 0
    const reindex = async () => ((times += 1), null)
    await station({ service, reindex }).lookup.readPages()
    expect(times).toBe(0)
    const lost = await indexed({ service, reindex })
    await lost.lookup.readPages()
    expect([times, lost.found('Ann', ann)]).toEqual([1, 'u1 Ann'])
  })
})

test('a complete sync is fresh for as long as the setting says', () => {
  const sync = { id: 1, startedAtMs: nowMs - 60_000, finishedAtMs: nowMs, complete: true, contacts: 1, hasGaps: false }
  expect(freshSync(sync, 60, nowMs)).toBe(sync)
  expect(freshSync({ ...sync, hasGaps: true }, 60, nowMs)).toBeNull()
  expect(freshSync(sync, 60, nowMs + 1)).toBeNull()
  expect(freshSync(null, 60, nowMs)).toBeNull()
})
