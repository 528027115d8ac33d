import { describe, expect, test } from 'vitest'
import type { CustomerRecord, ReadCustomer } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { ConsentRequest, GroupCall, TextCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { createPermissionRead } from '../../../../src-main/engine/run/answer/permission-read.ts'
import { learn } from '../../../../src-main/engine/run/late/service-profile.ts'
import type { Post, Service } from '../../../../src-main/engine/service/service.ts'
import { markRestored } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { entry } from '../../ledger/ledger-entry.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const [phone, otherPhone] = ['+12025550100', '+12025550101'] as const
const agreed: CustomerRecord = {
  uuid: 'u1',
  phone,
  consent: true,
  blocked: false,
  archived: false,
  unreachable: false,
  reachableBySms: true,
}
const post = { as: 'message' as const, body: 'Hello', attachments: [], resolve: false }
const text: TextCall = { kind: 'sendToPhone', phone, groupUuid: null, post }
const request: ConsentRequest = { kind: 'requestConsent', uuid: 'u1', phone }
const group: GroupCall = { kind: 'sendToGroup', phones: [phone, otherPhone], uuids: ['u1', 'u2'], groupUuid: 'g', post }

interface Situation {
  call?: TextCall | GroupCall | ConsentRequest
  hasAgreed?: boolean
  released?: ('noConsent' | 'notReachable')[]
  contacts?: string[]
  /** What the service shows of each contact; null where there is none. */
  shown?: Record<string, CustomerRecord | null | 'unreadable'>
  /** Whom the service finds by the number. */
  byPhone?: CustomerRecord | null
  posts?: Partial<Post>[]
  store?: ReturnType<typeof newStore>
}

/** What is read right before a contact is texted that agreed and of whom nothing else is known, but for what is given. */
async function permission({
  call = text,
  hasAgreed = false,
  released = [],
  contacts = ['u1', phone],
  shown = { u1: agreed },
  byPhone = null,
  posts = [],
  store = newStore(),
}: Situation = {}) {
  const read = (record: CustomerRecord): ReadCustomer => ({ record, extra: null })
  const full: Post = {
    ...{ uuid: 'p', conversationUuid: 'c', body: 'Hi', createdAtSeconds: 1_000, creatorType: 'customer', isWhisper: false },
  }
  const all = posts.map((one) => ({
    ...{ attachments: [], marksResolved: null, isFirst: null, messageType: null, transferredTo: null, assignedTo: null },
    ...full,
    ...one,
  }))
  const service: Pick<Service, 'conversation' | 'conversationByPhone' | 'customerByPhone' | 'departments'> = {
    conversation: async () => null,
    conversationByPhone: async () => (all.length === 0 ? null : { conversationUuid: 'c', resolved: false, customer: null, posts: all }),
    customerByPhone: async () => (byPhone === null ? null : read(byPhone)),
    departments: async () => [],
  }
  const readContact = async (uuid: string) => {
    const found = shown[uuid] ?? null
    return found === null || found === 'unreadable' ? found : read(found)
  }
  const answer = await createPermissionRead({ store, service, readContact })(
    { contacts, released },
    { call, hasAgreed },
    new AbortController().signal,
  )
  return 'failure' in answer ? answer.failure.message : answer.kind
}

describe('right before somebody is texted', () => {
  test('who agreed, and refuses nowhere, may be', async () => {
    expect(await permission()).toBe('permitted')
  })

  test.each<[string, Situation, string]>([
    ['has another number by now', { shown: { u1: { ...agreed, phone: otherPhone } } }, 'changed Phone number'],
    ['has refused since', { shown: { u1: { ...agreed, consent: false } } }, 'has refused texts'],
    ['is blocked', { shown: { u1: { ...agreed, blocked: true } } }, 'is blocked'],
    ['writes STOP', { posts: [{ body: 'STOP' }] }, 'latest messages'],
    ['is not known to have agreed', { shown: { u1: { ...agreed, consent: null } } }, 'agreed'],
    ['cannot be reached', { shown: { u1: { ...agreed, reachableBySms: false } } }, 'reach'],
    ['is gone', { shown: {} }, 'cannot be found'],
    ['is not known to the service', { contacts: [phone] }, 'cannot be found'],
    ['is not shown', { shown: { u1: 'unreadable' } }, 'does not show this contact'],
  ])('who %s is not', async (_name, situation, says) => {
    expect(await permission(situation)).toContain(says)
  })

  test('a person may let go who is not known to have agreed, or to be reachable, and the file may say that they agreed', async () => {
    const unknown = { u1: { ...agreed, consent: null } }
    expect(await permission({ shown: unknown, released: ['noConsent'] })).toBe('permitted')
    expect(await permission({ shown: unknown, hasAgreed: true })).toBe('permitted')
    expect(await permission({ shown: unknown, released: ['notReachable'] })).not.toBe('permitted')
    const unreachable = { u1: { ...agreed, reachableBySms: false } }
    expect(await permission({ shown: unreachable, released: ['notReachable'] })).toBe('permitted')
    expect(await permission({ shown: unreachable, released: ['noConsent'] })).not.toBe('permitted')
  })

  test('whom Rollcall has unsubscribed is not texted, though the service does not show that', async () => {
    const store = newStore()
    const { unreachable: _unreachable, reachableBySms: _reachable, ...hidden } = agreed
    expect(await permission({ store, shown: { u1: hidden } })).toBe('permitted')
    tablesOf(store).contacts.putRead({ record: { ...hidden, unreachable: true }, extra: null }, 0)
    expect(await permission({ store, shown: { u1: hidden } })).toContain('unsubscribed')
    // What the service shows itself counts.
    expect(await permission({ store, shown: { u1: { ...hidden, unreachable: false } } })).toBe('permitted')
  })

  test('another contact with the number speaks for it, one with another number does not, and of themselves what was read last does', async () => {
    const refusing = { ...agreed, consent: false }
    expect(await permission({ byPhone: { ...refusing, uuid: 'u2' } })).toContain('has refused texts')
    expect(await permission({ byPhone: { ...agreed, uuid: 'u2' } })).toBe('permitted')
    expect(await permission({ byPhone: { ...refusing, uuid: 'u2', phone: otherPhone } })).toBe('permitted')
    expect(await permission({ byPhone: refusing })).toBe('permitted')
  })

  test('of a group one who refuses keeps all from being texted, and is named', async () => {
    const second = { ...agreed, uuid: 'u2', phone: otherPhone }
    expect(await permission({ call: group, shown: { u1: agreed, u2: second } })).toBe('permitted')
    const said = await permission({ call: group, shown: { u1: agreed, u2: { ...second, blocked: true } } })
    expect(said).toContain(`${otherPhone}, of this group: This contact is blocked`)
    expect(await permission({ call: { ...group, phones: [], uuids: [] } })).toContain('cannot be found')
  })
})

describe('right before somebody is asked for consent', () => {
  const notAsked = { call: request, shown: { u1: { ...agreed, consent: null } } }

  test('who neither agreed nor refused may be', async () => {
    expect(await permission(notAsked)).toBe('permitted')
  })

  test('who has agreed by now is not: by the record, or by the ledger', async () => {
    expect(await permission({ call: request })).toContain('has agreed to texts since')
    const store = newStore()
    addFile(store)
    tablesOf(store).consentLedger.append(entry(1, { to: true, contact: 'u1', phone }))
    expect(await permission({ ...notAsked, store })).toContain('has agreed to texts since')
  })

  test('nobody is of whom the service does not show whether they agreed', async () => {
    const { consent: _, ...hidden } = agreed
    expect(await permission({ call: request, shown: { u1: hidden } })).toContain('does not show whether')
  })

  test('nobody is who may have been asked in the time that a backup does not know', async () => {
    const store = newStore()
    markRestored(store, 1_000_000, 2_000_000)
    expect(await permission({ ...notAsked, store })).toContain('not known to show its questions')
    learn(store, { kind: 'question', isShown: true }, 1_000)
    expect(await permission({ ...notAsked, store })).toBe('permitted')
    expect(await permission({ ...notAsked, store, posts: [{ creatorType: 'system', createdAtSeconds: 1_500 }] })).toContain('A backup')
  })
})
