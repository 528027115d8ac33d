import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPostsSince } from '../../../../src-main/engine/run/reconcile/read-posts-since.ts'
import type { ConversationPost } from '../../../../src-main/engine/service/service.ts'

const post = (uuid: string, createdAtSeconds: number | null): ConversationPost => ({
  uuid,
  conversationUuid: 'c-1',
  body: 'hi',
  createdAtSeconds,
  creatorType: 'customer',
  isWhisper: false,
  attachments: [],
  marksResolved: null,
  isFirst: null,
  messageType: null,
  transferredTo: null,
  assignedTo: null,
})
/** Posts of one page: `first` is the name and the time of the first one, each next one is `step` seconds later. */
const page = (first: number, step: number, count = 30) =>
  Array.from({ length: count }, (_, at) => post(`p${first + at * step}`, first + at * step))

const sinceSeconds = 900
/** Two clock tolerances before that: what is older need not be read. */
const before = 660
const wanted = { phone: '+12015550123', groupUuid: null, sinceSeconds }

/** A border: what the service answers to each page, null where it has no conversation. */
async function read(pageAt: (page: number) => ConversationPost[] | null, given: Parameters<typeof readPostsSince>[1] = wanted) {
  const asked: unknown[] = []
  const service = {
    conversationByPhone: async (phone: string, options: { page?: number; groupUuid?: string } = {}) => {
      asked.push([phone, options])
      const posts = pageAt(options.page ?? 0)
      return posts && { conversationUuid: `c-${options.page}`, posts, resolved: null, customer: null }
    },
  }
  return { ...(await readPostsSince(service, given, new AbortController().signal)), asked }
}
const paged = (...pages: ConversationPost[][]) => read((at) => pages[at] ?? [])
const shape = ({ posts, isCutShort, asked }: Awaited<ReturnType<typeof read>>) => ({
  posts: posts.length,
  isCutShort,
  requests: asked.length,
})

describe('a conversation', () => {
  test('that is not there has no posts', async () => {
    expect(await read(() => null)).toMatchObject({ posts: [], conversationUuid: null, isCutShort: false, asked: { length: 1 } })
  })

  test('without any post is empty, not cut short', async () => {
    expect(await paged()).toMatchObject({ posts: [], conversationUuid: 'c-0', isCutShort: false })
  })

  test('of less than a page is read at once, whole', async () => {
    const few = page(2_000, -1, 29)
    expect(await paged(few)).toMatchObject({ posts: few, conversationUuid: 'c-0', isCutShort: false, asked: { length: 1 } })
  })

  test('is asked for by number, and by department where there is one', async () => {
    expect((await read(() => null)).asked).toEqual([[wanted.phone, { page: 0 }]])
    expect((await read(() => null, { ...wanted, groupUuid: 'g' })).asked).toEqual([[wanted.phone, { page: 0, groupUuid: 'g' }]])
  })

  test('is read page by page to its end, and keeps the uuid that it showed first', async () => {
    const all = await paged(page(5_000, -1), page(4_000, -1), page(3_000, -1, 5))
    expect(shape(all)).toEqual({ posts: 65, isCutShort: false, requests: 3 })
    expect(all.conversationUuid).toBe('c-0')
    expect(shape(await paged(page(5_000, -1), page(4_000, -1)))).toEqual({ posts: 60, isCutShort: false, requests: 3 })
  })

  test('that never ends is read for thirty pages, and said to be cut short', async () => {
    expect(shape(await read((at) => page(100_000 - at * 100, -1)))).toEqual({ posts: 900, isCutShort: true, requests: 30 })
  })
})

describe('posts that go back in time', () => {
  test('are read as far as two clocks may be apart before the run, and no further', async () => {
    const lastAt = (seconds: number) => paged(page(seconds + 29, -1), page(seconds - 100, -1, 3))
    expect(shape(await lastAt(before))).toEqual({ posts: 33, isCutShort: false, requests: 2 })
    expect(shape(await lastAt(before - 1))).toEqual({ posts: 30, isCutShort: false, requests: 1 })
  })

  test('are all read where they come the other way round, or in no order', async () => {
    expect(shape(await paged(page(100, 1), page(200, 1), page(1_000, 1, 4)))).toEqual({ posts: 64, isCutShort: false, requests: 3 })
    const same = Array.from({ length: 30 }, (_, at) => post(`s${at}`, 100))
    expect(shape(await paged(same, page(1_000, 1, 4)))).toEqual({ posts: 34, isCutShort: false, requests: 2 })
  })

  test('page by page but not within them are past where a whole page is older than the one before', async () => {
    const pages = (newest: number) => paged(page(newest + 1, 1), page(newest - 29, 1), page(10, 1, 2))
    expect(shape(await pages(before - 1))).toEqual({ posts: 60, isCutShort: false, requests: 2 })
    expect(shape(await pages(before))).toEqual({ posts: 62, isCutShort: false, requests: 3 })
    const overlapping = [...page(240, 1, 29), post('x', 300)]
    expect(shape(await paged(page(300, 1), overlapping, page(10, 1, 2)))).toEqual({ posts: 62, isCutShort: false, requests: 3 })
  })

  test('are never past where a time is not shown', async () => {
    const without = (at: number, posts: ConversationPost[]) => posts.map((one, index) => (index === at ? post(one.uuid, null) : one))
    for (const at of [0, 29]) {
      expect(shape(await paged(without(at, page(before + 20, -1)), page(500, -1, 2)))).toMatchObject({ posts: 32, requests: 2 })
    }
    expect(shape(await paged(page(300, 1), without(5, page(200, 1)), page(10, 1, 2)))).toMatchObject({ posts: 62, requests: 3 })
    const timeless = page(300, 1).map(({ uuid }) => post(uuid, null))
    expect(shape(await paged(timeless, page(200, 1), page(10, 1, 2)))).toMatchObject({ posts: 62, requests: 3 })
  })
})

