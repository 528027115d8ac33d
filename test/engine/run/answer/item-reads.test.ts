import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { createItemReads, type ItemReadsOptions } from '../../../../src-main/engine/run/answer/item-reads.ts'
import type { Readiness, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { ReadCustomer } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { ConversationPost, Service } from '../../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { entry } from '../../ledger/ledger-entry.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { consent, creation, itemWith, message, update } from './items.ts'

const tempStore = tempStores()
const phone = '+12025550100'
const customer = (parts: Partial<ReadCustomer['record']> = {}): ReadCustomer => ({
  record: { uuid: 'u1', name: 'Old', ...parts },
  extra: null,
})
const refusing = (code: ErrorCode) => async () => {
  throw new AppError(code, 'No.', 'Ask.')
}

type Reads = Partial<Pick<Service, 'customerByUuid' | 'lookUpByPhone' | 'customerByPhone' | 'conversation' | 'conversationByPhone'>>

/** A border, not a module of ours: what the service answers to each read. Reads that are not given fail the test. */
function station(reads: Reads, { runStartedAtMs = 0, ...given }: Partial<ItemReadsOptions> = {}) {
  const store = tempStore()
  const unexpected = async () => {
    throw new Error('This was not to be read.')
  }
  const service = {
    departments: async () => [],
    customerByUuid: unexpected,
    customerByPhone: unexpected,
    conversationByPhone: unexpected,
    ...reads,
  } as unknown as Service
  const read = createItemReads({ store, service, runId: 'run', planId: 'plan', runStartedAtMs, clock: systemClock, ...given })
  const { contacts } = tablesOf(store)
  return {
    store,
    cache: (parts: Partial<ReadCustomer['record']> = {}) => contacts.putRead(customer(parts), 0),
    read: (needed: Exclude<Readiness, { kind: 'ready' }>, item: RunItem = itemWith()) => read(item, needed, new AbortController().signal),
  }
}

const freshRead = { kind: 'needsFreshRead', uuid: 'u1', call: update } as const

describe('a contact that is read afresh', () => {
  test('is found as it was, was changed by somebody, or is gone', async () => {
    expect(await station({ customerByUuid: async () => customer() }).read(freshRead)).toEqual({ kind: 'found', seen: customer() })
    const edited = customer({ name: 'Edited' })
    expect(await station({ customerByUuid: async () => edited }).read(freshRead)).toMatchObject({
      kind: 'changed',
      seen: edited,
      failure: { message: expect.stringContaining('Name') },
    })
    expect(await station({ customerByUuid: async () => null }).read(freshRead)).toMatchObject({
      kind: 'missing',
      goneUuid: 'u1',
      failure: { code: 'service.not_found' },
    })
  })

  test.each(['service.shape', 'service.refused'] as const)(
    'is read by its number where its uuid does not do (%s), whatever the case of the uuid that comes back',
    async (code) => {
      for (const uuid of ['u1', 'U1']) {
        const here = station({
          customerByUuid: refusing(code),
          customerByPhone: async (asked) => (asked === phone ? customer({ uuid }) : null),
        })
        here.cache({ phone })
        expect(await here.read(freshRead)).toEqual({ kind: 'found', seen: customer({ uuid }) })
      }
    },
  )

  test('is taken as it is cached where the service lets it be read in no way', async () => {
    const other = station({
      customerByUuid: refusing('service.refused'),
      customerByPhone: async () => customer({ uuid: 'u2', name: 'Edited' }),
    })
    other.cache({ phone })
    expect(await other.read(freshRead)).toEqual({ kind: 'found', seen: null })
    const nobody = station({ customerByUuid: refusing('service.refused'), customerByPhone: refusing('service.refused') })
    nobody.cache({ phone })
    expect(await nobody.read(freshRead)).toEqual({ kind: 'found', seen: null })
    expect(await station({ customerByUuid: refusing('service.refused') }).read(freshRead)).toEqual({ kind: 'found', seen: null })
  })

  test('fails as the service does otherwise', async () => {
    await expect(station({ customerByUuid: refusing('service.unreachable') }).read(freshRead)).rejects.toMatchObject({
      code: 'service.unreachable',
    })
  })

  test('may have other tags by now where tags are added or removed, not where they are replaced', async () => {
    const changes = [{ field: 'tags', label: 'Tags', before: ['a'], beforeKnown: true, after: ['a', 'b'] }]
    const needed = (handling: 'add' | 'replace') => ({
      kind: 'needsFreshRead' as const,
      uuid: 'u1',
      call: { kind: 'updateCustomer' as const, uuid: 'u1', customer: { tags: { handling, tags: ['b'] } } },
    })
    const here = station({ customerByUuid: async () => customer({ tags: ['c'] }) })
    expect((await here.read(needed('add'), itemWith({ changes }))).kind).toBe('found')
    expect((await here.read(needed('replace'), itemWith({ changes }))).kind).toBe('changed')
    const renamed = [...changes, { field: 'name', label: 'Name', before: 'Earlier', beforeKnown: true, after: 'New' }]
    expect(await here.read(needed('add'), itemWith({ changes: renamed }))).toMatchObject({
      kind: 'changed',
      failure: { message: expect.not.stringContaining('Tags') },
    })
  })

  test('that was blocked since the preview gets no permission', async () => {
    const needed = (given: boolean) => ({ kind: 'needsFreshRead', uuid: 'u1', call: { ...consent, consent: given } }) as const
    const blockedNow = (before: boolean | undefined, now: boolean) => {
      const here = station({ customerByUuid: async () => customer({ blocked: now }) })
      here.cache(before === undefined ? {} : { blocked: before })
      return here
    }
    const item = itemWith({ changes: [] })
    expect(await blockedNow(false, true).read(needed(true), item)).toMatchObject({
      kind: 'changed',
      failure: { message: expect.stringContaining('Blocked') },
    })
    expect((await blockedNow(false, true).read(needed(false), item)).kind).toBe('found')
    expect((await blockedNow(true, true).read(needed(true), item)).kind).toBe('found')
    expect((await blockedNow(undefined, true).read(needed(true), item)).kind).toBe('found')
    expect((await blockedNow(false, false).read(needed(true), item)).kind).toBe('found')
    const here = blockedNow(false, true)
    expect((await here.read({ kind: 'needsFreshRead', uuid: 'u1', call: update }, item)).kind).toBe('found')
  })
})

describe('what a call of the row has made', () => {
  test('is looked up where its answer did not show it', async () => {
    expect(await station({ customerByPhone: async () => customer() }).read({ kind: 'needsContact', phone })).toEqual({
      kind: 'found',
      seen: customer(),
      made: { contactUuid: 'u1' },
    })
    expect(await station({ customerByPhone: async () => null }).read({ kind: 'needsContact', phone })).toMatchObject({
      kind: 'missing',
      goneUuid: null,
    })
    const asked: unknown[] = []
    const conversationByPhone: Service['conversationByPhone'] = async (_phone, query) => {
      asked.push(query)
      return { conversationUuid: 'c', posts: [] } as never
    }
    const here = station({ conversationByPhone })
    expect(await here.read({ kind: 'needsConversation', phone, groupUuid: 'g' })).toEqual({ kind: 'conversation', conversationUuid: 'c' })
    await here.read({ kind: 'needsConversation', phone, groupUuid: null })
    expect(asked).toEqual([{ groupUuid: 'g' }, {}])
    expect(
      await station({ conversationByPhone: async () => null }).read({ kind: 'needsConversation', phone, groupUuid: null }),
    ).toMatchObject({ kind: 'missing', goneUuid: null })
  })
})

describe('a first call that is looked up', () => {
  const untold = { kind: 'verified', lost: [], isShown: false, isLate: false, seen: null }
  const verify = (call: Extract<Readiness, { kind: 'needsVerifying' }>['call'], postUuid: string | null = null) =>
    ({ kind: 'needsVerifying', call, postUuid, before: null }) as const

  test('is compared with the contact', async () => {
    const here = station({ customerByUuid: async () => customer({ name: 'Old', consent: false }) })
    expect(await here.read(verify(update))).toMatchObject({
      kind: 'verified',
      lost: [{ field: 'name', asked: 'New', answered: 'Old' }],
      seen: customer({ consent: false }),
    })
    expect(await here.read(verify({ ...update, customer: { name: 'Old' } }))).toMatchObject({ lost: [], isShown: true })
    expect(await here.read(verify({ ...update, customer: { notes: 'Old' } }))).toMatchObject({ lost: [], isShown: false })
    expect(await here.read(verify(consent))).toMatchObject({ lost: [{ field: 'consent', asked: 'yes', answered: 'the opposite' }] })
    expect(await here.read(verify({ ...consent, consent: false }))).toMatchObject({ lost: [] })
    const unasked = station({ customerByUuid: async () => customer({ consent: null }) })
    expect(await unasked.read(verify({ ...consent, consent: false }))).toMatchObject({ lost: [{ asked: 'no', answered: 'nothing' }] })
    expect(await station({ customerByUuid: async () => customer() }).read(verify(consent))).toMatchObject({ lost: [], isShown: false })
  })

  test('is compared with the contact that the row has made', async () => {
    const uuids: string[] = []
    const customerByUuid: Service['customerByUuid'] = async (uuid) => {
      uuids.push(uuid)
      return customer()
    }
    const made = itemWith({ made: { contactUuid: 'made', conversationUuid: null } })
    const here = station({ customerByUuid })
    expect(await here.read(verify(creation), made)).toMatchObject({ lost: [{ field: 'name' }] })
    await here.read(verify({ ...consent, uuid: null, phone }), made)
    await here.read(verify(update), made)
    expect(uuids).toEqual(['made', 'made', 'u1'])
  })

  test('is no contact where the service says for certain that it has none', async () => {
    const lookUp = (isCertain: boolean, found: ReadCustomer | null = null) =>
      station({ customerByUuid: async () => null, lookUpByPhone: async () => ({ customer: found, isCertain }) })
    const made = itemWith({ made: { contactUuid: 'made', conversationUuid: null } })
    for (const item of [made, itemWith()])
      expect(await lookUp(true).read(verify(creation), item)).toMatchObject({ lost: [{ field: 'Contact' }], isLate: true, isShown: false })
    expect(await lookUp(false).read(verify(creation), made)).toEqual(untold)
    expect(await lookUp(true, customer()).read(verify(creation), made)).toEqual(untold)
    expect(
      await station({ customerByUuid: async () => null, lookUpByPhone: refusing('service.refused') }).read(verify(creation), made),
    ).toEqual(untold)
    expect(await lookUp(true).read(verify(update), made)).toEqual(untold)
  })

  test('has nothing against it where the service does not show the contact', async () => {
    for (const customerByUuid of [async () => null, refusing('service.refused')]) {
      expect(await station({ customerByUuid }).read(verify(update))).toEqual(untold)
    }
    const resolve = { kind: 'resolveConversation', conversationUuid: 'c', disposition: null } as const
    expect(await station({ conversation: async () => null }).read(verify(resolve))).toMatchObject({ lost: [], changes: [] })
    const open = { conversationUuid: 'c', resolved: false, customer: null, posts: [] }
    expect(await station({ conversation: async () => open }).read(verify(resolve))).toMatchObject({ lost: [{ field: 'Resolved' }] })
  })

  test('is looked for among the posts where it was a message', async () => {
    const posts = (bodies: string[]): Reads => ({
      conversationByPhone: async () =>
        ({
          conversationUuid: 'c',
          posts: bodies.map((body, at) => ({ uuid: `p${at}`, body, createdAtSeconds: 0, creatorType: 'customer', isWhisper: false })),
        }) as never,
    })
    expect(await station(posts(['x', ' Hello '])).read(verify(message))).toEqual({
      ...untold,
      isShown: true,
      isLate: true,
      changes: [],
      isResolved: null,
    })
    const lost = await station(posts(['Hel'])).read(verify(message))
    expect(lost).toMatchObject({ lost: [{ field: 'Message' }], isShown: false, isLate: true })
    // Its post is there, with another text: that will not change.
    expect(await station(posts(['Hel'])).read(verify(message, 'p0'))).toMatchObject({ lost: [{ field: 'Message' }], isLate: false })
    expect(JSON.stringify(lost)).not.toContain('Hello')
    // A conversation without posts shows that it is not there; one that cannot be read shows nothing.
    expect(await station(posts([])).read(verify(message))).toMatchObject({ lost: [{ answered: 'nothing' }], isShown: false, isLate: true })
    expect(await station({ conversationByPhone: async () => null }).read(verify(message))).toMatchObject({ lost: [{}], isLate: true })
    expect(await station({ conversationByPhone: refusing('service.refused') }).read(verify(message))).toMatchObject({ lost: [] })
  })
})

describe('a contact whose row is to be taken back', () => {
  const needed = { kind: 'needsUndoRead', uuid: 'u1' } as const

  test('has to be read: where it cannot be, nothing is changed', async () => {
    expect(await station({ customerByUuid: async () => customer() }).read(needed)).toEqual({ kind: 'undone', seen: customer() })
    expect(await station({ customerByUuid: async () => null }).read(needed)).toMatchObject({ kind: 'missing', goneUuid: 'u1' })
    expect(await station({ customerByUuid: refusing('service.refused') }).read(needed)).toMatchObject({
      kind: 'missing',
      goneUuid: null,
      failure: { code: 'undo.unreadable' },
    })
  })
})

const post = (parts: Partial<ConversationPost> = {}) =>
  ({ uuid: 'p', body: 'Welcome', createdAtSeconds: 5_000, creatorType: 'system', isWhisper: false, ...parts }) as ConversationPost
/** Reads of a conversation with these posts, and where they were asked for. */
function conversation(posts: ConversationPost[], resolved: boolean | null = null) {
  const asked: unknown[] = []
  const conversationByPhone: Service['conversationByPhone'] = async (_phone, where) => {
    asked.push(where)
    return { conversationUuid: 'c', resolved, customer: null, posts }
  }
  return { asked, conversationByPhone }
}

describe('permission for a contact that refuses elsewhere than in its record', () => {
  const needed = { kind: 'needsFreshRead', uuid: 'u1', call: consent } as const
  const item = (parts: Partial<RunItem> = {}) => itemWith({ changes: [], ...parts })
  /** A contact with a refusal in the ledger of this time. */
  function refused(reads: Reads = { customerByUuid: async () => customer({ phone }) }) {
    const here = station(reads)
    addFile(here.store)
    here.cache({ phone })
    tablesOf(here.store).consentLedger.append(entry(1, { to: false, contact: 'u1', phone, time: '2026-01-02T00:00:00.000Z' }))
    return here
  }
  const refusedAtMs = Date.parse('2026-01-02T00:00:00.000Z')

  test('is not given, also where the contact itself is not shown; other calls go', async () => {
    expect(await refused().read(needed, item())).toMatchObject({ kind: 'changed', failure: { code: 'held.refused' } })
    const hidden = refused({ customerByUuid: refusing('service.refused'), customerByPhone: refusing('service.refused') })
    expect(await hidden.read(needed, item())).toMatchObject({ kind: 'changed', failure: { code: 'held.refused' } })
    expect(await hidden.read(freshRead, item())).toEqual({ kind: 'found', seen: null })
    expect((await refused().read(freshRead, item())).kind).toBe('found')
  })

  test('is not given after a STOP, where the account has the latest messages read before', async () => {
    const stopped = (readsLatestPosts: boolean) =>
      station(
        { ...conversation([post({ body: 'STOP', creatorType: 'customer' })]), customerByUuid: async () => customer({ phone }) },
        { settings: { readsLatestPosts } },
      ).read(needed, item())
    expect(await stopped(true)).toMatchObject({ kind: 'changed', failure: { code: 'held.refused' } })
    expect((await stopped(false)).kind).toBe('found')
  })

  test('is given where the row was released with evidence that is later, not as late', async () => {
    expect((await refused().read(needed, item({ agreedAtMs: refusedAtMs + 1 }))).kind).toBe('found')
    expect((await refused().read(needed, item({ agreedAtMs: refusedAtMs }))).kind).toBe('changed')
  })

  test('is not given to whom the row has created', async () => {
    const here = refused()
    expect((await here.read({ kind: 'needsPosts', phone }, item())).kind).toBe('changed')
    expect(await here.read({ kind: 'needsPosts', phone: '+12025550199' }, item())).toEqual({ kind: 'notRefused' })
  })

  test('is not given back by an undo that a person has let go', async () => {
    const written = [{ field: 'consent', label: 'Consent', before: true, beforeKnown: true, after: false }]
    const undo = { uuid: 'u1', written, sent: new Set<never>(), done: new Set<never>(), shownFromMs: 0, decided: null }
    const undoing = (parts: object) => refused().read({ kind: 'needsUndoRead', uuid: 'u1' }, item({ undo: { ...undo, ...parts } }))
    expect((await undoing({ isReleased: true })).kind).toBe('changed')
    expect((await undoing({})).kind).toBe('undone')
    const renamed = [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }]
    expect((await undoing({ isReleased: true, written: renamed })).kind).toBe('undone')
  })

  test('is not given where the record refuses of which the preview did not know it', async () => {
    const change = { field: 'consent', label: 'Consent', before: null, beforeKnown: false, after: true }
    const shown = (parts: object, given = true) =>
      station({ customerByUuid: async () => customer(parts) }).read(
        { ...needed, call: { ...consent, consent: given } },
        item({ changes: [change] }),
      )
    expect(await shown({ consent: false })).toMatchObject({ kind: 'changed', failure: { message: expect.stringContaining('Consent') } })
    expect((await shown({ consent: null })).kind).toBe('found')
    // Of what else is not known, nothing is said by that.
    const other = { field: 'email', label: 'Email', before: null, beforeKnown: false, after: 'a@example.com' }
    const knownRefusal = { ...change, before: false, beforeKnown: true }
    const beside = station({ customerByUuid: async () => customer({ consent: false }) })
    for (const known of [other, knownRefusal]) expect((await beside.read(needed, item({ changes: [known] }))).kind).toBe('found')
    expect((await shown({ consent: false }, false)).kind).toBe('found')
  })
})

