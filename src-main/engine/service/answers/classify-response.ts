import { oneIn, uuidOf } from './answer-parts.ts'
import { callDescriptors, mayRepeat } from '../../kinds/calls/all-calls.ts'
import type { CustomerReader } from './customer-answer.ts'
import { errorSign, errorText } from './error-text.ts'
import { faultWords } from './fault-words.ts'
import { type AnswerHeaders, type BrokenExchange, headerOf, type HttpAnswer, type TransportResult } from '../http/http-exchange.ts'
import { isObject, parseJson } from '../http/json-text.ts'
import type { Redactor } from '../http/redact.ts'
import { refusalWords } from './refusal-words.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import type { AnyCall, CallError, CallOutcome } from '../../model/runs/service-call.ts'

export interface ResponseContext {
  nowMs: number
  redact: Redactor
  readCustomer: CustomerReader
}

/** They say that the request was not worked on; whoever stands in front of the service cannot know. */
const refusedForNow = new Set([408, 425, 429])
/** Of the 5xx, these two say that the service cannot do this at all. */
const neverOffered = new Set([501, 505])

/**
 * What became of a write, from nothing but the call and what came back. A call that must not happen twice is `retry` only
 * where it is certain that it did not take effect, because it never left: 429 and 5xx are also said by proxies that have
 * passed the request on, and grew tired of waiting.
 */
export function classifyResponse(call: AnyCall, result: TransportResult, context: ResponseContext): CallOutcome {
  if (result.kind === 'broken') return classifyBroken(call, result, context)
  const { status } = result
  if (status >= 200 && status < 300) return classifySuccess(call, result, context)
  return classifyStatus(call, status, result.headers, textOf(result, context), context)
}

/** Another address, or a conflict: both are also said of what was just done, by whoever stands in front of the service or behind it. */
function provesNothing(status: number): boolean {
  return (status >= 300 && status < 400) || status === 409
}

function textOf(answer: HttpAnswer, { redact }: ResponseContext): string | null {
  return errorText({ status: answer.status, text: answer.text, body: parseJson(answer.text) }, redact)
}

function classifyBroken(call: AnyCall, result: BrokenExchange, context: ResponseContext): CallOutcome {
  const { fault, hasLeft, status, headers } = result
  // A refusing status says all that matters; the rest of the answer would only have been its text.
  if (status !== null && status >= 300) {
    return classifyStatus(call, status, headers, errorText({ status, text: '', body: undefined }, context.redact), context)
  }
  const code = fault === 'cancelled' ? 'cancelled' : 'service.unreachable'
  const error: CallError = { code, ...faultWords[fault], serviceText: null }
  if (hasLeft && !mayRepeat(call.kind)) return unknown(call, status, error)
  return { kind: 'retry', status, afterMs: null, reason: 'unreachable', mayArrive: hasLeft, error }
}

function classifyStatus(
  call: AnyCall,
  status: number,
  headers: AnswerHeaders,
  serviceText: string | null,
  context: ResponseContext,
): CallOutcome {
  const afterMs = retryAfterMs(headers, context.nowMs)
  if (status === 401) {
    return {
      kind: 'signIn',
      status,
      error: {
        code: 'sign_in.needed',
        message: 'The service does not accept the sign-in any more.',
        hint: 'Sign in again; the run then goes on.',
        serviceText,
      },
    }
  }
  if (refusedForNow.has(status)) {
    const isBusy = status === 429
    const error = { ...(isBusy ? busyWords : failedWords), serviceText }
    if (!mayRepeat(call.kind)) return unknown(call, status, error, isBusy ? { afterMs } : null)
    return { kind: 'retry', status, afterMs, reason: isBusy ? 'rate_limited' : 'failed', mayArrive: true, error }
  }
  const isServerError = status >= 500 && (!neverOffered.has(status) || !mayRepeat(call.kind))
  // What succeeded is not classified here.
  if (isServerError || status < 300) return classifyServerError(call, status, headers, afterMs, serviceText)
  const refusal = { ...refusalWords(call.kind, status), serviceText }
  return provesNothing(status) && !mayRepeat(call.kind)
    ? { ...unknown(call, status, refusal), refusal }
    : { kind: 'failed', status, error: refusal }
}

function classifyServerError(
  call: AnyCall,
  status: number,
  headers: AnswerHeaders,
  afterMs: number | null,
  serviceText: string | null,
): CallOutcome {
  const isBusy = status === 503 && headerOf(headers, 'retry-after') !== null && afterMs !== null
  const error: CallError = { ...(isBusy ? busyWords : failedWords), serviceText }
  if (mayRepeat(call.kind)) return { kind: 'retry', status, afterMs, reason: isBusy ? 'rate_limited' : 'failed', mayArrive: true, error }
  return unknown(call, status, error, isBusy ? { afterMs } : null)
}

/** A 2xx says that something was done; what it says has to bear that out. */
function classifySuccess(call: AnyCall, answer: HttpAnswer, context: ResponseContext): CallOutcome {
  const { status } = answer
  if (status === 204) return done(status)
  const body = parseJson(answer.text)
  if (!isObject(body) || Object.keys(body).length === 0) return unconfirmed(call, status)
  const sign = errorSign(body)
  const serviceText = sign === null ? null : errorText({ status, text: answer.text, body }, context.redact)
  // Before the record: a service that refuses a value may show the unchanged record beside its errors.
  if (sign === 'strong') {
    const refused = notApplied(status, serviceText)
    return mayRepeat(call.kind) ? refused : { ...unknown(call, status, refused.error), refusal: refused.error }
  }
  const confirmed = confirmation(call, status, body, serviceText, context)
  if (confirmed !== null) return confirmed
  if (sign === 'weak' && mayRepeat(call.kind)) return notApplied(status, serviceText)
  // A message alone may be good news or bad.
  if (sign === 'weak') return unknown(call, status, { ...unclearWords, serviceText })
  if ([body.customer, body.post, body.whisper].includes(null))
    return mayRepeat(call.kind) ? notApplied(status, null) : unconfirmed(call, status)
  return done(status)
}

