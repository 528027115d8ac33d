import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../../src-main/engine/model/errors.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { createItemReads } from '../../../../src-main/engine/run/answer/item-reads.ts'
import type { Readiness, RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import type { ReadCustomer } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
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
function station(reads: Reads) {
  const store = tempStore()
  const unexpected = async () => {
    throw new Error('This was not to be read.')
  }
  const service = {
    customerByUuid: unexpected,
    customerByPhone: unexpected,
    conversationByPhone: unexpected,
    ...reads,
  } as unknown as Service
  const read = createItemReads({ store, service, runId: 'run', planId: 'plan', runStartedAtMs: 0, clock: systemClock })
  const { contacts } = tablesOf(store)
  return {
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
