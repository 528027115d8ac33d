import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import { findCreated, findImportedPosts, importedPosts, readPostsSince } from '../../../src-main/engine/service/read-back.ts'
import type { Post, Service } from '../../../src-main/engine/service/service.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { groupUuids } from '../../../src-main/sandbox/seed-account.ts'
import { createStillClock, startOddServer, type OddServer, type SeenRequest } from './odd-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function serviceTo(baseUrl: string, token = 'token'): Service {
  const service = createService({ baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock: createStillClock() })
  closers.push(() => service.close())
  return service
}

describe('what became of a write whose answer was lost', () => {
  const phone = '+12125550177'
  const nowSeconds = 1_790_000_000
  let sandbox: Sandbox
  let service: Service
  beforeAll(async () => {
    sandbox = await createSandbox({ contacts: 20, clock: { ...createStillClock(), nowMs: () => nowSeconds * 1000 } })
  })
  afterAll(() => sandbox.close())
  beforeEach(() => {
    sandbox.reset()
    sandbox.clearFaults()
    service = serviceTo(sandbox.baseUrl, sandbox.token)
  })
  const wanted = { phone, groupUuid: null, sinceSeconds: nowSeconds }
  const importOne = (body: string, groupUuid: string | null = null) =>
    service.perform({ kind: 'importMessage', phone, groupUuid, body, attachments: [] })

  test.each([
    ['drop-after', 1],
    ['drop-before', 0],
    ['invalid-json', 1],
    ['500', 0],
  ])('an import that is unknown under %s is found %i times', async (fault, times) => {
    await importOne('Before')
    sandbox.setFaults(`${fault}@import-message`)
    expect((await importOne('Zoë\r\nsays “hi” 🦊 ')).kind).toBe('unknown')
    const found = await findImportedPosts(service, { ...wanted, bodies: ['Zoë\r\nsays “hi” 🦊 '] })
    expect(found.isComplete).toBe(true)
    expect(found.uuidsByBody.get('Zoë\r\nsays “hi” 🦊 ')).toEqual(sandbox.posts(phone).slice(1).map(({ uuid }) => uuid))
    expect(sandbox.importedCount(phone, 'Zoë\r\nsays “hi” 🦊 ')).toBe(times)
  })

  test('a contact that the import made in another department has its conversation only there', async () => {
    sandbox.setFaults('drop-after@import-message')
    await importOne('Hello', groupUuids.billing)
    const inFirst = await findImportedPosts(service, { ...wanted, bodies: ['Hello'] })
    expect(inFirst).toMatchObject({ conversationUuid: null, isComplete: true })
    expect(inFirst.uuidsByBody.get('Hello')).toEqual([])
    const found = await findImportedPosts(service, { ...wanted, groupUuid: groupUuids.billing, bodies: ['Hello', 'Other'] })
    expect(found.conversationUuid).not.toBeNull()
    expect([...found.uuidsByBody.values()].map((uuids) => uuids.length)).toEqual([1, 0])
  })

  test('the same text of a whisper or of the office is not an import', async () => {
    await importOne('Same')
    const headers = { 'x-tgp-access-token': sandbox.token, 'content-type': 'application/json' }
    for (const kind of ['comment', 'whisper']) {
      const body = JSON.stringify({ phone_number: phone, [kind]: { body: 'Same' } })
      expect((await fetch(`${sandbox.baseUrl}/api/conversations.json`, { method: 'POST', headers, body })).status).toBe(200)
    }
    expect((await findImportedPosts(service, { ...wanted, bodies: ['Same'] })).uuidsByBody.get('Same')).toEqual([sandbox.posts(phone)[0]?.uuid])
  })

  test('hundreds of posts within one second are read page by page, each once, oldest first', async () => {
    for (let at = 0; at < 125; at += 1) await importOne(`Message ${at % 5}`)
    for (const faults of ['', 'milliseconds,extra-fields']) {
      sandbox.setFaults(faults)
      const { uuidsByBody, isComplete } = await findImportedPosts(service, { ...wanted, bodies: ['Message 3'] })
      expect(isComplete).toBe(true)
      expect(uuidsByBody.get('Message 3')).toEqual(sandbox.posts(phone).filter(({ body }) => body === 'Message 3').map(({ uuid }) => uuid))
    }
  })

  test.each([
    ['drop-after', 'found', ''],
    ['drop-before', 'absent', ''],
    ['drop-after', 'found', 'refuse-customers-list'],
    ['drop-before', 'cannotTell', 'refuse-customers-list'],
  ])('a new contact under %s is %s with "%s"', async (fault, kind, faults) => {
    sandbox.setFaults([`${fault}@create-customer`, faults].filter((one) => one !== '').join(','))
    expect((await service.perform({ kind: 'createCustomer', customer: { phone, name: 'New' } })).kind).toBe('unknown')
    expect(await findCreated(service, phone)).toMatchObject({ kind })
  })
})

