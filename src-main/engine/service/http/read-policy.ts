import { AppError, type ErrorCode } from '../../model/errors.ts'
import { errorText } from '../answers/error-text.ts'
import { faultWords, type Words } from '../answers/fault-words.ts'
import type { TransportResult } from './http-exchange.ts'
import { parseJson } from './json-text.ts'
import type { Redactor } from './redact.ts'
import { momentText } from '../../text/moment-text.ts'
import { refusalWords } from '../answers/refusal-words.ts'
import { retryAfterMs } from './retry-after.ts'
import { serviceSays } from '../../text/service-says.ts'

/** How often one read is tried before it counts as failed. */
export const maxReadAttempts = 5

const firstDelayMs = 500
const maxDelayMs = 15_000
/** A read waits this long when the service asks for it; longer is for a person to decide. */
const maxAskedDelayMs = 120_000

export type ReadVerdict =
  /** A 2xx, or a status that the caller may know how to read (404, 405 …). `body` is undefined when it is not JSON. */
  | { kind: 'answer'; status: number; body: unknown; error: AppError | null }
  | { kind: 'retry'; delayMs: number }
  | { kind: 'failed'; error: AppError }

/**
 * What to do with the answer of a read, which may be repeated at will. `attempt` counts from 1; `random` is in [0, 1) and
 * spreads the waiting (full jitter).
 */
export function classifyRead(
  result: TransportResult,
  { attempt, nowMs, random, redact }: { attempt: number; nowMs: number; random: number; redact: Redactor },
): ReadVerdict {
  const again = (error: AppError, askedMs: number | null): ReadVerdict => {
    if (attempt >= maxReadAttempts || (askedMs !== null && askedMs > maxAskedDelayMs)) return { kind: 'failed', error }
    const ceilingMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
    return { kind: 'retry', delayMs: (askedMs ?? 0) + Math.round(ceilingMs * random) }
  }
  if (result.kind === 'broken') {
    const words = faultWords[result.fault]
    switch (result.fault) {
      case 'cancelled':
        return { kind: 'failed', error: appError('cancelled', words, null) }
      case 'unsendable':
        return { kind: 'failed', error: appError('sign_in.needed', words, null) }
      case 'too_large':
        return { kind: 'failed', error: appError('service.shape', words, null) }
      case 'insecure':
        return { kind: 'failed', error: appError('service.unreachable', words, null) }
      default:
        return again(appError('service.unreachable', words, null), null)
    }
  }
  const { status } = result
  const body = parseJson(result.text)
  if (status >= 200 && status < 300) return { kind: 'answer', status, body, error: null }
  const text = errorText({ status, text: result.text, body }, redact)
  if (status === 401) return { kind: 'failed', error: appError('sign_in.needed', signInWords, text) }
  const askedMs = retryAfterMs(result.headers, nowMs)
  if (status === 429) return again(appError('service.rate_limited', busyWords(askedMs, nowMs), text, askedMs), askedMs)
  if (status === 408 || status === 425) return again(appError('service.failed', failedWords, text), askedMs)
  if (status === 501 || status === 505) return { kind: 'answer', status, body, error: refused(status, text) }
  if (status >= 500 || status < 300) return again(appError('service.failed', failedWords, text), askedMs)
  return { kind: 'answer', status, body, error: refused(status, text) }
}

function refused(status: number, text: string | null): AppError {
  return appError('service.refused', refusalWords('read', status), text)
}

function appError(code: ErrorCode, { message, hint }: Words, serviceText: string | null, afterMs: number | null = null): AppError {
  return new AppError(code, serviceText === null ? message : `${message} ${serviceSays(serviceText)}`, hint, { afterMs })
}

const signInWords = { message: 'The service does not accept the sign-in any more.', hint: 'Sign in again.' }

const failedWords = { message: 'The service had a problem of its own.', hint: 'Try again in a few minutes.' }

/** From so long on the moment is told in place of the time. */
const longMs = 10 * 60_000

function busyWords(askedMs: number | null, nowMs: number): Words {
  if (askedMs !== null && askedMs > longMs) {
    const until = momentText(nowMs + askedMs)
    return { message: `The service asks to wait until ${until}.`, hint: `Try again after ${until}, or ask the service for its limits.` }
  }

  const wait =
    askedMs === null
      ? 'a few minutes'
      : askedMs < 90_000
        ? `${Math.ceil(askedMs / 1000)} seconds`
        : `${Math.ceil(askedMs / 60_000)} minutes`
  return { message: 'The service asks to slow down.', hint: `Try again in ${wait}.` }
}
