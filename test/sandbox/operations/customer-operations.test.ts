import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customFieldUuids, seedCustomFields } from '../../../src-main/sandbox/seed/seed-account.ts'
import { seedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'
import { openSandbox, ordinary, seeded, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const put = (uuid: string, customer: unknown) => sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer })
const shown = (answer: { json: Record<string, unknown> }) => answer.json.customer as Record<string, unknown>

describe('GET customer', () => {
  test('shows exactly the fields of the specification, as seeded, without email and unreachable', async () => {
    const seed = seedCustomer(8)
    const answer = await sandbox.call('GET', `/api/customer/${seed.uuid}.json`)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      customer: {
        uuid: seed.uuid,
        name: seed.name,
        notes: seed.notes,
        phone_number: seed.phoneNumber,
        avatar_url: seed.avatarUrl,
        facebook_id: seed.facebookId,
        blocked: seed.blocked,
        archived: seed.archived,
        reachable_by_sms: seed.reachableBySms,
        tags: seed.tags,
        custom_fields: seed.customFields,
        consent_status: seed.consentStatus,
        verified: seed.verified,
      },
    })
  })

  test('of an unknown uuid is 404', async () => {
    expect(await sandbox.call('GET', '/api/customer/nobody.json')).toMatchObject({ status: 404, json: { message: 'Customer not found' } })
  })

  test('of somebody who is unsubscribed says that no SMS reaches them', async () => {
    const { uuid } = ordinary(30)
    const isReachable = async () => shown(await sandbox.call('GET', `/api/customer/${uuid}.json`)).reachable_by_sms
    expect(await isReachable()).toBe(true)
    await put(uuid, { unreachable: true })
    expect(await isReachable()).toBe(false)
    await put(uuid, { unreachable: false })
    expect(await isReachable()).toBe(true)
  })

  test('of a web-chat contact shows no phone number', async () => {
    const { uuid } = seeded((customer) => customer.phoneE164 === null)
    expect(shown(await sandbox.call('GET', `/api/customer/${uuid}.json`)).phone_number).toBeNull()
  })
})

describe('PUT customer', () => {
  test('changes what is given and nothing else', async () => {
    const seed = ordinary(0)
    const before = sandbox.customer(seed.uuid)
    const answer = await put(seed.uuid, {
      name: 'Zoë O’Brien',
      notes: 'a\nb',
      email: 'z@example.com',
      archived: true,
      blocked: true,
      unreachable: true,
    })
    expect(shown(answer)).toMatchObject({
      name: 'Zoë O’Brien',
      notes: 'a\nb',
      archived: true,
      blocked: true,
      tags: seed.tags,
      custom_fields: seed.customFields,
    })
    expect(Object.keys(shown(answer))).not.toContain('email')
    expect(sandbox.customer(seed.uuid)).toEqual({
      ...before,
      name: 'Zoë O’Brien',
      notes: 'a\nb',
      email: 'z@example.com',
      archived: true,
      blocked: true,
      unreachable: true,
      updates: 1,
    })
    await put(seed.uuid, { archived: false, blocked: false, unreachable: false, name: null })
    expect(sandbox.customer(seed.uuid)).toMatchObject({
      name: null,
      notes: 'a\nb',
      archived: false,
      blocked: false,
      unreachable: false,
      updates: 2,
    })
  })

  test('adds, removes and replaces tags; without a handling it replaces', async () => {
    const { uuid } = ordinary(1)
    const tags = async (change: object) => shown(await put(uuid, change)).tags
    expect(await tags({ tags: 'vip,new_patient', tags_handling: 'replace' })).toEqual(['vip', 'new patient'])
    expect(await tags({ tags: 'gold vip', tags_handling: 'add' })).toEqual(['vip', 'new patient', 'gold'])
    expect(await tags({ tags: 'new_patient, absent', tags_handling: 'remove' })).toEqual(['vip', 'gold'])
    expect(await tags({ tags_handling: 'replace' })).toEqual(['vip', 'gold'])
    expect(await tags({ tags: 'one' })).toEqual(['one'])
    expect(await tags({ tags: '', tags_handling: 'replace' })).toEqual([])
  })

  test('merges custom fields; an empty value clears one', async () => {
    const { uuid, customFields } = ordinary(2)
    const { plan, accountId } = customFieldUuids
    expect(shown(await put(uuid, { custom_fields: { [plan]: 'Gold' } })).custom_fields).toEqual({ ...customFields, [plan]: 'Gold' })
    expect(shown(await put(uuid, { custom_fields: { [accountId]: '', [plan]: null } })).custom_fields).toMatchObject({
      [accountId]: null,
      [plan]: null,
    })
  })

  test.each([
    ['customer', undefined],
    ['name', { name: 5 }],
    ['tags', { tags: ['vip'] }],
    ['tags_handling', { tags: 'vip', tags_handling: 'merge' }],
    ['archived', { archived: 'true' }],
    ['custom_fields', { custom_fields: { unknown: 'x' } }],
    ['custom_fields', { custom_fields: { [customFieldUuids.plan]: 5 } }],
    ['custom_fields', { custom_fields: [] }],
  ])('refuses a bad %s with 422 that names it, and changes nothing', async (field, customer) => {
    const { uuid } = ordinary(3)
    const before = sandbox.customer(uuid)
    const answer = await put(uuid, customer)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.errors as object)).toEqual([field])
    expect(sandbox.customer(uuid)).toEqual(before)
  })

  test('refuses an unknown uuid with 404, bad JSON with 400 and another type than JSON with 415', async () => {
    expect((await put('nobody', { name: 'x' })).status).toBe(404)
    expect((await sandbox.call('PUT', `/api/customer/${ordinary(3).uuid}.json`, '{"customer":')).status).toBe(400)
    const typed = await sandbox.call(
      'PUT',
      `/api/customer/${ordinary(3).uuid}.json`,
      { customer: {} },
      { headers: { 'content-type': 'text/plain' } },
    )
    expect(typed.status).toBe(415)
  })
})

