import type { PlannedCall } from '../model/plans/plan-schema.ts'
import { smsLength } from '../text/texting/sms-length.ts'
import { postOf, texts } from './calls/all-calls.ts'

/** How many SMS messages the texts of these calls take; 0 where they text nobody. */
export function segmentsOf(calls: readonly PlannedCall[]): number {
  return calls.reduce((sum, call) => sum + (texts([call]) ? smsLength(postOf(call)?.body ?? '').segments : 0), 0)
}
