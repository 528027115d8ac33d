import { timingSafeEqual } from 'node:crypto'
import { isObject, objectBody, requiredObject, requiredText } from './request-fields.ts'
import type { Operation } from '../service-state.ts'
import { invalidField, ServiceRefusal } from './refusal.ts'

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** POST /auth/sign_in.json: without a valid code it says where the code went, with one it hands out a token. */
export const signIn: Operation = (service, request) => {
  const body = objectBody(request.body)
  const user = requiredObject(body, 'user')
  const email = requiredText(user, 'email')
  const password = requiredText(user, 'password')
  const apiKey = requiredText(body, 'api_key')
  const code = body.mfa_code
  if (typeof code !== 'string') throw invalidField('mfa_code', code === undefined ? 'is required' : 'must be a string')

  const { credentials } = service
  if (!isSame(apiKey, credentials.apiKey)) throw new ServiceRefusal(401, 'Invalid API Key')
  if (!isSame(email.toLowerCase(), credentials.email.toLowerCase()) || !isSame(password, credentials.password)) {
    throw new ServiceRefusal(401, 'Invalid email or password')
  }
  if (!isSame(code, credentials.mfaCode)) {
    if (code !== '' && service.settings.wrongCode === 'refuse') throw new ServiceRefusal(401, 'Invalid verification code')
    return {
      body: () => ({
        mfa_verification_required: 'true',
        email: credentials.email,
        delivery_method: 'sms',
        alternate_methods: { email: credentials.email.replace(/^(.).*@/, '$1•••@'), sms: '(•••) •••-0199' },
      }),
    }
  }
  const token = service.tokens.issue()
  service.counts.signIns += 1
  return {
    body: () => ({ user: service.agents[0], access_token: { token } }),
    headers: { 'x-tgp-access-token': token },
  }
}

/** The answer of a sign-in with its token in one of the other likely places. */
export function moveToken(body: Record<string, unknown>, shape: string | undefined): Record<string, unknown> {
  const { access_token: access, ...rest } = body
  const token = isObject(access) ? access.token : undefined
  if (token === undefined) return body
  if (shape === 'text') return { ...rest, access_token: token }
  return shape === 'top' ? { ...rest, token } : rest
}
