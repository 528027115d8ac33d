import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
let email = ''
let password = ''
let apiKey = ''
let mfaCode = ''
beforeAll(async () => {
  sandbox = await openSandbox()
  ;({ email, password, apiKey, mfaCode } = sandbox.credentials)
})
afterAll(() => sandbox.close())

const signIn = (code: unknown, change: Record<string, unknown> = {}) =>
  sandbox.call('POST', '/auth/sign_in.json', { user: { email, password }, api_key: apiKey, mfa_code: code, ...change }, { token: null })

test('the first step, with an empty code, says where the code went and hands out no token', async () => {
  const answer = await signIn('')
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    mfa_verification_required: 'true',
    email,
    delivery_method: 'sms',
    alternate_methods: { email: 'p•••@practice.example', sms: '(•••) •••-0199' },
  })
  expect(answer.headers['x-tgp-access-token']).toBeUndefined()
  expect(sandbox.counts().signIns).toBe(0)
})

test('with the code it hands out a token that works, in the body and in the header', async () => {
  const answer = await signIn(mfaCode)
  expect(answer.json).toMatchObject({
    user: { email: 'pat@practice.example' },
    access_token: { token: answer.headers['x-tgp-access-token'] },
  })
  const token = String(answer.headers['x-tgp-access-token'])
  expect((await sandbox.call('GET', '/api/groups.json', undefined, { token })).status).toBe(200)
  expect(sandbox.counts().signIns).toBe(1)
})

test('a wrong code gets the first step again, or 401 where the account is set so', async () => {
  expect((await signIn('999999')).json).toMatchObject({ mfa_verification_required: 'true' })
  sandbox.setSettings({ wrongCode: 'refuse' })
  expect(await signIn('999999')).toMatchObject({ status: 401, json: { message: 'Invalid verification code' } })
  sandbox.setSettings({ wrongCode: 'again' })
})

test('wrong credentials and a wrong API key are refused with 401, whatever the code', async () => {
  expect(await signIn(mfaCode, { api_key: 'other' })).toMatchObject({ status: 401, json: { message: 'Invalid API Key' } })
  expect(await signIn(mfaCode, { user: { email, password: 'other' } })).toMatchObject({ status: 401 })
  expect(await signIn('', { user: { email: 'x@y.example', password } })).toMatchObject({ status: 401 })
})

test.each([
  ['user', { user: undefined }],
  ['email', { user: { password: 'any' } }],
  ['password', { user: { email: 'pat@practice.example' } }],
  ['api_key', { api_key: undefined }],
  ['mfa_code', { mfa_code: undefined }],
])('a missing %s is refused with 422 that names it', async (field, change) => {
  const answer = await signIn('', change)
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ errors: { [field]: ['is required'] } })
})

test('a request without a valid token is refused with 401; sign-in needs none', async () => {
  expect((await sandbox.call('GET', '/api/groups.json', undefined, { token: null })).status).toBe(401)
  expect((await sandbox.call('GET', '/api/groups.json', undefined, { token: 'made-up' })).status).toBe(401)
})

test('the token is taken from where the account wants it', async () => {
  const inHeader = () => sandbox.call('GET', '/api/groups.json')
  const inParameter = () => sandbox.call('GET', `/api/groups.json?access_token=${sandbox.token}`, undefined, { token: null })
  const statuses = async () => [(await inHeader()).status, (await inParameter()).status]
  expect(await statuses()).toEqual([200, 200])
  sandbox.setSettings({ tokenIn: 'header' })
  expect(await statuses()).toEqual([200, 401])
  sandbox.setSettings({ tokenIn: 'parameter' })
  expect(await statuses()).toEqual([401, 200])
  sandbox.setSettings({ tokenIn: 'both' })
})

test('an issued token works until all tokens are ended', async () => {
  const own = await openSandbox({ contacts: 1 })
  const token = own.issueToken()
  expect((await own.call('GET', '/api/groups.json', undefined, { token })).status).toBe(200)
  own.expireTokens()
  expect((await own.call('GET', '/api/groups.json', undefined, { token })).status).toBe(401)
  await own.close()
})
