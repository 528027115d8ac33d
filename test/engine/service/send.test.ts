import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { Outgoing, SendCall } from '../../../src-main/engine/model/runs/service-call.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { groupUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { ordinary } from '../../sandbox/sandbox-client.ts'
import { createStillClock } from './odd-server.ts'

let sandbox: Sandbox
let service: Service
const phones = [0, 1, 2].map((n) => ordinary(n).phoneE164)
const [phone = ''] = phones
const attachments = ['https://files.example/photo.png']
const text = 'Zoë, “see you” 🦊 at 10\r\n— Büro'
const message: Outgoing = { as: 'message', body: text, attachments: [], resolve: false }

beforeAll(async () => {
  sandbox = await createSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.reset()
  service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock: createStillClock(),
  })
})
afterEach(async () => {
  sandbox.clearFaults()
  await service.close()
})

const toPhone = (parts: Partial<Outgoing> = {}): SendCall => ({
  kind: 'sendToPhone',
  phone,
  groupUuid: null,
  post: { ...message, ...parts },
})
const toGroup = (parts: Partial<Extract<SendCall, { kind: 'sendToGroup' }>> = {}): SendCall => ({
  kind: 'sendToGroup',
  phones,
  groupUuid: groupUuids.groupTexts,
  post: message,
  ...parts,
})
const toConversation = async (parts: Partial<Outgoing> = {}): Promise<SendCall> => {
  const found = await service.conversationByPhone(phone)
  return { kind: 'sendToConversation', conversationUuid: found?.conversationUuid ?? '', post: { ...message, ...parts } }
}
const effects = () => {
  const { messagesSent, whispers, groupMessagesSent, resolves, consentRequests } = sandbox.counts()
  return { messagesSent, whispers, groupMessagesSent, resolves, consentRequests }
}
const nothing = { messagesSent: 0, whispers: 0, groupMessagesSent: 0, resolves: 0, consentRequests: 0 }

describe('messages and whispers', () => {
  test.each<[string, Partial<Outgoing>]>([
    ['a message', {}],
    ['a message with an attachment', { attachments }],
    ['an attachment alone', { body: '', attachments }],
    ['a whisper', { as: 'whisper' }],
    ['a whisper with an attachment', { as: 'whisper', attachments }],
    ['a very long message', { body: 'Ünïcödé 🦊 '.repeat(10_000) }],
    ['a message that resolves', { resolve: true }],
  ])('%s arrives once, by phone and in the conversation, as it was written', async (_name, parts) => {
    for (const call of [toPhone(parts), await toConversation(parts)]) {
      sandbox.resetCounts()
      const outcome = await service.perform(call)
      if (outcome.kind !== 'done') throw new Error(outcome.kind)
      const isWhisper = parts.as === 'whisper'
      expect(effects()).toEqual({ ...nothing, [isWhisper ? 'whispers' : 'messagesSent']: 1, resolves: parts.resolve ? 1 : 0 })
      const found = await service.conversation(outcome.conversationUuid ?? '')
      const post = found?.posts.find(({ uuid }) => uuid === outcome.postUuid)
      expect(post).toMatchObject({ body: parts.body ?? text, isWhisper, creatorType: 'user', marksResolved: parts.resolve ?? false })
      expect(post?.attachments.map(({ url }) => url)).toEqual(parts.attachments ?? [])
      expect(found?.resolved).toBe(parts.resolve ?? false)
    }
  })

  test('a message goes out from the department that was named', async () => {
    const outcome = await service.perform({ ...toPhone(), groupUuid: groupUuids.billing } as SendCall)
    const inBilling = await service.conversationByPhone(phone, { groupUuid: groupUuids.billing })
    expect(outcome).toMatchObject({ kind: 'done', conversationUuid: inBilling?.conversationUuid })
    expect(inBilling?.posts.map(({ body }) => body)).toEqual([text])
  })

  test('a group message is one message in one conversation with all of them', async () => {
    expect(await service.perform(toGroup())).toMatchObject({ kind: 'done', postUuid: expect.any(String) })
    expect(effects()).toEqual({ ...nothing, groupMessagesSent: 1 })
  })

  test.each<[string, () => SendCall | Promise<SendCall>]>([
    ['no text and no attachment', () => toPhone({ body: ' \n' })],
    ['a blank whisper', () => toConversation({ as: 'whisper', body: '' })],
    ['a group message without a department', () => toGroup({ groupUuid: '' })],
    ['a group message to nobody', () => toGroup({ phones: [] })],
    ['no number', () => ({ kind: 'sendToPhone', phone: '', groupUuid: null, post: message })],
    ['no conversation', () => ({ kind: 'sendToConversation', conversationUuid: ' ', post: message })],
  ])('%s is refused here, and nothing is sent', async (_name, call) => {
    const made = await call()
    sandbox.resetCounts()
    expect(await service.perform(made)).toMatchObject({ kind: 'failed', status: null, error: { code: 'call.incomplete' } })
    expect(sandbox.counts().requests).toBe(0)
  })

  test.each<[string, () => SendCall]>([
    ['a department that is not for group messages', () => toGroup({ groupUuid: groupUuids.billing })],
    ['an unknown department', () => ({ ...toPhone(), groupUuid: 'nowhere' }) as SendCall],
    ['an unknown conversation', () => ({ kind: 'sendToConversation', conversationUuid: 'nowhere', post: message })],
    ['a number that is none', () => ({ kind: 'sendToPhone', phone: '+1', groupUuid: null, post: message })],
  ])('%s is refused by the service, in its words', async (_name, call) => {
    expect(await service.perform(call())).toMatchObject({
      kind: 'failed',
      status: expect.any(Number),
      error: { serviceText: expect.any(String) },
    })
    expect(effects()).toEqual(nothing)
  })

  test('a refusal that repeats the text does not bring it into the error', async () => {
    sandbox.setFaults('error-in-200')
    expect(JSON.stringify(await service.perform(toPhone()))).not.toContain('see you')
  })
})

