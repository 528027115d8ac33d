import { serviceBaseUrl } from './service-base-url.ts'
import { postOf } from '../kinds/calls/all-calls.ts'
import type { Clock } from '../model/clock.ts'
import { AppError } from '../model/errors.ts'
import { readAgents, readDispositions, readOrganization } from './answers/account-answers.ts'
import { readCustomFields, readDepartments } from './answers/answer-parts.ts'
import { callMistake } from './call-mistake.ts'
import { createConversationReads } from './conversation-reads.ts'
import { createCustomerReader, type CustomerReader } from './answers/customer-answer.ts'
import { createCustomerLookup } from './customer-lookup.ts'
import { customerPages, listSizeOf, resumePointOf } from './address-book/customer-pages.ts'
import { createFileFetcher } from './http/file-fetcher.ts'
import type { Wire } from './http/http-agent.ts'
import type { HttpRequest } from './http/http-exchange.ts'
import { classifyResponse } from './answers/classify-response.ts'
import type { SystemProxy } from './http/proxy-environment.ts'
import { createServiceReader } from './http/service-reader.ts'
import { createRedactor, type Redactor } from './http/redact.ts'
import { reads, requestOf } from './requests.ts'
import type { Service } from './service.ts'
import type { AnyCall, CallOutcome } from '../model/runs/service-call.ts'
import { shapeError } from './answers/shape-error.ts'
import { usableToken } from './http/token.ts'
import { createTransport, type Transport } from './http/transport.ts'

export interface ServiceOptions {
  /** May carry a path and a trailing slash; `http:` only on this computer. */
  baseUrl: string
  tokenIn: 'header' | 'parameter'
  /** Null when nobody is signed in. Asked for every request, so a new sign-in takes effect at once. */
  token: () => Promise<string | null>
  /** ISO 3166-1: how phone numbers without a country code are read. As a function it is asked for every answer. */
  country: string | (() => string)
  clock: Clock
  /** Connections at once, at most. */
  connections?: number
  /** How long to wait for the start of an answer, and for its next part. */
  timeoutMs?: number
  /** What carries the requests; connections to `baseUrl` unless given. */
  wire?: Wire
  /** See `TransportOptions`. */
  proxyFor?: SystemProxy | undefined
  /** Told whether the service took the token, of every answer that says so. */
  onToken?: (isAccepted: boolean) => void
}

/** The most calls that an account may have under way, and some reads beside them. Opened only when they are needed. */
const defaultConnections = 72

/** The client of the messaging service. Opens connections when they are needed. Throws `usage` for an address that cannot be used. */
export function createService(options: ServiceOptions): Service {
  const { clock, token } = options
  const transport = watched(
    createTransport({
      baseUrl: serviceBaseUrl(options.baseUrl),
      tokenIn: options.tokenIn,
      clock,
      connections: options.connections ?? defaultConnections,
      timeoutMs: options.timeoutMs ?? 30_000,
      proxyFor: options.proxyFor,
      wire: options.wire,
    }),
    options.onToken,
  )
  const read = createServiceReader({ transport, token, clock })
  const readCustomer = readerFor(options.country)

  /** A read of an answer that has to hold `what`. Throws `service.refused` and `service.shape`. */
  async function readWhole<T>(request: HttpRequest, inBody: (body: unknown) => T | null, what: string, signal?: AbortSignal): Promise<T> {
    const { body, error } = await read(request, signal)
    if (error !== null) throw error
    const found = inBody(body)
    if (found === null) throw shapeError(what)
    return found
  }

  const departments = (signal?: AbortSignal) => readWhole(reads.departments(), readDepartments, 'the departments', signal)
  const lookup = createCustomerLookup({ read, readCustomer, departments })

  async function perform(call: AnyCall, signal?: AbortSignal): Promise<CallOutcome> {
    const mistake = callMistake(call)
    if (mistake !== null) return { kind: 'failed', status: null, error: mistake }
    let known: string | null
    try {
      known = usableToken(await token())
    } catch (error) {
      return notSignedIn(error instanceof AppError ? error : null)
    }
    if (known === null) return notSignedIn(null)
    const result = await transport.send(requestOf(call), known, signal)
    const redact = redactorLater(known, call)
    return classifyResponse(call, result, { nowMs: clock.nowMs(), redact, readCustomer })
  }

  return {
    customFields: (signal) => readWhole(reads.customFields(), readCustomFields, 'the custom fields', signal),
    departments,
    users: (signal) => readWhole(reads.users(), readAgents, 'the agents', signal),
    organization: (signal) => readWhole(reads.organization(), readOrganization, 'the organization', signal),
    dispositions: (signal) => readWhole(reads.dispositions(), readDispositions, 'the dispositions', signal),
    customerByPhone: async (phone, signal) => (await lookup.byPhone(phone, signal)).customer,
    lookUpByPhone: lookup.byPhone,
    customerByUuid: lookup.byUuid,
    ...createConversationReads({ read, readCustomer }),
    listSize: (enough, signal) => listSizeOf({ read }, enough, signal),
    customers: (signal, resumeAt, onDoubt) => customerPages({ read, readCustomer, departments, clock, onDoubt }, signal, resumeAt),
    resumePoint: (earlier, signal) => resumePointOf({ read }, earlier, signal),
    perform,
    fileFetcher: () => createFileFetcher({ ...options, baseUrl: serviceBaseUrl(options.baseUrl) }),
    close: () => transport.close(),
  }
}

function watched(transport: Transport, onToken: ServiceOptions['onToken']): Transport {
  if (onToken === undefined) return transport
  return {
    ...transport,
    async send(request, token, signal) {
      const result = await transport.send(request, token, signal)
      if (result.status === 401) onToken(false)
      else if (result.status !== null && result.status < 300) onToken(true)
      return result
    },
  }
}

/** Reads customers with the country of the moment. */
function readerFor(country: string | (() => string)): CustomerReader {
  if (typeof country === 'string') return createCustomerReader(country)
  let known = country()
  let read = createCustomerReader(known)
  return (value) => {
    const now = country()
    if (now !== known) {
      known = now
      read = createCustomerReader(now)
    }
    return read(value)
  }
}

/** Most calls succeed and need no masking: the redactor is made when the first text has to be cleaned. */
function redactorLater(token: string, call: AnyCall): Redactor {
  let redact: Redactor | null = null
  return (text) => {
    redact ??= createRedactor([token], textsOf(call))
    return redact(text)
  }
}

function textsOf(call: AnyCall): string[] {
  const post = postOf(call)
  return post === null ? [] : [post.body]
}

function notSignedIn(error: AppError | null): CallOutcome {
  return {
    kind: 'signIn',
    status: null,
    error: {
      code: 'sign_in.needed',
      message: error?.message ?? 'Rollcall is not signed in to the service.',
      hint: error?.hint ?? 'Sign in again; the run then goes on.',
      serviceText: null,
    },
  }
}