/** The outcome where the answer shows what was asked for; null where it does not. */
function confirmation(
  call: AnyCall,
  status: number,
  body: Record<string, unknown>,
  serviceText: string | null,
  context: ResponseContext,
): CallOutcome | null {
  switch (call.kind) {
    case 'updateCustomer': {
      const customer = oneIn(body, 'customer')
      if (customer.kind !== 'one') return null
      // A record without its uuid is the one that was asked for.
      const read = context.readCustomer(uuidOf(customer.value) === null ? { ...customer.value, uuid: call.uuid } : customer.value)
      if (read !== null && read.record.uuid.toLowerCase() !== call.uuid.toLowerCase()) return otherContact(status)
      return done(status, { record: read?.record ?? null })
    }
    case 'createCustomer': {
      const customer = oneIn(body, 'customer')
      return customer.kind === 'one' ? done(status, { record: context.readCustomer(customer.value)?.record ?? null }) : null
    }
    case 'setConsent':
      if (isYes(body.success))
        return done(status, { said: `success: ${String(body.success)}${serviceText === null ? '' : `; ${serviceText}`}` })
      return body.success === undefined && oneIn(body, 'customer').kind === 'one' ? done(status) : null
    case 'requestConsent':
      return isYes(body.success) || (body.success === undefined && oneIn(body, 'customer').kind === 'one') ? done(status) : null
    case 'importMessage':
    case 'writeWhisper':
    case 'resolveConversation':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'sendToConversation': {
      // What went to a conversation comes back as `whisper`, also a message (section Endpoints, POST conversation).
      const whisper = call.kind === 'sendToConversation' ? oneIn(body, 'whisper') : null
      const post = whisper?.kind === 'one' ? whisper : oneIn(body, 'post')
      if (post.kind !== 'one' && uuidOf(body.conversation) === null) return null
      const value = post.kind === 'one' ? post.value : {}
      const conversationUuid = typeof value.conversation_uuid === 'string' ? value.conversation_uuid : uuidOf(body.conversation)
      return done(status, { postUuid: uuidOf(value), conversationUuid })
    }
  }
}

function isYes(value: unknown): boolean {
  return value === true || (typeof value === 'number' && value >= 1) || (typeof value === 'string' && /^(?:1|true|ok|yes)$/i.test(value))
}

type Shown = Partial<Omit<Extract<CallOutcome, { kind: 'done' }>, 'kind' | 'status'>>

function done(status: number, shown: Shown = {}): CallOutcome {
  return { kind: 'done', status, record: null, postUuid: null, conversationUuid: null, ...shown }
}

/** A 2xx that shows nothing to go by: a page instead of an answer, or an empty one. */
function unconfirmed(call: AnyCall, status: number): CallOutcome {
  const error: CallError = { ...unclearWords, serviceText: null }
  if (!mayRepeat(call.kind)) return unknown(call, status, error)
  return { kind: 'retry', status, afterMs: null, reason: 'failed', mayArrive: true, error }
}

type Unknown = Extract<CallOutcome, { kind: 'unknown' }>

function unknown(call: AnyCall, status: number | null, cause: CallError, busy: Unknown['busy'] = null): Unknown {
  return { kind: 'unknown', status, busy, error: unknownError(call, cause) }
}

function notApplied(status: number, serviceText: string | null): Extract<CallOutcome, { kind: 'failed' }> {
  return {
    kind: 'failed',
    status,
    error: {
      code: 'service.not_applied',
      message: 'The service took the request but did not carry it out.',
      hint: 'What the service said is shown with the row. Fix the row and load the failed rows again.',
      serviceText,
    },
  }
}

function otherContact(status: number): CallOutcome {
  return {
    kind: 'failed',
    status,
    error: {
      code: 'service.not_applied',
      message: 'The service answered with another contact than the one to be changed.',
      hint: 'The two may have been merged. Read the contacts again and plan the file once more.',
      serviceText: null,
    },
  }
}

function unknownError(call: AnyCall, cause: CallError): CallError {
  return {
    code: cause.code === 'cancelled' ? 'cancelled' : 'service.no_answer',
    message: `${cause.message} Whether ${callDescriptors[call.kind].mayHaveHappened} cannot be told.`,
    hint: 'Look in the service before you try it again: it must not happen twice.',
    serviceText: cause.serviceText,
  }
}

const busyWords = {
  code: 'service.rate_limited',
  message: 'The service asks to slow down.',
  hint: 'Nothing to do: Rollcall waits and goes on.',
}

const failedWords = {
  code: 'service.failed',
  message: 'The service had a problem of its own.',
  hint: 'Nothing is wrong with the row. If it stays like that, try the failed rows again later.',
}

const unclearWords = {
  code: 'service.shape',
  message: 'The service answered something that Rollcall cannot read.',
  hint: 'Check the address of the service in the settings, and whether something between this computer and the service answers in its place.',
}
