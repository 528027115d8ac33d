import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareWithRead, findResumePoint } from '../../../../src-main/engine/service/address-book/resumed-walk.ts'
import { type EarlierWalk } from '../../../../src-main/engine/model/contacts/earlier-walk.ts'
import { walkPages } from '../../../../src-main/engine/service/address-book/page-walk.ts'
import { tempStores } from '../../store/temp-store.ts'
import { portion } from '../../../helpers/portion.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

const newStore = tempStores()
const size = 50

/** A list at the service that others change, and what a walk has read of it. */
function newList(length: number, store = newStore()) {
  let next = length
  const list = Array.from({ length }, (_, at) => `u${at}`)
  const pages = tablesOf(store).syncPages
  pages.removeAll()
  const firstId = tablesOf(store).syncs.begin(1000)
  const read = new Set<string>()
  const page = (number: number) => list.slice(number * size, number * size + size)
  return {
    list,
    read,
    make: () => `u${next++}`,
    earlier: (): EarlierWalk | null => pages.earlier(2000, 'here:1', firstId),
    /** Reads on for so many pages; answers whether it came to the end. */
    async walk(earlier: EarlierWalk | null, mostPages: number): Promise<{ isEnd: boolean; resumedAt: number | null }> {
      const resumeAt = earlier === null ? null : await findResumePoint(earlier, async (number) => page(number))
      if (resumeAt === null) {
        pages.removeAll()
        read.clear()
      }
      let left = mostPages
      const walked = walkPages({
        fetch: async (number) => ({ kind: 'items', items: page(number), askedAtMs: 0 }),
        keyOf: String,
        pace: { width: () => 1, onPage: () => undefined },
        ...(resumeAt && { resumeAt }),
      })
      for await (const { page: number, keys } of walked) {
        for (const key of keys) {
          expect(read.has(key)).toBe(false)
          read.add(key)
        }
        pages.put(firstId, number, keys, { contacts: read.size, unreadable: 0 })
        left -= 1
        if (left === 0) return { isEnd: false, resumedAt: resumeAt?.page ?? null }
      }
      return { isEnd: true, resumedAt: resumeAt?.page ?? null }
    },
  }
}

type Change = { kind: 'add'; where: 'front' | 'end' | 'middle'; count: number } | { kind: 'remove'; at: number; count: number }
const count = fc.oneof({ arbitrary: fc.nat(60), weight: 5 }, { arbitrary: fc.constantFrom(49, 50, 51, 100, 300, 1100), weight: 2 })
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    where: fc.constantFrom('front' as const, 'front' as const, 'end' as const, 'middle' as const),
    count,
  }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(4000), count }),
)

function apply(list: string[], one: Change, make: () => string): void {
  if (one.kind === 'remove') list.splice(one.at % list.length, one.count)
  else
    list.splice(
      { front: 0, middle: Math.floor(list.length / 3), end: list.length }[one.where],
      0,
      ...Array.from({ length: one.count }, make),
    )
}

