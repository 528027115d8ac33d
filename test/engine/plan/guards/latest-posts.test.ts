import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { lastRefusalOf } from '../../../../src-main/engine/plan/guards/last-refusal.ts'
import { createLatestPosts, lastRefusal, latestOf, refusedLast } from '../../../../src-main/engine/plan/guards/latest-posts.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { createService } from '../../../../src-main/engine/service/create-service.ts'
import type { Post, PostPage } from '../../../../src-main/engine/service/service.ts'
import { createSandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, lookUpService, plan } from '../planning.ts'

const said = (body: string | null, createdAtSeconds: number | null, creatorType: 'customer' | 'user' = 'customer', isWhisper = false) => ({
  body,
  createdAtSeconds,
  creatorType,
  isWhisper,
})

const wholePost = {
  attachments: [],
  marksResolved: null,
  isFirst: null,
  messageType: null,
  transferredTo: null,
  assignedTo: null,
  conversationUuid: 'c',
}

describe('who refuses in the latest messages', () => {
  test.each([
    ['nothing was said', [], null],
    ['STOP', [said('See you', 1), said('STOP', 2)], 2000],
    ['STOP, whatever the order', [said('STOP', 2), said('See you', 1)], 2000],
    ['STOP and later START', [said('STOP', 1), said('START', 2)], null],
    ['START and later STOP', [said('STOP', 2), said('START', 1)], 2000],
    ['both at once', [said('START', 1), said('STOP', 1)], 1000],
    ['a refusal without a time', [said('START', 5), said('STOP', null)], Number.MAX_SAFE_INTEGER],
    ['an agreement without a time', [said('STOP', 1), said('START', null)], 1000],
    ['the office wrote STOP', [said('STOP', 1, 'user')], null],
    ['a whisper', [said('STOP', 1, 'customer', true)], null],
    ['no text', [said(null, 1)], null],
    ['the word in a sentence', [said('The bus stop is at the corner', 1)], null],
  ] as const)('%s: %o', (_what, posts, refusedAtMs) => {
    expect(refusedLast(posts)).toBe(refusedAtMs)
  })
})

const newStore = tempStores()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function openService() {
  const sandbox = await createSandbox({ contacts: 60 })
  ends.push(() => sandbox.close())
  const service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock: systemClock,
  })
  ends.push(() => service.close())
  const records: CustomerRecord[] = []
  for await (const page of service.customers()) records.push(...page.customers.map(({ record }) => record))
  const phones = records
    .filter(({ phone, consent }) => typeof phone === 'string' && consent !== true && consent !== false)
    .filter(
      ({ phone, blocked, unreachable }) =>
        blocked !== true && unreachable !== true && records.filter((one) => one.phone === phone).length === 1,
    )
    .flatMap(({ phone }) => phone ?? [])
  return { service, phones }
}

