import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { AnyCall, Outgoing } from '../../../src-main/engine/model/runs/service-call.ts'
import { signIn } from '../../../src-main/engine/service/sign-in.ts'
import { customFieldUuids, groupUuids, seedDispositions } from '../../../src-main/sandbox/seed/seed-account.ts'
import { createStillClock } from '../../engine/service/odd-server.ts'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'
import { startRecordingProxy, type Exchange } from './recording-proxy.ts'
import { contractFile, readContract } from './service-contract.ts'

const contract = readContract()
const clock = createStillClock()
let sandbox: TestSandbox
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>
const services: Service[] = []

const { phoneE164: phone, uuid } = ordinary()
const other = ordinary(1)
const attachments = ['https://files.example/photo.png']
const message: Outgoing = { as: 'message', body: 'Zoë, 10 o’clock?', attachments, resolve: true }
const whisper: Outgoing = { ...message, as: 'whisper', resolve: false }

const clientWith = (tokenIn: 'header' | 'parameter') => {
  const service = createService({ baseUrl: proxy.baseUrl, tokenIn, token: async () => sandbox.token, country: 'US', clock })
  services.push(service)
  return service
}

async function useEverything(service: Service): Promise<void> {
  const perform = async (call: AnyCall) => expect(await service.perform(call), JSON.stringify(call)).toMatchObject({ kind: 'done' })
  await service.customFields()
  await service.departments()
  await service.users()
  await service.organization()
  await service.dispositions()
  for await (const _ of service.customers()) continue
  await service.customerByUuid(uuid)
  await service.customerByPhone(phone)
  await perform({
    kind: 'updateCustomer',
    uuid,
    customer: {
      name: 'New',
      notes: 'Two\nlines',
      email: 'new@example.com',
      archived: false,
      blocked: false,
      unreachable: false,
      tags: { handling: 'add', tags: ['with space', 'plain'] },
      customFields: { [customFieldUuids.plan]: 'Plus' },
    },
  })
  await perform({ kind: 'updateCustomer', uuid, customer: { tags: { handling: 'replace', tags: [] } } })
  await perform({ kind: 'setConsent', uuid, phone: null, consent: true })
  await perform({ kind: 'setConsent', uuid: null, phone: other.phoneE164, consent: true })
  await perform({ kind: 'importMessage', phone, groupUuid: null, body: 'Hello', attachments: [] })
  await perform({ kind: 'importMessage', phone: '+12125559500', groupUuid: groupUuids.billing, body: '', attachments })
  for (const post of [message, whisper]) await perform({ kind: 'sendToPhone', phone, groupUuid: groupUuids.frontDesk, post })
  await perform({
    kind: 'sendToGroup',
    phones: [phone, other.phoneE164],
    groupUuid: groupUuids.groupTexts,
    post: { ...message, resolve: false },
  })
  const found = await service.conversationByPhone(phone)
  const conversationUuid = found?.conversationUuid ?? ''
  for (const post of [message, whisper]) await perform({ kind: 'sendToConversation', conversationUuid, post })
  await perform({ kind: 'resolveConversation', conversationUuid, disposition: seedDispositions()[0]?.uuid ?? '' })
  await perform({ kind: 'resolveConversation', conversationUuid, disposition: null })
  const [latest] = (await service.conversation(conversationUuid))?.posts ?? []
  await service.conversation(conversationUuid, { page: 0, pageSize: 50, beforeUuid: latest?.uuid ?? '' })
  await service.conversationByPhone(phone, { page: 0, pageSize: 5, groupUuid: groupUuids.frontDesk })
  expect(await service.conversationByPhone('+12125559501')).toBeNull()
}

beforeAll(async () => {
  sandbox = await openSandbox()
  proxy = await startRecordingProxy(sandbox.baseUrl)
  const { email, password, apiKey, mfaCode } = sandbox.credentials
  for (const code of ['', mfaCode]) await signIn({ baseUrl: proxy.baseUrl, email, password, apiKey, mfaCode: code, clock })
  await useEverything(clientWith('header'))
  await useEverything(clientWith('parameter'))
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()))
  await proxy.close()
  await sandbox.close()
})

test('the description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(contractFile)
  expect(result).toMatchObject({ valid: true })
})

describe('what went over the wire', () => {
  test('every operation that the specification shows was used by the client', () => {
    const used = new Set(proxy.exchanges.map(contract.operationOf))
    const shown = contract.operations.filter((operation) => operation.isShown).map((operation) => operation.id)
    expect(shown).toHaveLength(10)
    expect(shown.filter((id) => !used.has(id))).toEqual([])
  })

  test('every request of the client is as described', () => {
    expect(proxy.exchanges.flatMap(contract.requestProblems)).toEqual([])
  })

  test('every answer of the sandbox is as described', () => {
    expect(proxy.exchanges.flatMap(contract.responseProblems)).toEqual([])
  })

  test('look-ups by phone number were answered with a conversation and posts', () => {
    const lookUps = proxy.exchanges.filter(
      (exchange) => exchange.method === 'GET' && exchange.query.has('phone_number') && exchange.path === '/api/conversations.json',
    )
    expect(
      lookUps.filter(({ responseBody }) => (JSON.parse(responseBody) as { posts?: unknown[] }).posts?.length).length,
    ).toBeGreaterThanOrEqual(4)
  })
})

