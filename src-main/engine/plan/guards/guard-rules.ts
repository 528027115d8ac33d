import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { ImportKind } from '../../model/kinds.ts'
import { givesConsent } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { GuardLimits } from './guard-limits.ts'
import { guards, type FieldChange, type Guard, type OptOut, type PlannedCall } from '../../model/plans/plan-schema.ts'

/** Whether guards of this kind look at what rows change: then `GuardFigures` are counted. */
export function isCounted(kind: ImportKind): boolean {
  return importDescriptors[kind].guards.some((guard) => guard !== 'direction')
}

/** How a contact has opted out of messages, as far as its record tells; null where it has not. */
export function optOutOf(record: CustomerRecord): OptOut | null {
  if (record.consent === false) return 'consent'
  if (record.blocked === true) return 'blocked'
  return record.unreachable === true ? 'unreachable' : null
}

/**
 * Whether, and why, the guard `consent` stops these calls to a contact: they give a consent that the contact took back
 * (`refusal`: what else than the record tells of it), or give it by words that nobody confirmed.
 */
export function consentGuard(
  calls: readonly PlannedCall[],
  record: CustomerRecord | null,
  refusal: OptOut | null,
  isUnconfirmed: boolean,
): OptOut | null {
  if (!givesConsent(calls)) return null
  return (record === null ? null : optOutOf(record)) ?? refusal ?? (isUnconfirmed ? 'unconfirmed' : null)
}

/** The changes that empty a field. A field whose present value the service does not tell may hold something: it counts. */
export function clearedFields(changes: readonly FieldChange[], calls: readonly PlannedCall[]): FieldChange[] {
  const cleared = changes.filter(({ before, beforeKnown, after }) => isBlank(after) && !(beforeKnown && isBlank(before)))
  // Some tags of nobody knows how many are taken away: that empties nothing.
  return cleared.filter(({ field, beforeKnown }) => field !== 'tags' || beforeKnown || !calls.some(removesTags))
}

/** Whether a plan that changes `changed` of the account's `total` contacts is stopped by the guard `mass`. */
export function isMass(changed: number, total: number, { massContacts, massShare }: GuardLimits): boolean {
  return changed > massContacts && changed > total * massShare
}

/** The reason of a row that these guards hold, as it is stored: their names, in the order of `guards`. */
export function holdReason(held: readonly Guard[]): string {
  return guards.filter((guard) => held.includes(guard)).join(' ')
}

/** The guards that hold a row, from its stored reason. */
export function guardsOf(reason: string): Guard[] {
  const names = reason.split(' ')
  return guards.filter((guard) => names.includes(guard))
}

/** The reason that is left of this one when these guards do not hold; null where no other one does. */
export function withoutGuards(reason: string, open: readonly Guard[]): string | null {
  const left = guardsOf(reason).filter((guard) => !open.includes(guard))
  return left.length === 0 ? null : holdReason(left)
}

function removesTags(call: PlannedCall): boolean {
  return call.kind === 'updateCustomer' && call.customer.tags?.handling === 'remove'
}

function isBlank(value: FieldChange['after']): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || (typeof value === 'string' && value.trim() === '')
}
