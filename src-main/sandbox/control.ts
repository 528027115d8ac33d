import { timingSafeEqual } from 'node:crypto'
import type { EffectCounts } from './control/effect-counts.ts'
import { FaultSpecError, faultSpecSchema, type FaultSpec } from './fault-spec.ts'
import type { WireAnswer } from './http/answer-request.ts'
import type { CustomerState, PostState } from './control/stored-state.ts'

/** What the control path can see and do; the same as the functions of `Sandbox`. */
export interface Control {
  secret: string
  counts(): EffectCounts
  resetCounts(): void
  /** Throws FaultSpecError. */
  setFaults(spec: FaultSpec | string): void
  issueToken(): string
  expireTokens(): void
  resetData(): void
  customer(uuid: string): CustomerState | null
  customerByPhone(phone: string): CustomerState | null
  posts(phone: string): PostState[]
}

export interface ControlRequest {
  method: string
  path: string
  query: URLSearchParams
  bodyText: string
  secret: string
}

function answerWith(status: number, body: unknown): WireAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) }
}

/** A fault spec from a body: the object itself, or a JSON string in the grammar of `parseFaults`. */
function readSpec(bodyText: string): FaultSpec | string {
  let value: unknown
  try {
    value = JSON.parse(bodyText)
  } catch {
    throw new FaultSpecError('The body is not valid JSON.')
  }
  if (typeof value === 'string') return value
  const parsed = faultSpecSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new FaultSpecError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}

function hasSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Answers a request below `/sandbox/`; it needs the control secret in `X-Sandbox-Secret` and is neither counted nor hit by faults. */
export function answerControl(control: Control, request: ControlRequest): WireAnswer {
  if (!hasSecret(request.secret, control.secret)) return answerWith(403, { message: 'The control secret is missing or wrong' })
  const phone = request.query.get('phone_number') ?? ''
  try {
    switch (`${request.method} ${request.path}`) {
      case 'GET /sandbox/counts.json':
        return answerWith(200, control.counts())
      case 'DELETE /sandbox/counts.json':
        control.resetCounts()
        return answerWith(200, control.counts())
      case 'PUT /sandbox/faults.json':
        control.setFaults(readSpec(request.bodyText))
        return answerWith(200, { success: 1 })
      case 'DELETE /sandbox/faults.json':
        control.setFaults({ faults: [] })
        return answerWith(200, { success: 1 })
      case 'POST /sandbox/tokens.json':
        return answerWith(200, { token: control.issueToken() })
      case 'DELETE /sandbox/tokens.json':
        control.expireTokens()
        return answerWith(200, { success: 1 })
      case 'POST /sandbox/reset.json':
        control.resetData()
        return answerWith(200, { success: 1 })
      case 'GET /sandbox/customer.json': {
        const uuid = request.query.get('uuid')
        return answerWith(200, { customer: uuid === null ? control.customerByPhone(phone) : control.customer(uuid) })
      }
      case 'GET /sandbox/posts.json':
        return answerWith(200, { posts: control.posts(phone) })
      default:
        return answerWith(404, { message: 'No such control' })
    }
  } catch (error) {
    if (error instanceof FaultSpecError) return answerWith(422, { message: error.message })
    throw error
  }
}
