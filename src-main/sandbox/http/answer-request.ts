import { oddBody, oddQuery } from '../faults/answer-shapes.ts'
import { carryOutWrite, shown } from '../faults/carry-out.ts'
import { writeOperations } from '../faults/fault-kinds.ts'
import type { FaultHits } from '../faults/fault-plan.ts'
import { disturbList, recordsWithFaults, refusePageBeyond } from '../faults/list-faults.ts'
import { refusalAfter, refusalBefore } from '../faults/refuse-request.ts'
import { ServiceRefusal } from '../operations/refusal.ts'
import type { Service, ServiceRequest } from '../service-state.ts'
import { withoutPhoneFilter, type Route } from './endpoints.ts'

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

const isWrite = (operation: Route): boolean => (writeOperations as readonly string[]).includes(operation.name)

function run(service: Service, request: ReadRequest, hits: FaultHits, random: () => number): WireAnswer {
  if (request.route.name !== 'sign-in') checkToken(service, request, hits)
  const operation = hits.has('ignore-phone-filter') ? withoutPhoneFilter(request.route) : request.route
  refusePageBeyond(request.query, hits)
  const read: ServiceRequest = {
    uuid: request.uuid,
    query: oddQuery(request.query, hits, (pageSize) => Math.max(Math.ceil(service.customers.count() / pageSize) - 1, 0)),
    body: readBody(request),
    records: hits.size === 0 ? service.records : recordsWithFaults(service, hits),
  }
  const answer = isWrite(operation) ? carryOutWrite(service, operation, read, hits) : shown(operation.run(service, read))
  if (hits.size > 0) disturbList(service, operation.name, read.query, hits, random)
  const refusal = refusalAfter(service, hits)
  if (refusal) return refusalAnswer(refusal.status, refusal.message, refusal.errors, refusal.headers, hits)
  const text = hits.has('empty-body') ? '' : JSON.stringify(oddBody(answer.body, hits))
  const isHidden = hits.has('token-shape') && hits.get('token-shape')?.choice !== 'header'
  return {
    status: hits.has('sign-in-201') && operation.name === 'sign-in' ? 201 : 200,
    headers: answer.headers && !isHidden ? { ...jsonType, ...answer.headers } : jsonType,
    body: hits.has('invalid-json') ? text.slice(0, Math.floor(text.length / 2)) : text,
  }
}

/** Answers one request, faults included. Nothing is thrown: what goes wrong inside is a 500 without details. */
export function answerRequest(service: Service, request: ReadRequest, hits: FaultHits, random: () => number): WireAnswer {
  try {
    const refusal = refusalBefore(service, request.route.name, hits)
    if (refusal) return refusalAnswer(refusal.status, refusal.message, refusal.errors, refusal.headers, hits)
    return run(service, request, hits, random)
  } catch (error) {
    if (error instanceof ServiceRefusal) return refusalAnswer(error.status, error.message, error.errors, {}, hits)
    const message = error instanceof Error ? `${error.name} in the sandbox` : 'Error in the sandbox'
    return refusalAnswer(500, message, null, {}, hits)
  }
}
