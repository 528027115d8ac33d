import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { ListDoubt } from '../../../../src-main/engine/model/contacts/list-doubt.ts'
import type { PageAnswer } from '../../../../src-main/engine/service/address-book/list-page.ts'
import { UnusableList, walkPages } from '../../../../src-main/engine/service/address-book/page-walk.ts'
import type { ResumePoint } from '../../../../src-main/engine/service/address-book/resumed-walk.ts'
import { createUuidSet } from '../../../../src-main/engine/service/address-book/uuid-set.ts'

type Fetch = (page: number, size: number) => PageAnswer

const items = (list: unknown[]): PageAnswer => ({ kind: 'items', items: list, askedAtMs: 0 })
const refused = (status: number): PageAnswer => ({ kind: 'refused', status, error: new AppError('service.refused', 'no', 'no') })
const range = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`)

interface Walked {
  read: string[]
  /** The pages that were asked for, in their order. */
  asked: number[]
  requests: number
  unreadable: number
  mostUnderWay: number
  doubts: ListDoubt[]
}

async function walk(fetch: Fetch, width = 4, faceOf?: (item: unknown) => string, most = 400, resumeAt?: ResumePoint): Promise<Walked> {
  const doubts: ListDoubt[] = []
  const asked: number[] = []
  const read: string[] = []
  let requests = 0
  let unreadable = 0
  let underWay = 0
  let mostUnderWay = 0
  const pages = walkPages({
    fetch: async (page, size) => {
      if (++requests > most) throw new Error('This never ends.')
      asked.push(page)
      mostUnderWay = Math.max(mostUnderWay, ++underWay)
      // Later pages come back before earlier ones.
      for (let turn = (page * 7) % 5; turn >= 0; turn -= 1) await Promise.resolve()
      underWay -= 1
      return fetch(page, size)
    },
    pace: { width: () => width, onPage: () => {} },
    keyOf: (item) => (typeof item === 'string' ? item : null),
    onDoubt: (doubt) => doubts.push(doubt),
    ...(faceOf && { faceOf }),
    resumeAt,
  })
  for await (const page of pages) {
    read.push(...(page.fresh as string[]))
    unreadable += page.unreadable
  }
  return { read, asked, requests, unreadable, mostUnderWay, doubts }
}

const paged =
  (all: string[], cap = 50): Fetch =>
  (page, size) =>
    items(all.slice(page * Math.min(size, cap), (page + 1) * Math.min(size, cap)))
const fromOne =
  (inner: Fetch, page0: PageAnswer | null): Fetch =>
  (page, size) =>
    page === 0 ? (page0 ?? inner(0, size)) : inner(page - 1, size)
const clamped =
  (all: string[]): Fetch =>
  (page, size) =>
    paged(all)(Math.min(page, Math.max(Math.ceil(all.length / size) - 1, 0)), size)

describe('walkPages', () => {
  const counts = fc.oneof(fc.constantFrom(0, 1, 29, 30, 31, 49, 50, 51, 99, 100, 101, 150), fc.nat(230))
  test.each<[string, (all: string[]) => Fetch]>([
    ['pages from 0', (all) => paged(all)],
    ['pages of 30 whatever is asked', (all) => paged(all, 30)],
    ['pages of 100 whatever is asked', (all) => (page) => items(all.slice(page * 100, page * 100 + 100))],
    ['pages from 1, page 0 as page 1', (all) => fromOne(paged(all), null)],
    ['pages from 1, page 0 empty', (all) => fromOne(paged(all), items([]))],
    ['pages from 1, page 0 refused', (all) => fromOne(paged(all), refused(422))],
    ['404 behind the last page', (all) => (page, size) => (page > 0 && page * size >= all.length ? refused(404) : paged(all)(page, size))],
    ['the last page again and again', (all) => clamped(all)],
    [
      'records shown twice',
      (all) => (page, size) =>
        items(
          [...all.slice(Math.max(page * size - 3, 0), page * size), ...all.slice(page * size, page * size + size)].slice(
            0,
            page * size < all.length ? undefined : 0,
          ),
        ),
    ],
  ])('every entry is read once: %s', async (_name, service) => {
    await fc.assert(
      fc.asyncProperty(counts, fc.constantFrom(1, 2, 4), async (count, width) => {
        const all = range(count)
        expect((await walk(service(all), width)).read).toEqual(all)
      }),
      { numRuns: 60 },
    )
  })

  test('a service that ignores the page and shows everything is read once', async () => {
    for (const count of [1, 20, 49, 51, 500]) expect((await walk(() => items(range(count)))).read).toHaveLength(count)
  })

  test('a service that shows the same full page again and again cannot be told from the whole: service.shape', async () => {
    for (const count of [30, 50]) {
      await expect(walk((_page, size) => items(range(Math.min(count, size))))).rejects.toMatchObject({ code: 'service.shape' })
      await expect(walk(() => items(range(count)))).rejects.toMatchObject({ code: 'service.shape' })
      // Nor by a page of another size that is refused, or empty.
      for (const other of [refused(400), items([])])
        await expect(walk((_page, size) => (size < 50 ? other : items(range(count))))).rejects.toMatchObject({ code: 'service.shape' })
    }
  })

  test('pages in the middle that are short because entries are hidden end nothing', async () => {
    const all = range(170)
    const hidden = new Set(all.filter((_, index) => index % 3 === 0))
    const { read } = await walk((page, size) => items(all.slice(page * size, (page + 1) * size).filter((one) => !hidden.has(one))))
    expect(read).toHaveLength(all.length - hidden.size)
  })

  test('entries that cannot be read are counted, and a first page of nothing else is unusable', async () => {
    expect(await walk((page) => items(page === 0 ? ['a', 7, 'b', null] : []))).toMatchObject({ read: ['a', 'b'], unreadable: 2 })
    await expect(walk(() => items([7, 8]))).rejects.toBeInstanceOf(UnusableList)
  })

  test('no usable first page is unusable, with the refusal', async () => {
    await expect(walk(() => ({ kind: 'unusable' }))).rejects.toBeInstanceOf(UnusableList)
    await expect(walk(() => refused(403))).rejects.toMatchObject({ refusal: { code: 'service.refused' } })
  })

  // The second one is looked at before, for the end of the list.
  test.each([2, 3])('a later page that is refused or of another shape breaks off instead of ending: page %d', async (broken) => {
    await expect(walk((page, size) => (page === broken ? refused(403) : paged(range(300))(page, size)))).rejects.toMatchObject({
      code: 'service.refused',
    })
    await expect(walk((page, size) => (page === broken ? { kind: 'unusable' } : paged(range(300))(page, size)))).rejects.toMatchObject({
      code: 'service.shape',
    })
  })

  test('no more pages are under way than are allowed, and none is read ahead before the numbering has shown', async () => {
    expect(await walk(paged(range(500)), 4)).toMatchObject({ mostUnderWay: 4, requests: 28 })
    expect(await walk(paged(range(500)), 1)).toMatchObject({ mostUnderWay: 1, requests: 25 })
    expect(await walk(paged(range(40)), 4)).toMatchObject({ mostUnderWay: 1, requests: 6 })
    // Two pages are enough for it to show.
    expect(await walk(paged(range(100)), 4)).toMatchObject({ mostUnderWay: 4 })
  })

  test('what was read ahead in vain is aborted, however the walk ends', async () => {
    for (const pagesTaken of [3, Number.POSITIVE_INFINITY]) {
      const signals: AbortSignal[] = []
      const pages = walkPages({
        fetch: (page, size, signal) => {
          signals.push(signal)
          if (page <= 4) return Promise.resolve(paged(range(201))(page, size))
          return page !== 7
            ? Promise.resolve(items([]))
            : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
        pace: { width: () => 4, onPage: () => {} },
        keyOf: (item) => (typeof item === 'string' ? item : null),
      })
      let taken = 0
      for await (const _ of pages) if (++taken >= pagesTaken) break
      expect(signals.length).toBeGreaterThan(taken)
      expect(signals.every(({ aborted }) => aborted)).toBe(true)
    }
  })
})

describe('a list that changes while it is read', () => {
  type Order = 'oldest first' | 'newest first' | 'by activity' | 'by name'
  type Change = 'delete' | 'move' | 'add'

  /** A service whose list changes between two answers, as `changes` says by request; entries are `u…` from the start, `n…` new. */
  function living(count: number, order: Order, changes: ReadonlyMap<number, [Change, number][]>) {
    let list = range(count)
    const stayed = new Set(list)
    let added = 0
    let request = 0
    const change = ([what, at]: [Change, number]): void => {
      const entry = list[at % Math.max(list.length, 1)]
      if (what === 'add' && order === 'oldest first') list = [...list, `n${(added += 1)}`]
      else if (what === 'add') list = [`n${(added += 1)}`, ...list]
      else if (entry !== undefined) {
        const others = list.filter((one) => one !== entry)
        if (what === 'delete') stayed.delete(entry)
        if (what === 'delete') list = others
        else if (order === 'by activity') list = [entry, ...others]
        else if (order === 'by name') list = others.toSpliced((at * 7) % list.length, 0, entry)
      }
    }
    const fetch: Fetch = (page, size) => {
      for (const one of changes.get((request += 1)) ?? []) change(one)
      return paged(list)(page, size)
    }
    return { fetch, stayed }
  }

  test('whoever stays in it is read, or it is said that it did not come to rest', async () => {
    const changes = fc.array(
      fc.tuple(fc.integer({ min: 2, max: 60 }), fc.constantFrom<Change>('delete', 'delete', 'move', 'add'), fc.nat(2_000)),
      { maxLength: 30 },
    )
    const orders = fc.constantFrom<Order>('oldest first', 'newest first', 'by activity')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(60, 230, 1_000, 2_300),
        orders,
        changes,
        fc.constantFrom(1, 4),
        async (count, order, drawn, width) => {
          const byRequest = new Map<number, [Change, number][]>()
          for (const [request, what, at] of drawn) byRequest.set(request, [...(byRequest.get(request) ?? []), [what, at]])
          const { fetch, stayed } = living(count, order, byRequest)
          const { read, doubts } = await walk(fetch, width)
          expect(new Set(read).size).toBe(read.length)
          if (doubts.length === 0) expect([...stayed].filter((one) => !read.includes(one))).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })

  test('whoever is renamed in it is read, however often and wherever that is, or it is said', async () => {
    const renamings = fc.array(fc.tuple(fc.integer({ min: 2, max: 60 }), fc.nat(2_000)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(230, 1_000, 2_300), renamings, fc.constantFrom(1, 4), async (count, drawn, width) => {
        const byRequest = new Map<number, [Change, number][]>()
        for (const [request, at] of drawn) byRequest.set(request, [...(byRequest.get(request) ?? []), ['move', at]])
        const { fetch, stayed } = living(count, 'by name', byRequest)
        const { read, doubts } = await walk(fetch, width)
        if (doubts.length === 0) expect([...stayed].filter((one) => !read.includes(one))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test.each<[string, Order, [Change, number]]>([
    ['an unread contact that is renamed, to a place that was read', 'by name', ['move', 700]],
    ['one that was read, to a place further on', 'by name', ['move', 60]],
    ['one deletion further ahead', 'oldest first', ['delete', 3]],
    ['an unread contact that wrote meanwhile', 'by activity', ['move', 700]],
    ['a new contact in front, while pages are read ahead', 'newest first', ['add', 0]],
  ])('%s costs nobody, and no doubt', async (_name, order, change) => {
    for (let request = 2; request <= 16; request += 1) {
      const { fetch, stayed } = living(800, order, new Map([[request, [change]]]))
      const { read, doubts } = await walk(fetch)
      expect(doubts).toEqual([])
      expect([...stayed].filter((one) => !read.includes(one))).toEqual([])
    }
  })

  test('a deletion before every answer is caught up with while it goes on for less than a few readings', async () => {
    const every = new Map(Array.from({ length: 45 }, (_, at): [number, [Change, number][]] => [at + 2, [['delete', 0]]]))
    const { fetch, stayed } = living(2_000, 'oldest first', every)
    const { read, doubts } = await walk(fetch)
    expect(doubts).toEqual([])
    expect([...stayed].filter((one) => !read.includes(one))).toEqual([])
  })

  describe('is read a second time at its end where something was shown twice that neither end explains', () => {
    /** Ten pages of a list that shows these entries more at the end of its pages. Page 6 is asked for a second time only by reading all again. */
    const isReadAgain = async (more: Record<number, unknown[]>, resumeAt?: ResumePoint) => {
      const fetch: Fetch = (page, size) =>
        items([...range(500).slice(page * size, (page + 1) * size), ...(size === 50 ? (more[page] ?? []) : [])])
      const { read, asked } = await walk(fetch, 1, undefined, 400, resumeAt)
      expect(new Set(read).size).toBe(read.length)
      return asked.filter((page) => page === 6).length > 1
    }

    test.each<[string, Record<number, unknown[]>, boolean]>([
      ['nothing', {}, false],
      ['twice on the first page', { 0: ['u1'] }, false],
      ['what cannot be read', { 0: [7], 1: [7], 4: [7], 5: [7] }, false],
      ['on the second page what was on the first', { 1: ['u1'] }, true],
      ['on the third page what was on the first', { 2: ['u1'] }, true],
      ['later what was long before', { 5: ['u1'] }, true],
    ])('%s: %j', async (_what, more, isAgain) => {
      expect(await isReadAgain(more)).toBe(isAgain)
    })

    test('a whole page of what was shown counts, but not the first one again in a list that counts from 1', async () => {
      const all = range(500)
      const [one, two] = [all.slice(0, 50), all.slice(50, 100)]
      const mixed = one.map((entry, at) => (at % 2 === 0 ? entry : (two[at] ?? entry)))
      const inserted: Fetch = (page, size) =>
        size < 50 ? items([]) : page < 2 ? paged(all)(page, size) : page === 2 ? items(mixed) : paged(all)(page - 1, size)
      const again = await walk(inserted, 1)
      expect([again.read, again.asked.filter((page) => page === 6).length]).toEqual([all, 2])
      const counted = await walk(fromOne(paged(all), null), 1)
      expect([counted.read, counted.asked.filter((page) => page === 7).length]).toEqual([all, 1])
    })

    test.each<[string, Record<number, unknown[]>, boolean]>([
      ['nothing', {}, false],
      ['what an earlier walk has shown', { 4: ['u1'] }, false],
      ['what cannot be read', { 3: [7], 4: [7], 5: [7] }, false],
      ['what was on the page before', { 4: ['u199'] }, true],
    ])('of an earlier walk that is resumed: %s', async (_what, more, isAgain) => {
      const seen = createUuidSet()
      for (const entry of range(175)) seen.add(entry)
      expect(await isReadAgain(more, { front: 0, frontAs: 0, page: 3, seen, contacts: 175 })).toBe(isAgain)
    })
  })

  test('of an earlier walk that is resumed, what has come to its front is read first, under numbers of its own', async () => {
    const list = [...Array.from({ length: 70 }, (_, at) => `n${at}`), ...range(500)]
    const seen = createUuidSet()
    for (const entry of range(200)) seen.add(entry)
    const numbers: number[] = []
    const pages = walkPages({
      fetch: async (page, size) => paged(list)(page, size),
      pace: { width: () => 1, onPage: () => {} },
      keyOf: (item) => (typeof item === 'string' ? item : null),
      resumeAt: { front: 2, frontAs: -2, page: 5, seen, contacts: 200 },
    })
    const read: unknown[] = []
    for await (const { page, fresh } of pages) {
      numbers.push(page)
      read.push(...fresh)
    }
    expect(numbers).toEqual([-2, -1, 5, 6, 7, 8, 9, 10, 11])
    expect(read).toEqual([...list.slice(0, 70), ...range(500).slice(200)])
  })

  test('a hundred pages that show nothing new are passed over, and no more: service.shape', async () => {
    const all = range(200)
    const known = [all.slice(0, 50).reverse(), all.slice(50, 100).reverse()]
    const passing =
      (count: number): Fetch =>
      (page, size) =>
        page < 2 ? paged(all)(page, size) : page < 2 + count ? items(known[page % 2] ?? []) : paged(all)(page - count, size)
    expect((await walk(passing(100), 1)).read).toEqual(all)
    await expect(walk(passing(101), 1)).rejects.toMatchObject({ code: 'service.shape' })
  })

  test('what was asked for ahead is used where the list stands still when it is looked at again', async () => {
    const alone = (await walk(paged(range(4_010)), 1)).requests
    // Behind the end, three pages are asked for in vain.
    expect((await walk(paged(range(4_010)), 4)).requests).toBe(alone + 3)
  })

  test('a list that stands still costs two requests more for every forty pages, and some to find its end', async () => {
    expect(await walk(paged(range(4_010)), 1)).toMatchObject({ doubts: [], requests: 81 + 2 * 2 + 14 + 5 })
  })
})

describe('the end of a list', () => {
  test('an empty page in between is asked for again', async () => {
    const emptied = new Set<number>()
    const { read, doubts } = await walk((page, size) => {
      const isFirst = size === 50 && page % 4 === 3 && !emptied.has(page)
      emptied.add(page)
      return isFirst ? items([]) : paged(range(1_000))(page, size)
    })
    expect(read).toEqual(range(1_000))
    expect(doubts).toEqual([])
  })

  test('one that stays empty though others follow is a doubt, and those are read', async () => {
    const { read, doubts } = await walk((page, size) => (page === 3 ? items([]) : paged(range(500))(page, size)))
    expect(read).toHaveLength(450)
    expect(doubts).toEqual(['gap'])
  })

  test.each([404, 416])('a refusal with %d after a full page is a doubt, after a short one the end', async (status) => {
    const upTo =
      (last: number, all: string[]): Fetch =>
      (page, size) =>
        page > last ? refused(status) : paged(all)(page, size)
    expect(await walk(upTo(9, range(1_000)))).toMatchObject({ read: range(500), doubts: ['cut'] })
    expect(await walk(upTo(9, range(480)))).toMatchObject({ read: range(480), doubts: [] })
  })

  test('404 once is no end', async () => {
    let isTold = false
    const fetch: Fetch = (page, size) => {
      if (page !== 4 || isTold) return paged(range(500))(page, size)
      isTold = true
      return refused(404)
    }
    expect(await walk(fetch)).toMatchObject({ read: range(500), doubts: [] })
  })

  test('an empty page after a full one is the end where the service serves such numbers, else a doubt', async () => {
    const upTo =
      (last: number): Fetch =>
      (page, size) =>
        page > last ? items([]) : paged(range(1_000))(page, size)
    expect(await walk(paged(range(500)))).toMatchObject({ read: range(500), doubts: [] })
    expect(await walk(upTo(9))).toMatchObject({ read: range(500), doubts: ['cut'] })
  })

  test('a full last page that comes again is the end where the service serves such numbers, else a doubt', async () => {
    expect(await walk(clamped(range(500)))).toMatchObject({ read: range(500), doubts: [] })
    expect(await walk((page, size) => paged(range(1_000))(Math.min(page, 9), size))).toMatchObject({ read: range(500), doubts: ['cut'] })
    // Whatever is asked for, it gives fifty: nothing tells whether there are more.
    expect(await walk((page) => paged(range(1_000))(Math.min(page, 9), 50))).toMatchObject({ read: range(500), doubts: ['cut'] })
    expect(await walk((page, size) => paged(range(480))(Math.min(page, 9), size))).toMatchObject({ read: range(480), doubts: [] })
  })

  test('a list that begins anew behind its last page ends there', async () => {
    expect(await walk((page, size) => paged(range(500))(page % 10, size))).toMatchObject({ read: range(500), doubts: [] })
  })

  test('a list that shows the same under new keys for ever has no end: service.shape', async () => {
    let key = 0
    const fetch: Fetch = (page, size) => items(Array.from({ length: size }, (_, at) => `${(page % 5) * size + at}:${(key += 1)}`))
    await expect(walk(fetch, 4, (item) => String(item).split(':')[0] ?? '')).rejects.toMatchObject({ code: 'service.shape' })
  })

  test('three pages in a row that show what was shown before, under new keys, are no further entries; two are', async () => {
    let key = 0
    const repeating =
      (again: number): Fetch =>
      (page, size) => {
        const at = page < 5 ? page : page < 5 + again ? page - 5 : page - again
        return items(range(500).slice(at * size, (at + 1) * size).map((entry) => `${entry}:${(key += 1)}`)) // prettier-ignore
      }
    const faceOf = (item: unknown) => String(item).split(':')[0] ?? ''
    await expect(walk(repeating(3), 1, faceOf)).rejects.toMatchObject({
      code: 'service.shape',
      hint: expect.stringContaining('again and again'),
    })
    await expect(walk(repeating(2), 1, faceOf)).resolves.toMatchObject({ doubts: expect.any(Array) })
  })
})

describe('a list without an end', () => {
  test('of always new entries is read so far and no further, and is said to be in doubt', async () => {
    const invented: Fetch = (page, size) => items(Array.from({ length: size }, (_, at) => `n${page}-${at}`))
    const { read, requests, doubts } = await walk(invented, 4, undefined, 5_000)
    expect(read.length).toBe(50_000)
    expect(requests).toBeLessThan(1_200)
    expect(doubts).toEqual(['endless'])
  })

  test('that only serves its last page again has as many entries as it has', async () => {
    const all = range(1_100 * 50)
    const { read, doubts } = await walk(clamped(all), 4, undefined, 5_000)
    expect(read.length).toBe(all.length)
    expect(doubts).not.toContain('endless')
  })
})
