import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { customFieldUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, ordinary, seeded, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
const slept: number[] = []
/** By how much a timer is late. */
let lateMs = 0
let monotonicMs = 0
const clock = {
  nowMs: () => 1_800_000_000_000,
  monotonicMs: () => monotonicMs,
  async sleep(delayMs: number) {
    slept.push(delayMs)
    monotonicMs += delayMs + lateMs
  },
}

beforeAll(async () => {
  sandbox = await openSandbox({ clock })
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.resetCounts()
  slept.length = 0
})
afterAll(() => sandbox.close())

const { uuid, phoneE164 } = ordinary()
const get = () => sandbox.call('GET', `/api/customer/${uuid}.json`)
const put = (customer: object) => sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer })
const importPost = (body: string) => sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body } })
const shown = async (answer: ReturnType<typeof get>) => (await answer).json.customer as Record<string, unknown>

describe('refusals', () => {
  test('429 comes with seconds, with a date, or without Retry-After, and has no effect', async () => {
    sandbox.setFaults('429:retry-after=2')
    expect(await importPost('429')).toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
    sandbox.setFaults('429:retry-after-date=60')
    expect((await get()).headers['retry-after']).toBe(new Date(1_800_000_060_000).toUTCString())
    sandbox.setFaults('429')
    expect((await get()).headers['retry-after']).toBeUndefined()
    expect(sandbox.importedCount(phoneE164, '429')).toBe(0)
    expect(sandbox.counts()).toMatchObject({ statuses: { 429: 3 }, faults: { 429: 3 } })
  })

  test.each([500, 502, 503, 504])('%i hits as often as it may and has no effect', async (status) => {
    sandbox.setFaults(`${status}@import-message/2`)
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await importPost(`s${status}`)).status)
    expect(statuses).toEqual([status, status, 200])
    expect(sandbox.importedCount(phoneE164, `s${status}`)).toBe(1)
    expect((await get()).status).toBe(200)
  })

  test('an error can come with status 200, and has no effect', async () => {
    sandbox.setFaults('error-in-200')
    const answer = await importPost('in-200')
    expect(answer).toMatchObject({ status: 200, json: { message: expect.any(String), errors: expect.any(Array) } })
    expect(sandbox.importedCount(phoneE164, 'in-200')).toBe(0)
  })

  test('errors can be pages', async () => {
    sandbox.setFaults('html-errors')
    const answer = await sandbox.call('GET', '/api/customer/nobody.json')
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(answer.text).toMatch(/^<!DOCTYPE html>/)
    expect((await get()).status).toBe(200)
  })

  test('a token can expire after so many requests; a new one works', async () => {
    sandbox.setFaults('expire-token-after=2')
    const token = sandbox.issueToken()
    const statuses = []
    for (const _ of [1, 2, 3, 4]) statuses.push((await sandbox.call('GET', '/api/groups.json', undefined, { token })).status)
    expect(statuses).toEqual([200, 200, 401, 401])
    expect((await sandbox.call('GET', '/api/groups.json', undefined, { token: sandbox.issueToken() })).status).toBe(200)
  })
})

