import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, ordinary, seeded, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

const set = (body: unknown) => sandbox.call('POST', '/api/customers/set_consent.json', body)

test('set-consent sets true and false, by uuid and by phone number', async () => {
  const { uuid, phoneE164 } = ordinary()
  expect(await set({ customer_uuid: uuid, consent: 0 })).toMatchObject({ status: 200, json: { success: 1 } })
  expect(sandbox.customer(uuid)).toMatchObject({ consent: false, consentChanges: 1 })
  expect(await set({ phone_number: phoneE164, consent: 1 })).toMatchObject({ status: 200, json: { success: 1 } })
  expect(sandbox.customer(uuid)).toMatchObject({ consent: true, consentChanges: 2 })
  expect(sandbox.counts()).toMatchObject({ consentsTrue: 1, consentsFalse: 1 })
})

test.each([
  ['neither uuid nor phone number', { consent: 1 }, 422],
  ['both uuid and phone number', { customer_uuid: ordinary().uuid, phone_number: ordinary().phoneE164, consent: 1 }, 422],
  ['no consent', { customer_uuid: ordinary().uuid }, 422],
  ['consent as a boolean', { customer_uuid: ordinary().uuid, consent: true }, 422],
  ['consent as a text', { customer_uuid: ordinary().uuid, consent: '1' }, 422],
  ['another number than 0 and 1', { customer_uuid: ordinary().uuid, consent: 2 }, 422],
  ['an invalid phone number', { phone_number: '123', consent: 1 }, 422],
  ['an unknown uuid', { customer_uuid: 'nobody', consent: 1 }, 404],
  ['an unknown phone number', { phone_number: '+12125559999', consent: 1 }, 404],
])('set-consent with %s is refused', async (_, body, status) => {
  const before = sandbox.counts()
  expect((await set(body)).status).toBe(status)
  expect(sandbox.counts()).toMatchObject({ consentsTrue: before.consentsTrue, consentsFalse: before.consentsFalse })
})

test.each(['allowApiImport', 'userMaySetConsent', 'consentFeature'] as const)(
  'set-consent without %s is refused with 403',
  async (setting) => {
    sandbox.setSettings({ [setting]: false })
    const before = sandbox.customer(ordinary().uuid)
    expect((await set({ customer_uuid: ordinary().uuid, consent: 0 })).status).toBe(403)
    expect(sandbox.customer(ordinary().uuid)).toEqual(before)
    sandbox.setSettings({ [setting]: true })
  },
)

test('requesting consent texts the contact and leaves the consent as it is; unreachable contacts are refused', async () => {
  const { uuid, phoneE164 } = ordinary(1)
  const consent = sandbox.customer(uuid)?.consent
  const ask = (body: unknown) => sandbox.call('POST', '/api/customers/request_consent.json', body)
  expect((await ask({ phone_number: phoneE164 })).json).toEqual({ success: 1 })
  expect(sandbox.posts(phoneE164).at(-1)).toMatchObject({ kind: 'consent-request' })
  expect(sandbox.customer(uuid)?.consent).toBe(consent)
  expect((await ask({ customer_uuid: seeded((customer) => customer.unreachable).uuid })).status).toBe(422)
})
