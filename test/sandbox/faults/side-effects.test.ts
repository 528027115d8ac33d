import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { customFieldUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.reset()
})
afterAll(() => sandbox.close())

const { phoneE164, uuid } = ordinary()
const put = async (customer: object) => (await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer })).json.customer
const setConsent = (consent: number) => sandbox.call('POST', '/api/customers/set_consent.json', { customer_uuid: uuid, consent })
const importPost = (body: string) => sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body } })
const stored = () => sandbox.customer(uuid)
const full = {
  name: 'Full Name',
  notes: 'Notes',
  email: 'full@example.com',
  tags: ['one', 'two'],
  archived: true,
  blocked: true,
  unreachable: true,
  consent: false,
  customFields: { [customFieldUuids.accountId]: 'A-1', [customFieldUuids.plan]: 'Plus' },
}

describe('a service that changes more than it was asked', () => {
  test('replaces the map of custom fields', async () => {
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('replace-custom-fields')
    expect(await put({ custom_fields: { [customFieldUuids.plan]: 'Basic' } })).toMatchObject({
      custom_fields: { [customFieldUuids.plan]: 'Basic' },
    })
    expect(stored()?.customFields).toEqual({ [customFieldUuids.plan]: 'Basic' })
    await put({ name: 'No map' })
    expect(stored()?.customFields).toEqual({ [customFieldUuids.plan]: 'Basic' })
  })

  test('clears what was left out', async () => {
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('clear-left-out')
    await put({ name: 'Only this' })
    expect(stored()).toMatchObject({
      name: 'Only this',
      notes: null,
      email: null,
      tags: [],
      archived: true,
      customFields: full.customFields,
    })
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('clear-left-out=notes+tags+blocked+custom_fields')
    await put({ email: 'new@example.com', tags: 'three', tags_handling: 'add' })
    expect(stored()).toMatchObject({
      name: 'Full Name',
      notes: null,
      tags: ['one', 'two', 'three'],
      blocked: false,
      archived: true,
      customFields: {},
    })
  })

  test('treats `add` as `replace`', async () => {
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('add-replaces-tags')
    await put({ tags: 'three', tags_handling: 'add' })
    expect(stored()?.tags).toEqual(['three'])
    await put({ tags: 'three', tags_handling: 'remove' })
    expect(stored()?.tags).toEqual([])
  })

  test('treats `remove` as `replace`', async () => {
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('remove-replaces-tags')
    await put({ tags: 'one', tags_handling: 'remove' })
    expect(stored()?.tags).toEqual(['one'])
    await put({ tags: 'three', tags_handling: 'add' })
    expect(stored()?.tags).toEqual(['one', 'three'])
  })

  const flags = [
    ['block', { blocked: false }, { blocked: true }],
    ['unblock', { blocked: true }, { blocked: false }],
    ['archive', { archived: false }, { archived: true }],
    ['unarchive', { archived: true }, { archived: false }],
    ['unsubscribe', { unreachable: false }, { unreachable: true }],
    ['resubscribe', { unreachable: true }, { unreachable: false }],
    ['give-consent', { consent: false }, { consent: true }],
    ['withdraw-consent', { consent: true }, { consent: false }],
    ['reset-consent', { consent: true }, { consent: null }],
  ] as const

  test.each(flags)('%s with a PUT, which shows it where it shows such a flag', async (fault, before, after) => {
    sandbox.changeCustomer({ uuid }, before)
    sandbox.setFaults(`${fault}@update-customer`)
    const answer = await put({ name: 'Asked' })
    expect(stored()).toMatchObject({ name: 'Asked', ...after })
    if ('blocked' in after || 'archived' in after) expect(answer).toMatchObject(after)
    if ('consent' in after) expect(answer).toMatchObject({ consent_status: after.consent })
    expect(stored()?.updates).toBe(1)
  })

  test.each(flags.filter(([fault]) => !fault.endsWith('-consent')))('%s with set-consent', async (fault, before, after) => {
    sandbox.changeCustomer({ uuid }, before)
    sandbox.setFaults(`${fault}@set-consent`)
    expect((await setConsent(0)).status).toBe(200)
    expect(stored()).toMatchObject({ consent: false, ...after })
  })

  test.each(flags)('%s with an import', async (fault, before, after) => {
    sandbox.changeCustomer({ uuid }, before)
    sandbox.setFaults(`${fault}@import-message`)
    await importPost('imported')
    expect(stored()).toMatchObject(after)
    expect(sandbox.arrivals(phoneE164, 'imported')).toBe(1)
  })

  test('answers an import with a message of its own', async () => {
    sandbox.setFaults('auto-reply@import-message')
    await importPost('hello')
    expect(sandbox.posts(phoneE164).slice(-2)).toMatchObject([{ kind: 'import', body: 'hello' }, { kind: 'auto-reply' }])
    expect(sandbox.counts()).toMatchObject({ messagesImported: 1, autoReplies: 1 })
  })

  test('answers an import some time later', async () => {
    sandbox.setFaults('late-reply@import-message=2000')
    await importPost('hello')
    expect(sandbox.posts(phoneE164).at(-1)).toMatchObject({ kind: 'import' })
    sandbox.advance(2_000)
    expect(sandbox.posts(phoneE164).at(-1)).toMatchObject({ kind: 'auto-reply' })
  })

  test('touches nobody else', async () => {
    const others = () => sandbox.customers(0, 200).filter((customer) => customer.uuid !== uuid)
    const before = others()
    sandbox.setFaults('block,archive,unsubscribe,reset-consent,clear-left-out,replace-custom-fields')
    await put({ name: 'Only here' })
    expect(others()).toEqual(before)
  })
})

