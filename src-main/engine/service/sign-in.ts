import { z } from 'zod'
import { serviceBaseUrl } from './service-base-url.ts'
import type { Clock } from '../model/clock.ts'
import { AppError } from '../model/errors.ts'
import { errorSign, errorText } from './answers/error-text.ts'
import { faultWords } from './answers/fault-words.ts'
import { type AnswerHeaders, headerOf, type HttpAnswer } from './http/http-exchange.ts'
import { isObject, parseJson } from './http/json-text.ts'
import type { SystemProxy } from './http/proxy-environment.ts'
import { createServiceReader } from './http/service-reader.ts'
import { createRedactor } from './http/redact.ts'
import { reads, signInRequest } from './requests.ts'
import { shapeError } from './answers/shape-error.ts'
import { usableToken } from './http/token.ts'
import { createTransport, type Transport } from './http/transport.ts'
import { serviceSays } from '../text/service-says.ts'

export interface SignInCredentials {
  email: string
  password: string
  apiKey: string
  /** '' in the first step: the service then sends a code. */
  mfaCode: string
}

interface Place {
  baseUrl: string
  clock: Clock
  signal?: AbortSignal
  timeoutMs?: number
  proxyFor?: SystemProxy | undefined
}

/** The state of a sign-in after an answer of the service (section Authentication). */
export type SignInStep =
  | { step: 'codeSent'; email: string | null; deliveryMethod: string | null; alternatives: string[] }
  | { step: 'signedIn'; token: string; agent: { uuid: string | null; name: string | null; email: string | null } | null }
  /** Accepted, but no token was shown: one must be pasted. */
  | { step: 'noToken' }

const text = z.string().nullable().optional().catch(undefined)
const agentSchema = z
  .looseObject({ uuid: text, name: text, email: text })
  .transform(({ uuid, name, email }) => ({ uuid: uuid ?? null, name: name ?? null, email: email ?? null }))
  .nullable()
  .catch(null)

/**
 * Posts the credentials once (section Endpoints, POST sign_in) and says which step comes next. Throws `sign_in.refused` with
 * what the service says, `sign_in.code_wrong` for a code that was not accepted, `service.*`, `cancelled` and `usage`.
 */
export async function signIn(options: SignInCredentials & Place): Promise<SignInStep> {
  const { email, password, apiKey, mfaCode, signal } = options
  const transport = transportTo(options, 'header')
  try {
    const result = await transport.send(signInRequest({ email, password, apiKey, mfaCode: mfaCode.trim() }), null, signal)
    if (result.kind === 'broken') {
      const { message, hint } = faultWords[result.fault]
      throw new AppError(result.fault === 'cancelled' ? 'cancelled' : 'service.unreachable', message, hint)
    }
    return stepOf(result, options)
  } finally {
    await transport.close()
  }
}

/** The next step, from nothing but the answer and what was posted. */
function stepOf(answer: HttpAnswer, credentials: SignInCredentials): SignInStep {
  const { status } = answer
  const body = parseJson(answer.text)
  const isCodeStep = credentials.mfaCode.trim() !== ''
  const said = () =>
    errorText({ status, text: answer.text, body }, createRedactor([credentials.password, credentials.apiKey, credentials.mfaCode]))
  if (status < 200 || status >= 300) throw refusal(status, said(), body !== undefined, isCodeStep)
  if (!isObject(body)) throw shapeError('the sign-in')

  const token = tokenIn(body, answer.headers)
  if (token !== null) return { step: 'signedIn', token, agent: agentSchema.parse(body.user ?? null) }
  if (wantsCode(body)) {
    if (isCodeStep) throw codeWrong(null)
    return {
      step: 'codeSent',
      email: textOrNull(body.email),
      deliveryMethod: textOrNull(body.delivery_method),
      alternatives: isObject(body.alternate_methods)
        ? Object.values(body.alternate_methods)
            .map(textOrNull)
            .filter((one) => one !== null)
        : [],
    }
  }
  if (errorSign(body) !== null) throw refusal(401, said(), true, isCodeStep)
  return { step: 'noToken' }
}

