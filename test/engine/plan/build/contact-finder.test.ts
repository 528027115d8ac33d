import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { createContactFinder, mayReadAhead } from '../../../../src-main/engine/plan/build/contact-finder.ts'
import { createPlanMeter } from '../../../../src-main/engine/plan/build/plan-meter.ts'
import type { ConversationPosts } from '../../../../src-main/engine/service/service.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, clock, lookUpService, nowMs } from '../planning.ts'

const newStore = tempStores()
const large = 4 * 1024 * 1024
const phone = (n: number) => `+1555${String(n).padStart(7, '0')}`
const person = (n: number): CustomerRecord => ({ uuid: `u${n}`, phone: phone(n), name: `P${n}`, tags: [], notes: '', consent: null })
const people = (from: number, count: number) => Array.from({ length: count }, (_, at) => person(from + at))
const rowOf = (n: number, parts: Partial<MappedRow> = {}): MappedRow => ({
  ...{ line: n + 1, key: { by: 'phone', phone: phone(n) }, contact: { name: `P${n}` }, issues: [] },
  ...parts,
})
let store: Store
beforeEach(() => {
  store = newStore()
})

type Options = Parameters<typeof createContactFinder>[0]
/** `believedSinceMs`: what was read of contacts before is too old. */
function finder(parts: Partial<Options> = {}, recipe: Partial<Recipe> = {}, believedSinceMs = 0) {
  const options: Options = {
    ...{ store, file: { sizeBytes: 1000 }, mapping: { groupUuid: null }, recipe: recipeOf(recipe), service: null, lookup: 'never' },
    ...{ settings: { syncMaxAgeSeconds: 3600, concurrency: 2 }, clock },
    ...parts,
  }
  return createContactFinder(options, { believedSinceMs, plannedSinceMs: nowMs }, createPlanMeter('plan', 1000, clock))
}

describe('a file', () => {
  test.each([
    [large, 'holder'],
    [large - 1, 'contact'],
  ])('of %i bytes has its contacts found as a %s', async (sizeBytes, kind) => {
    cache(store, person(1))
    const [found] = await (await finder({ file: { sizeBytes } })).find([rowOf(1)], 0)
    expect(found?.kind).toBe(kind)
  })

  test.each<[number, Partial<Recipe>, Options['lookup'], boolean]>([
    [large, {}, 'missing', true],
    [large, {}, 'never', true],
    [large - 1, {}, 'missing', false],
    [large, { mode: 'add' }, 'missing', false],
    [large, {}, 'always', false],
    [large, { kind: 'messages' }, 'missing', false],
  ])('of %i bytes, planned as %j with look-up "%s", may be read ahead: %j', async (sizeBytes, parts, lookup, may) => {
    expect(mayReadAhead({ file: { sizeBytes }, recipe: recipeOf(parts), lookup })).toBe(may)
    cache(store, person(1))
    expect((await finder({ file: { sizeBytes }, lookup }, parts)).known !== null).toBe(may)
  })
})

test('a row with an error has no contact, whoever has its number', async () => {
  cache(store, person(1))
  const error = { line: 2, column: 'A', code: 'x', severity: 'error' as const, value: '', message: 'm', hint: 'h' }
  const found = await (await finder()).find([rowOf(1, { issues: [error] }), rowOf(1)], 0)
  expect(found.map(({ kind }) => kind)).toEqual(['none', 'contact'])
})

