import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { seedAgents } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'
import { startEventReceiver } from './event-receiver.ts'

let sandbox: TestSandbox
let receiver: Awaited<ReturnType<typeof startEventReceiver>>
let status = 200
beforeAll(async () => {
  receiver = await startEventReceiver(() => status)
  sandbox = await openSandbox({ webhookUrl: receiver.url })
})
afterEach(async () => {
  await sandbox.eventsSent()
  sandbox.clearFaults()
  sandbox.reset()
  sandbox.sendEventsTo(receiver.url)
  receiver.received.length = 0
  status = 200
})
afterAll(async () => {
  await sandbox.close()
  await receiver.close()
})

const { phoneE164, uuid } = ordinary()
const importPost = (body: string) => sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body } })
const rename = (name: string) => sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name } })
const told = async () => {
  await sandbox.eventsSent()
  return receiver.received.map(({ event }) => event)
}

describe('the six events', () => {
  test('new_customer_post, with the address that was given, as JSON', async () => {
    await importPost('hello')
    expect(await told()).toContainEqual(
      expect.objectContaining({ event: 'new_customer_post', post: expect.objectContaining({ body: 'hello' }) }),
    )
    expect(receiver.received.at(-1)).toMatchObject({ method: 'POST', path: '/secret', contentType: 'application/json' })
  })

  test('new_outbound_post', async () => {
    await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: 'out' } })
    expect(await told()).toMatchObject([{ event: 'new_outbound_post', post: { body: 'out' }, conversation: { customer: { uuid } } }])
  })

  test('new_whisper', async () => {
    await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, whisper: { body: 'quiet' } })
    expect(await told()).toMatchObject([{ event: 'new_whisper', post: { body: 'quiet', is_whisper: true } }])
  })

  test('conversation_status_change, when a conversation is resolved and when an import opens it again', async () => {
    await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: 'done' }, resolve: '1' })
    await importPost('again')
    const changes = (await told()).filter(({ event }) => event === 'conversation_status_change')
    expect(changes).toMatchObject([{ conversation: { resolved: true } }, { conversation: { resolved: false } }])
  })

  test('customer_updated, by a PUT, by consent, by a new contact and by a colleague', async () => {
    await rename('Told')
    await sandbox.call('POST', '/api/customers/set_consent.json', { customer_uuid: uuid, consent: 0 })
    await sandbox.call('POST', '/api/customers.json', { customer: { phone_number: '+12125559800', name: 'New' } })
    sandbox.changeCustomer({ uuid }, { notes: 'By a colleague' })
    expect(await told()).toMatchObject([
      { event: 'customer_updated', customer: { uuid, name: 'Told' } },
      { event: 'customer_updated', customer: { uuid, consent_status: false } },
      { event: 'customer_updated', customer: { name: 'New' } },
      { event: 'customer_updated', customer: { uuid, notes: 'By a colleague' } },
    ])
  })

  test('user_status_change', async () => {
    const agent = seedAgents()[1]?.uuid ?? ''
    expect(sandbox.changeAgent(agent, true)).toBe(true)
    expect(sandbox.changeAgent('nobody', true)).toBe(false)
    expect(await told()).toMatchObject([{ event: 'user_status_change', user: { uuid: agent, on_call: true } }])
  })
})

test('events come in the order of the effects, and are counted', async () => {
  for (let n = 0; n < 20; n += 1) await rename(`Name ${n}`)
  expect((await told()).map(({ customer }) => (customer as { name: string }).name)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Name ${n}`),
  )
  expect((await sandbox.control('GET', '/sandbox/webhooks.json')).json).toEqual({ sent: { customer_updated: 20 }, failed: 0 })
})

test('nothing is told of what has no effect, and a late effect is told of when it happens', async () => {
  sandbox.setFaults('echo-only')
  await rename('Echo')
  sandbox.setFaults('late-effect=5000')
  await rename('Late')
  await sandbox.call('GET', `/api/customer/${uuid}.json`)
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { archived: 'no boolean' } })
  expect(await told()).toEqual([])
  sandbox.advance(5000)
  expect(await told()).toMatchObject([{ event: 'customer_updated', customer: { name: 'Late' } }])
})

test('a late effect is told of by itself when its time has come', async () => {
  sandbox.setFaults('late-effect=5')
  await rename('By itself')
  await expect.poll(() => receiver.names()).toEqual(['customer_updated'])
})

test('a receiver that refuses or is away is counted, and nothing is sent twice', async () => {
  status = 500
  await rename('Refused')
  expect(await told()).toHaveLength(1)
  const gone = await startEventReceiver()
  await gone.close()
  sandbox.sendEventsTo(gone.url)
  await rename('Away')
  await sandbox.eventsSent()
  expect(sandbox.events()).toEqual({ sent: {}, failed: 2 })
})

test('events are switched on and off over the control path, and go to addresses on this computer only', async () => {
  expect((await sandbox.control('DELETE', '/sandbox/webhooks.json')).status).toBe(200)
  await rename('Not told')
  expect(await told()).toEqual([])
  expect((await sandbox.control('PUT', '/sandbox/webhooks.json', { url: receiver.url })).status).toBe(200)
  await rename('Told')
  expect(await told()).toHaveLength(1)
  for (const url of ['http://example.com/a', 'https://127.0.0.1/a', 'http://127.0.0.1.example.com/', 'nonsense', 'http://192.168.0.1/']) {
    expect((await sandbox.control('PUT', '/sandbox/webhooks.json', { url })).status, url).toBe(422)
  }
  await expect(openSandbox({ contacts: 1, webhookUrl: 'http://example.com/' })).rejects.toThrow('on this computer only')
})