describe('a service that does not store what it says', () => {
  test.each([
    ['a PUT', () => put({ name: 'Echo' }), { name: 'Echo' }],
    ['set-consent', async () => (await setConsent(0)).json, { success: 1 }],
    ['an import', async () => (await importPost('echo')).json.post, { body: 'echo' }],
    [
      'a message',
      async () => (await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: 'echo' } })).json.post,
      { body: 'echo' },
    ],
    [
      'a new contact',
      async () => (await sandbox.call('POST', '/api/customers.json', { customer: { phone_number: '+12125559600' } })).json.customer,
      { phone_number: '(212) 555-9600' },
    ],
  ])('echoes %s and stores nothing', async (_name, act, answered) => {
    const before = [stored(), sandbox.posts(phoneE164), sandbox.contactCount()]
    sandbox.setFaults('echo-only')
    expect(await act()).toMatchObject(answered)
    expect([stored(), sandbox.posts(phoneE164), sandbox.contactCount()]).toEqual(before)
    expect(sandbox.counts().effectsByOperation).toEqual({})
  })

  test('can store consent only the first time', async () => {
    sandbox.setFaults('echo-only@set-consent:from=2')
    const [a, b] = [ordinary(1), ordinary(2)]
    for (const contact of [a, b]) {
      const body = { customer_uuid: contact.uuid, consent: 0 }
      expect((await sandbox.call('POST', '/api/customers/set_consent.json', body)).json).toEqual({ success: 1 })
    }
    expect([sandbox.customer(a.uuid)?.consent, sandbox.customer(b.uuid)?.consent]).toEqual([false, true])
  })

  test('ignores fields', async () => {
    sandbox.setFaults('ignore=unreachable+notes')
    await put({ unreachable: true, notes: 'gone', email: 'kept@example.com' })
    expect(stored()).toMatchObject({ unreachable: false, notes: ordinary().notes, email: 'kept@example.com' })
  })

  test('shows what was asked, whatever it stores', async () => {
    sandbox.changeCustomer({ uuid }, full)
    sandbox.setFaults('echo-asked,clear-left-out=notes,truncate=3:field=name,unblock')
    expect(await put({ name: 'Whole name' })).toMatchObject({ name: 'Whole name', notes: 'Notes', blocked: true })
    expect(stored()).toMatchObject({ name: 'Who', notes: null, blocked: false })
  })

  test.each([
    ['a PUT', () => sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name: 'Elsewhere' } }), { name: 'Elsewhere' }],
    ['consent by uuid', () => setConsent(0), { consent: false }],
    [
      'consent by phone number',
      () => sandbox.call('POST', '/api/customers/set_consent.json', { phone_number: phoneE164, consent: 0 }),
      { consent: false },
    ],
  ])('stores %s at another contact', async (_name, act, changed) => {
    const before = sandbox.customers(0, 200)
    sandbox.setFaults('wrong-customer')
    expect((await act()).status).toBe(200)
    const after = sandbox.customers(0, 200)
    const different = after.filter((customer, index) => JSON.stringify(customer) !== JSON.stringify(before[index]))
    expect(different).toHaveLength(1)
    expect(different[0]).toMatchObject(changed)
    expect(different[0]?.uuid).not.toBe(uuid)
    expect(sandbox.effects({ uuid })).toEqual({})
    expect(Object.values(sandbox.effects({ uuid: different[0]?.uuid ?? '' }))).toEqual([1])
  })

  test('echoes a message of one contact and stores it at another', async () => {
    sandbox.setFaults('wrong-customer')
    const answer = (await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: 'astray' } })).json
    expect(answer).toMatchObject({ post: { body: 'astray' }, conversation: { customer: { uuid } } })
    expect(sandbox.arrivals(phoneE164, 'astray')).toBe(0)
    const phones = sandbox.customers(0, 200).flatMap((customer) => customer.phone ?? [])
    expect(phones.filter((phone) => sandbox.arrivals(phone, 'astray') === 1)).toHaveLength(1)
  })
})
