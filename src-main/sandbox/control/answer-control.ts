import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { WebhookAddressError } from '../events/webhook-sender.ts'
import { FaultSpecError, faultSpecSchema, type FaultSpec } from '../faults/fault-spec.ts'
import type { WireAnswer } from '../http/answer-request.ts'
import type { ContactKey, Inspection } from './inspect-service.ts'

/** What the control path can see and do: the functions of `Sandbox`. */
export interface Control extends Inspection {
  secret: string
  resetCounts(): void
  /** Throws FaultSpecError. */
  setFaults(spec: FaultSpec | string): void
  issueToken(): string
  expireTokens(): void
  resetData(): void
}

export interface ControlRequest {
  method: string
  path: string
  query: URLSearchParams
  bodyText: string
  secret: string
}

/** A control request that cannot be carried out; the message says why. */
class ControlError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const webhookSchema = z.strictObject({ url: z.string() })
const agentSchema = z.strictObject({ onCall: z.boolean() })
const advanceSchema = z.strictObject({ advanceMs: z.number().min(0) })

const changeSchema = z.strictObject({
  phone: z.string().nullable().exactOptional(),
  name: z.string().nullable().exactOptional(),
  notes: z.string().nullable().exactOptional(),
  email: z.string().nullable().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  customFields: z.record(z.string(), z.string().nullable()).exactOptional(),
  consent: z.boolean().nullable().exactOptional(),
  archived: z.boolean().exactOptional(),
  blocked: z.boolean().exactOptional(),
  unreachable: z.boolean().exactOptional(),
  avatarUrl: z.string().nullable().exactOptional(),
  verified: z.boolean().exactOptional(),
})

function readJson(bodyText: string): unknown {
  try {
    return JSON.parse(bodyText) as unknown
  } catch {
    throw new ControlError(422, 'The body is not valid JSON.')
  }
}

function readBody<T>(schema: z.ZodType<T>, bodyText: string): T {
  const parsed = schema.safeParse(readJson(bodyText))
  if (parsed.success) return parsed.data
  throw new ControlError(422, parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}

/** A fault spec from a body: the object itself, or a JSON string in the grammar of `parseFaults`. */
function readSpec(bodyText: string): FaultSpec | string {
  return readBody<FaultSpec | string>(typeof readJson(bodyText) === 'string' ? z.string() : faultSpecSchema, bodyText)
}

function contactOf(query: URLSearchParams): ContactKey {
  const uuid = query.get('uuid')
  return uuid === null ? { phone: query.get('phone_number') ?? '' } : { uuid }
}

function found(isThere: boolean): { success: 1 } {
  if (!isThere) throw new ControlError(404, 'No such contact')
  return { success: 1 }
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (!Number.isInteger(value) || value < 0) throw new ControlError(422, `${name} must be a whole number.`)
  return value
}

const done = { success: 1 } as const

const controls: Record<string, (control: Control, request: ControlRequest) => unknown> = {
  'GET /sandbox/counts.json': (control) => ({ ...control.counts(), pendingEffects: control.pendingEffects() }),
  'DELETE /sandbox/counts.json'(control) {
    control.resetCounts()
    return control.counts()
  },
  'GET /sandbox/effects.json': (control, { query }) => ({ effects: control.effects(contactOf(query)) }),
  'PUT /sandbox/faults.json'(control, { bodyText }) {
    control.setFaults(readSpec(bodyText))
    return done
  },
  'DELETE /sandbox/faults.json'(control) {
    control.setFaults({ faults: [] })
    return done
  },
  'GET /sandbox/webhooks.json': (control) => control.events(),
  'PUT /sandbox/webhooks.json'(control, { bodyText }) {
    control.sendEventsTo(readBody(webhookSchema, bodyText).url)
    return done
  },
  'DELETE /sandbox/webhooks.json'(control) {
    control.sendEventsTo(null)
    return done
  },
  'PUT /sandbox/user.json'(control, { query, bodyText }) {
    if (!control.changeAgent(query.get('uuid') ?? '', readBody(agentSchema, bodyText).onCall)) throw new ControlError(404, 'No such user')
    return done
  },
  'POST /sandbox/clock.json'(control, { bodyText }) {
    control.advance(readBody(advanceSchema, bodyText).advanceMs)
    return done
  },
  'POST /sandbox/tokens.json': (control) => ({ token: control.issueToken() }),
  'DELETE /sandbox/tokens.json'(control) {
    control.expireTokens()
    return done
  },
  'POST /sandbox/reset.json'(control) {
    control.resetData()
    return done
  },
  'GET /sandbox/customer.json'(control, { query }) {
    const uuid = query.get('uuid')
    return { customer: uuid === null ? control.customerByPhone(query.get('phone_number') ?? '') : control.customer(uuid) }
  },
  'PUT /sandbox/customer.json': (control, { query, bodyText }) =>
    found(control.changeCustomer(contactOf(query), readBody(changeSchema, bodyText))),
  'DELETE /sandbox/customer.json': (control, { query }) => found(control.deleteCustomer(contactOf(query))),
  'GET /sandbox/customers.json': (control, { query }) => ({
    customers: control.customers(wholeNumber(query, 'page', 0), Math.min(wholeNumber(query, 'page_size', 1000), 1000)),
  }),
  'GET /sandbox/posts.json': (control, { query }) => ({ posts: control.posts(query.get('phone_number') ?? '') }),
  'GET /sandbox/arrivals.json': (control, { query }) => ({
    arrivals: control.arrivals(query.get('phone_number') ?? '', query.get('body') ?? ''),
  }),
}

function answerWith(status: number, body: unknown): WireAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

function hasSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Answers a request below `/sandbox/`; it needs the control secret in `X-Sandbox-Secret` and is neither counted nor hit by faults. */
export function answerControl(control: Control, request: ControlRequest): WireAnswer {
  if (!hasSecret(request.secret, control.secret)) return answerWith(403, { message: 'The control secret is missing or wrong' })
  const act = controls[`${request.method} ${request.path}`]
  if (!act) return answerWith(404, { message: 'No such control' })
  try {
    return answerWith(200, act(control, request))
  } catch (error) {
    if (error instanceof FaultSpecError || error instanceof WebhookAddressError) return answerWith(422, { message: error.message })
    if (error instanceof ControlError) return answerWith(error.status, { message: error.message })
    throw error
  }
}
