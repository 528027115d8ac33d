import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
let wallMs = 1_800_000_000_000
const clock = { nowMs: () => wallMs, monotonicMs: () => wallMs - 1_000_000, sleep: async () => {} }
beforeAll(async () => {
  sandbox = await openSandbox({ clock })
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.reset()
})
afterAll(() => sandbox.close())

const { phoneE164, uuid } = ordinary()
const importPost = (body: string, phone = phoneE164) =>
  sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phone, comment: { body } })
const put = (customer: object, contact = uuid) => sandbox.call('PUT', `/api/customer/${contact}.json`, { customer })
const shownName = async (contact = uuid) =>
  ((await sandbox.call('GET', `/api/customer/${contact}.json`)).json.customer as { name: string }).name

describe('an effect that comes late', () => {
  test('is answered first, with the post that it will be', async () => {
    sandbox.setFaults('late-effect@import-message=8000')
    const answered = (await importPost('late')).json.post as { uuid: string; conversation_uuid: string }
    expect(sandbox.arrivals(phoneE164, 'late')).toBe(0)
    expect([sandbox.pendingEffects(), sandbox.counts().messagesImported]).toEqual([1, 0])
    sandbox.advance(7999)
    expect(sandbox.arrivals(phoneE164, 'late')).toBe(0)
    sandbox.advance(1)
    expect(sandbox.posts(phoneE164).find((post) => post.body === 'late')?.uuid).toBe(answered.uuid)
    expect([sandbox.pendingEffects(), sandbox.counts().messagesImported]).toEqual([0, 1])
    const read = await sandbox.call('GET', `/api/conversation/${answered.conversation_uuid}.json`)
    expect(read.json.posts).toContainEqual(expect.objectContaining({ uuid: answered.uuid }))
  })

  test('comes by itself as time goes by, and carries the time at which it came', async () => {
    const now = ((await importPost('now')).json.post as { created_at: number }).created_at
    sandbox.setFaults('late-effect@import-message=5000')
    await importPost('in time')
    wallMs += 60_000
    const conversation = await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phoneE164)}`)
    const post = (conversation.json.posts as { body: string; created_at: number }[]).find((each) => each.body === 'in time')
    expect(post?.created_at).toBe(now + 5)
  })

  test.each([
    ['drop-after', null],
    ['503-after', 503],
    ['429-after', 429],
  ])('can have no answer or an error instead: with %s', async (fault, status) => {
    sandbox.setFaults(`late-effect@import-message=3000,${fault}@import-message`)
    if (status === null) await expect(importPost('lost')).rejects.toThrow()
    else expect((await importPost('lost')).status).toBe(status)
    expect(sandbox.arrivals(phoneE164, 'lost')).toBe(0)
    sandbox.advance(3000)
    expect(sandbox.arrivals(phoneE164, 'lost')).toBe(1)
  })

  test.each([
    ['update-customer', () => put({ name: 'Late Name' }), () => sandbox.customer(uuid)?.name === 'Late Name'],
    [
      'set-consent',
      () => sandbox.call('POST', '/api/customers/set_consent.json', { customer_uuid: uuid, consent: 0 }),
      () => sandbox.customer(uuid)?.consent === false,
    ],
    [
      'create-customer',
      () => sandbox.call('POST', '/api/customers.json', { customer: { phone_number: '+12125559777', name: 'New' } }),
      () => sandbox.customerByPhone('+12125559777') !== null,
    ],
    [
      'send-by-phone',
      () => sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: 'sent late' } }),
      () => sandbox.arrivals(phoneE164, 'sent late') === 1,
    ],
  ] as const)('can be one of %s', async (operation, act, hasHappened) => {
    sandbox.setFaults(`late-effect@${operation}=1000`)
    expect((await act()).status).toBe(200)
    expect(hasHappened()).toBe(false)
    sandbox.advance(1000)
    expect(hasHappened()).toBe(true)
    expect(sandbox.counts().effectsByOperation).toEqual({ [operation]: 1 })
  })

  test('shows the uuid of a contact that is created late', async () => {
    sandbox.setFaults('late-effect@create-customer=1000')
    const created = (await sandbox.call('POST', '/api/customers.json', { customer: { phone_number: '+12125559778' } })).json.customer
    sandbox.advance(1000)
    expect(sandbox.customerByPhone('+12125559778')?.uuid).toBe((created as { uuid: string }).uuid)
  })

  test('keeps the order of the times, not of the requests: a late yes after a no', async () => {
    const set = (consent: number) => sandbox.call('POST', '/api/customers/set_consent.json', { customer_uuid: uuid, consent })
    sandbox.setFaults('late-effect@set-consent=5000/1')
    await set(1)
    await set(0)
    expect(sandbox.customer(uuid)?.consent).toBe(false)
    sandbox.advance(5000)
    expect(sandbox.customer(uuid)?.consent).toBe(true)
  })

  test('does not happen when it is refused at once', async () => {
    sandbox.setFaults('late-effect=1000')
    expect((await importPost('refused', 'nonsense')).status).toBe(422)
    expect(sandbox.pendingEffects()).toBe(0)
  })
})

describe('reads that are late', () => {
  test('show a contact as it was, alone and in lists, until the time has passed', async () => {
    const before = await shownName()
    sandbox.setFaults('read-lag=3000')
    const echo = (await put({ name: 'Changed' })).json.customer as { name: string }
    expect(echo.name).toBe('Changed')
    const listed = async () => {
      const { customers } = (await sandbox.call('GET', '/api/customers.json?page_size=50')).json as {
        customers: { uuid: string; name: string }[]
      }
      return customers.find((customer) => customer.uuid === uuid)?.name
    }
    const found = async () =>
      ((await sandbox.call('GET', `/api/customers.json?phone_number=${encodeURIComponent(phoneE164)}`)).json.customer as { name: string })
        .name
    const inConversations = async () => {
      const { conversations } = (await sandbox.call('GET', '/api/conversations.json?page_size=50')).json as {
        conversations: { customer: { uuid: string; name: string } }[]
      }
      return conversations.find((conversation) => conversation.customer.uuid === uuid)?.customer.name
    }
    const all = async () => [await shownName(), await listed(), await found()]
    expect(await all()).toEqual([before, before, before])
    expect([before, undefined]).toContain(await inConversations())
    sandbox.advance(2999)
    expect(await all()).toEqual([before, before, before])
    sandbox.advance(1)
    expect(await all()).toEqual(['Changed', 'Changed', 'Changed'])
    expect(sandbox.customer(uuid)?.name).toBe('Changed')
  })

  test('show each of several changes in its turn', async () => {
    sandbox.setFaults('read-lag=1000')
    await put({ name: 'One' })
    sandbox.advance(600)
    await put({ name: 'Two' })
    sandbox.advance(600)
    expect(await shownName()).toBe('One')
    sandbox.advance(400)
    expect(await shownName()).toBe('Two')
  })

  test('show posts, resolved conversations and new contacts late', async () => {
    const phone = '+12125559700'
    const lookUp = async () => (await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phone)}`)).json
    sandbox.setFaults('read-lag=2000')
    const { conversation_uuid: conversation } = (await importPost('first', phone)).json.post as { conversation_uuid: string }
    expect(await lookUp()).toEqual({ conversation: null })
    expect((await sandbox.call('GET', `/api/conversation/${conversation}.json`)).status).toBe(404)
    sandbox.advance(2000)
    expect(await lookUp()).toMatchObject({ posts: [{ body: 'first' }] })
    await importPost('second', phone)
    await sandbox.call('POST', `/api/conversation/${conversation}/resolve.json`, '""')
    expect(await lookUp()).toMatchObject({ conversation: { resolved: false }, posts: [{ body: 'first' }] })
    sandbox.advance(2000)
    const later = await lookUp()
    expect(later).toMatchObject({ conversation: { resolved: true } })
    expect((later.posts as { body: string | null }[]).map((post) => post.body)).toEqual([null, 'second', 'first'])
  })

  test('can be those of one contact, in lists too', async () => {
    const other = ordinary(1)
    const before = await shownName()
    sandbox.setFaults(`read-lag=3000:contact=${phoneE164}`)
    await put({ name: 'Changed' })
    await put({ name: 'Changed' }, other.uuid)
    expect([await shownName(), await shownName(other.uuid)]).toEqual([before, 'Changed'])
    const { customers } = (await sandbox.call('GET', '/api/customers.json?page_size=50')).json as {
      customers: { uuid: string; name: string }[]
    }
    const listed = (contact: string) => customers.find((customer) => customer.uuid === contact)?.name
    expect([listed(uuid), listed(other.uuid)]).toEqual([before, 'Changed'])
  })
})