describe('GET customers', () => {
  test('pages from 0, thirty at a time, at most fifty, every contact once', async () => {
    const own = await openSandbox({ contacts: 130 })
    const page = async (query: string) => (await own.call('GET', `/api/customers.json${query}`)).json.customers as { uuid: string }[]
    expect(await page('')).toHaveLength(30)
    expect(await page('?page=0')).toEqual(await page(''))
    expect(await page('?page_size=500')).toHaveLength(50)
    const sizes = await Promise.all([0, 1, 2, 3].map((n) => page(`?page_size=50&page=${n}`)))
    expect(sizes.map((list) => list.length)).toEqual([50, 50, 30, 0])
    expect(sizes.flat().map((customer) => customer.uuid)).toEqual(Array.from({ length: 130 }, (_, n) => seedCustomer(n).uuid))
    expect((await own.call('GET', '/api/customers.json?page=-1')).status).toBe(422)
    expect((await own.call('GET', '/api/customers.json?page_size=many')).status).toBe(422)
    await own.close()
  })

  test('with a phone number in any form shows that contact, and null when there is none', async () => {
    const { uuid, phoneE164 } = ordinary(4)
    const find = (phone: string) => sandbox.call('GET', `/api/customers.json?phone_number=${encodeURIComponent(phone)}`)
    const display = `(${phoneE164.slice(2, 5)}) ${phoneE164.slice(5, 8)}-${phoneE164.slice(8)}`
    for (const phone of [phoneE164, display, phoneE164.slice(2)]) expect(shown(await find(phone)).uuid).toBe(uuid)
    expect(await find('+12125559876')).toMatchObject({ status: 200, json: { customer: null } })
    expect((await find('nonsense')).json).toEqual({ customer: null })
  })
})

describe('POST customers', () => {
  const create = (customer: unknown) => sandbox.call('POST', '/api/customers.json', { customer })

  test('creates a contact with tags as a list or a text, and a conversation for it', async () => {
    const answer = await create({
      phone_number: '(212) 555-9001',
      name: 'New',
      email: 'n@example.com',
      tags: ['new patient', 'vip'],
      custom_fields: { [customFieldUuids.plan]: 'Plus' },
    })
    expect(shown(answer)).toMatchObject({ phone_number: '(212) 555-9001', name: 'New', tags: ['new patient', 'vip'], consent_status: null })
    expect(sandbox.customerByPhone('+12125559001')).toMatchObject({
      email: 'n@example.com',
      customFields: { [customFieldUuids.plan]: 'Plus' },
    })
    expect(sandbox.isResolved('+12125559001')).toBe(false)
    expect(shown(await create({ phone_number: '+12125559002', tags: 'a,b' })).tags).toEqual(['a', 'b'])
    expect(sandbox.counts().customerCreates).toBe(2)
  })

  test('refuses a number that is in use, missing or invalid', async () => {
    expect((await create({ phone_number: ordinary(0).phoneE164 })).json).toMatchObject({
      errors: { phone_number: ['has already been taken'] },
    })
    expect((await create({ name: 'x' })).json).toMatchObject({ errors: { phone_number: ['is required'] } })
    expect((await create({ phone_number: '12' })).json).toMatchObject({ errors: { phone_number: ['is invalid'] } })
  })
})

test('the custom fields, departments, agents, dispositions and the organization can be read', async () => {
  expect((await sandbox.call('GET', '/api/address_book/custom_fields.json')).json).toEqual({ fields: seedCustomFields() })
  expect((await sandbox.call('GET', '/api/groups.json')).json).toMatchObject({
    groups: [{ name: 'Front Desk' }, {}, { is_sms_group: true }],
  })
  expect((await sandbox.call('GET', '/api/users.json')).json).toMatchObject({ users: [{ username: 'pat', on_call: true }, {}, {}] })
  expect((await sandbox.call('GET', '/api/dispositions.json')).json).toMatchObject({ dispositions: [{ name: 'Answered' }, {}] })
  expect((await sandbox.call('GET', '/api/organization.json')).json).toMatchObject({ organization: { name: 'Practice Office' } })
})

test('phone numbers are shown in one form where the account is set so', async () => {
  const { uuid, phoneE164 } = ordinary(5)
  sandbox.setSettings({ phoneStyle: 'e164' })
  expect(shown(await sandbox.call('GET', `/api/customer/${uuid}.json`)).phone_number).toBe(phoneE164)
  sandbox.setSettings({ phoneStyle: 'display' })
  expect(shown(await sandbox.call('GET', `/api/customer/${uuid}.json`)).phone_number).toMatch(/^\(\d{3}\) 555-\d{4}$/)
  sandbox.setSettings({ phoneStyle: 'seeded' })
})