describe('connections', () => {
  test('dropped before the effect leave nothing behind', async () => {
    sandbox.setFaults('drop-before/1')
    await expect(importPost('before')).rejects.toThrow()
    expect(sandbox.importedCount(phoneE164, 'before')).toBe(0)
    expect(sandbox.counts()).toMatchObject({ dropped: 1, messagesImported: 0 })
    expect((await importPost('before')).status).toBe(200)
  })

  test('dropped after the effect leave it behind', async () => {
    sandbox.setFaults('drop-after/1')
    await expect(importPost('after')).rejects.toThrow()
    expect(sandbox.importedCount(phoneE164, 'after')).toBe(1)
    expect(sandbox.counts()).toMatchObject({ dropped: 1, messagesImported: 1 })
  })

  test.each([
    ['hang-before', 0],
    ['hang-after', 1],
  ])('can hang without an answer: %s', async (fault, effects) => {
    sandbox.setFaults(`${fault}/1`)
    const own = await openSandbox({ contacts: 10, clock, faults: `${fault}/1` })
    const phone = '+12125559300'
    const hanging = own.call('POST', '/api/new_customer_post.json', { phone_number: phone, comment: { body: 'hang' } })
    const failed = expect(hanging).rejects.toThrow()
    while ((await own.control('GET', '/sandbox/counts.json')).json.dropped === 0) continue
    expect(own.importedCount(phone, 'hang')).toBe(effects)
    await own.close()
    await failed
  })

  test('can be slow: before the answer, and in the middle of its body, which arrives whole', async () => {
    sandbox.setFaults('latency=20,slow-body:ms=70')
    expect(await shown(get())).toMatchObject({ uuid })
    expect(slept).toEqual([20, 70])
    sandbox.setFaults('latency=20:ms=10')
    await get()
    expect(slept[2]).toBeGreaterThanOrEqual(20)
    expect(slept[2]).toBeLessThan(30)
  })

  test('are as slow as they were told to be, on average, though timers are late', async () => {
    sandbox.setFaults('latency=20')
    lateMs = 1.2
    const waitedMs: number[] = []
    for (let round = 0; round < 60; round += 1) {
      const askedAtMs = monotonicMs
      await get()
      waitedMs.push(monotonicMs - askedAtMs)
    }
    lateMs = 0
    expect(waitedMs[0]).toBeCloseTo(21.2, 5)
    expect(waitedMs.at(-1)).toBeCloseTo(20, 1)
    // One that was held up for long does not make the next one early by as much.
    lateMs = 500
    await get()
    lateMs = 1.2
    const askedAtMs = monotonicMs
    await get()
    expect(monotonicMs - askedAtMs).toBeGreaterThan(19.8)
    lateMs = 0
  })

  test('can bring half a JSON, or nothing, after the effect', async () => {
    sandbox.setFaults('invalid-json')
    const half = await importPost('half')
    expect(() => JSON.parse(half.text) as unknown).toThrow()
    sandbox.setFaults('empty-body')
    expect(await importPost('half')).toMatchObject({ status: 200, text: '' })
    expect(sandbox.importedCount(phoneE164, 'half')).toBe(2)
  })
})

describe('a service that loses what it is given', () => {
  test.each([
    ['drop-custom-fields', { custom_fields: { [customFieldUuids.plan]: 'Lost' } }],
    ['ignore-archived', { archived: true }],
    ['ignore-blocked', { blocked: true }],
  ])('%s: says yes and keeps what was there', async (fault, change) => {
    const before = await shown(get())
    sandbox.setFaults(fault)
    expect(await shown(put(change))).toEqual(before)
    sandbox.clearFaults()
    expect(await shown(put(change))).not.toEqual(before)
    await put({ archived: false, blocked: false })
  })

  test('split-tags makes two tags of one with a space', async () => {
    sandbox.setFaults('split-tags')
    expect((await shown(put({ tags: 'spring_event', tags_handling: 'replace' }))).tags).toEqual(['spring', 'event'])
  })

  test('trim-notes keeps only the beginning', async () => {
    sandbox.setFaults('trim-notes=5')
    expect((await shown(put({ notes: 'too long for it' }))).notes).toBe('too l')
  })
})

