import type { AppError } from '../../model/errors.ts'
import type { NotDone } from './decide-call.ts'

/** A read that failed, seen as a call: it had no effect, so it may be repeated. */
export function outcomeOfRead(error: AppError): Exclude<NotDone, { kind: 'unknown' }> {
  const callError = { code: error.code, message: error.message, hint: error.hint, serviceText: null }
  switch (error.code) {
    case 'sign_in.needed':
      return { kind: 'signIn', status: null, error: callError }
    case 'service.unreachable':
    case 'cancelled':
      return { kind: 'retry', status: null, afterMs: null, reason: 'unreachable', mayArrive: false, error: callError }
    case 'service.rate_limited':
      return { kind: 'retry', status: null, afterMs: error.afterMs, reason: 'rate_limited', mayArrive: false, error: callError }
    default:
      return { kind: 'retry', status: null, afterMs: null, reason: 'failed', mayArrive: false, error: callError }
  }
}