describe('right before a call that is to prove something', () => {
  const sampled = (parts: Partial<RunItem> = {}) => itemWith({ proof: { kind: 'wanted', how: 'sample' } as RunItem['proof'], ...parts })
  const along = sampled({ proof: { kind: 'wanted', how: 'along' } as RunItem['proof'] })

  test('of a message that goes along is asked alone whether its conversation is resolved, in its department', async () => {
    for (const groupUuid of [null, 'g']) {
      const here = conversation([post()], true)
      const read = await station(here).read({ kind: 'needsProofRead', call: { ...message, groupUuid } }, along)
      expect(read).toMatchObject({ kind: 'found', seen: null, image: { record: null, posts: null, isResolved: true } })
      expect(here.asked).toEqual([groupUuid === null ? { pageSize: 1 } : { pageSize: 1, groupUuid }])
    }
    const hidden = station({ conversationByPhone: refusing('service.refused') })
    expect(await hidden.read({ kind: 'needsProofRead', call: message }, along)).toMatchObject({ image: { isResolved: null } })
  })

  test('of others the contact is read, and the posts where a call leaves one', async () => {
    const here = conversation([post()], false)
    const reads = { ...here, customerByUuid: async () => customer() }
    expect(await station(reads).read({ kind: 'needsProofRead', call: message }, sampled())).toMatchObject({
      seen: customer(),
      image: { record: customer().record, posts: { uuids: new Set(['p']), newestSeconds: 5_000 }, isResolved: false },
    })
    const quiet = station({ customerByUuid: async () => customer() })
    for (const item of [sampled(), along])
      expect(await quiet.read({ kind: 'needsProofRead', call: update }, item)).toMatchObject({
        seen: customer(),
        image: { posts: null, isResolved: null },
      })
    const nobody = await station({ customerByUuid: async () => null }).read({ kind: 'needsProofRead', call: update }, sampled())
    expect(nobody).toMatchObject({ seen: null, image: { record: null } })
    expect('image' in nobody && nobody.image).not.toHaveProperty('unwritten')
  })

  test('of a group the conversation that it was texted in is read, where one is known', async () => {
    const phones = [phone, '+12025550101']
    const sendPost = { as: 'message' as const, body: 'Hello', attachments: [], resolve: false }
    const call = { kind: 'sendToGroup' as const, phones, uuids: ['u1', 'u2'], groupUuid: 'g', post: sendPost }
    const asked: string[] = []
    const reads = (found: ConversationPost[] | null): Reads => ({
      customerByUuid: async () => customer(),
      conversation: async (uuid) => {
        asked.push(uuid)
        return found && { conversationUuid: uuid, resolved: true, customer: null, posts: found }
      },
    })
    const read = (here: ReturnType<typeof station>, parts: Partial<RunItem> = {}) =>
      here.read({ kind: 'needsProofRead', call }, itemWith({ ...along, ...parts }))
    expect(await read(station(reads([post()])))).toMatchObject({ image: { posts: null, isResolved: null } })
    expect(asked).toEqual([])
    const known = station(reads([post()]))
    tablesOf(known.store).groupConversations.note('earlier', phones)
    expect(await read(known)).toMatchObject({ image: { posts: { uuids: new Set(['p']) }, isResolved: true } })
    await read(known, { made: { contactUuid: null, conversationUuid: 'answered' } })
    expect(asked).toEqual(['earlier', 'answered'])
    // One that is not there has no message either.
    const gone = station(reads(null))
    tablesOf(gone.store).groupConversations.note('earlier', phones)
    expect(await read(gone)).toMatchObject({ image: { posts: { uuids: new Set() }, isResolved: null } })
    const hidden = station({ customerByUuid: async () => customer(), conversation: refusing('service.refused') })
    tablesOf(hidden.store).groupConversations.note('earlier', phones)
    expect(await read(hidden)).toMatchObject({ image: { posts: null } })
  })

  test('the texts of the contact are read where it is looked into that the service texts people', async () => {
    const found = (watches: boolean, parts: object, needed: Exclude<Readiness, { kind: 'ready' }> = freshRead) => {
      const here = station(
        { ...conversation([post()]), customerByUuid: async () => customer(parts), customerByPhone: async () => null },
        { watchesTexts: () => watches, clock: { nowMs: () => 7_000 } },
      )
      return here.read(needed, sampled())
    }
    expect(await found(true, { phone })).toMatchObject({ image: { readAtSeconds: 7, texts: { uuids: new Set(['p']) } } })
    expect(await found(true, {})).toMatchObject({ image: { readAtSeconds: 7, texts: null } })
    expect(await found(true, {}, { kind: 'needsAbsence', phone })).toMatchObject({ image: { texts: { uuids: new Set(['p']) } } })
    const unwatched = await found(false, { phone })
    expect(unwatched).toMatchObject({ image: { readAtSeconds: 7 } })
    expect('image' in unwatched && unwatched.image).not.toHaveProperty('texts')
    const plain = station({ customerByUuid: async () => customer() }, { watchesTexts: () => true })
    expect(await plain.read(freshRead)).toEqual({ kind: 'found', seen: customer() })
  })
})

