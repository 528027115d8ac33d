import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import {
  customerPages,
  type CustomerPagesOptions,
  listSizeOf,
  resumePointOf,
} from '../../../../src-main/engine/service/address-book/customer-pages.ts'
import { createCustomerReader } from '../../../../src-main/engine/service/answers/customer-answer.ts'
import { createStillClock } from '../odd-server.ts'

/** A list of the service by page: its entries, a refusal, or a body that is no list. */
type Listed = unknown[] | AppError | 'unusable'
type ListOf = (page: number) => Listed

const refusal = (code: ErrorCode, message = 'no') => new AppError(code, message, 'hint')
const contact = (uuid: string) => ({ uuid, name: `Contact ${uuid}`, phone_number: null })
const talk = (uuid: string, customer: unknown) => ({ uuid: `talk ${uuid}`, customer })
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => contact(`u${from + at}`))
const paged =
  (list: unknown[]): ListOf =>
  (page) =>
    list.slice(page * 50, (page + 1) * 50)
const allRefused: ListOf = () => refusal('service.refused')

interface Border {
  customers?: ListOf
  /** By department; the first one is asked for by no name. */
  talks?: Record<string, ListOf>
  departments?: string[] | AppError
}

/** The border to the service: what its lists answer, and what was asked of it. */
function border({ customers = allRefused, talks = {}, departments = ['home'] }: Border) {
  const asked: string[] = []
  const answer = (listed: Listed, key: string) =>
    listed instanceof AppError
      ? { status: 403, body: null, error: listed }
      : { status: 200, body: listed === 'unusable' ? 'no list' : { [key]: listed }, error: null }
  const options: CustomerPagesOptions = {
    clock: createStillClock(),
    readCustomer: createCustomerReader('US'),
    departments: async () => {
      if (departments instanceof AppError) throw departments
      return departments.map((uuid) => ({ uuid, name: uuid, phone: null, isSmsGroup: true }))
    },
    read: async ({ path, query }) => {
      asked.push(`${path} ${query?.page} ${query?.group_uuid ?? ''}`)
      const page = Number(query?.page)
      if (path === '/api/customers.json') return answer(customers(page), 'customers')
      return answer((talks[query?.group_uuid ?? 'home'] ?? allRefused)(page), 'conversations')
    },
  }
  return { options, asked }
}

async function readAll(given: Border) {
  const pages = []
  for await (const page of customerPages(border(given).options)) pages.push(page)
  return pages
}
const uuids = (pages: Awaited<ReturnType<typeof readAll>>) => pages.flatMap(({ customers }) => customers.map(({ record }) => record.uuid))

describe('the list of contacts', () => {
  test('is read page by page, with the place of each page and how many were read', async () => {
    const pages = await readAll({ customers: paged(range(0, 70)) })
    expect(pages.map(({ read, source, unreadable, place }) => [read, source, unreadable, place?.page, place?.uuids.length])).toEqual([
      [50, 'customers', 0, 0, 50],
      [70, 'customers', 0, 1, 20],
    ])
    expect(uuids(pages)).toHaveLength(70)
  })

  test('leaves out an entry without a uuid, and says so', async () => {
    const pages = await readAll({ customers: paged([contact('a'), { name: 'Nobody' }, contact('b')]) })
    expect(pages).toMatchObject([{ read: 2, unreadable: 1, place: { uuids: ['a', 'b'] } }])
  })

  test('that breaks off later is no reason to read conversations', async () => {
    const customers: ListOf = (page) => (page < 1 ? range(0, 50) : refusal('service.refused', 'not this page'))
    const talks = { home: paged([talk('1', contact('x'))]) }
    await expect(readAll({ customers, talks })).rejects.toThrow('not this page')
  })

  test('is resumed behind what was read, and counts that in', async () => {
    const { options } = border({ customers: paged(range(0, 120)) })
    const earlier = { firstPage: 0, lastPage: 1, contacts: 100, unreadable: 0, keys: () => range(0, 100).map(({ uuid }) => uuid) }
    const point = await resumePointOf(options, earlier)
    expect(point).toMatchObject({ front: 0, contacts: 100 })
    const pages = []
    for await (const page of customerPages(options, undefined, point ?? undefined)) pages.push(page)
    expect(uuids(pages)).toEqual(range(100, 120).map(({ uuid }) => uuid))
    expect(pages.at(-1)?.read).toBe(120)
  })

  test('is resumed where page 0 is refused, as pages are counted from 1; not where another page is', async () => {
    const from1: ListOf = (page) => (page === 0 ? refusal('service.refused') : paged(range(0, 120))(page - 1))
    const earlier = { firstPage: 1, lastPage: 2, contacts: 100, unreadable: 0, keys: () => range(0, 100).map(({ uuid }) => uuid) }
    expect(await resumePointOf(border({ customers: from1 }).options, earlier)).toMatchObject({ front: 0, page: 2 })
    const broken: ListOf = (page) => (page === 2 ? refusal('service.refused') : from1(page))
    expect(await resumePointOf(border({ customers: broken }).options, earlier)).toBeNull()
  })

  test('that shows the same numbers on page after page, under new uuids, is given up', async () => {
    const customers: ListOf = (page) =>
      range(page * 50, (page + 1) * 50).map((one, at) => ({ ...one, phone_number: `+1202555${1000 + at}` }))
    await expect(readAll({ customers: (page) => (page < 20 ? customers(page) : []) })).rejects.toMatchObject({ code: 'service.shape' })
  })

  test.each([null, undefined])('is read to its end where contacts have no number: %s', async (phone) => {
    const list = range(0, 400).map((one) => ({ ...one, phone_number: phone }))
    expect(uuids(await readAll({ customers: paged(list) }))).toHaveLength(400)
  })

  test('is asked for with the signal that stops its reading', async () => {
    const { options } = border({})
    const stop = new AbortController()
    const read: CustomerPagesOptions['read'] = async (_request, signal) => {
      stop.abort(new Error('stopped'))
      signal?.throwIfAborted()
      return { status: 200, body: { customers: [] }, error: null }
    }
    await expect(customerPages({ ...options, read }, stop.signal).next()).rejects.toThrow('stopped')
  })

  test('has a size, unless it is refused or is no list', async () => {
    expect(await listSizeOf(border({ customers: paged(range(0, 20)) }).options, 500)).toEqual({ atLeast: 20, isEnd: true })
    expect(await listSizeOf(border({}).options, 500)).toBeNull()
    expect(await listSizeOf(border({ customers: () => 'unusable' }).options, 500)).toBeNull()
    const mixed = border({ customers: paged([contact('a'), { name: 'Nobody' }]) })
    expect(await listSizeOf(mixed.options, 500)).toEqual({ atLeast: 1, isEnd: true })
  })
})

