import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContactSearch } from '../../../../src-main/engine/contacts/search/contact-search.ts'
import { toContact } from '../../../../src-main/engine/contacts/search/to-contact.ts'
import { contactFilterSchema, type ContactSort } from '../../../../src-main/engine/model/contacts/contact-filter-schema.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { searchText } from '../../../../src-main/engine/store/contacts/search-text.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

function put(store: Store, uuid: string, record: Partial<CustomerRecord>, atMs = 5999): void {
  tablesOf(store).contacts.putRead({ record: { uuid, ...record }, extra: null }, atMs)
}

function searching(store: Store) {
  const search = createContactSearch(store)
  return {
    ...search,
    async uuids(filter: Parameters<typeof contactFilterSchema.parse>[0], offset = 0, limit = 10) {
      const { contacts, total } = await search.page(contactFilterSchema.parse(filter), { offset, limit })
      expect(total).toBeGreaterThanOrEqual(contacts.length)
      return contacts.map(({ record }) => record.uuid)
    },
  }
}

test('contacts are listed by name without case and accents, nameless last, a page at a time; what is not known is null', async () => {
  const store = newStore()
  put(store, 'a', { name: 'José', phone: '+15550000001', tags: ['vip'], archived: false, blocked: true, consent: false })
  put(store, 'b', { name: 'Joseph', phone: null, phoneRaw: '555 CALL' })
  put(store, 'c', { name: 'Ann', phone: '+15550000002' })
  put(store, 'd', { name: null, phone: '+15550000003' })
  const { uuids, page } = searching(store)
  const { contacts, total } = await page(contactFilterSchema.parse({ search: 'jose' }), { offset: 0, limit: 10 })
  expect([contacts.map(toContact), total]).toEqual([
    [
      { uuid: 'a', name: 'José', phone: '+15550000001', tags: ['vip'], archived: false, blocked: true, consent: false, readAtSeconds: 5 },
      { uuid: 'b', name: 'Joseph', phone: '555 CALL', tags: [], archived: null, blocked: null, consent: null, readAtSeconds: 5 },
    ],
    2,
  ])
  expect(await uuids({})).toEqual(['c', 'a', 'b', 'd'])
  expect(await uuids({}, 1, 1)).toEqual(['a'])
  expect(await uuids({ search: 'o' }, 1, 1)).toEqual(['b'])
})

test('contacts are sorted by name or by what they say of texts, either way round, a page at a time', async () => {
  const store = newStore()
  put(store, 'a', { name: 'Ann', consent: null })
  put(store, 'b', { name: 'Bea', consent: true })
  put(store, 'c', { name: 'Cy', consent: false })
  put(store, 'd', { name: 'Dan', consent: true })
  put(store, 'e', { name: null, consent: null })
  const { page } = searching(store)
  const listed = async (filter: object, sort: ContactSort, limit = 2) => {
    const all: string[] = []
    for (let offset = 0; ; offset += limit) {
      const { contacts, total } = await page(contactFilterSchema.parse(filter), { offset, limit, sort })
      all.push(...contacts.map(({ record }) => record.uuid))
      if (offset + limit >= total) return [all.join(''), total]
    }
  }
  for (const limit of [1, 2, 3, 10]) {
    expect(await listed({}, { by: 'name', down: false }, limit)).toEqual(['abcde', 5])
    expect(await listed({}, { by: 'name', down: true }, limit)).toEqual(['edcba', 5])
    expect(await listed({}, { by: 'consent', down: false }, limit)).toEqual(['bdcae', 5])
    expect(await listed({}, { by: 'consent', down: true }, limit)).toEqual(['eacdb', 5])
    expect(await listed({ consent: ['notAsked', 'agreed'] }, { by: 'consent', down: false }, limit)).toEqual(['bdae', 4])
    expect(await listed({ search: 'n' }, { by: 'consent', down: true }, limit)).toEqual(['ad', 2])
  }
  // Whoever is written to meanwhile is listed where they belong from then on.
  put(store, 'c', { name: 'Cy', consent: true }, 6999)
  expect(await listed({}, { by: 'consent', down: false })).toEqual(['bcdae', 5])
})

