import { beforeEach, describe, expect, test } from 'vitest'
import { createLookBeforeSending } from '../../../../src-main/engine/run/reconcile/look-before-sending.ts'
import type { GroupCall, PostCall, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import type { ConversationPost } from '../../../../src-main/engine/service/service.ts'
import { markRestored } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})

const call = {
  kind: 'importMessage' as const,
  phone: '+12025550100',
  groupUuid: null,
  body: 'On my way',
  attachments: [],
} satisfies ServiceCall
const since = 100_000
const until = 200_000
const now = until + 90_000

const post = (createdAtSeconds: number | null, parts: Partial<ConversationPost> = {}): ConversationPost => ({
  uuid: 'p1',
  conversationUuid: 'c-1',
  body: 'Something else',
  createdAtSeconds,
  creatorType: 'customer',
  isWhisper: false,
  attachments: [],
  marksResolved: null,
  isFirst: null,
  messageType: null,
  transferredTo: null,
  assignedTo: null,
  ...parts,
})
const same = (createdAtSeconds: number | null, uuid = 'p1') => post(createdAtSeconds, { uuid, body: call.body })

/** A border: looks for the message where the service shows these pages of posts. */
async function look(pages: ConversationPost[][], fingerprint: string | null = 'f1', sent: PostCall | GroupCall = call) {
  const asked: unknown[] = []
  const service = {
    conversationByPhone: async (phone: string, { page = 0 }: { page?: number } = {}) => {
      asked.push([phone, page])
      return { conversationUuid: 'c-1', posts: pages[page] ?? [], resolved: null, customer: null }
    },
  }
  const find = createLookBeforeSending(store, service, { nowMs: () => now * 1000 })
  return { ...(await find(sent, fingerprint, new AbortController().signal)), requests: asked.length }
}

const lose = () => {
  const { importedMessages } = tablesOf(store)
  importedMessages.claim('f1', 'run', 1, since * 1000)
  importedMessages.lose({ fingerprint: 'f1', runId: 'run', row: 1, sentAtMs: since * 1000 })
}
const refuse = () => tablesOf(store).importedMessages.refuse('f1', since * 1000)
const restore = () => markRestored(store, since * 1000, until * 1000)
const own = (postUuid: string) =>
  tablesOf(store).importedMessages.add({ fingerprint: 'other', runId: 'run', row: 9, postUuid, importedAtMs: since * 1000 })

const absent = { look: 'absent', agoMs: null }
const there = { look: 'there', call, outcome: { kind: 'done', status: 200, record: null, postUuid: 'p1', conversationUuid: 'c-1' } }

describe('a message that never left', () => {
  test.each([['f1'], [null]])('is not looked for where no records are missing: %s', async (fingerprint) => {
    expect(await look([[same(since)]], fingerprint)).toEqual({ ...absent, requests: 0 })
  })
})

describe('a message that the service took and did not show', () => {
  beforeEach(lose)

  test('is absent where nothing is there, and left so long ago', async () => {
    expect(await look([[]])).toMatchObject({ look: 'absent', agoMs: (now - since) * 1000 })
  })

  test.each([
    ['when it left', since],
    ['long after', now],
    ['at a time that is not told', null],
  ])('is there where its text came %s', async (_when, at) => {
    expect(await look([[same(at)]])).toMatchObject(there)
  })

  test('has no post to be known by where the service names none', async () => {
    expect(await look([[same(since, '')]])).toMatchObject({ look: 'there', outcome: { postUuid: null } })
  })

  test('may have become another text that came since, and not one that came well before', async () => {
    expect(await look([[post(since)]])).toMatchObject({ look: 'cannotTell', isRestored: false })
    expect(await look([[post(since - 121)]])).toMatchObject({ look: 'absent', agoMs: (now - since) * 1000 })
  })

  test("is not another row's message", async () => {
    own('p1')
    expect(await look([[same(since)]])).toMatchObject({ look: 'absent' })
  })

  test('is looked for since it left, though records of before are missing', async () => {
    restore()
    expect(await look([[post(since - 121)]])).toMatchObject({ look: 'absent', agoMs: (now - since) * 1000 })
    expect(await look([[same(until + 5000)]])).toMatchObject(there)
  })

  test('is looked for no further back than that', async () => {
    const page = Array.from({ length: 30 }, (_, at) => post(since + 1000 - 50 * at, { uuid: `o${at}`, creatorType: 'user' }))
    expect(await look([page, []])).toMatchObject({ requests: 1 })
  })
})

describe('a message that the service refused', () => {
  beforeEach(refuse)

  test('is absent where its text is not there: other texts are what people go on writing', async () => {
    expect(await look([[]])).toMatchObject(absent)
    expect(await look([[post(since)]])).toMatchObject(absent)
  })

  test('is there where its text is', async () => {
    expect(await look([[same(since)]])).toMatchObject(there)
  })

  test('cannot be told where not all could be read', async () => {
    const unnamed = Array.from({ length: 30 }, (_, at) => post(since + at, { uuid: '', creatorType: 'user' }))
    expect(await look([unnamed])).toMatchObject({ look: 'cannotTell', isRestored: false })
  })
})

describe('where records of some time are missing', () => {
  beforeEach(restore)

  test.each([['f1'], [null]])('a message of which nothing is there is absent: %s', async (fingerprint) => {
    expect(await look([[]], fingerprint)).toMatchObject(absent)
  })

  test.each([since, until, until + 120])('its text at %i is the message', async (at) => {
    expect(await look([[same(at)]])).toMatchObject(there)
  })

  test('its text at a time that is not told is the message', async () => {
    expect(await look([[same(null)]])).toMatchObject(there)
  })

  test.each([
    ['in that time', since + 10],
    ['an hour before', since - 3600],
    ['an hour after', until + 3600],
  ])('another text %s may be the message', async (_when, at) => {
    expect(await look([[post(at)]])).toMatchObject({ look: 'cannotTell', isRestored: true })
  })

  test.each([
    ['before', since - 3601],
    ['after', until + 3601],
  ])('another text more than an hour %s is not', async (_when, at) => {
    expect(await look([[post(at)]])).toMatchObject(absent)
  })

  test("nor is another row's message", async () => {
    own('p1')
    expect(await look([[post(since + 10)]])).toMatchObject(absent)
  })

  test('posts are read from an hour before that time', async () => {
    const page = Array.from({ length: 30 }, (_, at) => post(since + 1000 - 50 * at, { uuid: `o${at}`, creatorType: 'user' }))
    expect(await look([page, [post(since - 3000)]])).toMatchObject({ look: 'cannotTell', isRestored: true, requests: 2 })
  })
})

describe('a text to a group, which no read shows by its numbers', () => {
  const post: GroupCall['post'] = { as: 'message', body: call.body, attachments: [], resolve: false }
  const group: GroupCall = { kind: 'sendToGroup', phones: [call.phone, '+12025550101'], uuids: ['u1', 'u2'], groupUuid: 'g', post }
  const lookForGroup = () => look([[same(since)]], 'f1', group)

  test('may be sent where no records are missing, and where the service refused it', async () => {
    expect(await lookForGroup()).toEqual({ ...absent, requests: 0 })
    refuse()
    expect(await lookForGroup()).toEqual({ ...absent, requests: 0 })
  })

  test('cannot be told where the service took it and did not show it, or where records are missing', async () => {
    restore()
    expect(await lookForGroup()).toEqual({ look: 'cannotTell', isRestored: true, requests: 0 })
    lose()
    expect(await lookForGroup()).toEqual({ look: 'cannotTell', isRestored: false, requests: 0 })
  })
})
