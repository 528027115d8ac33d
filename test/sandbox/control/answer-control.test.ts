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

test('effects are counted by operation and by contact, and what arrived can be asked for', async () => {
  const phone = encodeURIComponent(phoneE164)
  await sandbox.control('POST', '/sandbox/reset.json')
  for (const body of ['twice', 'twice', 'once'])
    await sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body } })
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name: 'x' } })
  await sandbox.call('PUT', `/api/customer/${ordinary(1).uuid}.json`, { customer: { name: 'x' } })
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { archived: 'no boolean' } })
  expect((await sandbox.control('GET', '/sandbox/counts.json')).json).toMatchObject({
    effectsByOperation: { 'import-message': 3, 'update-customer': 2 },
    pendingEffects: 0,
  })
  expect((await sandbox.control('GET', `/sandbox/effects.json?phone_number=${phone}`)).json).toEqual({
    effects: { 'import-message': 3, 'update-customer': 1 },
  })
  expect((await sandbox.control('GET', `/sandbox/effects.json?uuid=${ordinary(1).uuid}`)).json).toEqual({
    effects: { 'update-customer': 1 },
  })
  const arrivals = async (body: string) =>
    (await sandbox.control('GET', `/sandbox/arrivals.json?phone_number=${phone}&body=${body}`)).json.arrivals
  expect([await arrivals('twice'), await arrivals('once'), await arrivals('never')]).toEqual([2, 1, 0])
})

test('the clock is put forward there', async () => {
  await sandbox.control('PUT', '/sandbox/faults.json', 'late-effect@update-customer=60000')
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name: 'Much later' } })
  const name = async () => ((await sandbox.control('GET', `/sandbox/customer.json?uuid=${uuid}`)).json.customer as { name: string }).name
  expect(await name()).not.toBe('Much later')
  expect((await sandbox.control('GET', '/sandbox/counts.json')).json.pendingEffects).toBe(1)
  expect((await sandbox.control('POST', '/sandbox/clock.json', { advanceMs: 60_000 })).status).toBe(200)
  expect(await name()).toBe('Much later')
  expect((await sandbox.control('POST', '/sandbox/clock.json', { advanceMs: -1 })).status).toBe(422)
  await sandbox.control('DELETE', '/sandbox/faults.json')
})

test('somebody else can change and delete contacts there, and all that is stored is listed', async () => {
  const of = (key: string) => `/sandbox/customer.json?${key}`
  const change = { name: 'By a colleague', tags: ['theirs'], consent: null, blocked: true }
  expect((await sandbox.control('PUT', of(`uuid=${uuid}`), change)).status).toBe(200)
  expect((await sandbox.call('GET', `/api/customer/${uuid}.json`)).json).toMatchObject({
    customer: { name: 'By a colleague', tags: ['theirs'], consent_status: null, blocked: true },
  })
  expect((await sandbox.control('PUT', of(`uuid=${uuid}`), { number: '+1' })).status).toBe(422)
  expect((await sandbox.control('PUT', of('uuid=nobody'), change)).status).toBe(404)
  const { customers } = (await sandbox.control('GET', '/sandbox/customers.json?page_size=1000')).json as { customers: unknown[] }
  expect(customers).toHaveLength(200)
  expect((await sandbox.control('DELETE', of(`phone_number=${encodeURIComponent(phoneE164)}`))).status).toBe(200)
  expect((await sandbox.call('GET', `/api/customer/${uuid}.json`)).status).toBe(404)
  expect(sandbox.contactCount()).toBe(199)
})

test('tokens are issued and ended there', async () => {
  const { token } = (await sandbox.control('POST', '/sandbox/tokens.json')).json
  const status = async () => (await sandbox.call('GET', '/api/groups.json', undefined, { token: String(token) })).status
  expect(await status()).toBe(200)
  await sandbox.control('DELETE', '/sandbox/tokens.json')
  expect(await status()).toBe(401)
})