/** In the order of likelihood: `access_token.token`, `access_token`, `token`, the response header. */
function tokenIn(body: Record<string, unknown>, headers: AnswerHeaders): string | null {
  const { access_token: access } = body
  const places = [isObject(access) ? access.token : access, body.token, headerOf(headers, 'x-tgp-access-token')]
  for (const place of places) {
    const token = typeof place === 'string' ? usableToken(place) : null
    if (token !== null) return token
  }
  return null
}

function wantsCode(body: Record<string, unknown>): boolean {
  const required = body.mfa_verification_required
  if (required !== undefined && required !== null) return !/^(?:false|0|no|)$/i.test(String(required))
  return typeof body.delivery_method === 'string'
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function refusal(status: number, said: string | null, isJson: boolean, isCodeStep: boolean): AppError {
  const words = said === null ? '' : ` ${serviceSays(said)}`
  if (status === 429)
    return new AppError('service.rate_limited', `There were too many sign-ins.${words}`, 'Wait a few minutes, then sign in again.')
  if (status === 408 || status >= 500)
    return new AppError('service.failed', `The service had a problem of its own.${words}`, 'Try again in a few minutes.')
  if ((status === 404 || status === 405) && !isJson)
    return shapeError('the sign-in', 'Check the address of the service: there is no sign-in at this one.')
  if (status < 400)
    return new AppError(
      'service.refused',
      'The service points to another address.',
      'Use the address that answers itself, beginning with https://.',
    )
  const isAboutCode = /\b(?:code|mfa|otp|verif\w*|two.?factor|2fa)\b/i.test(said ?? '')
  const isAboutRest = /\b(?:api.?key|e-?mail|password|credentials?|user)\b/i.test(said ?? '')
  if (isCodeStep && (isAboutCode || !isAboutRest)) return codeWrong(said)
  return new AppError(
    'sign_in.refused',
    `The service did not accept the sign-in.${words}`,
    'Check the e-mail address, the password and the API key.',
  )
}

function codeWrong(said: string | null): AppError {
  const words = said === null ? '' : ` ${serviceSays(said)}`
  return new AppError(
    'sign_in.code_wrong',
    `The code was not accepted.${words}`,
    'Type the newest code that the service sent. Codes expire after a few minutes: start again for a new one.',
  )
}

/**
 * Checks a token with one harmless request (GET custom fields). Throws `sign_in.refused` when the service does not accept
 * it, and `service.*` when that cannot be told.
 */
export async function checkToken(options: { token: string; tokenIn: 'header' | 'parameter' } & Place): Promise<void> {
  const { clock, signal } = options
  const token = usableToken(options.token)
  if (token === null)
    throw new AppError(
      'sign_in.refused',
      'This is not an access token.',
      'Copy the token once more from the developer settings of the service.',
    )
  const transport = transportTo(options, options.tokenIn)
  const read = createServiceReader({ transport, token: async () => token, clock })
  try {
    const fields = await read(reads.customFields(), signal)
    // Not everybody may see the fields: the list of conversations is open to all who may use the service.
    const answer = fields.status === 403 ? await read(reads.conversationPage(0, 1, null), signal) : fields
    if (answer.status === 403) throw tokenRefused(answer.error)
    if (answer.error !== null && answer.status !== 404) throw answer.error
    if (answer.error !== null || answer.body === undefined) throw shapeError('the custom fields')
  } catch (error) {
    throw error instanceof AppError && error.code === 'sign_in.needed' ? tokenRefused(error) : error
  } finally {
    await transport.close()
  }
}

function tokenRefused(cause: AppError | null): AppError {
  return new AppError(
    'sign_in.refused',
    'The service does not accept this token.',
    'Copy the token once more from the developer settings of the service; it may have been replaced.',
    { cause },
  )
}

function transportTo({ baseUrl, clock, timeoutMs, proxyFor }: Place, tokenPlace: 'header' | 'parameter'): Transport {
  return createTransport({
    baseUrl: serviceBaseUrl(baseUrl),
    tokenIn: tokenPlace,
    clock,
    connections: 1,
    timeoutMs: timeoutMs ?? 30_000,
    proxyFor,
  })
}
