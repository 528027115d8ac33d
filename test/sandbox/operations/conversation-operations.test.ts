import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, ordinary, seeded, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
const phone = ordinary(0).phoneE164
const query = `/api/conversations.json?phone_number=${encodeURIComponent(phone)}`

interface ShownPost {
  uuid: string
  body: string
}

beforeAll(async () => {
  sandbox = await openSandbox({ clock: { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0, sleep: () => Promise.resolve() } })
  for (let n = 0; n < 70; n += 1) {
    await sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phone, comment: { body: `m${n}` } })
  }
})
afterAll(() => sandbox.close())

const posts = async (path: string) => (await sandbox.call('GET', path)).json.posts as ShownPost[]

describe('a conversation by phone number', () => {
  test('shows the conversation and its posts, latest first, thirty by default and fifty at most', async () => {
    const answer = await sandbox.call('GET', query)
    expect(answer.json).toMatchObject({ conversation: { customer: { uuid: ordinary(0).uuid }, resolved: false } })
    expect((await posts(query)).map((post) => post.body)).toEqual(Array.from({ length: 30 }, (_, n) => `m${69 - n}`))
    expect(await posts(`${query}&page_size=99`)).toHaveLength(50)
    expect((await posts(`${query}&page_size=50&page=1`))[0]?.body).toBe('m19')
    expect(answer.json.posts).toMatchObject([
      { created_at: 1_800_000_000, creator: { type: 'customer' }, is_whisper: false, message_type: 'SMS' },
      ...Array<object>(29).fill({}),
    ])
  })

  test('takes post bounds, neither of which is included', async () => {
    const all = [...(await posts(`${query}&page_size=50`))]
    const [later, earlier] = [all[5], all[10]]
    const between = await posts(`${query}&after_uuid=${earlier?.uuid}&before_uuid=${later?.uuid}`)
    expect(between.map((post) => post.body)).toEqual(['m63', 'm62', 'm61', 'm60'])
    expect((await posts(`${query}&after_uuid=${later?.uuid}`)).map((post) => post.body)).toEqual(['m69', 'm68', 'm67', 'm66', 'm65'])
    expect((await sandbox.call('GET', `${query}&after_uuid=unknown`)).status).toBe(404)
  })

  test('is null, without posts, when there is no such contact or none in that department', async () => {
    expect((await sandbox.call('GET', '/api/conversations.json?phone_number=%2B12125559998')).json).toEqual({ conversation: null })
    expect((await sandbox.call('GET', `${query}&group_uuid=${groupUuids.billing}`)).json).toEqual({ conversation: null })
  })

  test('is found for blocked and archived contacts too', async () => {
    for (const flag of ['blocked', 'archived'] as const) {
      const { uuid, phoneE164 } = seeded((customer) => customer[flag] && customer.phoneE164 !== null)
      const answer = await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phoneE164 ?? '')}`)
      expect(answer.json).toMatchObject({ conversation: { customer: { uuid, [flag]: true } } })
    }
  })
})

describe('a conversation by uuid', () => {
  test('shows the same, with the same pages and bounds; unknown ones are 404', async () => {
    const found = await sandbox.call('GET', query)
    const { uuid } = found.json.conversation as { uuid: string }
    expect((await sandbox.call('GET', `/api/conversation/${uuid}.json`)).json).toEqual(found.json)
    const [first] = await posts(query)
    expect((await posts(`/api/conversation/${uuid}.json?before_uuid=${first?.uuid}&page_size=1`)).map((post) => post.body)).toEqual(['m68'])
    expect(await posts(`/api/reporting/conversation/${uuid}/posts.json`)).toEqual(await posts(query))
    expect((await sandbox.call('GET', '/api/conversation/none.json')).status).toBe(404)
  })
})

describe('the list of conversations', () => {
  const list = async (parameters: string) =>
    (await sandbox.call('GET', `/api/conversations.json${parameters}`)).json.conversations as {
      uuid: string
      customer: { uuid: string; blocked: boolean; archived: boolean }
    }[]

  test('starts with the latest activity, thirty by default and fifty at most, every one once', async () => {
    expect((await list(''))[0]?.customer.uuid).toBe(ordinary(0).uuid)
    expect(await list('')).toHaveLength(30)
    expect(await list('?page_size=80')).toHaveLength(50)
    const all = (await Promise.all([0, 1, 2, 3, 4].map((page) => list(`?page_size=50&page=${page}`)))).flat()
    expect(new Set(all.map((conversation) => conversation.uuid)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(150)
    expect(all.filter((conversation) => conversation.customer.blocked || conversation.customer.archived)).toEqual([])
  })

  test('is the first department’s unless said otherwise; an unknown one is 404', async () => {
    expect(await list(`?group_uuid=${groupUuids.frontDesk}`)).toEqual(await list(''))
    expect(await list(`?group_uuid=${groupUuids.billing}`)).toEqual([])
    expect((await sandbox.call('GET', '/api/conversations.json?group_uuid=none')).status).toBe(404)
  })
})
