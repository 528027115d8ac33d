import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statusFaults } from '../../../src-main/sandbox/faults/fault-kinds.ts'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.resetCounts()
})
afterAll(() => sandbox.close())

const { phoneE164, uuid } = ordinary()
const importPost = (body: string, phone = phoneE164) =>
  sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phone, comment: { body } })
const setConsent = (phone: string) => sandbox.call('POST', '/api/customers/set_consent.json', { phone_number: phone, consent: 1 })

test.each(statusFaults.filter((kind) => !kind.endsWith('-after')))('%s is refused before the effect', async (kind) => {
  sandbox.setFaults(`${kind}@import-message`)
  const answer = await importPost(`before ${kind}`)
  expect(answer.status).toBe(Number(kind))
  expect(answer.json.message).toEqual(expect.any(String))
  expect(sandbox.arrivals(phoneE164, `before ${kind}`)).toBe(0)
  expect(sandbox.counts().effectsByOperation).toEqual({})
})

test.each(statusFaults.filter((kind) => kind.endsWith('-after')))('%s comes after the effect', async (kind) => {
  sandbox.setFaults(`${kind}@import-message`)
  expect((await importPost(kind)).status).toBe(Number.parseInt(kind, 10))
  expect(sandbox.arrivals(phoneE164, kind)).toBe(1)
  expect(sandbox.counts().effectsByOperation).toEqual({ 'import-message': 1 })
})

test('Retry-After comes with a refusal before and after the effect, and may be a day', async () => {
  sandbox.setFaults('503-after@import-message:retry-after=1')
  expect((await importPost('503 after')).headers['retry-after']).toBe('1')
  sandbox.setFaults('429-after@import-message')
  expect((await importPost('429 after')).headers['retry-after']).toBeUndefined()
  expect([sandbox.arrivals(phoneE164, '503 after'), sandbox.arrivals(phoneE164, '429 after')]).toEqual([1, 1])
  sandbox.setFaults('429:retry-after=86400')
  expect((await importPost('a day')).headers['retry-after']).toBe('86400')
})

test('a redirection names another place', async () => {
  sandbox.setFaults('301')
  expect((await importPost('moved')).headers.location).toBe('/moved')
})

test('a refusal of the request itself wins over a status after the effect', async () => {
  sandbox.setFaults('503-after@import-message')
  expect((await importPost('bad', 'no number')).status).toBe(422)
  expect(sandbox.counts().effectsByOperation).toEqual({})
})

describe('a fault can be chosen', () => {
  const statuses = async (spec: string, phones: string[]) => {
    sandbox.setFaults(spec)
    const all = []
    for (const phone of phones) all.push((await setConsent(phone)).status)
    return all
  }
  const [a, b] = [ordinary(1).phoneE164, ordinary(2).phoneE164]

  test('for the whole of one operation, and no other', async () => {
    expect(await statuses('403@set-consent', [a, b])).toEqual([403, 403])
    expect((await importPost('others go on')).status).toBe(200)
  })

  test('for the nth call, from the nth call on, and at most so many times', async () => {
    expect(await statuses('500@set-consent:nth=2', [a, a, a])).toEqual([200, 500, 200])
    expect(await statuses('500@set-consent:from=2', [a, a, a])).toEqual([200, 500, 500])
    expect(await statuses('500@set-consent/1:from=2', [a, a, a])).toEqual([200, 500, 200])
  })

  test('for one contact, by phone number or uuid, wherever the request names it', async () => {
    expect(await statuses(`500:contact=${a}`, [a, b, a])).toEqual([500, 200, 500])
    expect(await statuses(`500:contact=${ordinary(1).uuid}`, [a, b])).toEqual([500, 200])
    expect(await statuses(`500:contact=${a}:contact=${b}`, [a, b, phoneE164])).toEqual([500, 500, 200])
    sandbox.setFaults(`500:contact=${phoneE164}`)
    expect((await sandbox.call('GET', `/api/customer/${uuid}.json`)).status).toBe(500)
    expect((await sandbox.call('GET', `/api/customer/${ordinary(1).uuid}.json`)).status).toBe(200)
    expect((await sandbox.call('GET', `/api/customers.json?phone_number=${encodeURIComponent(phoneE164)}`)).status).toBe(500)
    expect((await sandbox.call('POST', '/api/customers/set_consent.json', { customer_uuid: uuid, consent: 1 })).status).toBe(500)
    sandbox.setFaults('500:contact=+12125559123')
    expect((await importPost('new', '(212) 555-9123')).status).toBe(500)
    sandbox.clearFaults()
    const conversation = (await importPost('conversation')).json.post as { conversation_uuid: string }
    sandbox.setFaults(`500:contact=${phoneE164}`)
    expect((await sandbox.call('GET', `/api/conversation/${conversation.conversation_uuid}.json`)).status).toBe(500)
    expect((await sandbox.call('GET', '/api/customers.json')).status).toBe(200)
  })

  test('for each contact on its own', async () => {
    expect(await statuses('500@set-consent/1:each=contact', [a, b, a, b])).toEqual([500, 500, 200, 200])
    expect(await statuses('500@set-consent:nth=2:each=contact', [a, b, a, b])).toEqual([200, 200, 500, 500])
  })

  test('with a share of the requests, the same ones for the same seed', async () => {
    const phones = Array<string>(40).fill(a)
    const first = await statuses('500@set-consent=0.5,seed=5', phones)
    expect(await statuses('500@set-consent=0.5,seed=5', phones)).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 500]))
  })
})
