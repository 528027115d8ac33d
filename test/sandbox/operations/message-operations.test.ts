import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { seedDispositions } from '../../../src-main/sandbox/seed/seed-account.ts'
import { isOrdinary, openSandbox, ordinary, seeded, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const send = (body: unknown) => sandbox.call('POST', '/api/conversations.json', body)
const importPost = (body: unknown) => sandbox.call('POST', '/api/new_customer_post.json', body)
const conversationUuid = async (phone: string) => {
  const answer = await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phone)}`)
  return (answer.json.conversation as { uuid: string }).uuid
}

describe('a message by phone number', () => {
  test('is posted to the contact, in the first department unless said otherwise', async () => {
    const { uuid, phoneE164 } = ordinary(0)
    const answer = await send({
      phone_number: phoneE164,
      comment: { body: 'Hello' },
      attachments: [{ url: 'https://files.example.com/a.png' }],
    })
    expect(answer.json).toMatchObject({
      conversation: { customer: { uuid } },
      post: {
        body: 'Hello',
        is_whisper: false,
        creator: { type: 'user' },
        attachments: [{ name: 'a.png', url: 'https://files.example.com/a.png' }],
        message_type: 'SMS',
      },
      group: { uuid: groupUuids.frontDesk },
    })
    const billing = await send({ phone_number: phoneE164, group_uuid: groupUuids.billing, comment: { body: 'Invoice' } })
    expect(billing.json).toMatchObject({ group: { uuid: groupUuids.billing }, post: { first_post: true } })
    expect(
      sandbox
        .posts(phoneE164)
        .slice(-2)
        .map((post) => post.body),
    ).toEqual(['Hello', 'Invoice'])
  })

  test('with resolve set resolves the conversation after sending', async () => {
    const { phoneE164 } = ordinary(1)
    await importPost({ phone_number: phoneE164, comment: { body: 'hi' } })
    expect(sandbox.isResolved(phoneE164)).toBe(false)
    const answer = await send({ phone_number: phoneE164, comment: { body: 'Bye' }, resolve: '1' })
    expect(answer.json).toMatchObject({ conversation: { resolved: true }, post: { marked_as_resolved: true } })
    expect(sandbox.isResolved(phoneE164)).toBe(true)
  })

  test('to an unknown number makes it a contact', async () => {
    expect((await send({ phone_number: '(212) 555-9101', comment: { body: 'Hi' } })).status).toBe(200)
    expect(sandbox.customerByPhone('+12125559101')).toMatchObject({ name: null, consent: null })
  })

  test('to a contact who is unreachable, cannot get SMS or refused consent is not sent; a whisper is', async () => {
    const unreachable = seeded((customer) => customer.unreachable && customer.phoneE164 !== null)
    const noSms = seeded((customer) => customer.phoneE164 !== null && !customer.reachableBySms)
    const refused = seeded((customer) => isOrdinary({ ...customer, consentStatus: true }) && customer.consentStatus === false)
    for (const customer of [unreachable, noSms, refused]) {
      const before = sandbox.posts(customer.phoneE164 ?? '').length
      expect((await send({ phone_number: customer.phoneE164, comment: { body: 'x' } })).status).toBe(422)
      expect(sandbox.posts(customer.phoneE164 ?? '')).toHaveLength(before)
      expect((await send({ phone_number: customer.phoneE164, whisper: { body: 'note' } })).status).toBe(200)
    }
  })

  test.each([
    ['nothing to send', { comment: undefined }],
    ['a blank comment', { comment: { body: ' ' } }],
    ['a comment without body', { comment: {} }],
    ['a comment that is a text', { comment: 'hello' }],
    ['attachments alone', { comment: undefined, attachments: [{ url: 'https://files.example.com/a' }] }],
    ['attachments without url', { attachments: [{ name: 'a' }] }],
    ['comment and whisper', { whisper: { body: 'x' } }],
    ['an invalid number', { phone_number: '555' }],
    ['no number', { phone_number: undefined }],
  ])('is refused with 422 for %s', async (_, change) => {
    const before = sandbox.counts().messagesSent
    expect((await send({ phone_number: ordinary(2).phoneE164, comment: { body: 'x' }, ...change })).status).toBe(422)
    expect(sandbox.counts().messagesSent).toBe(before)
  })

  test('to an unknown department is refused with 404', async () => {
    expect((await send({ phone_number: ordinary(2).phoneE164, comment: { body: 'x' }, group_uuid: 'none' })).status).toBe(404)
  })
})

describe('a group message', () => {
  const phone_number = [ordinary(3).phoneE164, ordinary(4).phoneE164, '+12125559102']

  test('goes to all recipients in one conversation, the same one next time', async () => {
    const first = await send({ phone_number, group_uuid: groupUuids.groupTexts, comment: { body: 'All' } })
    expect(first.json).toMatchObject({ group: { is_sms_group: true }, conversation: { customers: [{}, {}, {}] } })
    const second = await send({ phone_number: [...phone_number].reverse(), group_uuid: groupUuids.groupTexts, comment: { body: 'Again' } })
    expect((second.json.conversation as { uuid: string }).uuid).toBe((first.json.conversation as { uuid: string }).uuid)
    expect(sandbox.counts().groupMessagesSent).toBe(2)
  })

  test('needs a group-messaging department and recipients who may be messaged', async () => {
    const comment = { body: 'x' }
    expect((await send({ phone_number, comment })).json).toMatchObject({ errors: { group_uuid: ['is required for group messaging'] } })
    expect((await send({ phone_number, comment, group_uuid: groupUuids.billing })).status).toBe(422)
    expect((await send({ phone_number: [], comment, group_uuid: groupUuids.groupTexts })).status).toBe(422)
    const unreachable = seeded((customer) => customer.unreachable && customer.phoneE164 !== null).phoneE164
    expect((await send({ phone_number: [...phone_number, unreachable], comment, group_uuid: groupUuids.groupTexts })).status).toBe(422)
  })
})

describe('a message to a conversation', () => {
  test('is posted, and a whisper is answered in its own shape', async () => {
    const { phoneE164 } = ordinary(5)
    const path = `/api/conversation/${await conversationUuid(phoneE164)}.json`
    expect((await sandbox.call('POST', path, { comment: { body: 'One' } })).json).toMatchObject({
      whisper: { body: 'One', is_whisper: false },
      post: { body: 'One' },
    })
    const whisper = await sandbox.call('POST', path, {
      whisper: { body: 'Secret' },
      whisper_attachments: [{ url: 'https://files.example.com/b' }],
      resolve: '1',
    })
    expect(Object.keys(whisper.json)).toEqual(['conversation', 'whisper', 'group'])
    expect(Object.keys(whisper.json.whisper as object).sort()).toEqual(
      [
        'attachments',
        'body',
        'conversation_uuid',
        'created_at',
        'creator',
        'is_whisper',
        'marked_as_resolved',
        'transferred_to',
        'uuid',
      ].sort(),
    )
    expect(whisper.json).toMatchObject({ conversation: { resolved: true }, whisper: { is_whisper: true, marked_as_resolved: true } })
  })

  test('is refused for an unknown conversation and for an unreachable contact', async () => {
    expect((await sandbox.call('POST', '/api/conversation/none.json', { comment: { body: 'x' } })).status).toBe(404)
    const { phoneE164 } = seeded((customer) => customer.unreachable && customer.phoneE164 !== null)
    const path = `/api/conversation/${await conversationUuid(phoneE164 ?? '')}.json`
    expect((await sandbox.call('POST', path, { comment: { body: 'x' } })).status).toBe(422)
  })
})

describe('an imported message', () => {
  test('appears as sent by the customer, once per call, in the order of the calls', async () => {
    const { phoneE164 } = ordinary(6)
    for (const body of ['first', 'second', 'first'])
      expect((await importPost({ phone_number: phoneE164, comment: { body } })).status).toBe(200)
    expect(
      sandbox
        .posts(phoneE164)
        .filter((post) => post.kind === 'import')
        .map((post) => post.body),
    ).toEqual(['first', 'second', 'first'])
    expect([sandbox.importedCount(phoneE164, 'first'), sandbox.importedCount(phoneE164, 'second')]).toEqual([2, 1])
    const answer = await importPost({
      phone_number: phoneE164,
      attachments: [{ url: 'https://files.example.com/c.pdf' }],
      group_uuid: groupUuids.billing,
    })
    expect(answer.json).toMatchObject({
      post: { body: null, creator: { type: 'customer' }, first_post: true },
      group: { uuid: groupUuids.billing },
    })
  })

  test('makes an unknown number a contact with a conversation', async () => {
    expect((await importPost({ phone_number: '2125559103', comment: { body: 'new here' } })).json).toMatchObject({
      post: { first_post: true },
    })
    expect(sandbox.isResolved('+12125559103')).toBe(false)
  })

  test('opens a resolved conversation again', async () => {
    const { phoneE164 } = ordinary(7)
    await sandbox.call('POST', `/api/conversation/${await conversationUuid(phoneE164)}/resolve.json`, '""')
    expect(sandbox.isResolved(phoneE164)).toBe(true)
    const before = sandbox.counts().reopens
    await importPost({ phone_number: phoneE164, comment: { body: 'again' } })
    expect(sandbox.isResolved(phoneE164)).toBe(false)
    expect(sandbox.counts().reopens).toBe(before + 1)
  })

  test('is refused without a valid number or without anything to import, and of any length otherwise', async () => {
    const { phoneE164 } = ordinary(8)
    expect((await importPost({ comment: { body: 'x' } })).status).toBe(422)
    expect((await importPost({ phone_number: 'x', comment: { body: 'x' } })).status).toBe(422)
    expect((await importPost({ phone_number: phoneE164 })).status).toBe(422)
    expect((await importPost({ phone_number: phoneE164, comment: { body: 'x'.repeat(100_000) } })).status).toBe(200)
  })
})

describe('resolving', () => {
  test('takes a disposition as a JSON string, or none, and answers the post that resolved', async () => {
    const { phoneE164 } = ordinary(9)
    const path = `/api/conversation/${await conversationUuid(phoneE164)}/resolve.json`
    const disposition = seedDispositions()[0]?.uuid
    const answer = await sandbox.call('POST', path, JSON.stringify(disposition))
    expect(answer.json).toMatchObject({ conversation: { resolved: true }, post: { marked_as_resolved: true, body: null } })
    expect((await sandbox.call('POST', path)).status).toBe(200)
  })

  test('is refused for an unknown disposition, a body that is no string, and an unknown conversation', async () => {
    const { phoneE164 } = ordinary(10)
    await importPost({ phone_number: phoneE164, comment: { body: 'open' } })
    const path = `/api/conversation/${await conversationUuid(phoneE164)}/resolve.json`
    expect((await sandbox.call('POST', path, '"nothing"')).status).toBe(422)
    expect((await sandbox.call('POST', path, { disposition: 'x' })).status).toBe(422)
    expect((await sandbox.call('POST', '/api/conversation/none/resolve.json', '""')).status).toBe(404)
    sandbox.setSettings({ dispositionsConfigured: false })
    expect((await sandbox.call('POST', path, JSON.stringify(seedDispositions()[0]?.uuid))).status).toBe(422)
    sandbox.setSettings({ dispositionsConfigured: true })
    expect(sandbox.isResolved(phoneE164)).toBe(false)
  })
})
