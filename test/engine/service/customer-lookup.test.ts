import { afterEach, describe, expect, test } from 'vitest'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import { fitsPhone } from '../../../src-main/engine/service/phone-match.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { createStillClock, type OddAnswer, type OddServer, type SeenRequest, startOddServer } from './odd-server.ts'

const phone = '+12025550100'
const customer = { uuid: 'u1', name: 'A', phone_number: '(202) 555-0100' }
const html = '<html><body><h1>404</h1></body></html>'
let server: OddServer | null = null
let service: Service | null = null
afterEach(async () => {
  await service?.close()
  await server?.close()
})

/** Answers by path; what has no answer is a 404 web page. */
async function serviceWith(
  answers: Record<string, OddAnswer | ((request: SeenRequest) => OddAnswer)>,
): Promise<{ service: Service; paths: () => string[] }> {
  const started = await startOddServer((request) => {
    const answer = answers[request.path] ?? { status: 404, body: html }
    return typeof answer === 'function' ? answer(request) : answer
  })
  server = started
  service = createService({
    baseUrl: started.baseUrl,
    tokenIn: 'header',
    token: async () => 'token',
    country: 'US',
    clock: createStillClock(),
  })
  return { service, paths: () => started.requests.map(({ path }) => path) }
}

const cheap = '/api/customers.json'
const specified = '/api/conversations.json'
const groups = '/api/groups.json'