describe('pages that count in another way', () => {
  test('from one, with nothing on page 0, still show their posts', async () => {
    expect(await paged([], page(1_000, -1, 1))).toMatchObject({ posts: page(1_000, -1, 1), conversationUuid: 'c-0', isCutShort: false })
  })

  test('from one, with the first one twice, are read to the end, each post once', async () => {
    const first = page(5_000, -1)
    expect(shape(await paged(first, first, page(4_000, -1), page(3_000, -1, 4)))).toEqual({ posts: 64, isCutShort: false, requests: 4 })
  })

  test('not at all, so that each shows the same, are cut short where there may be more', async () => {
    expect(shape(await read(() => page(5_000, -1)))).toEqual({ posts: 30, isCutShort: true, requests: 3 })
    expect(shape(await read(() => page(5_000, -1, 29)))).toEqual({ posts: 29, isCutShort: false, requests: 1 })
  })

  test('not beyond the end, where the last one comes again, are whole if that one is not full', async () => {
    const last = page(5_000, -1, 40)
    expect(shape(await paged(page(6_000, -1, 50), last, last))).toEqual({ posts: 90, isCutShort: false, requests: 3 })
    expect(shape(await paged(page(6_000, -1, 40), last, last))).toEqual({ posts: 80, isCutShort: true, requests: 3 })
    const first = page(6_000, -1, 50)
    expect(shape(await paged(first, first.slice(0, 20)))).toEqual({ posts: 50, isCutShort: false, requests: 2 })
    expect(shape(await paged(first, page(5_000, -1), first.slice(0, 30)))).toEqual({ posts: 80, isCutShort: false, requests: 3 })
  })

  test('that overlap show each post once', async () => {
    expect(shape(await paged(page(5_000, -1), page(4_980, -1), page(4_960, -1, 15)))).toEqual({ posts: 55, isCutShort: false, requests: 3 })
  })
})

test('posts without uuids cannot be told apart beyond one page', async () => {
  const nameless = (count: number) => page(5_000, -1, count).map((one) => ({ ...one, uuid: '' }))
  expect(shape(await read(() => nameless(29)))).toEqual({ posts: 29, isCutShort: false, requests: 1 })
  expect(shape(await read(() => nameless(30)))).toEqual({ posts: 30, isCutShort: true, requests: 1 })
  expect(shape(await paged([...page(5_000, -1, 29), post('', 100)]))).toEqual({ posts: 30, isCutShort: true, requests: 1 })
})

test('no post since the run began is missing, whatever order and pages they come in, unless it is said to be cut short', async () => {
  const times = fc.array(fc.constantFrom(null, 100, before - 1, before, sinceSeconds - 1, sinceSeconds, sinceSeconds + 1, 2_000), {
    maxLength: 130,
  })
  await fc.assert(
    fc.asyncProperty(
      times,
      fc.constantFrom('newest first', 'oldest first'),
      fc.constantFrom(30, 31, 50),
      fc.constantFrom<'from zero' | 'from one, nothing first' | 'from one, first twice' | 'none'>(
        'from zero',
        'from one, nothing first',
        'from one, first twice',
        'none',
      ),
      async (drawn, order, size, counting) => {
        const posts = drawn
          .toSorted((a, b) => (order === 'newest first' ? (b ?? 0) - (a ?? 0) : (a ?? 0) - (b ?? 0)))
          .map((seconds, at) => post(`p${at}`, seconds))
        const shown = (at: number) => posts.slice(at * size, (at + 1) * size)
        const found = await read((at) => {
          switch (counting) {
            case 'from zero':
              return shown(at)
            case 'from one, nothing first':
              return at === 0 ? [] : shown(at - 1)
            case 'from one, first twice':
              return shown(Math.max(0, at - 1))
            case 'none':
              return shown(0)
          }
        })
        const names = found.posts.map(({ uuid }) => uuid)
        expect(new Set(names).size).toBe(names.length)
        if (found.isCutShort) return
        const since = posts.filter(({ createdAtSeconds }) => createdAtSeconds !== null && createdAtSeconds >= sinceSeconds)
        expect(since.filter(({ uuid }) => !names.includes(uuid))).toEqual([])
      },
    ),
  )
})