test('a search finds pieces of names, tags, e-mail, custom fields and notes, each of its words anywhere', async () => {
  const store = newStore()
  put(store, 'a', { name: 'Márton Kiss', phone: '+14155550118', tags: ['new_patient', 'español'], notes: 'Prefers\nmornings' })
  put(store, 'b', { name: 'Marisol Quispe', phone: '+19255550144', customFields: { f: 'N-20418' }, email: 'Mari.Q@Example.com' })
  put(store, 'c', { name: null, phone: '+442071838750' })
  const { uuids } = searching(store)
  for (const [search, found] of [
    ['m', ['b', 'a']],
    ['ma', ['b', 'a']],
    ['mar', ['b', 'a']],
    ['MÁR', ['b', 'a']],
    ['marton', ['a']],
    ['kiss márton', ['a']],
    ['ss', ['a']],
    ['panol', ['a']],
    ['new patient', ['a']],
    ['mornings', ['a']],
    ['prefers mornings', ['a']],
    ['smornings', []],
    ['n-204', ['b']],
    ['mari.q@example', ['b']],
    ['nobody', []],
    ['100%', []],
    ['_', ['a']],
  ] as const)
    expect([search, await uuids({ search })]).toEqual([search, found])
})

test('a number is found by its digits anywhere, national or international', async () => {
  const store = newStore()
  put(store, 'us', { name: 'A', phone: '+14155550118' })
  put(store, 'gb', { name: 'B', phone: '+442071838750' })
  put(store, 'note', { name: 'C', phone: '+19255550144', notes: 'Office: (020) 7183' })
  const { uuids } = searching(store)
  for (const [search, found] of [
    ['+1 (415) 555-0118', ['us']],
    ['415 555 0118', ['us']],
    ['555-01', ['us', 'note']],
    ['0118', ['us']],
    ['020 7183 8750', ['gb']],
    ['0044 20 7183 8750', ['gb']],
    ['+44 20', ['gb']],
    ['(020) 7183', ['gb', 'note']],
  ] as const)
    expect([search, await uuids({ search })]).toEqual([search, found])
})

test('filters of one kind mean "or", of several "and"; the account is counted by them', async () => {
  const store = newStore()
  put(store, 'a', { name: 'A', consent: true, tags: ['vip', 'news'], blocked: true, archived: false, reachableBySms: true })
  put(store, 'b', { name: 'B', consent: false, tags: ['news'], archived: true, customFields: { f: 'Gold', g: 'Silver' } }, 90_000)
  put(store, 'c', { name: 'C', consent: null, tags: ['newsletter'], reachableBySms: false, customFields: { f: 'Silver' } })
  tablesOf(store).contacts.applyWrite('c', { unreachable: true }, 6000)
  const { uuids, counts } = searching(store)
  expect(await uuids({ consent: ['agreed', 'notAsked'] })).toEqual(['a', 'c'])
  expect(await uuids({ consent: ['agreed', 'notAsked'], flags: ['blocked'] })).toEqual(['a'])
  expect(await uuids({ flags: ['blocked', 'archived'] })).toEqual(['a', 'b'])
  expect(await uuids({ flags: ['noSms'] })).toEqual(['c'])
  expect(await uuids({ flags: ['unsubscribed'], search: 'c' })).toEqual(['c'])
  expect(await uuids({ tags: ['news'] })).toEqual(['a', 'b'])
  expect(await uuids({ tags: ['VIP', 'newsletter'] })).toEqual(['a', 'c'])
  expect(await uuids({ field: { uuid: 'f', value: 'silver' } })).toEqual(['c'])
  expect(await uuids({ notSeenSinceMs: 50_000 })).toEqual(['a', 'c'])
  expect(await uuids({ notSeenSinceMs: 50_000, consent: ['notAsked'] })).toEqual(['c'])
  expect(await counts()).toEqual({ agreed: 1, refused: 1, notAsked: 1, blocked: 1, archived: 1, unsubscribed: 1, noSms: 1 })
})