describe('all contacts are read in pages', () => {
  const pagesOf = (records: CustomerRecord[]) => {
    const asked: string[] = []
    let pages = 0
    const service: Options['service'] = {
      ...lookUpService(records, asked),
      async *customers() {
        pages += 1
        const customers = records.map((record) => ({ record, extra: null }))
        const page = { customers, askedAtMs: nowMs + 2, source: 'customers' as const, read: records.length, unreadable: 0 }
        yield await Promise.resolve(page)
      },
    }
    return { service, asked, pagesRead: () => pages }
  }

  test('where many are known, but from too long ago', async () => {
    cache(store, ...people(1, 20))
    const { service, asked, pagesRead } = pagesOf(people(1, 20))
    const found = await (
      await finder({ service, lookup: 'missing' }, {}, nowMs + 1)
    ).find(
      people(1, 20).map((_, at) => rowOf(at + 1)),
      1000,
    )
    expect([pagesRead(), asked, found.every(({ kind }) => kind === 'contact')]).toEqual([1, [], true])
  })

  test('not for those that are known well enough, nor for those that nobody knows', async () => {
    cache(store, ...people(1, 20))
    const { service, asked, pagesRead } = pagesOf([])
    const rows = Array.from({ length: 40 }, (_, at) => rowOf(at + 1))
    const found = await (await finder({ service, lookup: 'missing' })).find(rows, 1000)
    expect([pagesRead(), asked.length, found.filter(({ kind }) => kind === 'contact').length]).toEqual([0, 20, 20])
  })
})

describe('conversations', () => {
  const conversing = () => {
    const asked: string[] = []
    const conversation = { uuid: 'c', resolved: false } as unknown as ConversationPosts
    const conversationByPhone = (number: string) => {
      asked.push(number)
      return Promise.resolve(conversation)
    }
    return { asked, service: { ...lookUpService([person(1)]), conversationByPhone } }
  }

  test.each<[Options['lookup'], Partial<Recipe>, string[], string | null]>([
    ['missing', { kind: 'resolve' }, [phone(1)], 'open'],
    ['never', { kind: 'resolve' }, [], null],
    ['missing', {}, [], null],
  ])('with look-up "%s" and %j are asked about: %j', async (lookup, recipe, asked, state) => {
    cache(store, person(1))
    const { service, asked: askedFor } = conversing()
    const found = await finder({ service, lookup }, recipe)
    await found.find([rowOf(1)], 0)
    expect([askedFor, found.conversationState(phone(1))]).toEqual([asked, state])
  })
})

test('groups have a contact for each of their people; a row beside them has its own', async () => {
  cache(store, person(1), person(2))
  const group = rowOf(9, { members: [phone(2), phone(7), phone(1)] })
  const found = await (await finder()).find([rowOf(1), group, rowOf(2)], 0)
  expect(found).toMatchObject([
    { kind: 'contact', contact: { record: { uuid: 'u1' } } },
    {
      kind: 'group',
      members: [{ phone: phone(2), match: { kind: 'contact' } }, { phone: phone(7), match: { kind: 'none' } }, { phone: phone(1) }],
    },
    { kind: 'contact', contact: { record: { uuid: 'u2' } } },
  ])
})

test('a row whose identifier nobody has is about its number, and says so; others stay as they are', async () => {
  cache(store, person(1), person(2))
  const byUuid = (uuid: string, parts: Partial<MappedRow> = {}) =>
    rowOf(2, { key: { by: 'uuid', uuid }, otherKey: { by: 'phone', phone: phone(1) }, ...parts })
  const alone = rowOf(2, { key: { by: 'uuid', uuid: 'gone' } })
  const filtered = byUuid('gone', { filtered: { column: 'A', value: 'x' } })
  const rows = [byUuid('gone'), byUuid('u2'), alone, filtered]
  const found = await (await finder({}, { match: { by: 'uuid', column: 'Id' } })).find(rows, 0)
  expect(found.map((match) => (match.kind === 'contact' ? match.contact.record.uuid : match.kind))).toEqual(['u1', 'u2', 'none', 'none'])
  expect(rows.map(({ key, otherKey, issues }) => [key?.by, otherKey?.by, issues.map(({ column }) => column)])).toEqual([
    ['phone', undefined, ['Id']],
    ['uuid', 'phone', []],
    ['uuid', undefined, []],
    ['uuid', 'phone', []],
  ])
})