describe('posts of services that page in other ways', () => {
  const wanted = { phone: '+12025550100', groupUuid: null, sinceSeconds: 1000 }
  let server: OddServer
  /** Newest first: the n-th post is n seconds younger than the oldest one. */
  const all = (count: number, oldestSeconds = 2000) =>
    Array.from({ length: count }, (_, at) => ({ uuid: `p${at}`, body: 'x', created_at: oldestSeconds + at, creator: { type: 'customer' } })).reverse()
  type Paging = (posts: ReturnType<typeof all>, page: number, size: number) => unknown[]
  const slice: Paging = (posts, page, size) => posts.slice(page * size, (page + 1) * size)
  const readAll = async (posts: ReturnType<typeof all>, paging: Paging, sinceSeconds = wanted.sinceSeconds) => {
    const answer = ({ query }: SeenRequest) => ({ body: { conversation: { uuid: 'c' }, posts: paging(posts, Number(query.get('page')), Number(query.get('page_size'))) } })
    server = await startOddServer(answer)
    closers.push(server.close)
    return readPostsSince(serviceTo(server.baseUrl), { ...wanted, sinceSeconds })
  }

  test.each<[string, Paging]>([
    ['from 0', slice],
    ['from 1, page 0 as page 1', (posts, page, size) => slice(posts, Math.max(page - 1, 0), size)],
    ['from 1, page 0 empty', (posts, page, size) => (page === 0 ? [] : slice(posts, page - 1, size))],
    ['30 whatever is asked', (posts, page) => slice(posts, page, 30)],
    ['the last page again and again', (posts, page, size) => slice(posts, Math.min(page, Math.ceil(posts.length / size) - 1), size)],
    ['oldest first', (posts, page, size) => slice(posts.toReversed(), page, size)],
  ])('pages %s: each post once, and all of them', async (_name, paging) => {
    for (const count of [1, 20, 50, 51, 120]) {
      const { posts, isComplete } = await readAll(all(count), paging)
      expect([isComplete || count === 50, new Set(posts.map(({ uuid }) => uuid)).size, posts.length]).toEqual([true, count, count])
    }
  })

  test('one full page that never changes may hide the rest: not complete', async () => {
    expect(await readAll(all(120), (posts) => posts.slice(0, 50))).toMatchObject({ isComplete: false })
    expect(await readAll(all(45), (posts) => posts)).toMatchObject({ isComplete: true })
  })

  test('reading ends where posts are older, but not at the oldest page of a list that begins with it', async () => {
    const posts = all(500, 0)
    expect((await readAll(posts, slice, 460)).posts.map(({ uuid }) => uuid)).toContain('p460')
    expect(server.requests).toHaveLength(1)
    expect((await readAll(posts, (list, page, size) => slice(list.toReversed(), page, size), 460)).posts.map(({ uuid }) => uuid)).toContain('p460')
  })

  test('posts without a uuid, and more of them than are read, are not complete', async () => {
    expect(await readAll(all(3), () => [{ body: 'x' }])).toMatchObject({ posts: [], isComplete: false })
    const endless = await readAll(all(5000), slice)
    expect([endless.isComplete, endless.posts.length]).toEqual([false, 1500])
  })
})

describe('importedPosts', () => {
  const post = (uuid: string, body: string | null, parts: Partial<Post> = {}): Post => ({
    uuid, conversationUuid: null, body, createdAtSeconds: 5, creatorType: 'customer', isWhisper: false, ...parts,
  })

  test.each<[string, string, string | null, boolean]>([
    ['the same', 'Hi there', 'Hi there', true],
    ['trimmed', ' Hi there\n', 'Hi there', true],
    ['other line breaks', 'a\r\nb\rc', 'a\nb\nc', true],
    ['another Unicode form', 'Zoe\u0308', 'Zo\u00eb', true],
    ['no text', '', null, true],
    ['another case', 'Hi', 'hi', false],
    ['a part', 'Hi', 'Hi there', false],
    ['inner space', 'a  b', 'a b', false],
  ])('%s', (_name, body, shown, isFound) => {
    expect(importedPosts([post('p', shown)], [body]).get(body)).toEqual(isFound ? ['p'] : [])
  })

  test('a post by a user or the system is none; one that does not say by whom can be', () => {
    const posts = [post('a', 'x', { creatorType: 'user' }), post('b', 'x', { creatorType: 'system' }), post('c', 'x', { creatorType: null }), post('d', 'x', { isWhisper: true })]
    expect(importedPosts(posts, ['x']).get('x')).toEqual(['c'])
  })

  test('oldest first, whichever way the list runs; those of one second as listed', () => {
    const newestFirst = [post('d', 'x', { createdAtSeconds: 9 }), post('c', 'x'), post('b', 'x'), post('a', 'x', { createdAtSeconds: 1 })]
    expect(importedPosts(newestFirst, ['x']).get('x')).toEqual(['a', 'b', 'c', 'd'])
    expect(importedPosts(newestFirst.toReversed(), ['x']).get('x')).toEqual(['a', 'b', 'c', 'd'])
    expect(importedPosts([post('b', 'x'), post('a', 'x')], ['x']).get('x')).toEqual(['a', 'b'])
  })
})