test('a contact that is to be created is held where somebody has the number by now', async () => {
  const absence = (found: ReadCustomer | null) => station({ customerByPhone: async () => found }).read({ kind: 'needsAbsence', phone })
  expect(await absence(null)).toEqual({ kind: 'found', seen: null })
  expect(await absence(customer())).toMatchObject({ kind: 'changed', seen: customer() })
})

test('a call that was sent in vain is there where all that it asked for shows, not where any of it is something else or not shown', async () => {
  const isThere = async (shown: ReadCustomer | null) =>
    station({ customerByUuid: async () => shown }).read({ kind: 'needsEndState', call: update })
  expect(await isThere(customer({ name: 'New' }))).toMatchObject({ kind: 'endState', isThere: true })
  expect(await isThere(customer({ name: 'Old' }))).toMatchObject({ isThere: false })
  expect(await isThere({ record: { uuid: 'u1' }, extra: null })).toMatchObject({ isThere: false })
  expect(await isThere(null)).toMatchObject({ isThere: false, seen: null })
})

describe('after a call', () => {
  const before = { record: null, posts: null, readAtSeconds: 4_900 }
  const changed = { kind: 'needsVerifying', call: update, postUuid: null, before } as const
  const shown = customer({ phone, name: 'New' })
  const fields = async (here: ReturnType<typeof station>, parts: Partial<RunItem> = {}, needed: typeof changed = changed) => {
    const read = await here.read(needed, itemWith(parts))
    return 'changes' in read ? read.changes?.map(({ field }) => field) : read.kind
  }
  const whole = (record = shown, options: Partial<ItemReadsOptions> = {}, posts = [post()]) =>
    station({ ...conversation(posts), customerByUuid: async () => record }, options)

  test('it shows where the service has texted the contact by itself', async () => {
    expect(await fields(whole())).toEqual(['texts'])
    expect(await fields(whole(shown, {}, []))).toEqual([])
    expect(await fields(whole(customer({ name: 'New' })))).toEqual([])
    // What is lost is said first.
    expect(await fields(whole(customer({ phone, name: 'Old' })))).toEqual([])
  })

  test('that is not asked of what is undone or put back, nor where it was not read when', async () => {
    const undo = { uuid: 'u1', written: [], sent: new Set<never>(), done: new Set<never>(), shownFromMs: 0, decided: null }
    expect(await fields(whole(), { undo })).toEqual([])
    expect(await fields(whole(), { putBack: {} as NonNullable<RunItem['putBack']> })).toEqual([])
    expect(await fields(whole(), {}, { ...changed, before: { record: null, posts: null } } as typeof changed)).toEqual([])
  })

  test('of those that were sent before the service was found to do that, it is asked since the run began', async () => {
    const watching = { watchesTexts: () => true, runStartedAtMs: 4_900_000 }
    expect(await fields(whole(shown, watching), { isLookedUpAgain: true }, { ...changed, before: null } as never)).toEqual(['texts'])
    expect(await fields(whole(shown, { ...watching, watchesTexts: () => false }), { isLookedUpAgain: true })).toEqual([])
  })

  test('it shows nothing where the posts cannot be read now; another mistake is one', async () => {
    const failing = (error: Error) =>
      station({
        customerByUuid: async () => shown,
        conversationByPhone: async () => {
          throw error
        },
      })
    expect(await fields(failing(new AppError('service.unreachable', 'No.', 'Ask.')))).toEqual([])
    await expect(fields(failing(new AppError('cancelled', 'No.', 'Ask.')))).rejects.toMatchObject({ code: 'cancelled' })
    await expect(fields(failing(new Error('Oh.')))).rejects.toThrow('Oh.')
  })

  test('it shows what else changed of the contact, and of one that was created what nobody asked for', async () => {
    const record = { uuid: 'u1', name: 'Old', notes: 'Dog' }
    const was = { ...changed, before: { record, posts: null } } as never
    expect(await fields(whole(customer({ name: 'New', notes: 'Cat' })), {}, was)).toEqual(['notes'])
    expect(await fields(whole(customer({ name: 'New', notes: 'Dog' })), {}, was)).toEqual([])
    const made = itemWith({ made: { contactUuid: 'u1', conversationUuid: null } })
    const created = (record: ReadCustomer) =>
      station({ customerByUuid: async () => record }).read({ ...changed, call: creation, before: null }, made)
    expect(await created(customer({ name: 'New', phone, consent: true }))).toMatchObject({ changes: [{ field: 'consent' }] })
    expect(await created(customer({ name: 'New', phone }))).toMatchObject({ changes: [] })
  })

  test('of a contact without an identifier the number tells who it is', async () => {
    const here = station({ customerByPhone: async (asked) => (asked === phone ? customer({ consent: true }) : null) })
    const call = { ...consent, uuid: null, phone }
    const read = (one: ServiceCall, contacts: string[]) =>
      here.read({ kind: 'needsVerifying', call: one, postUuid: null, before: null }, itemWith({ contacts }))
    expect(await read(call, [phone])).toMatchObject({ seen: customer({ consent: true }), isShown: true })
    expect(await read({ ...call, phone: '+12025550199' }, ['+12025550199'])).toMatchObject({ seen: null })
  })

  test('a conversation that was resolved is asked for by its uuid, and shows texts that came with it', async () => {
    const call = { kind: 'resolveConversation', conversationUuid: 'c', disposition: null } as const
    const resolvedAs = (resolved: boolean) => {
      const asked: string[] = []
      const here = station({
        ...conversation([post()]),
        customerByUuid: async () => shown,
        conversation: async (uuid) => {
          asked.push(uuid)
          return { conversationUuid: uuid, resolved, customer: null, posts: [] }
        },
      })
      return { asked, read: here.read({ kind: 'needsVerifying', call, postUuid: null, before }, itemWith({ contacts: ['u1', phone] })) }
    }
    const well = resolvedAs(true)
    expect(await well.read).toMatchObject({ lost: [], changes: [{ field: 'texts' }] })
    expect(well.asked).toEqual(['c'])
    expect(await resolvedAs(false).read).toMatchObject({ lost: [{ field: 'Resolved' }], changes: [] })
  })

  test('a message is looked up for posts that answer it: beside it, some seconds later, and in any run before it was known', async () => {
    const own = { uuid: 'own', body: message.body, creatorType: 'customer', createdAtSeconds: 5_000 } as const
    const reply = { uuid: 'reply', body: 'Hi!', creatorType: 'user', createdAtSeconds: 5_001 } as const
    const customerPost = { ...reply, creatorType: 'customer' } as const
    const answers = async (beside: Partial<ConversationPost>, parts: Partial<RunItem>, isKnown = true) => {
      const here = station({ ...conversation([post(own), post(beside)]), customerByUuid: async () => customer() })
      const image = isKnown ? { record: null, posts: { uuids: new Set<string>(), newestSeconds: null } } : null
      const read = await here.read({ kind: 'needsVerifying', call: message, postUuid: 'own', before: image }, itemWith(parts))
      return 'changes' in read ? read.changes?.map(({ field }) => field) : null
    }
    expect(await answers(reply, {})).toEqual(['posts'])
    expect(await answers(customerPost, {})).toEqual(['posts'])
    // Other messages of the run may have come since.
    expect(await answers(customerPost, { isWatched: true })).toEqual([])
    expect(await answers(reply, { isWatched: true })).toEqual(['posts'])
    // Of what was not read before, times tell.
    expect(await answers(reply, { isLookedUpAgain: true }, false)).toEqual(['posts'])
    expect(await answers({ ...reply, createdAtSeconds: 4_000 }, { isLookedUpAgain: true }, false)).toEqual([])
    expect(await answers(reply, {}, false)).toEqual([])
  })

  test('a request for consent says what the service wrote since then, and what it shows', async () => {
    const call = { kind: 'requestConsent', uuid: 'u1', phone } as const
    const told = async (record: ReadCustomer, readAtSeconds?: number) => {
      const here = station({ ...conversation([post()]), customerByUuid: async () => record }, { runStartedAtMs: 6_000_000 })
      const image = readAtSeconds === undefined ? null : { ...before, readAtSeconds }
      const read = await here.read({ kind: 'needsVerifying', call, postUuid: null, before: image })
      return 'told' in read ? read.told : null
    }
    const asked = customer({ phone, consent: null })
    expect(await told(asked, 5_000)).toBe('The service wrote to them: “Welcome” Their consent is shown as: Not asked.')
    expect(await told(asked, 9_000)).toContain('no new message yet')
    expect(await told(asked)).toContain('no new message yet')
    expect(await told(customer({ consent: null }), 5_000)).toContain('cannot be read')
  })

  test('a request for consent tells whether the service shows its question: its conversation is read right before, too', async () => {
    const call = { kind: 'requestConsent', uuid: 'u1', phone } as const
    const record = customer({ phone, consent: null })
    const question = post({ uuid: 'q', creatorType: 'system', messageType: 'SMS' })
    const wanted = itemWith({ proof: { kind: 'wanted', how: 'alone', before: null } })
    const shownAfter = async (since: ConversationPost[]) => {
      const stationWith = (posts: ConversationPost[]) => station({ ...conversation(posts), customerByUuid: async () => record })
      const found = await stationWith([post()]).read({ kind: 'needsProofRead', call }, wanted)
      const image = found.kind === 'found' ? (found.image ?? null) : null
      expect(image?.texts?.uuids).toEqual(new Set([post().uuid]))
      const read = await stationWith([post(), ...since]).read({ kind: 'needsVerifying', call, postUuid: null, before: image })
      return 'showsQuestion' in read ? read.showsQuestion : null
    }
    expect(await shownAfter([question])).toBe(true)
    expect(await shownAfter([])).toBe(false)
    expect(await shownAfter([post({ uuid: 'c', creatorType: 'user' })])).toBeNull()
  })
})
