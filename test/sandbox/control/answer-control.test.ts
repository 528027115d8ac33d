import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const { uuid, phoneE164 } = ordinary()

test('the control path needs its own secret: a token does not do', async () => {
  expect((await sandbox.control('GET', '/sandbox/counts.json', undefined, 'wrong')).status).toBe(403)
  expect((await sandbox.call('GET', '/sandbox/counts.json')).status).toBe(403)
  expect((await sandbox.control('GET', '/sandbox/nothing.json')).status).toBe(404)
})

test('counts are read and reset there, and reading them is not counted', async () => {
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name: 'x' } })
  await sandbox.call('GET', '/api/nothing.json')
  expect((await sandbox.control('GET', '/sandbox/counts.json')).json).toMatchObject({
    requests: 2,
    requestsByOperation: { 'update-customer': 1, unknown: 1 },
    statuses: { 200: 1, 404: 1 },
    customerUpdates: 1,
    peakInFlight: 1,
  })
  expect((await sandbox.control('DELETE', '/sandbox/counts.json')).json).toMatchObject({ requests: 0, customerUpdates: 0 })
})

test('faults are set there as an object or as a text, and never hit the control path', async () => {
  const status = async () => (await sandbox.call('GET', '/api/groups.json')).status
  expect((await sandbox.control('PUT', '/sandbox/faults.json', '503')).status).toBe(200)
  expect(await status()).toBe(503)
  expect((await sandbox.control('PUT', '/sandbox/faults.json', { faults: [{ kind: '500', times: 1 }] })).status).toBe(200)
  expect([await status(), await status()]).toEqual([500, 200])
  expect((await sandbox.control('PUT', '/sandbox/faults.json', 'nonsense')).json.message).toContain('nonsense')
  expect((await sandbox.control('PUT', '/sandbox/faults.json', { faults: [{ kind: 'nonsense' }] })).status).toBe(422)
  expect((await sandbox.control('DELETE', '/sandbox/faults.json')).status).toBe(200)
})

test('contacts and posts are seen there as they are stored, and the data can be seeded afresh', async () => {
  await sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body: 'seen' } })
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { email: 'new@example.com' } })
  const phone = encodeURIComponent(phoneE164)
  expect((await sandbox.control('GET', `/sandbox/customer.json?uuid=${uuid}`)).json).toMatchObject({
    customer: { email: 'new@example.com' },
  })
  expect((await sandbox.control('GET', `/sandbox/posts.json?phone_number=${phone}`)).json.posts).toContainEqual(
    expect.objectContaining({ body: 'seen' }),
  )
  await sandbox.control('POST', '/sandbox/reset.json')
  expect((await sandbox.control('GET', `/sandbox/customer.json?phone_number=${phone}`)).json).toMatchObject({
    customer: { uuid, email: ordinary().email, updates: 0 },
  })
  expect(sandbox.importedCount(phoneE164, 'seen')).toBe(0)
})

test('tokens are issued and ended there', async () => {
  const { token } = (await sandbox.control('POST', '/sandbox/tokens.json')).json
  const status = async () => (await sandbox.call('GET', '/api/groups.json', undefined, { token: String(token) })).status
  expect(await status()).toBe(200)
  await sandbox.control('DELETE', '/sandbox/tokens.json')
  expect(await status()).toBe(401)
})