describe('by phone', () => {
  test.each<[string, OddAnswer]>([
    ['a web page', { body: html }],
    ['a 404 web page', { status: 404, body: html }],
    ['405', { status: 405, body: {} }],
    ['another shape', { body: { contact: customer } }],
    ['a list of others', { body: { customers: [{ uuid: 'u2', phone_number: '+12025550199' }] } }],
    ['another contact', { body: { customer: { uuid: 'u2', phone_number: '+12025550199' } } }],
    ['a contact without a number', { body: { customer: { uuid: 'u2', phone_number: null } } }],
    ['nothing', { status: 204 }],
    // What a refusal shows beside it is no answer.
    ['a refusal beside another contact', { status: 405, body: { customer: { uuid: 'u2' } } }],
    ['a refusal beside nobody', { status: 404, body: { customer: null } }],
  ])('%s from the cheap look-up is made up for by the specified one', async (_name, answer) => {
    const { service, paths } = await serviceWith({
      [cheap]: answer,
      [specified]: { body: { conversation: { uuid: 'c', customer }, posts: [] } },
    })
    expect((await service.customerByPhone(phone))?.record).toMatchObject({ uuid: 'u1', phone })
    expect(paths()).toEqual([cheap, specified])
  })

  test('a null customer is not found, with one request', async () => {
    const { service, paths } = await serviceWith({ [cheap]: { body: { customer: null } } })
    expect(await service.customerByPhone(phone)).toBeNull()
    expect(paths()).toEqual([cheap])
  })

  test('the contact itself, or a list that holds the number, is taken', async () => {
    let body: unknown = customer
    const { service } = await serviceWith({ [cheap]: () => ({ body }) })
    expect((await service.customerByPhone(phone))?.record.uuid).toBe('u1')
    body = { customers: [{ uuid: 'u0', phone_number: null }, customer] }
    expect((await service.customerByPhone(phone))?.record.uuid).toBe('u1')
  })

  test('the number is sent in E.164 and a record that does not show it has it', async () => {
    const { service } = await serviceWith({ [cheap]: { body: { customer: { uuid: 'u1' } } } })
    expect((await service.customerByPhone(phone))?.record).toEqual({ uuid: 'u1', phone })
    expect(server?.requests[0]?.query.get('phone_number')).toBe(phone)
  })

  test('a 404 for an unknown number does not give up a look-up that is known to work', async () => {
    const { service, paths } = await serviceWith({
      [cheap]: ({ query }) =>
        query.get('phone_number') === phone ? { body: { customer } } : { status: 404, body: { message: 'Not found' } },
      [specified]: { body: { conversation: null } },
      [groups]: { body: { groups: [] } },
    })
    expect(await service.customerByPhone('+12025550199')).toBeNull()
    expect(await service.customerByPhone(phone)).not.toBeNull()
    expect(await service.customerByPhone('+12025550198')).toBeNull()
    expect(paths()).toEqual([cheap, specified, groups, cheap, cheap])
  })

  test('a look-up that is refused with 404 three times is given up, with anything else at once', async () => {
    const asked = async (status: number) => {
      const { service, paths } = await serviceWith({
        [cheap]: { status, body: {} },
        [specified]: { body: { conversation: null } },
        [groups]: { body: { groups: [] } },
      })
      for (let time = 0; time < 5; time += 1) expect(await service.customerByPhone(phone)).toBeNull()
      await service.close()
      await server?.close()
      return paths().filter((path) => path === cheap).length
    }
    expect([await asked(404), await asked(405)]).toEqual([3, 1])
  })

  test('a conversation with somebody else, or with nobody, is not with this number', async () => {
    const none = async (body: object) => {
      const { service } = await serviceWith({
        [cheap]: { status: 405, body: {} },
        [specified]: { body },
        [groups]: { body: { groups: [] } },
      })
      const found = await service.customerByPhone(phone)
      await service.close()
      await server?.close()
      return found
    }
    expect(await none({ conversation: { uuid: 'c', customer: { uuid: 'u2', phone_number: '+12025550199' } }, posts: [] })).toBeNull()
    expect(await none({ conversation: { uuid: 'c', customer: null }, posts: [] })).toBeNull()
  })

  test.each<[string, OddAnswer, string | null]>([
    ['are refused', { status: 403, body: {} }, null],
    ['are shown otherwise', { body: { other: 1 } }, null],
    ['need a sign-in', { status: 401, body: {} }, 'sign_in.needed'],
  ])('departments that %s: %s', async (_what, answer, code) => {
    const { service } = await serviceWith({
      [cheap]: { status: 405, body: {} },
      [specified]: { body: { conversation: null } },
      [groups]: answer,
    })
    const found = service.customerByPhone(phone)
    if (code === null) expect(await found).toBeNull()
    else await expect(found).rejects.toMatchObject({ code })
  })

  test('a contact whose conversation is in a later department is found', async () => {
    const { service } = await serviceWith({
      [cheap]: { status: 403, body: {} },
      [specified]: ({ query }) => ({
        body: query.get('group_uuid') === 'g2' ? { conversation: { uuid: 'c', customer }, posts: [] } : { conversation: null },
      }),
      [groups]: {
        body: {
          groups: [
            { uuid: 'g1', name: 'One' },
            { uuid: 'gs', is_sms_group: true },
            { uuid: 'g2', name: 'Two' },
          ],
        },
      },
    })
    expect((await service.customerByPhone(phone))?.record.uuid).toBe('u1')
    expect(server?.requests.some(({ query }) => query.get('group_uuid') === 'gs')).toBe(false)
  })

  test('departments that are refused are asked for once', async () => {
    const { service, paths } = await serviceWith({
      [cheap]: { status: 403, body: {} },
      [specified]: { body: { conversation: null } },
      [groups]: { status: 403, body: {} },
    })
    expect(await service.customerByPhone(phone)).toBeNull()
    expect(await service.customerByPhone(phone)).toBeNull()
    expect(paths().filter((path) => path === groups)).toHaveLength(1)
  })

  test('a service that answers neither look-up is told, not taken for one without contacts', async () => {
    const { service } = await serviceWith({})
    await expect(service.customerByPhone(phone)).rejects.toMatchObject({ code: 'service.shape' })
  })

  test.each([
    [{ phone, phoneRaw: '(202) 555-0100' }, true],
    [{ phone: null, phoneRaw: '555-0100' }, true],
    [{ phone: null, phoneRaw: '0202 555 0100' }, true],
    [{}, true],
    [{ phone: null, phoneRaw: null }, false],
    [{ phone: null, phoneRaw: '0100' }, false],
    [{ phone: '+12025550199', phoneRaw: '202 555 0199' }, false],
    [{ phone: '+442025550100', phoneRaw: '+44 2025550100' }, false],
  ])('%j fits: %s', (record, fits) => {
    expect(fitsPhone({ uuid: 'u', ...record }, phone)).toBe(fits)
  })
})