describe('the description notices', () => {
  const exchangeOf = (id: string, isAsked: (exchange: Exchange) => boolean = () => true): Exchange => {
    const found = proxy.exchanges.find((exchange) => contract.operationOf(exchange) === id && isAsked(exchange))
    if (!found) throw new Error(id)
    return found
  }
  const withRequest = (id: string, change: (body: Record<string, unknown>) => unknown) => {
    const exchange = exchangeOf(id)
    return contract.requestProblems({
      ...exchange,
      requestBody: JSON.stringify(change(JSON.parse(exchange.requestBody) as Record<string, unknown>)),
    })
  }
  const withAnswer = (id: string, change: (body: Record<string, unknown>) => unknown) => {
    const exchange = exchangeOf(id, (asked) => id !== 'listConversations' || asked.responseBody.includes('"posts"'))
    return contract.responseProblems({
      ...exchange,
      responseBody: JSON.stringify(change(JSON.parse(exchange.responseBody) as Record<string, unknown>)),
    })
  }

  test.each<[string, string, (body: Record<string, unknown>) => unknown]>([
    ['a field of its own', 'updateCustomer', (body) => ({ ...body, extra: 1 })],
    ['a field of a record that is none', 'updateCustomer', () => ({ customer: { reachable: true } })],
    ['tags as a list', 'updateCustomer', () => ({ customer: { tags: ['a'] } })],
    ['consent as a boolean', 'setConsent', (body) => ({ ...body, consent: true })],
    ['consent for nobody', 'setConsent', () => ({ consent: 1 })],
    ['consent for two', 'setConsent', (body) => ({ ...body, customer_uuid: 'a', phone_number: 'b' })],
    ['a comment as text', 'importMessage', (body) => ({ ...body, comment: 'text' })],
    ['a message and a whisper at once', 'sendByPhone', (body) => ({ ...body, comment: { body: 'a' }, whisper: { body: 'b' } })],
    ['several numbers without a department', 'sendByPhone', () => ({ phone_number: ['a', 'b'], comment: { body: 'c' } })],
    ['`resolve` as a number', 'sendToConversation', (body) => ({ ...body, resolve: 1 })],
    ['a disposition as an object', 'resolveConversation', () => ({ disposition: 'a' })],
    ['a sign-in without a code', 'signIn', ({ mfa_code: _code, ...body }) => body],
  ])('a request with %s', (_name, id, change) => {
    const isResolve = id === 'resolveConversation'
    const result = isResolve
      ? contract.requestProblems({ ...exchangeOf(id), requestBody: JSON.stringify(change({})) })
      : withRequest(id, change)
    expect(result).not.toEqual([])
  })

  test('a page that is too large, a parameter that is none, and a token that is missing or not needed', () => {
    const read = exchangeOf('getConversation')
    for (const query of ['page_size=51', 'page=-1', 'page=x', 'limit=1']) {
      expect(contract.requestProblems({ ...read, query: new URLSearchParams(query) }), query).not.toEqual([])
    }
    expect(contract.requestProblems({ ...read, requestHeaders: {}, query: new URLSearchParams() })).toEqual([
      'getConversation lacks its token',
    ])
    const signingIn = exchangeOf('signIn')
    expect(contract.requestProblems({ ...signingIn, requestHeaders: { ...signingIn.requestHeaders, 'x-tgp-access-token': 'a' } })).toEqual([
      'signIn carries a token',
    ])
    expect(contract.requestProblems({ ...read, path: '/api/none.json' })).toHaveLength(1)
  })

  test.each<[string, string, (body: Record<string, unknown>) => unknown]>([
    ['a record without a field', 'updateCustomer', (body) => ({ customer: { ...(body.customer as object), verified: undefined } })],
    ['a phone number as an object', 'updateCustomer', (body) => ({ customer: { ...(body.customer as object), phone_number: {} } })],
    ['success as a boolean', 'setConsent', () => ({ success: true })],
    ['no post', 'importMessage', ({ post: _post, ...body }) => body],
    ['posts that are no list', 'getConversation', (body) => ({ ...body, posts: {} })],
    ['a conversation without posts', 'listConversations', ({ posts: _posts, ...body }) => body],
    ['a time as text', 'importMessage', (body) => ({ ...body, post: { ...(body.post as object), created_at: '2026-01-01' } })],
    ['a creator of another kind', 'importMessage', (body) => ({ ...body, post: { ...(body.post as object), creator: { type: 'robot' } } })],
    ['a message type of another kind', 'importMessage', (body) => ({ ...body, post: { ...(body.post as object), message_type: 'fax' } })],
    ['custom fields under another name', 'listCustomFields', (body) => ({ custom_fields: body.fields })],
    ['a department without its name', 'sendByPhone', (body) => ({ ...body, group: { uuid: 'a' } })],
    ['a second factor without a method', 'signIn', ({ delivery_method: _method, ...body }) => body],
  ])('an answer with %s', (_name, id, change) => {
    expect(withAnswer(id, change)).not.toEqual([])
  })
})