test('who was changed, added or removed since a search is found as they are now, without indexing anew', async () => {
  const store = newStore()
  put(store, 'a', { name: 'Ann', consent: true })
  put(store, 'b', { name: 'Ben', consent: true })
  const { uuids, counts } = searching(store)
  expect(await uuids({ search: 'ann' })).toEqual(['a'])
  put(store, 'a', { name: 'Zoe' }, 7000)
  put(store, 'c', { name: 'Hannah', consent: null }, 7000)
  tablesOf(store).contacts.applyWrite('b', { consent: false }, 7000)
  expect([await uuids({ search: 'ann' }), await uuids({ search: 'zoe' })]).toEqual([['c'], ['a']])
  expect(tablesOf(store).searchIndex.stale()).toHaveLength(3)
  expect(await counts()).toMatchObject({ agreed: 1, refused: 1, notAsked: 1 })
  tablesOf(store).contacts.remove('c', 1)
  expect([await uuids({ search: 'ann' }), await uuids({ search: 'hannah' }), (await counts()).notAsked]).toEqual([[], [], 0])
})

test('of a contact that is gone no text stays behind where its block is indexed anew', async () => {
  const store = newStore()
  put(store, 'a', { name: 'Ann' })
  put(store, 'b', { name: 'Rumpelstiltskin' })
  const search = createContactSearch(store)
  await search.prepare()
  const texts = () => String(store.prepare('SELECT CAST(texts AS TEXT) FROM search_blocks').pluck().get())
  expect(texts()).toContain('rumpelstiltskin')
  tablesOf(store).contacts.remove('b', 1)
  await search.prepare()
  expect(texts()).toBe('ann\n')
})

test('contacts that were cached before there was an index are found, also where nothing can be written', async () => {
  const store = newStore()
  put(store, 'a', { name: 'Ann' })
  store.pragma('query_only = ON')
  const readOnly = new Proxy(store, { get: (on, key) => (key === 'readonly' ? true : Reflect.get(on, key, on)) })
  expect((await createContactSearch(readOnly).page(contactFilterSchema.parse({ search: 'ann' }), { offset: 0, limit: 5 })).total).toBe(1)
})

test('whatever is searched is what a look at each contact finds, whether it was indexed or changed since', async () => {
  const words = fc.constantFrom('ana', 'anan', 'nan', 'Bæta', 'ß', 'ИВАН', 'a', '12', '0155', 'x_y', '漢字', 'é')
  const name = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
  const glued = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, fc.option(glued)), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(11), name), { maxLength: 3 }),
      fc.oneof(name, glued),
      async (people, renamed, wanted) => {
        const store = newStore()
        const now = new Map(people.map(([full, notes], at) => [`u${at}`, { name: full, notes }]))
        for (const [uuid, record] of now) put(store, uuid, record)
        const { prepare, uuids } = searching(store)
        await prepare()
        for (const [at, full] of renamed) {
          const before = now.get(`u${at}`)
          if (before === undefined) continue
          now.set(`u${at}`, { ...before, name: full })
          put(store, `u${at}`, { name: full }, 7000)
        }
        if (/^[\d\s]+$/.test(wanted)) return
        const terms = wanted.split(/\s+/).map(searchText)
        const expected = [...now]
          .filter(([, { name: full, notes }]) => {
            const lines = [searchText(full), searchText(notes ?? '')]
            return terms.every((term) => lines.some((line) => line.includes(term)))
          })
          .map(([uuid]) => uuid)
        expect((await uuids({ search: wanted }, 0, 50)).toSorted()).toEqual(expected.toSorted())
      },
    ),
    { numRuns: 30 },
  )
})