describe('odd but likely shapes', () => {
  test('missing-fields leaves out the named fields, or all optional ones', async () => {
    sandbox.setFaults('missing-fields=tags+notes')
    const customer = await shown(get())
    expect(Object.keys(customer)).not.toContain('tags')
    expect(Object.keys(customer)).toContain('name')
    sandbox.setFaults('missing-fields')
    expect(Object.keys(await shown(get()))).toEqual(['uuid', 'phone_number'])
  })

  test('custom-fields-array shows no custom fields as a list, phone-object a number as an object', async () => {
    sandbox.setFaults('custom-fields-array,phone-object,extra-fields')
    const bare = seeded((customer) => Object.keys(customer.customFields).length === 0 && customer.phoneE164 !== null)
    const customer = await shown(sandbox.call('GET', `/api/customer/${bare.uuid}.json`))
    expect(customer).toMatchObject({ custom_fields: [], phone_number: { display_phone_number: bare.phoneNumber }, score: 7 })
    expect((await shown(get())).custom_fields).not.toEqual([])
  })

  test('null-customer and null-conversation answer null after the effect', async () => {
    sandbox.setFaults('null-customer,null-conversation')
    expect((await put({ name: 'Null' })).json).toEqual({ customer: null })
    expect(sandbox.customer(uuid)?.name).toBe('Null')
    const found = await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phoneE164)}`)
    expect(found.json.conversation).toBeNull()
  })

  test('shapes reach customers inside lists and conversations', async () => {
    sandbox.setFaults('missing-fields')
    const list = (await sandbox.call('GET', '/api/customers.json')).json.customers as object[]
    const conversations = (await sandbox.call('GET', '/api/conversations.json')).json.conversations as { customer: object }[]
    for (const customer of [...list, ...conversations.map((conversation) => conversation.customer)]) {
      expect(Object.keys(customer)).toEqual(['uuid', 'phone_number'])
    }
  })

  test.each([
    ['array', (json: unknown) => json],
    ['data', (json: unknown) => (json as { data: unknown }).data],
    ['nested', (json: unknown) => (json as { customers: { items: unknown } }).customers.items],
    ['by-uuid', (json: unknown) => Object.values((json as { customers: object }).customers)],
  ])('list-shape=%s brings the same contacts elsewhere', async (shape, find) => {
    const plain = (await sandbox.call('GET', '/api/customers.json')).json.customers
    sandbox.setFaults(`list-shape=${shape}`)
    const odd = (await sandbox.call('GET', '/api/customers.json')).json
    expect(odd).not.toEqual({ customers: plain })
    expect(find(odd)).toEqual(plain)
  })

  test('the list of customers can be refused while everything else works', async () => {
    sandbox.setFaults('refuse-customers-list')
    expect((await sandbox.call('GET', '/api/customers.json')).status).toBe(403)
    expect((await sandbox.call('GET', '/api/customers.json?phone_number=1')).status).toBe(403)
    expect((await get()).status).toBe(200)
  })

  test('a look-up by phone can be taken for a list', async () => {
    sandbox.setFaults('ignore-phone-filter')
    const answer = await sandbox.call('GET', `/api/customers.json?phone_number=${encodeURIComponent(phoneE164)}`)
    expect(answer.json.customers).toHaveLength(30)
  })

  test('pages can start at 1, or the last one can repeat for ever', async () => {
    const page = async (n: number) => (await sandbox.call('GET', `/api/customers.json?page_size=50&page=${n}`)).json.customers
    const plain = [await page(0), await page(1), await page(2), await page(3)]
    sandbox.setFaults('pages-from-one')
    expect([await page(0), await page(1), await page(2)]).toEqual([plain[0], plain[0], plain[1]])
    sandbox.setFaults('repeat-last-page')
    expect([await page(3), await page(4), await page(99)]).toEqual([plain[3], plain[3], plain[3]])
  })

  test('times of posts can be milliseconds', async () => {
    sandbox.setFaults('milliseconds')
    expect((await importPost('ms')).json).toMatchObject({ post: { created_at: 1_800_000_000_000 } })
  })

  test('the token of a sign-in can be in other places, and its status 201', async () => {
    const { email, password, apiKey, mfaCode } = sandbox.credentials
    const signIn = async (faults: string) => {
      sandbox.setFaults(faults)
      return sandbox.call('POST', '/auth/sign_in.json', { user: { email, password }, api_key: apiKey, mfa_code: mfaCode })
    }
    expect(await signIn('sign-in-201')).toMatchObject({ status: 201, json: { access_token: { token: expect.any(String) } } })
    expect((await signIn('token-shape=text')).json.access_token).toEqual(expect.any(String))
    expect((await signIn('token-shape=top')).json.token).toEqual(expect.any(String))
    const header = await signIn('token-shape=header')
    expect(Object.keys(header.json)).toEqual(['user'])
    expect(header.headers['x-tgp-access-token']).toEqual(expect.any(String))
    const none = await signIn('token-shape=none')
    expect([Object.keys(none.json), none.headers['x-tgp-access-token']]).toEqual([['user'], undefined])
  })
})