describe('by uuid', () => {
  const route = '/api/customer/u1.json'

  test('a contact without its uuid in the record is the one asked for', async () => {
    const { service } = await serviceWith({ [route]: { body: { customer: { name: 'A', custom_fields: [] } } } })
    expect((await service.customerByUuid('u1'))?.record).toEqual({ uuid: 'u1', name: 'A', customFields: {} })
  })

  test.each<[string, OddAnswer]>([
    ['a JSON 404', { status: 404, body: { message: 'x' } }],
    ['410', { status: 410, body: {} }],
    ['a null customer', { body: { customer: null } }],
    ['another contact', { body: { customer: { uuid: 'u2' } } }],
  ])('%s is null', async (_name, answer) => {
    const { service } = await serviceWith({ [route]: answer })
    expect(await service.customerByUuid('u1')).toBeNull()
  })

  test.each<[string, OddAnswer]>([
    ['a web page', { body: html }],
    ['405', { status: 405, body: {} }],
    ['another shape', { body: { customers: [] } }],
  ])('%s is service.shape', async (_name, answer) => {
    const { service } = await serviceWith({ [route]: answer })
    await expect(service.customerByUuid('u1')).rejects.toMatchObject({ code: 'service.shape' })
  })

  test('what may not be read is told as such', async () => {
    const { service } = await serviceWith({ [route]: { status: 403, body: { message: 'No.' } } })
    await expect(service.customerByUuid('u1')).rejects.toMatchObject({ code: 'service.refused' })
  })

  test('the same contact in other letters is the one that was asked for', async () => {
    const { service } = await serviceWith({ [route]: { body: { customer: { uuid: 'U1', name: 'A' } } } })
    expect((await service.customerByUuid('u1'))?.record.name).toBe('A')
  })

  test('whether the route is there is asked of another contact than the one that is missing', async () => {
    const shown = await serviceWith({
      [cheap]: { body: { customers: [{ uuid: 'u1' }, { uuid: 'u7' }] } },
      '/api/customer/u7.json': { status: 404, body: { message: 'gone' } },
    })
    expect(await shown.service.customerByUuid('u1')).toBeNull()
    expect(shown.paths()).toEqual([route, cheap, '/api/customer/u7.json'])
  })

  test('the specification is believed where there is no other contact to ask for', async () => {
    const { service } = await serviceWith({ [cheap]: { body: { customers: [{ uuid: 'u1' }] } } })
    expect(await service.customerByUuid('u1')).toBeNull()
  })

  test('a 404 web page means the contact where another one can be read, and the whole route where none can', async () => {
    const list = { body: { customers: [{ uuid: 'u7' }] } }
    const works = await serviceWith({ [cheap]: list, '/api/customer/u7.json': { body: { customer: { uuid: 'u7' } } } })
    expect(await works.service.customerByUuid('u1')).toBeNull()
    expect(await works.service.customerByUuid('u2')).toBeNull()
    expect(works.paths()).toEqual([route, cheap, '/api/customer/u7.json', '/api/customer/u2.json'])
    await works.service.close()
    await server?.close()
    const missing = await serviceWith({ [cheap]: list })
    await expect(missing.service.customerByUuid('u1')).rejects.toMatchObject({ code: 'service.shape' })
    await expect(missing.service.customerByUuid('u2')).rejects.toMatchObject({ code: 'service.shape' })
  })
})

describe('the conversation by phone', () => {
  const post = { uuid: 'p', body: 'Hi', created_at: 1_760_000_000_000, creator: { type: 'customer' } }

  test('it comes with its posts, and asks for the page and bound that were named', async () => {
    const { service } = await serviceWith({ [specified]: { body: { conversation: { uuid: 'c', customer }, posts: [post] } } })
    const asked = { page: 1, pageSize: 20, afterUuid: 'p0', beforeUuid: 'p9', groupUuid: 'g' }
    expect(await service.conversationByPhone(phone, asked)).toMatchObject({
      conversationUuid: 'c',
      resolved: null,
      customer: { record: { uuid: 'u1' } },
      posts: [
        { uuid: 'p', conversationUuid: null, body: 'Hi', createdAtSeconds: 1_760_000_000, creatorType: 'customer', isWhisper: false },
      ],
    })
    expect(Object.fromEntries(server?.requests[0]?.query ?? [])).toEqual({
      phone_number: phone,
      page: '1',
      page_size: '20',
      after_uuid: 'p0',
      before_uuid: 'p9',
      group_uuid: 'g',
    })
  })

  test.each<[string, OddAnswer]>([
    ['missing posts', { body: { conversation: { uuid: 'c', customer } } }],
    ['a list of conversations', { body: { conversations: [] } }],
    ['another contact', { body: { conversation: { uuid: 'c', customer: { uuid: 'x', phone_number: '+12025550199' } }, posts: [] } }],
    ['posts that are none', { body: { conversation: { uuid: 'c' }, posts: ['x'] } }],
    ['a web page', { body: html }],
    ['a 404 web page', { status: 404, body: html }],
  ])('%s never looks like a conversation without posts', async (_name, answer) => {
    const { service } = await serviceWith({ [specified]: answer })
    await expect(service.conversationByPhone(phone)).rejects.toMatchObject({ code: 'service.shape' })
  })
})
