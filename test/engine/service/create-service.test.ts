import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService, type ServiceOptions } from '../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { createStillClock, startOddServer } from './odd-server.ts'

let sandbox: Sandbox
let clock: ReturnType<typeof createStillClock>
const services: Service[] = []
let phone = ''
let uuid = ''

beforeAll(async () => {
  sandbox = await createSandbox({ contacts: 130 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  sandbox.reset()
  sandbox.clearFaults()
  clock = createStillClock()
  const found = await firstWithPhone()
  phone = found.phone
  uuid = found.uuid
  sandbox.resetCounts()
})
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

function serviceTo(options: Partial<ServiceOptions> = {}): Service {
  const service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock,
    ...options,
  })
  services.push(service)
  return service
}

async function firstWithPhone(): Promise<{ phone: string; uuid: string }> {
  for await (const { customers } of serviceTo().customers()) {
    for (const { record } of customers) if (record.phone) return { phone: record.phone, uuid: record.uuid }
  }
  throw new Error('The sandbox has no contact with a number.')
}

describe('against the whole service', () => {
  test('custom fields and departments are read', async () => {
    const service = serviceTo()
    expect((await service.customFields()).map(({ dataType }) => dataType)).toEqual(expect.arrayContaining(['string', 'link']))
    expect((await service.departments())[0]).toMatchObject({ uuid: expect.any(String), isSmsGroup: false })
  })

  test.each([
    '',
    'phone-object',
    'custom-fields-array,extra-fields',
    'missing-fields',
    'refuse-customers-list',
    'ignore-phone-filter',
    'refuse-customers-list,phone-object,html-errors',
  ])('a contact is found by phone under "%s"', async (faults) => {
    sandbox.setFaults(faults)
    const found = await serviceTo().customerByPhone(phone)
    expect(found?.record).toMatchObject({ uuid, phone })
  })

  test.each(['', 'refuse-customers-list', 'ignore-phone-filter', 'html-errors'])(
    'an unknown number is not found under "%s"',
    async (faults) => {
      sandbox.setFaults(faults)
      expect(await serviceTo().customerByPhone('+12025550111')).toBeNull()
    },
  )

  test('the cheap look-up is given up for the session once it proved unusable', async () => {
    sandbox.setFaults('refuse-customers-list')
    const service = serviceTo()
    await service.customerByPhone(phone)
    await service.customerByPhone(phone)
    expect(sandbox.counts().requestsByOperation).toMatchObject({ 'find-customer': 1, 'find-conversation': 2 })
  })

  test('a contact is read by uuid; an unknown one is null, also when the refusal is a web page', async () => {
    const service = serviceTo()
    expect((await service.customerByUuid(uuid))?.record.phone).toBe(phone)
    expect(await service.customerByUuid('no-such-uuid')).toBeNull()
    sandbox.setFaults('html-errors')
    expect(await serviceTo().customerByUuid('no-such-uuid')).toBeNull()
  })

  test.each([
    '',
    'pages-from-one',
    'repeat-last-page',
    'list-shape=array',
    'list-shape=data',
    'list-shape=nested',
    'list-shape=by-uuid',
    'missing-fields,extra-fields',
  ])('all contacts are read once under "%s"', async (faults) => {
    sandbox.setFaults(faults)
    const uuids: string[] = []
    let read = 0
    for await (const page of serviceTo().customers()) {
      uuids.push(...page.customers.map(({ record }) => record.uuid))
      read = page.read
      expect(page).toMatchObject({ source: 'customers', unreadable: 0 })
    }
    expect(new Set(uuids).size).toBe(130)
    expect([uuids.length, read]).toEqual([130, 130])
  })

  test.each(['', 'pages-from-one', 'list-shape=nested'])('how long the list is shows in a few of its pages under "%s"', async (faults) => {
    sandbox.setFaults(faults)
    expect(await serviceTo().listSize(120)).toMatchObject({ isEnd: false })
    expect((await serviceTo().listSize(120))?.atLeast).toBeGreaterThanOrEqual(100)
    expect((await serviceTo().listSize(400))?.atLeast).toBe(100)
  })

  test('how long the list is stays open where there is none', async () => {
    sandbox.setFaults('refuse-customers-list')
    expect(await serviceTo().listSize(120)).toBeNull()
  })

  test('pages are asked for side by side, and one at a time after the service asked to slow down', async () => {
    const large = await createSandbox({ contacts: 1000 })
    const readAll = async () => {
      large.resetCounts()
      const uuids: string[] = []
      for await (const { customers } of serviceTo({ baseUrl: large.baseUrl, token: async () => large.token }).customers())
        uuids.push(...customers.map(({ record }) => record.uuid))
      expect([uuids.length, new Set(uuids).size]).toEqual([1000, 1000])
      return large.counts()
    }
    large.setFaults('latency@list-customers=50')
    expect((await readAll()).peakInFlight).toBe(4)
    large.setFaults('latency@list-customers=5,429@list-customers/1:retry-after=1')
    const calm = await readAll()
    expect([calm.peakInFlight, calm.requests]).toEqual([1, 38])
    await large.close()
  })

  test('without a list of contacts those with a conversation are read, of every department', async () => {
    sandbox.setFaults('refuse-customers-list')
    const uuids: string[] = []
    for await (const page of serviceTo().customers()) {
      uuids.push(...page.customers.map(({ record }) => record.uuid))
      expect(page.source).toBe('conversations')
    }
    expect(uuids).toContain(uuid)
    expect(new Set(uuids).size).toBe(uuids.length)
  })

  test('an update takes effect and answers the record', async () => {
    const [field] = await serviceTo().customFields()
    const outcome = await serviceTo().perform({
      kind: 'updateCustomer',
      uuid,
      customer: {
        name: 'Zoë',
        tags: { handling: 'replace', tags: ['New York', 'vip'] },
        blocked: true,
        customFields: { [field?.uuid ?? '']: 'x' },
      },
    })
    expect(outcome).toMatchObject({
      kind: 'done',
      record: { uuid, name: 'Zoë', tags: ['New_York', 'vip'], blocked: true, customFields: { [field?.uuid ?? '']: 'x' } },
    })
    expect(sandbox.customer(uuid)).toMatchObject({ name: 'Zoë', tags: ['New York', 'vip'], blocked: true, updates: 1 })
  })

  test('consent is set by uuid and by phone', async () => {
    const service = serviceTo()
    expect(await service.perform({ kind: 'setConsent', uuid, phone: null, consent: true })).toMatchObject({ kind: 'done' })
    expect(sandbox.customer(uuid)?.consent).toBe(true)
    expect(await service.perform({ kind: 'setConsent', uuid: null, phone, consent: false })).toMatchObject({ kind: 'done' })
    expect(sandbox.customer(uuid)?.consent).toBe(false)
    sandbox.setSettings({ userMaySetConsent: false })
    expect(await service.perform({ kind: 'setConsent', uuid, phone: null, consent: true })).toMatchObject({
      kind: 'failed',
      status: 403,
      error: { code: 'service.forbidden' },
    })
    sandbox.setSettings({ userMaySetConsent: true })
  })

  test('a message is imported, read back and its conversation resolved', async () => {
    const service = serviceTo()
    const imported = await service.perform({
      kind: 'importMessage',
      phone,
      groupUuid: null,
      body: 'Hello from before',
      attachments: ['https://files.example/a.png'],
    })
    if (imported.kind !== 'done') throw new Error(imported.kind)
    const read = await service.conversationByPhone(phone)
    expect(read?.conversationUuid).toBe(imported.conversationUuid)
    expect(read?.posts.find(({ uuid: post }) => post === imported.postUuid)).toMatchObject({
      body: 'Hello from before',
      creatorType: 'customer',
      isWhisper: false,
    })
    expect(
      await service.perform({ kind: 'resolveConversation', conversationUuid: imported.conversationUuid ?? '', disposition: null }),
    ).toMatchObject({ kind: 'done' })
    expect(sandbox.isResolved(phone)).toBe(true)
    expect(await service.conversationByPhone('+12025550111')).toBeNull()
  })

  test('a contact is created once; the second time the service says why not', async () => {
    const call = { kind: 'createCustomer', customer: { phone: '+12125550123', name: 'New', tags: ['a b'] } } as const
    expect(await serviceTo().perform({ ...call, customer: { ...call.customer, tags: ['a b'] } })).toMatchObject({
      kind: 'done',
      record: { phone: '+12125550123', tags: ['a_b'] },
    })
    expect(await serviceTo().perform({ ...call, customer: { ...call.customer, tags: ['a b'] } })).toMatchObject({
      kind: 'failed',
      status: 422,
      error: { serviceText: expect.stringContaining('taken') },
    })
  })

  test('perform sends one request whatever happens to it', async () => {
    for (const faults of ['500', '429', '503:retry-after=3', 'drop-before', 'drop-after', 'invalid-json', 'empty-body', 'error-in-200']) {
      sandbox.setFaults(faults)
      sandbox.resetCounts()
      await serviceTo().perform({ kind: 'updateCustomer', uuid, customer: { name: 'x' } })
      expect([faults, sandbox.counts().requests]).toEqual([faults, 1])
    }
  })

  test.each([
    ['drop-before', 'unknown', 0],
    ['drop-after', 'unknown', 1],
    ['500', 'unknown', 0],
    ['502', 'unknown', 0],
    ['503:retry-after=3', 'unknown', 0],
    ['429', 'unknown', 0],
    ['invalid-json', 'unknown', 1],
    ['empty-body', 'unknown', 1],
    ['error-in-200', 'unknown', 0],
    ['error-in-200-after', 'unknown', 1],
    ['milliseconds,extra-fields', 'done', 1],
  ])('an import under %s is %s and never done more often than the service did it', async (faults, kind, times) => {
    sandbox.setFaults(faults)
    const outcome = await serviceTo().perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Once only', attachments: [] })
    expect(outcome.kind).toBe(kind)
    expect(sandbox.importedCount(phone, 'Once only')).toBe(times)
  })

  test('the token goes where the account says', async () => {
    sandbox.setSettings({ tokenIn: 'parameter' })
    expect(await serviceTo({ tokenIn: 'parameter' }).perform({ kind: 'updateCustomer', uuid, customer: { name: 'x' } })).toMatchObject({
      kind: 'done',
    })
    expect(await serviceTo({ tokenIn: 'header' }).perform({ kind: 'updateCustomer', uuid, customer: { name: 'x' } })).toMatchObject({
      kind: 'signIn',
      status: 401,
    })
    sandbox.setSettings({ tokenIn: 'both' })
  })
})

