import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { type PageAnswer, UnusableList, walkPages } from '../../../../src-main/engine/service/address-book/page-walk.ts'

type Fetch = (page: number, size: number) => PageAnswer

const items = (list: unknown[]): PageAnswer => ({ kind: 'items', items: list, askedAtMs: 0 })
const refused = (status: number): PageAnswer => ({ kind: 'refused', status, error: new AppError('service.refused', 'no', 'no') })
const range = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`)

async function walk(fetch: Fetch, width = 4): Promise<{ read: string[]; requests: number; unreadable: number; mostUnderWay: number }> {
  const read: string[] = []
  let requests = 0
  let unreadable = 0
  let underWay = 0
  let mostUnderWay = 0
  const pages = walkPages({
    fetch: async (page, size) => {
      if (++requests > 100) throw new Error('This never ends.')
      mostUnderWay = Math.max(mostUnderWay, ++underWay)
      // Later pages come back before earlier ones.
      for (let turn = (page * 7) % 5; turn >= 0; turn -= 1) await Promise.resolve()
      underWay -= 1
      return fetch(page, size)
    },
    pace: { width: () => width, onPage: () => {} },
    keyOf: (item) => (typeof item === 'string' ? item : null),
  })
  for await (const page of pages) {
    read.push(...(page.fresh as string[]))
    unreadable += page.unreadable
  }
  return { read, requests, unreadable, mostUnderWay }
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

  test('a later page that is refused or of another shape breaks off instead of ending', async () => {
    await expect(walk((page, size) => (page === 2 ? refused(403) : paged(range(300))(page, size)))).rejects.toMatchObject({
      code: 'service.refused',
    })
    await expect(walk((page, size) => (page === 2 ? { kind: 'unusable' } : paged(range(300))(page, size)))).rejects.toMatchObject({
      code: 'service.shape',
    })
  })

  test('no more pages are under way than are allowed, and none is read ahead before the numbering has shown', async () => {
    expect(await walk(paged(range(500)), 4)).toMatchObject({ mostUnderWay: 4, requests: 14 })
    expect(await walk(paged(range(500)), 1)).toMatchObject({ mostUnderWay: 1, requests: 11 })
    expect(await walk(paged(range(40)), 4)).toMatchObject({ mostUnderWay: 1, requests: 2 })
  })

  test('what was read ahead in vain is aborted, however the walk ends', async () => {
    for (const pagesTaken of [3, Number.POSITIVE_INFINITY]) {
      const signals: AbortSignal[] = []
      const pages = walkPages({
        fetch: (page, size, signal) => {
          signals.push(signal)
          if (page <= 4) return Promise.resolve(paged(range(201))(page, size))
          return page === 5
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