describe('what texts people is never done twice', () => {
  const calls: [string, () => SendCall | Promise<SendCall>, string][] = [
    ['by phone', () => toPhone(), 'send-by-phone'],
    ['a whisper', () => toPhone({ as: 'whisper' }), 'send-by-phone'],
    ['to a group', () => toGroup(), 'send-by-phone'],
    ['to a conversation', () => toConversation(), 'send-to-conversation'],
    ['a request for consent', () => ({ kind: 'requestConsent', uuid: null, phone }), 'request-consent'],
  ]
  const faults: [string, string, number][] = [
    ['drop-after', 'unknown', 1],
    ['drop-before', 'unknown', 0],
    ['500', 'unknown', 0],
    ['502', 'unknown', 0],
    ['invalid-json', 'unknown', 1],
    ['empty-body', 'unknown', 1],
    ['429', 'unknown', 0],
    ['503:retry-after=3', 'unknown', 0],
    ['503-after:retry-after=3', 'unknown', 1],
    ['error-in-200', 'unknown', 0],
    ['error-in-200-after', 'unknown', 1],
    ['extra-fields,milliseconds', 'done', 1],
  ]
  test.each(calls)('%s: one request whatever happens, and repeated by nobody', async (_name, make, operation) => {
    for (const [fault, kind, times] of faults) {
      sandbox.clearFaults()
      const call = await make()
      sandbox.setFaults(
        fault
          .split(',')
          .map((one) => one.replace(/^[a-z0-9-]+/, (name) => `${name}@${operation}`))
          .join(','),
      )
      sandbox.resetCounts()
      const outcome = await service.perform(call)
      const { messagesSent, whispers, groupMessagesSent, consentRequests } = effects()
      expect([fault, outcome.kind, messagesSent + whispers + groupMessagesSent + consentRequests]).toEqual([fault, kind, times])
      expect(sandbox.counts().requests).toBe(1)
    }
  })
})

describe('reading conversations', () => {
  test('a department lists its conversations page by page, each with its contact', async () => {
    await service.perform({ ...toPhone(), groupUuid: groupUuids.billing } as SendCall)
    const first = await service.conversations({ pageSize: 20 })
    const second = await service.conversations({ page: 1, pageSize: 20 })
    expect([first.conversations.length, second.conversations.length, first.unreadable]).toEqual([20, 20, 0])
    expect(new Set([...first.conversations, ...second.conversations].map(({ conversationUuid }) => conversationUuid)).size).toBe(40)
    expect(first.conversations[0]).toMatchObject({ resolved: expect.any(Boolean), customer: { record: { uuid: expect.any(String) } } })
    const billing = await service.conversations({ groupUuid: groupUuids.billing })
    expect(billing.conversations.map(({ customer }) => customer?.record.phone)).toEqual([phone])
    expect((await service.conversations()).conversations).toHaveLength(50)
  })

  test.each([
    'list-shape=array',
    'list-shape=data',
    'list-shape=nested',
    'list-shape=by-uuid',
    'missing-fields',
    'extra-fields,phone-object',
  ])('the list is read under %s', async (faults) => {
    sandbox.setFaults(faults)
    expect((await service.conversations({ pageSize: 10 })).conversations).toHaveLength(10)
  })

  test('one conversation comes with a page of posts within bounds', async () => {
    for (let at = 0; at < 6; at += 1) await service.perform(toPhone({ body: `Post ${at}` }))
    const { conversationUuid, posts } = (await service.conversationByPhone(phone)) ?? { conversationUuid: '', posts: [] }
    const [p5, p4, p3, p2, p1] = posts.map(({ uuid }) => uuid)
    const uuids = async (options: Parameters<Service['conversation']>[1]) =>
      (await service.conversation(conversationUuid, options))?.posts.map(({ uuid }) => uuid)
    expect(await uuids({ afterUuid: p1 ?? '', beforeUuid: p5 ?? '' })).toEqual([p4, p3, p2])
    expect(await uuids({ page: 1, pageSize: 2 })).toEqual([p3, p2])
    expect((await service.conversationByPhone(phone, { beforeUuid: p3 ?? '', pageSize: 1 }))?.posts.map(({ uuid }) => uuid)).toEqual([p2])
    expect(await service.conversation('nowhere')).toBeNull()
  })

  test('a conversation is resolved with a disposition of the account', async () => {
    const [disposition] = await service.dispositions()
    const found = await service.conversationByPhone(phone)
    const call = {
      kind: 'resolveConversation',
      conversationUuid: found?.conversationUuid ?? '',
      disposition: disposition?.uuid ?? '',
    } as const
    expect(await service.perform(call)).toMatchObject({ kind: 'done' })
    expect(sandbox.isResolved(phone)).toBe(true)
    expect(await service.perform({ ...call, disposition: 'none of them' })).toMatchObject({ kind: 'failed', status: 422 })
  })

  test('agents and the organization are read', async () => {
    expect((await service.users())[0]).toMatchObject({
      name: 'Pat Practice',
      permissionLevel: 'admin',
      groupUuids: expect.arrayContaining([groupUuids.billing]),
    })
    expect(await service.organization()).toMatchObject({ name: 'Practice Office' })
    sandbox.setFaults('empty-body')
    await expect(service.users()).rejects.toMatchObject({ code: 'service.shape' })
  })
})