test('a country that changes while the account is open counts from the next answer on', async () => {
  const server = await startOddServer(() => ({ body: { customer: { uuid: 'u', phone_number: '030 901820' } } }))
  let country = 'US'
  const service = serviceTo({ baseUrl: server.baseUrl, country: () => country })
  expect((await service.customerByUuid('u'))?.record.phone).not.toBe('+4930901820')
  country = 'DE'
  expect((await service.customerByUuid('u'))?.record.phone).toBe('+4930901820')
  await server.close()
})

test('64 calls are under way at once when they are asked for', async () => {
  // So long that all of them have left before the first is answered, on a busy computer too.
  sandbox.setFaults('latency=500')
  const service = serviceTo()
  await Promise.all(Array.from({ length: 64 }, () => service.perform({ kind: 'updateCustomer', uuid, customer: { name: 'x' } })))
  expect(sandbox.counts().peakInFlight).toBe(64)
})

describe('reads repeat themselves', () => {
  test('until they succeed, waiting as long as the service asks', async () => {
    sandbox.setFaults('429/2:retry-after=7')
    expect(await serviceTo().customFields()).not.toHaveLength(0)
    expect(clock.sleptMs).toEqual([7250, 7500])
  })

  test.each([
    ['500', 'service.failed'],
    ['drop-before', 'service.unreachable'],
    ['429', 'service.rate_limited'],
  ])('five times under %s, then they say %s', async (faults, code) => {
    sandbox.setFaults(faults)
    await expect(serviceTo().customFields()).rejects.toMatchObject({ code })
    expect(sandbox.counts().requests).toBe(5)
    expect(clock.sleptMs).toEqual([250, 500, 1000, 2000])
  })

  test('not when the service asks for longer than two minutes', async () => {
    sandbox.setFaults('429:retry-after=600')
    await expect(serviceTo().customFields()).rejects.toMatchObject({
      code: 'service.rate_limited',
      hint: expect.stringContaining('10 minutes'),
    })
    expect(sandbox.counts().requests).toBe(1)
  })

  test('not when the sign-in is needed, nor when cancelled', async () => {
    await expect(serviceTo({ token: async () => 'wrong' }).customFields()).rejects.toMatchObject({ code: 'sign_in.needed' })
    await expect(serviceTo({ token: async () => null }).customFields()).rejects.toMatchObject({ code: 'sign_in.needed' })
    await expect(serviceTo().customFields(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    expect(sandbox.counts().requests).toBe(1)
  })

  test('a web page or another shape is service.shape, a refusal service.refused', async () => {
    sandbox.setFaults('empty-body')
    await expect(serviceTo().customFields()).rejects.toMatchObject({ code: 'service.shape' })
    const server = await startOddServer(() => ({ status: 403, body: { message: 'No fields for you' } }))
    const service = serviceTo({ baseUrl: server.baseUrl })
    await expect(service.customFields()).rejects.toMatchObject({
      code: 'service.refused',
      message: expect.stringContaining('No fields for you'),
    })
    await expect(service.departments()).rejects.toMatchObject({ code: 'service.refused' })
    await server.close()
  })
})

describe('what is never let through', () => {
  test('an address that is not secure, or none', () => {
    for (const baseUrl of ['http://example.com', 'ftp://example.com', '', 'https://u:p@example.com']) {
      expect(() => serviceTo({ baseUrl })).toThrow(expect.objectContaining({ code: 'usage' }))
    }
  })

  test('a path prefix and trailing slashes of the address are kept and cleaned', async () => {
    const server = await startOddServer(() => ({ body: { fields: [] } }))
    await serviceTo({ baseUrl: `${server.baseUrl}/eu/v1//` }).customFields()
    expect(server.requests[0]?.path).toBe('/eu/v1/api/address_book/custom_fields.json')
    await server.close()
  })

  test('without a token nothing is sent', async () => {
    const service = serviceTo({ token: async () => null })
    expect(await service.perform({ kind: 'updateCustomer', uuid, customer: {} })).toMatchObject({
      kind: 'signIn',
      status: null,
      error: { code: 'sign_in.needed' },
    })
    const failing = serviceTo({ token: async () => Promise.reject(new Error('vault')) })
    expect(await failing.perform({ kind: 'updateCustomer', uuid, customer: {} })).toMatchObject({ kind: 'signIn' })
    expect(sandbox.counts().requests).toBe(0)
  })

  test('a token that the service echoes appears in no outcome and no error', async () => {
    const token = 'echoed-t0ken-1234'
    const server = await startOddServer((request) => ({
      status: request.method === 'GET' ? 500 : 422,
      body: {
        message: `no ${String(request.headers['x-tgp-access-token'])}${request.query.get('access_token') ?? ''}`,
        errors: { token: [`token ${encodeURIComponent(token)}`] },
      },
    }))
    for (const tokenIn of ['header', 'parameter'] as const) {
      const service = serviceTo({ baseUrl: server.baseUrl, token: async () => token, tokenIn })
      const outcome = await service.perform({ kind: 'updateCustomer', uuid, customer: { name: 'x' } })
      expect(JSON.stringify(outcome)).toContain('•••')
      const error: unknown = await service.customFields().catch((thrown: unknown) => thrown)
      for (const text of [JSON.stringify(outcome), String(error), JSON.stringify(error)]) expect(text).not.toContain(token)
    }
    await server.close()
  })
})

test.each([
  [200, [true]],
  [299, [true]],
  [300, []],
  [401, [false]],
  [403, []],
  [500, []],
  [null, []],
])('an answer with %s tells whether the token is good: %j', async (status, told) => {
  const server = await startOddServer((_request, response) => {
    if (status !== null) return { status, body: {} }
    response.destroy()
    return null
  })
  const accepted: boolean[] = []
  const service = serviceTo({ baseUrl: server.baseUrl, onToken: (isAccepted) => accepted.push(isAccepted) })
  await service.perform({ kind: 'updateCustomer', uuid: 'u', customer: { name: 'A' } })
  expect(accepted).toEqual(told)
  await server.close()
})
