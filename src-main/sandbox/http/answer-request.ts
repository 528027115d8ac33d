import type { Fault, FaultKind } from '../fault-spec.ts'
import type { FaultHits } from '../fault-plan.ts'
import { lossyBody, oddBody, oddQuery } from '../faults/answer-shapes.ts'
import { withoutPhoneFilter, type Route } from './routes.ts'
import type { Service, ServiceRequest } from '../service.ts'
import { ServiceRefusal } from '../operations/refusal.ts'

/** What goes back over the wire. */
export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface ReadRequest {
  route: Route
  uuid: string
  query: URLSearchParams
  headerToken: string | undefined
  contentType: string | undefined
  bodyText: string
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' }

function refusalAnswer(status: number, message: string, errors: unknown, headers: Record<string, string>, hits: FaultHits): WireAnswer {
  if (hits.has('html-errors')) {
    const body = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>Something is not right</h1></body></html>`
    return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body }
  }
  const body = errors === null ? { message } : { message, errors }
  return { status, headers: { ...headers, ...jsonType }, body: JSON.stringify(body) }
}

function retryAfter(service: Service, fault: Fault): Record<string, string> {
  const seconds = fault.retryAfterSeconds
  if (seconds === undefined) return {}
  if (fault.retryAfterAs === 'date') return { 'retry-after': new Date(service.clock.nowMs() + seconds * 1000).toUTCString() }
  return { 'retry-after': String(seconds) }
}

const failures: readonly { kind: FaultKind; status: number; message: string }[] = [
  { kind: '429', status: 429, message: 'Too many requests' },
  { kind: '500', status: 500, message: 'Internal server error' },
  { kind: '502', status: 502, message: 'Bad gateway' },
  { kind: '503', status: 503, message: 'Service unavailable' },
  { kind: '504', status: 504, message: 'Gateway timeout' },
]

/** The answer of a fault that keeps the request from having any effect; null when none hit. */
function failure(service: Service, route: Route, hits: FaultHits): WireAnswer | null {
  for (const { kind, status, message } of failures) {
    const fault = hits.get(kind)
    if (fault) return refusalAnswer(status, message, null, retryAfter(service, fault), hits)
  }
  if (hits.has('error-in-200')) return refusalAnswer(200, 'The request could not be processed', ['could not be processed'], {}, hits)
  const isList = route.name === 'list-customers' || route.name === 'find-customer'
  if (hits.has('refuse-customers-list') && isList) return refusalAnswer(403, 'Not available for this account', null, {}, hits)
  return null
}

function checkToken(service: Service, request: ReadRequest, hits: FaultHits): void {
  const { tokenIn } = service.settings
  const fromHeader = tokenIn === 'parameter' ? undefined : request.headerToken
  const fromQuery = tokenIn === 'header' ? undefined : (request.query.get('access_token') ?? undefined)
  const token = fromHeader ?? fromQuery
  if (token === undefined || token === '') throw new ServiceRefusal(401, 'Access token missing')
  const lifetime = hits.get('expire-token-after')?.amount ?? null
  if (!service.tokens.use(token, lifetime)) throw new ServiceRefusal(401, 'Invalid access token')
}

function readBody(request: ReadRequest): unknown {
  if (request.bodyText === '') return undefined
  if (!request.contentType?.toLowerCase().startsWith('application/json')) {
    throw new ServiceRefusal(415, 'The body must be application/json')
  }
  try {
    return JSON.parse(request.bodyText) as unknown
  } catch {
    throw new ServiceRefusal(400, 'The body is not valid JSON')
  }
}

function run(service: Service, request: ReadRequest, hits: FaultHits): WireAnswer {
  if (request.route.name !== 'sign-in') checkToken(service, request, hits)
  const operation = hits.has('ignore-phone-filter') ? withoutPhoneFilter(request.route) : request.route
  const read: ServiceRequest = {
    uuid: request.uuid,
    query: oddQuery(request.query, hits, (pageSize) => Math.max(Math.ceil(service.customers.count() / pageSize) - 1, 0)),
    body: lossyBody(readBody(request), hits),
  }
  const answer = operation.run(service, read)
  const text = hits.has('empty-body') ? '' : JSON.stringify(oddBody(answer.body, hits))
  const isHidden = hits.has('token-shape') && hits.get('token-shape')?.choice !== 'header'
  return {
    status: hits.has('sign-in-201') && operation.name === 'sign-in' ? 201 : 200,
    headers: answer.headers && !isHidden ? { ...jsonType, ...answer.headers } : jsonType,
    body: hits.has('invalid-json') ? text.slice(0, Math.floor(text.length / 2)) : text,
  }
}

/** Answers one request, faults included. Nothing is thrown: what goes wrong inside is a 500 without details. */
export function perform(service: Service, request: ReadRequest, hits: FaultHits): WireAnswer {
  try {
    return failure(service, request.route, hits) ?? run(service, request, hits)
  } catch (error) {
    if (error instanceof ServiceRefusal) return refusalAnswer(error.status, error.message, error.errors, {}, hits)
    const message = error instanceof Error ? `${error.name} in the sandbox` : 'Error in the sandbox'
    return refusalAnswer(500, message, null, {}, hits)
  }
}