test('a list that is gone on with after breaks, while contacts came and went in between, shows each contact that stayed', async () => {
  let resumed = 0
  const store = newStore()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1100, max: 4000 }),
      fc.array(fc.record({ pages: fc.integer({ min: 15, max: 60 }), changes: fc.array(change, { maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      async (length, breaks) => {
        const service = newList(length, store)
        let stayed = new Set(service.list)
        let earlier: EarlierWalk | null = null
        for (const { pages, changes } of breaks) {
          if ((await service.walk(earlier, pages)).isEnd) {
            expect([...stayed].filter((one) => !service.read.has(one))).toEqual([])
            return
          }
          for (const one of changes) apply(service.list, one, service.make)
          const now = new Set(service.list)
          stayed = new Set([...stayed].filter((one) => now.has(one)))
          earlier = service.earlier()
        }
        const { isEnd, resumedAt } = await service.walk(earlier, Number.POSITIVE_INFINITY)
        resumed += resumedAt === null ? 0 : 1
        expect(isEnd).toBe(true)
        expect([...stayed].filter((one) => !service.read.has(one))).toEqual([])
      },
    ),
    { numRuns: portion(150) },
  )
  expect(resumed).toBeGreaterThan(portion(15) - 1)
}, 60_000)

test('a list that is as it was is gone on with at the last page that was read, with a handful of requests', async () => {
  const service = newList(3000)
  await service.walk(null, 40)
  expect(await service.walk(service.earlier(), 1000)).toEqual({ isEnd: true, resumedAt: 39 })
  expect(service.read.size).toBe(3000)
})

test.each<[string, (list: string[]) => void]>([
  ['a contact that was read moved to the front', (list) => list.unshift(...list.splice(700, 1))],
  ['a contact was moved to just before the seam', (list) => list.splice(1990, 0, ...list.splice(700, 1))],
  ['the list was turned round', (list) => list.reverse()],
  ['all contacts are others', (list) => list.splice(0, list.length, ...Array.from({ length: 3000 }, (_, at) => `v${at}`))],
  ['something new stands among the first contacts', (list) => list.splice(3, 0, 'new')],
  ['the list is empty', (list) => list.splice(0)],
])('a list in another order is read anew: %s', async (_name, disturb) => {
  const service = newList(3000)
  await service.walk(null, 40)
  disturb(service.list)
  expect(await service.walk(service.earlier(), 1000)).toEqual({ isEnd: true, resumedAt: null })
  expect([...service.read].sort()).toEqual([...service.list].sort())
})

test('a page is compared with what was read by order and by what is new before and behind it', () => {
  const read = ['a', 'b', 'c', 'd']
  const seen = { has: (key: string) => [...read, 'elsewhere'].includes(key) }
  const compare = (keys: string) => compareWithRead(keys === '' ? [] : keys.split(' '), read, seen)
  expect(compare('x b d y z')).toEqual({ newBefore: 1, known: 2, newBehind: 2 })
  expect(compare('x y')).toEqual({ newBefore: 2, known: 0, newBehind: 0 })
  expect(compare('')).toEqual({ newBefore: 0, known: 0, newBehind: 0 })
  for (const wrong of ['b a', 'a x b', 'elsewhere a', 'a a']) expect(compare(wrong)).toBeNull()
})

test('a walk is not resumed where a page cannot be read any more, wherever that is', async () => {
  const here = newList(2_000)
  await here.walk(null, 30)
  const earlier = here.earlier()
  if (earlier === null) throw new Error('Nothing was read.')
  const shown = async (page: number) => here.list.slice(page * size, page * size + size)
  const asked: number[] = []
  const resumes = (missing: number | null) =>
    findResumePoint(earlier, async (page) => {
      asked.push(page)
      return page === missing ? null : shown(page)
    })
  expect(await resumes(null)).not.toBeNull()
  for (const page of new Set(asked)) expect(await resumes(page)).toBeNull()
})

test('a walk is not resumed where somebody is new in the middle, though its beginning and its end are as they were', async () => {
  const here = newList(2_000)
  await here.walk(null, 30)
  const earlier = here.earlier()
  if (earlier === null) throw new Error('Nothing was read.')
  for (let page = 5; page < 25; page += 1) here.list[page * size + 20] = here.make()
  expect(await findResumePoint(earlier, async (page) => here.list.slice(page * size, page * size + size))).toBeNull()
})

describe('an earlier walk of pages of two', () => {
  const keysOn = (page: number) => [`${page}a`, `${page}b`]
  /** The walk read the pages from 0 to `lastPage`; `shown` is on a page now, the same as then unless given. */
  function resume(lastPage: number, shown: (page: number) => string[] = keysOn) {
    const earlier = {
      ...{ firstPage: 0, lastPage, contacts: (lastPage + 1) * 2, unreadable: 0 },
      keys: (from: number, to: number) =>
        Array.from({ length: lastPage + 1 }, (_, page) => page).flatMap((page) => (page < from || page > to ? [] : keysOn(page))),
    }
    return findResumePoint(earlier, async (page) => shown(page))
  }
  const grownBy = (pages: number) => (page: number) => (page < pages ? [`new ${page}`, `newer ${page}`] : keysOn(page - pages))

  test.each([1, 70, 100, 200])('remembers all of them, up to page %d', async (lastPage) => {
    const point = await resume(lastPage)
    expect(point).toMatchObject({ front: 0, frontAs: 0, page: lastPage })
    for (let page = 0; page <= lastPage; page += 1) for (const key of keysOn(page)) expect(point?.seen.has(key)).toBe(true)
    expect(point?.seen.has(`${lastPage + 1}a`)).toBe(false)
  })

  test('is not resumed where one of six pages in between has something new', async () => {
    for (const sample of [10, 20, 30, 40, 50, 60])
      expect(await resume(70, (page) => (page === sample ? [`${page}a`, 'new', `${page}b`] : keysOn(page)))).toBeNull()
  })

  test('begins with as many pages as are new in front, up to nineteen', async () => {
    for (const pages of [1, 2, 19]) expect(await resume(200, grownBy(pages))).toMatchObject({ front: pages, frontAs: -pages })
    expect(await resume(200, grownBy(20))).toBeNull()
  })

  test('goes on from the last page that shows what was read, of the last twenty', async () => {
    const cutBy = (pages: number) => (page: number) => (page > 200 - pages ? [] : keysOn(page))
    for (const pages of [0, 1, 19]) expect(await resume(200, cutBy(pages))).toMatchObject({ page: 200 - pages })
    expect(await resume(200, cutBy(20))).toBeNull()
  })
})
