import { STATUS_CODES } from 'node:http'
import type { OperationName } from '../operations/operation-names.ts'
import type { Service } from '../service-state.ts'
import { statusFaults } from './fault-kinds.ts'
import type { FaultHits } from './fault-plan.ts'
import type { Fault } from './fault-spec.ts'

/** A refusal that a fault makes. */
export interface FaultRefusal {
  status: number
  message: string
  errors: string[] | null
  headers: Record<string, string>
}

function headersOf(service: Service, status: number, fault: Fault): Record<string, string> {
  const headers: Record<string, string> = {}
  if (status < 400) headers.location = '/moved'
  const seconds = fault.retryAfterSeconds
  if (seconds === undefined) return headers
  const isDate = fault.retryAfterAs === 'date'
  headers['retry-after'] = isDate ? new Date(service.clock.nowMs() + seconds * 1000).toUTCString() : String(seconds)
  return headers
}

function statusRefusal(service: Service, hits: FaultHits, isAfter: boolean): FaultRefusal | null {
  for (const kind of statusFaults) {
    const fault = kind.endsWith('-after') === isAfter ? hits.get(kind) : undefined
    if (!fault) continue
    const status = Number.parseInt(kind, 10)
    return { status, message: STATUS_CODES[status] ?? 'Error', errors: null, headers: headersOf(service, status, fault) }
  }
  return null
}

const errorIn200: FaultRefusal = {
  status: 200,
  message: 'The request could not be processed',
  errors: ['could not be processed'],
  headers: {},
}

/** The answer of a fault that keeps the request from having any effect; null when none hit. */
export function refusalBefore(service: Service, operation: OperationName, hits: FaultHits): FaultRefusal | null {
  if (hits.size === 0) return null
  const refusal = statusRefusal(service, hits, false)
  if (refusal) return refusal
  if (hits.has('error-in-200')) return errorIn200
  const isList = operation === 'list-customers' || operation === 'find-customer'
  if (hits.has('refuse-customers-list') && isList)
    return { status: 403, message: 'Not available for this account', errors: null, headers: {} }
  return null
}

/** The answer of a fault that comes after the effect; null when none hit. */
export function refusalAfter(service: Service, hits: FaultHits): FaultRefusal | null {
  if (hits.has('error-in-200-after')) return errorIn200
  return hits.size === 0 ? null : statusRefusal(service, hits, true)
}
