import { describe, expect, test } from 'vitest'
import { reads, requestOf, signInRequest, tagText } from '../../../src-main/engine/service/requests.ts'
import type { AnyCall, Outgoing, ServiceCall } from '../../../src-main/engine/model/runs/service-call.ts'

const bodyOf = (call: AnyCall) => {
  const { body } = requestOf(call)
  return body === null ? null : (JSON.parse(body) as unknown)
}

describe('requestOf', () => {
  test('an update sends only what is present, under customer', () => {
    const call: ServiceCall = {
      kind: 'updateCustomer',
      uuid: 'a/b c',
      customer: { name: 'Zoë', notes: '', blocked: false, tags: { handling: 'add', tags: ['New York', 'vip'] }, customFields: { f1: '' } },
    }
    expect(requestOf(call)).toMatchObject({ method: 'PUT', path: '/api/customer/a%2Fb%20c.json' })
    expect(bodyOf(call)).toEqual({
      customer: { name: 'Zoë', notes: '', blocked: false, tags: 'New_York,vip', tags_handling: 'add', custom_fields: { f1: '' } },
    })
  })

  test('replacing by no tags clears them, adding or removing none is left out', () => {
    const update = (handling: 'add' | 'remove' | 'replace') =>
      bodyOf({ kind: 'updateCustomer', uuid: 'u', customer: { tags: { handling, tags: [] } } })
    expect(update('replace')).toEqual({ customer: { tags: '', tags_handling: 'replace' } })
    expect(update('add')).toEqual({ customer: {} })
    expect(update('remove')).toEqual({ customer: {} })
  })

  test('a tag cannot fall apart: spaces and commas inside become underscores', () => {
    expect(tagText([' New  York ', 'a,b', '', 'x'])).toBe('New_York,a_b,x')
  })

  test('consent is 1 or 0 and names the contact once', () => {
    expect(bodyOf({ kind: 'setConsent', uuid: 'u', phone: '+12025550100', consent: true })).toEqual({ customer_uuid: 'u', consent: 1 })
    expect(bodyOf({ kind: 'setConsent', uuid: null, phone: '+12025550100', consent: false })).toEqual({
      phone_number: '+12025550100',
      consent: 0,
    })
  })

  test('an imported message carries its text, department and attachments, and nothing that is not there', () => {
    const call: ServiceCall = {
      kind: 'importMessage',
      phone: '+12025550100',
      groupUuid: 'g',
      body: 'Hi',
      attachments: ['https://e.example/1.png'],
    }
    expect(requestOf(call)).toMatchObject({ method: 'POST', path: '/api/new_customer_post.json' })
    expect(bodyOf(call)).toEqual({
      phone_number: '+12025550100',
      group_uuid: 'g',
      comment: { body: 'Hi' },
      attachments: [{ url: 'https://e.example/1.png' }],
    })
    expect(bodyOf({ ...call, groupUuid: null, body: '', attachments: [] })).toEqual({ phone_number: '+12025550100' })
  })

  test('a new contact is sent under customer with its number in E.164', () => {
    const call: ServiceCall = { kind: 'createCustomer', customer: { phone: '+12025550100', name: 'A', tags: ['x y'], customFields: {} } }
    expect(requestOf(call)).toMatchObject({ method: 'POST', path: '/api/customers.json' })
    expect(bodyOf(call)).toEqual({ customer: { phone_number: '+12025550100', name: 'A', tags: 'x_y' } })
    expect(bodyOf({ ...call, customer: { ...call.customer, tags: [] } })).toEqual({ customer: { phone_number: '+12025550100', name: 'A' } })
  })

  test('a whisper is written in the conversation of its department, or of the first one', () => {
    const call = { kind: 'writeWhisper', phone: '+12025550100', groupUuid: 'g', body: 'Called', attachments: [] } as const
    const whisper = { phone_number: '+12025550100', whisper: { body: 'Called' } }
    expect(requestOf({ ...call, attachments: [] })).toMatchObject({ method: 'POST', path: '/api/conversations.json' })
    expect(bodyOf({ ...call, attachments: [] })).toEqual({ ...whisper, group_uuid: 'g' })
    expect(bodyOf({ ...call, attachments: [], groupUuid: null })).toEqual(whisper)
  })

  test('resolving sends the disposition as a JSON string, or no body', () => {
    expect(requestOf({ kind: 'resolveConversation', conversationUuid: 'c', disposition: 'd' })).toEqual({
      method: 'POST',
      path: '/api/conversation/c/resolve.json',
      body: '"d"',
    })
    expect(requestOf({ kind: 'resolveConversation', conversationUuid: 'c', disposition: null }).body).toBeNull()
  })

  describe('what is sent', () => {
    const body = 'Zoë 🦊\n"quoted" ' + 'long '.repeat(2000)
    const post: Outgoing = { as: 'message', body, attachments: [], resolve: false }
    const attachments = ['https://e.example/1.png', 'https://e.example/2.png']
    const urls = attachments.map((url) => ({ url }))
    const toPhone = (parts: Partial<Outgoing>): AnyCall => ({
      kind: 'sendToPhone',
      phone: '+12025550100',
      groupUuid: null,
      post: { ...post, ...parts },
    })

    test.each<[string, AnyCall, string, unknown]>([
      ['a message by phone', toPhone({}), '/api/conversations.json', { phone_number: '+12025550100', comment: { body } }],
      [
        'a message with attachments alone still has its comment',
        toPhone({ body: '', attachments }),
        '/api/conversations.json',
        { phone_number: '+12025550100', comment: { body: '' }, attachments: urls },
      ],
      [
        'a whisper has attachments of its own',
        toPhone({ as: 'whisper', attachments }),
        '/api/conversations.json',
        { phone_number: '+12025550100', whisper: { body }, whisper_attachments: urls },
      ],
      [
        'a message from a department that resolves',
        { ...toPhone({ resolve: true }), groupUuid: 'g' } as AnyCall,
        '/api/conversations.json',
        { phone_number: '+12025550100', group_uuid: 'g', comment: { body }, resolve: '1' },
      ],
      [
        'a group message',
        { kind: 'sendToGroup', phones: ['+1', '+2'], groupUuid: 'g', post },
        '/api/conversations.json',
        { phone_number: ['+1', '+2'], group_uuid: 'g', comment: { body } },
      ],
      [
        'a message to a conversation',
        { kind: 'sendToConversation', conversationUuid: 'a/b', post: { ...post, resolve: true } },
        '/api/conversation/a%2Fb.json',
        { comment: { body }, resolve: '1' },
      ],
      [
        'a request for consent by uuid',
        { kind: 'requestConsent', uuid: 'u', phone: '+1' },
        '/api/customers/request_consent.json',
        { customer_uuid: 'u' },
      ],
      [
        'a request for consent by phone',
        { kind: 'requestConsent', uuid: null, phone: '+1' },
        '/api/customers/request_consent.json',
        { phone_number: '+1' },
      ],
    ])('%s', (_name, call, path, sent) => {
      expect(requestOf(call)).toMatchObject({ method: 'POST', path })
      expect(bodyOf(call)).toEqual(sent)
    })
  })

  test('a uuid that a damaged file gave is sent, not thrown over', () => {
    expect(requestOf({ kind: 'updateCustomer', uuid: 'a\ud800', customer: {} }).path).toBe('/api/customer/a%EF%BF%BD.json')
  })

  test('reads name pages, bounds and numbers as the specification does', () => {
    expect(reads.customerPage(0, 50).query).toEqual({ page: '0', page_size: '50' })
    expect(reads.conversationByPhone('+1202', { page: 2, afterUuid: 'p', groupUuid: 'g' }).query).toEqual({
      phone_number: '+1202',
      page: '2',
      after_uuid: 'p',
      group_uuid: 'g',
    })
    expect(reads.conversation('a b', { page: 1, pageSize: 20, afterUuid: 'p', beforeUuid: 'q' })).toMatchObject({
      path: '/api/conversation/a%20b.json',
      query: { page: '1', page_size: '20', after_uuid: 'p', before_uuid: 'q' },
    })
    expect(reads.conversationPage(0, 50, 'g').query).toEqual({ page: '0', page_size: '50', group_uuid: 'g' })
    expect(JSON.parse(signInRequest({ email: 'e', password: 'p', apiKey: 'k', mfaCode: '' }).body ?? '')).toEqual({
      user: { email: 'e', password: 'p' },
      api_key: 'k',
      mfa_code: '',
    })
  })
})