describe('where the list of contacts cannot be used', () => {
  test('they are read from the conversations of every department, each once', async () => {
    const talks = {
      home: paged([talk('1', contact('a')), talk('2', contact('b')), talk('3', contact('a')), talk('4', null)]),
      away: paged([talk('5', contact('b')), talk('6', contact('c'))]),
    }
    const pages = await readAll({ talks, departments: ['home', 'away'] })
    expect(uuids(pages)).toEqual(['a', 'b', 'c'])
    expect(pages.map(({ read, source, unreadable, place }) => [read, source, unreadable, place])).toEqual([
      [2, 'conversations', 1, undefined],
      [3, 'conversations', 0, undefined],
    ])
  })

  test('a further department that is not open to the person hides its contacts only', async () => {
    expect(uuids(await readAll({ talks: { home: paged([talk('1', contact('a'))]) }, departments: ['home', 'closed'] }))).toEqual(['a'])
  })

  test('a further department that breaks off hides nothing in silence', async () => {
    const away: ListOf = (page) => (page < 1 ? range(0, 50).map((one) => talk(one.uuid, one)) : refusal('service.refused', 'broke off'))
    const talks = { home: paged([talk('1', contact('a'))]), away }
    await expect(readAll({ talks, departments: ['home', 'away'] })).rejects.toThrow('broke off')
  })

  test('nor can conversations: it says why the list of contacts was refused, else why conversations were', async () => {
    const customers: ListOf = (page) => (page === 0 ? refusal('service.refused', 'contacts') : 'unusable')
    const talksRefused: ListOf = (page) => (page === 0 ? refusal('service.refused', 'conversations') : 'unusable')
    await expect(readAll({ customers, talks: { home: talksRefused } })).rejects.toThrow('contacts')
    await expect(readAll({ customers: () => 'unusable', talks: { home: talksRefused } })).rejects.toThrow('conversations')
    const shape = readAll({ customers: () => 'unusable', talks: { home: () => 'unusable' } })
    await expect(shape).rejects.toMatchObject({ code: 'service.shape' })
  })

  test('that nobody has a conversation is said in a page of its own', async () => {
    expect(await readAll({ talks: { home: () => [] } })).toMatchObject([{ customers: [], read: 0, source: 'conversations' }])
    expect(await readAll({ talks: { home: paged([talk('1', contact('a'))]) } })).toHaveLength(1)
  })

  test.each(['service.refused', 'service.shape'] as const)('departments that end in %s leave the first one', async (code) => {
    expect(uuids(await readAll({ talks: { home: paged([talk('1', contact('a'))]) }, departments: refusal(code) }))).toEqual(['a'])
  })

  test('departments that cannot be reached end it', async () => {
    const talks = { home: paged([talk('1', contact('a'))]) }
    const departments = refusal('service.unreachable', 'not there')
    await expect(readAll({ talks, departments })).rejects.toThrow('not there')
  })
})