test('a permission for somebody who wrote STOP to the service is held until it is released', async () => {
  const { service, phones } = await openService()
  const [stopped = '', back = '', quiet = ''] = phones
  const say = async (phone: string, body: string) =>
    service.perform({ kind: 'importMessage', phone, body, attachments: [], groupUuid: null })
  await say(stopped, 'Stop.')
  await say(stopped, 'And thanks for all')
  await say(back, 'Hello')
  const store = newStore()
  addFile(store)
  const rows = [stopped, back, quiet].map((phone) => ({ phone, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 2 }
  const recipe = { kind: 'consent' as const, fields: [{ to: 'consent' as const, value: true }] }
  const asking = await plan(store, rows, recipe, { service, lookup: 'missing', settings: { ...settings, readsLatestPosts: true } })
  expect(asking.rows.map(({ class: rowClass, detail }) => [rowClass, detail.optOut])).toEqual([
    ['held', 'posts'],
    ['send', undefined],
    ['send', undefined],
  ])
  expect(asking.counts).toMatchObject({ held: 1, send: 2 })
  const trusting = await plan(store, rows, recipe, { service, lookup: 'missing', settings: { ...settings, readsLatestPosts: false } })
  expect(trusting.counts).toMatchObject({ held: 0, send: 3 })
  // Whoever decides sees the very words, which are kept nowhere.
  expect(await lastRefusalOf(service, [], stopped)).toMatchObject({ text: 'Stop.', atSeconds: expect.any(Number) })
  expect(await lastRefusalOf(service, [], back)).toBeNull()
})

test('somebody who is not in the account, and would be created, is held after a STOP by number', async () => {
  const asked: string[] = []
  const service = {
    ...lookUpService([]),
    departments: async () => [],
    conversationByPhone: async (phone: string) => {
      asked.push(phone)
      const posts = phone.endsWith('0') ? [{ ...said('STOP', 1), ...wholePost, uuid: 'p' }] : []
      return { conversationUuid: 'c', resolved: null, customer: null, posts }
    },
  }
  const store = newStore()
  addFile(store)
  const rows = ['+12025550100', '+12025550101'].map((phone) => ({ phone, contact: { name: 'New' }, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 1, readsLatestPosts: true }
  const { rows: planned } = await plan(store, rows, { kind: 'contacts', notFound: 'create' }, { service, lookup: 'missing', settings })
  expect(asked).toEqual(['+12025550100', '+12025550101'])
  expect(planned.map(({ class: rowClass, detail }) => [rowClass, detail.optOut])).toEqual([
    ['held', 'posts'],
    ['send', undefined],
  ])
  for (const mode of ['update', 'add'] as const) {
    asked.splice(0)
    await plan(store, rows, { kind: 'contacts', notFound: 'skip', mode }, { service, lookup: 'always', settings })
    expect(asked).toEqual(mode === 'add' ? ['+12025550100', '+12025550101'] : [])
  }
})

test('a file that is planned anew, after a failure too, asks for no messages again for an hour; with --lookup always it does', async () => {
  const asked: string[] = []
  let failsAt: string | null = '+12025550101'
  let nowMs = 1_700_000_000_000
  const record = (at: number) => ({ uuid: `u${at}`, phone: `+1202555010${at}`, name: 'A', tags: [], consent: null })
  const service = {
    ...lookUpService([record(0), record(1)]),
    departments: async () => [],
    conversationByPhone: async (phone: string) => {
      if (phone === failsAt) throw new AppError('service.failed', 'No.', 'No.')
      asked.push(phone)
      const posts = phone.endsWith('0') ? [{ ...said('STOP', 1), ...wholePost, uuid: 'p' }] : []
      return { conversationUuid: 'c', resolved: null, customer: null, posts }
    },
  }
  const store = newStore()
  addFile(store)
  cache(store, record(0), record(1))
  const rows = ['+12025550100', '+12025550101'].map((phone) => ({ phone, consent: true }))
  const settings = { syncMaxAgeSeconds: 86_400, concurrency: 1, readsLatestPosts: true }
  const again = (lookup: 'missing' | 'always' = 'missing') =>
    plan(store, rows, { kind: 'consent' }, { service, lookup, settings, clock: { ...systemClock, nowMs: () => nowMs } })
  await expect(again()).rejects.toMatchObject({ code: 'service.failed' })
  failsAt = null
  const outcome = [
    ['held', 'posts'],
    ['send', undefined],
  ]
  const outcomes = async (lookup?: 'always') => (await again(lookup)).rows.map(({ class: rowClass, detail }) => [rowClass, detail.optOut])
  expect(await outcomes()).toEqual(outcome)
  expect(asked).toEqual(['+12025550100', '+12025550101'])
  expect(await outcomes()).toEqual(outcome)
  expect(asked).toHaveLength(2)
  expect(await outcomes('always')).toEqual(outcome)
  expect(asked).toHaveLength(4)
  nowMs += 60 * 60 * 1000 + 1
  expect(await outcomes()).toEqual(outcome)
  expect(asked).toHaveLength(6)
  // A clock that was set back makes nothing young.
  nowMs -= 10 * 60 * 1000
  expect(await outcomes()).toEqual(outcome)
  expect(asked).toHaveLength(8)
})

test('messages are read of contacts alone whose record does not say that they agreed, each once', async () => {
  const asked: string[] = []
  const record = (at: number, consent: boolean | null) => ({ uuid: `u${at}`, phone: `+1202555010${at}`, name: 'A', tags: [], consent })
  const service = {
    ...lookUpService([record(0, null), record(1, true)]),
    departments: async () => [],
    conversationByPhone: async (phone: string) => {
      asked.push(phone)
      return null
    },
  }
  const store = newStore()
  addFile(store)
  const rows = ['+12025550100', '+12025550101', '+12025550100', '+12025550102'].map((phone) => ({ phone, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 2, readsLatestPosts: true }
  await plan(store, [...rows, { phone: '+12025550100', consent: false }], { kind: 'consent' }, { service, lookup: 'missing', settings })
  expect(asked).toEqual(['+12025550100'])
})

test('a service that shows no messages is asked a few times, and tells nothing; any other error stops', async () => {
  let calls = 0
  const failing = (code: 'service.refused' | 'service.failed') =>
    createLatestPosts({
      service: {
        departments: async () => [],
        conversationByPhone: async () => {
          calls += 1
          throw new AppError(code, 'No.', 'No.')
        },
      },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
  const closed = failing('service.refused')
  await closed.ask(Array.from({ length: 50 }, (_, at) => `+120255501${at}`))
  expect([calls, closed.refusedAtMs('+1202555010')]).toEqual([5, null])
  await expect(failing('service.failed').ask(['+12025550100'])).rejects.toMatchObject({ code: 'service.failed' })
})

test('the latest messages are found also where the service shows the oldest first', async () => {
  const posts = Array.from({ length: 60 }, (_, at) => ({
    ...said(at === 55 ? 'STOP' : 'Hello', at + 1),
    uuid: `p${at}`,
    conversationUuid: 'c',
  }))
  const whole = { attachments: [], marksResolved: null, isFirst: null, messageType: null, transferredTo: null, assignedTo: null }
  const latest = createLatestPosts({
    service: {
      departments: async () => [],
      conversationByPhone: async (_phone, { pageSize = 30, afterUuid } = {}) => {
        const from = afterUuid === undefined ? 0 : posts.findIndex(({ uuid }) => uuid === afterUuid) + 1
        return {
          conversationUuid: 'c',
          resolved: null,
          customer: null,
          posts: posts.slice(from, from + pageSize).map((post) => ({ ...post, ...whole })),
        }
      },
    },
    groupUuids: ['g1'],
    concurrency: 1,
    signal: undefined,
    onAnswer: () => {},
  })
  await latest.ask(['+12025550100'])
  expect(latest.refusedAtMs('+12025550100')).toBe(56_000)
})

test('a plan tells of how many contacts it did not read the messages, where that would take too many requests', async () => {
  const departments = Array.from({ length: 50 }, (_, at) => ({ uuid: `g${at}`, name: `G${at}`, phone: null, isSmsGroup: false }))
  const service = { ...lookUpService([]), departments: async () => departments, conversationByPhone: async () => null }
  const store = newStore()
  addFile(store)
  const rows = Array.from({ length: 107 }, (_, at) => ({ phone: `+1202555${1000 + at}`, contact: { name: 'New' }, consent: true }))
  const settings = { syncMaxAgeSeconds: 3600, concurrency: 1, readsLatestPosts: true }
  const recipe = { kind: 'contacts' as const, notFound: 'create' as const }
  const many = await plan(store, rows, recipe, { service, lookup: 'missing', settings })
  expect(planSummary(store, many.planId).postsUnasked).toBe(7)
  const few = await plan(store, rows.slice(0, 100), recipe, { service, lookup: 'missing', settings })
  expect(planSummary(store, few.planId)).not.toHaveProperty('postsUnasked')
})

test.each([
  [1, 2, 2],
  [2, 2, 2],
  [3, 1, 4],
  [5, 0, 6],
])('with %i requests, of which each contact takes two, %i numbers are left out', async (mostRequests, left, made) => {
  const calls: string[] = []
  const answers: number[] = []
  const latest = createLatestPosts({
    service: {
      departments: async () => [],
      conversationByPhone: async (phone) => {
        calls.push(phone)
        return null
      },
    },
    groupUuids: ['g1', 'g2'],
    concurrency: 1,
    signal: undefined,
    onAnswer: () => answers.push(1),
    mostRequests,
  })
  await latest.ask(['+12025550100', '+12025550101', '+12025550102'])
  expect([latest.leftOut(), calls.length, answers.length]).toEqual([left, made, 3])
  // The run asks all the same.
  await latest.askAgain('+12025550102', new AbortController().signal)
  expect(calls.at(-1)).toBe('+12025550102')
})

describe('right before somebody is texted', () => {
  const customerSaid = (body: string | null, parts: object = {}) => ({ ...said(body, 1), ...parts })
  /** How many pages are read of a conversation of 120 posts, the newest first, in which the contact said this last on the first page. */
  async function pagesRead(last: ReturnType<typeof said>, isHeard: (post: Post) => boolean = () => true) {
    const all = Array.from({ length: 120 }, (_, at) => ({ ...(at === 3 ? last : said('Hello', 1, 'user')), ...wholePost, uuid: `p${at}` }))
    let pages = 0
    const read = async ({ beforeUuid }: PostPage) => {
      pages += 1
      const from = beforeUuid === undefined ? 0 : all.findIndex(({ uuid }) => uuid === beforeUuid) + 1
      return all.slice(from, from + 50)
    }
    const found = await latestOf(read, true, isHeard)
    return { pages, posts: found.length }
  }

  test.each([
    ['STOP', customerSaid('STOP'), 1],
    ['START', customerSaid('START'), 1],
    ['anything else', customerSaid('Hello'), 3],
    ['STOP, but it was the office', customerSaid('STOP', { creatorType: 'user' }), 3],
    ['STOP, in a whisper', customerSaid('STOP', { isWhisper: true }), 3],
    ['nothing', customerSaid(null), 3],
  ] as const)('pages are read until the contact has said something about texts: %s', async (_what, last, pages) => {
    expect((await pagesRead(last)).pages).toBe(pages)
  })

  test('what another of a group said about texts is no end', async () => {
    expect(await pagesRead(customerSaid('STOP'), () => false)).toEqual({ pages: 3, posts: 120 })
  })

  test('where rows text people, all of those that are there are asked about, each number once', async () => {
    const latest = createLatestPosts({
      service: { departments: async () => [], conversationByPhone: async () => null },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    const record = (phone: string | null) => ({ id: 1, seenAtMs: 0, record: { uuid: 'u', phone, consent: true } })
    const there = (phone: string | null) => ({ kind: 'contact' as const, contact: record(phone) })
    const row = { line: 2, key: null, issues: [] }
    const matches = [there('+12025550100'), there('+12025550100'), there(null), { kind: 'none' as const }, there('+12025550101')]
    const unasked = () =>
      latest.unasked(
        matches.map(() => row),
        matches,
        'update',
        true,
      )
    expect(unasked()).toEqual(['+12025550100', '+12025550101'])
    await latest.ask(['+12025550100'])
    expect(unasked()).toEqual(['+12025550101'])
  })
})

describe('whose messages are read', () => {
  const never = async () => null
  const create = (service: { conversationByPhone: typeof never } | null) =>
    createLatestPosts({
      service: service && { ...service, departments: async () => [] },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
  const row = (consent?: boolean) => ({ line: 2, key: null, issues: [], ...(consent !== undefined && { consent }) })
  const match = (record: Partial<CustomerRecord>) => ({
    kind: 'contact' as const,
    contact: { id: 1, seenAtMs: 0, record: { uuid: 'u', phone: '+12025550100', ...record } },
  })

  test.each([
    ['a contact that would get consent', row(true), match({ consent: null }), true],
    ['one whose record refuses', row(true), match({ consent: false }), true],
    ['one whose record does not say', row(true), match({}), true],
    ['one whose record agrees already', row(true), match({ consent: true }), false],
    ['one without a number', row(true), match({ phone: null }), false],
    ['one whose row refuses', row(false), match({}), false],
    ['one whose row says nothing', row(), match({}), false],
    ['somebody who is not known', row(true), { kind: 'none' as const }, false],
  ])('%s', (_what, mapped, found, isRead) => {
    const unconfirmed = { ...mapped, isUnconfirmed: true as const }
    for (const mode of ['update', 'updateAndAdd'] as const) {
      expect(create({ conversationByPhone: never }).unasked([mapped], [found], mode)).toEqual(isRead ? ['+12025550100'] : [])
      expect(create({ conversationByPhone: never }).unasked([unconfirmed], [found], mode)).toEqual([])
      expect(create(null).unasked([mapped], [found], mode)).toEqual([])
    }
    // Where contacts are only added, those that are there are left out.
    expect(create({ conversationByPhone: never }).unasked([mapped], [found], 'add')).toEqual([])
    expect(create({ conversationByPhone: never }).unasked([mapped], [], 'updateAndAdd')).toEqual([])
  })

  test('somebody who is to be created, by the number of the row', () => {
    const latest = create({ conversationByPhone: never })
    const byPhone = { ...row(true), key: { by: 'phone' as const, phone: '+12025550109' } }
    const byUuid = { ...row(true), key: { by: 'uuid' as const, uuid: 'u9' } }
    const nobody = { kind: 'none' as const }
    for (const mode of ['add', 'updateAndAdd'] as const) {
      expect(latest.unasked([byPhone, byUuid, row(true)], [nobody, nobody, nobody], mode)).toEqual(['+12025550109'])
      expect(latest.unasked([{ ...byPhone, consent: false }], [nobody], mode)).toEqual([])
    }
    expect(latest.unasked([byPhone], [nobody], 'update')).toEqual([])
    // A contact that is there is asked by its own number, and not where its record agrees.
    expect(latest.unasked([byPhone, byPhone], [match({}), match({ consent: true })], 'updateAndAdd')).toEqual(['+12025550100'])
  })

  test('each number once, in one plan as in one turn', async () => {
    const latest = create({ conversationByPhone: never })
    const twice = [match({}), match({})]
    expect(latest.unasked([row(true), row(true)], twice, 'update')).toEqual(['+12025550100'])
    await latest.ask(['+12025550100'])
    expect(latest.unasked([row(true), row(true)], twice, 'update')).toEqual([])
  })

  test('nobody is asked where nobody can be, and nobody refuses', async () => {
    const latest = create(null)
    await latest.ask(['+12025550100'])
    expect(latest.refusedAtMs('+12025550100')).toBeNull()
    expect(await latest.askAgain('+12025550100', new AbortController().signal)).toBeNull()
  })
})

describe('a conversation is read', () => {
  type Asked = { groupUuid?: string; pageSize?: number; afterUuid?: string }
  const whole = {
    attachments: [],
    marksResolved: null,
    isFirst: null,
    messageType: null,
    transferredTo: null,
    assignedTo: null,
    conversationUuid: 'c',
  }
  /** A service whose conversations have so many posts, one a second; `stopAt` is the customer's STOP. */
  const reading = (
    count: number,
    stopAt: number,
    { isOldestFirst = true, hasUuids = true, isOneSecond = false, groupUuids = [] as string[] } = {},
  ) => {
    const asked: Asked[] = []
    const posts = Array.from({ length: count }, (_, at) => ({
      ...said(at === stopAt ? 'STOP' : 'Hello', isOneSecond ? 1 : at + 1),
      ...whole,
      uuid: hasUuids ? `p${at}` : '',
    }))
    if (!isOldestFirst) posts.reverse()
    const answers: number[] = []
    const latest = createLatestPosts({
      service: {
        departments: async () => [],
        conversationByPhone: async (_phone, options: Asked = {}) => {
          asked.push(options)
          const from = options.afterUuid === undefined ? 0 : posts.findIndex(({ uuid }) => uuid === options.afterUuid) + 1
          return { conversationUuid: 'c', resolved: null, customer: null, posts: posts.slice(from, from + (options.pageSize ?? 30)) }
        },
      },
      groupUuids,
      concurrency: 1,
      signal: undefined,
      onAnswer: () => answers.push(1),
    })
    return { latest, asked, answers }
  }

  test.each([
    ['a short one at once', 49, 48, {}, 1, true],
    ['a full page of the oldest first, and the next', 100, 99, {}, 2, true],
    ['no more than two pages', 200, 120, {}, 2, false],
    ['the newest first, which is enough', 100, 99, { isOldestFirst: false }, 1, true],
    ['posts that cannot be told apart, once', 100, 60, { hasUuids: false }, 1, false],
    ['posts of one and the same second, once', 100, 60, { isOneSecond: true }, 1, false],
    ['a page that is just full, and that there is no other', 50, 10, {}, 2, true],
    ['none', 0, -1, {}, 1, false],
  ])('%s', async (_what, count, stopAt, options, pages, refuses) => {
    const { latest, asked, answers } = reading(count, stopAt, options)
    await latest.ask(['+12025550100'])
    expect(asked).toStrictEqual([{ pageSize: 50 }, { pageSize: 50, afterUuid: 'p49' }].slice(0, pages))
    expect(latest.refusedAtMs('+12025550100')).toBe(refuses ? (stopAt + 1) * 1000 : null)
    expect(answers).toEqual([1])
  })

  test('in every department', async () => {
    const { latest, asked } = reading(1, 0, { groupUuids: ['g1', 'g2'] })
    await latest.ask(['+12025550100'])
    expect(asked).toEqual([
      { pageSize: 50, groupUuid: 'g1' },
      { pageSize: 50, groupUuid: 'g2' },
    ])
  })

  test('again after a few that the service did not show: only five in a row are enough', async () => {
    const calls: string[] = []
    const latest = createLatestPosts({
      service: {
        departments: async () => [],
        conversationByPhone: async (phone) => {
          calls.push(phone)
          if (calls.length % 5 !== 0) throw new AppError('service.shape', 'No.', 'No.')
          return null
        },
      },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    await latest.ask(Array.from({ length: 20 }, (_, at) => `+120255501${at}`))
    expect(calls).toHaveLength(20)
  })

  test('of one contact again, and what it says now counts', async () => {
    const bodies = ['STOP', 'START']
    const calls: string[] = []
    let isShown = true
    const latest = createLatestPosts({
      service: {
        departments: async () => {
          throw new AppError('service.refused', 'No.', 'No.')
        },
        conversationByPhone: async (phone, options) => {
          calls.push(phone)
          expect(options).toStrictEqual({ pageSize: 50 })
          if (!isShown) throw new AppError('service.refused', 'No.', 'No.')
          const posts = [{ ...said(bodies.shift() ?? 'Hello', calls.length), ...whole, uuid: `p${calls.length}` }]
          return { conversationUuid: 'c', resolved: null, customer: null, posts }
        },
      },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    const again = () => latest.askAgain('+12025550100', new AbortController().signal)
    await latest.ask(['+12025550100'])
    expect(latest.refusedAtMs('+12025550100')).toBe(1000)
    expect(await again()).toBeNull()
    expect(latest.refusedAtMs('+12025550100')).toBeNull()
    isShown = false
    for (let time = 0; time < 7; time += 1) expect(await again()).toBeNull()
    // After five answers in a row that nothing is shown, nobody is asked any more.
    expect(calls).toHaveLength(7)
  })

  test('in each department, of which the latest refusal counts', async () => {
    const latest = createLatestPosts({
      service: {
        departments: async () => [],
        conversationByPhone: async (_phone, { groupUuid } = {}) => {
          const posts = [{ ...said('STOP', groupUuid === 'g2' ? 9 : 5), ...whole, uuid: 'p' }]
          return { conversationUuid: 'c', resolved: null, customer: null, posts }
        },
      },
      groupUuids: ['g1', 'g2', 'g3'],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    await latest.ask(['+12025550100'])
    expect(latest.refusedAtMs('+12025550100')).toBe(9000)
  })

  test('not where something else than an answer of the service goes wrong', async () => {
    const latest = createLatestPosts({
      service: { departments: async () => [], conversationByPhone: () => Promise.reject(new TypeError('odd')) },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    await expect(latest.ask(['+12025550100'])).rejects.toThrow('odd')
  })

  test('in every department that the service names, where none was synced', async () => {
    const asked: (string | undefined)[] = []
    const department = (uuid: string) => ({ uuid, name: uuid, phone: null, isSmsGroup: false })
    const latest = createLatestPosts({
      service: {
        departments: async () => [department('g1'), department('g2')],
        conversationByPhone: async (_phone, { groupUuid } = {}) => {
          asked.push(groupUuid)
          // One that this account may not see does not keep the other from being asked.
          if (groupUuid === 'g1') throw new AppError('service.refused', 'No.', 'No.')
          return { conversationUuid: 'c', resolved: null, customer: null, posts: [{ ...said('STOP', 7), ...whole, uuid: 'p' }] }
        },
      },
      groupUuids: [],
      concurrency: 1,
      signal: undefined,
      onAnswer: () => {},
    })
    await latest.ask(['+12025550100'])
    expect(asked).toEqual(['g1', 'g2'])
    expect(latest.refusedAtMs('+12025550100')).toBe(7000)
    expect(await latest.askAgain('+12025550100', new AbortController().signal)).toBe(7000)
    expect(asked).toHaveLength(4)
  })
})

test('of several refusals the last one is shown, of two at the same time the first, and one without a time before all', () => {
  const text = (...posts: ReturnType<typeof said>[]) => lastRefusal(posts)?.text
  expect(text(said('STOP', 1), said('Stop it', 2))).toBe('Stop it')
  expect(text(said('Stop it', 2), said('STOP', 1))).toBe('Stop it')
  expect(text(said('STOP', 2), said('Stop.', 2))).toBe('STOP')
  expect(text(said('STOP', 2), said('Stop.', null))).toBe('Stop.')
})

test('of several departments the last refusal is shown', async () => {
  const atSeconds: Record<string, number> = { g1: 2, g2: 3, g3: 1 }
  const service = {
    ...lookUpService([]),
    conversationByPhone: async (_phone: string, { groupUuid }: { groupUuid?: string } = {}) => ({
      ...{ conversationUuid: 'c', resolved: null, customer: null },
      posts: [{ ...said('STOP', atSeconds[groupUuid ?? ''] ?? 0), ...wholePost, uuid: 'p' }],
    }),
  }
  const last = async (...groups: string[]) => (await lastRefusalOf(service, groups, '+12025550100'))?.atSeconds
  expect([await last('g1', 'g2', 'g3'), await last('g2', 'g1'), await last('g3')]).toEqual([3, 3, 1])
})

test('who was texted is known by a post of the office, also where that was read for an earlier plan', async () => {
  const store = newStore()
  const [texted, silent] = ['+12025550100', '+12025550101']
  const posts = (phone: string): Post[] => (phone === texted ? [{ ...wholePost, uuid: 'p', ...said('We moved.', 1, 'user') }] : [])
  const conversationByPhone = (phone: string) => Promise.resolve({ uuid: 'c', resolved: false, posts: posts(phone) } as never)
  const create = () =>
    createLatestPosts({
      ...{ service: { conversationByPhone, departments: async () => [] }, groupUuids: ['g'], concurrency: 1, signal: undefined },
      ...{ kept: { table: tablesOf(store).askedPosts, clock: { nowMs: () => 1_700_000_000_000 }, isReused: true }, onAnswer: () => {} },
    })
  const match = (phone: string) => ({
    kind: 'contact' as const,
    contact: { id: 1, seenAtMs: 0, record: { uuid: phone, phone, consent: null } },
  })
  const row = { line: 2, key: null, issues: [], consent: true }
  const first = create()
  await first.ask([texted, silent])
  expect([first.isTexted(texted), first.isTexted(silent)]).toEqual([true, false])
  const second = create()
  expect(second.unasked([row, row], [match(texted), match(silent)], 'update')).toEqual([])
  expect([second.isTexted(texted), second.isTexted(silent)]).toEqual([true, false])
})
