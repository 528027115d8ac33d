import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkToken, signIn } from '../../../src-main/engine/service/sign-in.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { createStillClock, type OddAnswer, startOddServer } from './odd-server.ts'

const clock = createStillClock()
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({ contacts: 5 })
})
afterAll(() => sandbox.close())
afterEach(() => sandbox.clearFaults())

const attempt = (mfaCode: string, changes: { password?: string; apiKey?: string } = {}) => {
  const { email, password, apiKey } = sandbox.credentials
  return signIn({ baseUrl: sandbox.baseUrl, email, password, apiKey, mfaCode, clock, ...changes })
}

describe('against the whole service', () => {
  test('credentials send a code, the code signs in, and the token works', async () => {
    expect(await attempt('')).toEqual({
      step: 'codeSent',
      email: sandbox.credentials.email,
      deliveryMethod: 'sms',
      alternatives: [expect.any(String), expect.any(String)],
    })
    const step = await attempt(` ${sandbox.credentials.mfaCode} `)
    if (step.step !== 'signedIn') throw new Error(step.step)
    expect(step.agent?.name).toEqual(expect.any(String))
    await checkToken({ baseUrl: sandbox.baseUrl, token: step.token, tokenIn: 'header', clock })
    await checkToken({ baseUrl: sandbox.baseUrl, token: step.token, tokenIn: 'parameter', clock })
  })

  test.each(['token-shape=text', 'token-shape=top', 'token-shape=header', 'sign-in-201', 'extra-fields'])(
    'the token is found under %s',
    async (faults) => {
      sandbox.setFaults(faults)
      expect(await attempt(sandbox.credentials.mfaCode)).toMatchObject({ step: 'signedIn', token: expect.any(String) })
    },
  )

  test('no token anywhere is a step of its own', async () => {
    sandbox.setFaults('token-shape=none')
    expect(await attempt(sandbox.credentials.mfaCode)).toEqual({ step: 'noToken' })
  })

  test('a wrong code is told as such, whether the service asks again or refuses', async () => {
    for (const wrongCode of ['again', 'refuse'] as const) {
      sandbox.setSettings({ wrongCode })
      await expect(attempt('999999')).rejects.toMatchObject({ code: 'sign_in.code_wrong' })
    }
  })

  test('wrong credentials are refused with what the service says', async () => {
    await expect(attempt('', { password: 'wrong-password' })).rejects.toMatchObject({
      code: 'sign_in.refused',
      message: expect.stringContaining('Invalid email or password'),
    })
    await expect(attempt(sandbox.credentials.mfaCode, { apiKey: 'wrong-key' })).rejects.toMatchObject({
      code: 'sign_in.refused',
      message: expect.stringContaining('Invalid API Key'),
    })
  })

  test.each([
    ['500', 'service.failed'],
    ['429', 'service.rate_limited'],
    ['drop-before', 'service.unreachable'],
    ['empty-body', 'service.shape'],
    ['error-in-200', 'sign_in.refused'],
  ])('under %s it is %s, after one request', async (faults, code) => {
    sandbox.setFaults(faults)
    sandbox.resetCounts()
    await expect(attempt('')).rejects.toMatchObject({ code })
    expect(sandbox.counts().requests).toBe(1)
  })

  test('a token that is not good is refused', async () => {
    for (const token of ['wrong', '', '  ', 'a\nb']) {
      await expect(checkToken({ baseUrl: sandbox.baseUrl, token, tokenIn: 'header', clock })).rejects.toMatchObject({
        code: 'sign_in.refused',
      })
    }
  })
})

describe('odd services', () => {
  const answering = async <T>(answer: OddAnswer, act: (baseUrl: string) => Promise<T>): Promise<T> => {
    const server = await startOddServer(() => answer)
    try {
      return await act(server.baseUrl)
    } finally {
      await server.close()
    }
  }
  const post = (answer: OddAnswer, mfaCode = '') =>
    answering(answer, (baseUrl) =>
      signIn({ baseUrl, email: 'pat@office.example', password: 'correct horse', apiKey: 'k-12345', mfaCode, clock }),
    )
  const check = (answer: OddAnswer) => answering(answer, (baseUrl) => checkToken({ baseUrl, token: 'token', tokenIn: 'header', clock }))

  test('the places of a token are tried in order', async () => {
    const all = { access_token: { token: 'first' }, token: 'third' }
    expect(await post({ body: all, headers: { 'x-tgp-access-token': 'fourth' } })).toMatchObject({ token: 'first' })
    expect(await post({ body: { access_token: 'second', token: 'third' } })).toMatchObject({ token: 'second' })
    expect(await post({ body: { access_token: {}, token: 'third' } })).toMatchObject({ token: 'third' })
    expect(await post({ body: { access_token: '' }, headers: { 'x-tgp-access-token': 'fourth' } })).toMatchObject({
      token: 'fourth',
      agent: null,
    })
  })

  test('a token goes before a code that is said to be required', async () => {
    expect(await post({ body: { token: 't', mfa_verification_required: 'true' } })).toMatchObject({ step: 'signedIn' })
    expect(await post({ body: { mfa_verification_required: 'false' } })).toEqual({ step: 'noToken' })
    expect(await post({ body: { mfa_verification_required: true, email: null, alternate_methods: [] } })).toEqual({
      step: 'codeSent',
      email: null,
      deliveryMethod: null,
      alternatives: [],
    })
  })

  test.each<[OddAnswer, string, string]>([
    [{ status: 404, body: '<html>nothing</html>' }, '', 'service.shape'],
    [{ status: 200, body: '<html>a shop</html>' }, '', 'service.shape'],
    [{ status: 301, headers: { location: 'https://example.com' } }, '', 'service.refused'],
    [{ status: 300, body: { access_token: 't' } }, '', 'service.refused'],
    [{ status: 400, body: {} }, '', 'sign_in.refused'],
    [{ status: 422, body: { message: 'The verification code has expired' } }, '123456', 'sign_in.code_wrong'],
    [{ status: 401, body: {} }, '123456', 'sign_in.code_wrong'],
    [{ status: 401, body: {} }, '', 'sign_in.refused'],
    [{ status: 403, body: '<html>x</html>' }, '', 'sign_in.refused'],
  ])('%j with code "%s" is %s', async (answer, code, expected) => {
    await expect(post(answer, code)).rejects.toMatchObject({ code: expected })
  })

  test('an error repeats neither password nor API key nor code', async () => {
    const error: unknown = await post(
      { status: 401, body: { message: 'password correct horse, key k-12345, code 998877 wrong' } },
      '998877',
    ).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('•••')
    for (const secret of ['correct horse', 'k-12345', '998877']) expect(JSON.stringify([String(error), error])).not.toContain(secret)
  })

  test('checking a token tells a bad token from a wrong address', async () => {
    await expect(check({ status: 401, body: {} })).rejects.toMatchObject({ code: 'sign_in.refused' })
    await expect(check({ status: 403, body: {} })).rejects.toMatchObject({ code: 'sign_in.refused' })
    await expect(check({ status: 404, body: '<html/>' })).rejects.toMatchObject({ code: 'service.shape' })
    await expect(check({ body: '<html>a shop</html>' })).rejects.toMatchObject({ code: 'service.shape' })
    await check({ body: { fields: [] } })
  })

  test('somebody who may not see the custom fields can still be signed in', async () => {
    const server = await startOddServer(({ path }) =>
      path.includes('custom_fields') ? { status: 403, body: {} } : { body: { conversations: [] } },
    )
    await checkToken({ baseUrl: server.baseUrl, token: 'token', tokenIn: 'header', clock })
    await server.close()
  })
})
