import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { ImportKind } from '../../model/kinds.ts'
import { descriptorOf, givesConsent } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { GuardLimits } from './guard-limits.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { Refusal } from './known-refusals.ts'
import { fileGuards, guards, type FieldChange, type Guard, type OptOut, type PlannedCall } from '../../model/plans/plan-schema.ts'

/** Whether guards of this kind look at what rows change: then `GuardFigures` are counted. Where one does, all do. */
export function isCounted(kind: ImportKind): boolean {
  return importDescriptors[kind].guards.includes('consent')
}

/** Whether a guard looks at all rows together: then an upper bound may release it. */
export function isFileGuard(guard: Guard): guard is (typeof fileGuards)[number] {
  return (fileGuards as readonly Guard[]).includes(guard)
}

/** How a contact has opted out of messages, as far as its record shows; null where it has not. */
export function optOutOf(record: CustomerRecord): OptOut | null {
  if (record.consent === false) return 'consent'
  if (record.blocked === true) return 'blocked'
  return record.unreachable === true ? 'unreachable' : null
}

/** Why a recipe is no proof of the consent that it gives: its words, a column that is gone, or one that it does not read. */
export type Doubt = Extract<OptOut, 'unconfirmed' | 'columnGone' | 'unheard'>

/**
 * Whether, and why, the guard `consent` stops these calls to a contact: they give a consent that the contact took back
 * (`known`: what else than the record tells of it, with its time; asked only where that matters), or give it where `doubt` says
 * that the recipe is no proof of it.
 */
export function consentGuard(
  calls: readonly PlannedCall[],
  record: CustomerRecord | null,
  known: () => Refusal | null,
  doubt: Doubt | null,
): Refusal | null {
  if (!givesConsent(calls)) return null
  const refusal = known()
  const optOut = record === null ? null : optOutOf(record)
  if (optOut !== null) return { how: optOut, atMs: refusal?.atMs ?? null }
  return refusal ?? (doubt === null ? null : { how: doubt, atMs: null })
}

/** The changes that empty a field. A field whose present value the service does not tell may hold something: it counts. */
export function clearedFields(changes: readonly FieldChange[], calls: readonly PlannedCall[]): FieldChange[] {
  const cleared = changes.filter(({ before, beforeKnown, after }) => isBlank(after) && !(beforeKnown && isBlank(before)))
  // Tags are taken away from a contact whose tags are not known: that does not count as emptying the field.
  return cleared.filter(({ field, beforeKnown }) => field !== 'tags' || beforeKnown || !calls.some(removesTags))
}

/** Whether the changes take consent from a contact who gave it, or block or unsubscribe one who was not. */
export function withdraws(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, before, after }) => {
    if (field === 'consent') return before === true && after === false
    return isOptOutFlag(field) && before !== true && after === true
  })
}

/**
 * Whether a row does nothing but refuse for its contact, and takes nothing away that the contact has not asked for: such a row is
 * never held.
 */
export function isFreeRefusal(changes: readonly FieldChange[], isOptOutExplicit: boolean): boolean {
  const refuses = changes.every(({ field, after }) => (field === 'consent' ? after === false : isOptOutFlag(field) && after === true))
  return changes.length > 0 && refuses && (isOptOutExplicit || !withdraws(changes))
}

function isOptOutFlag(field: string): boolean {
  return field === 'blocked' || field === 'unreachable'
}

/**
 * Whether a plan that changes so many of the account's `total` contacts, or creates so many more, is stopped by the guard `mass`. An
 * account of which nobody knows how many it has counts as one that is not just being filled.
 */
export function isMass(
  { changed, created, total, isTotalOpen = false }: Pick<GuardFigures, 'changed' | 'created' | 'total' | 'isTotalOpen'>,
  limits: GuardLimits,
): boolean {
  if (limits.isMassive !== undefined) return limits.isMassive
  if (changed > limits.massContacts && changed > total * limits.massShare) return true
  const isFilled = isTotalOpen || total >= limits.newInAccountOf
  return isFilled && created > limits.newContacts && created > total * limits.newShare
}

/** Whether so many change or are created that the size of the account matters. */
export function mayBeMass({ changed, created }: Pick<GuardFigures, 'changed' | 'created'>, limits: GuardLimits): boolean {
  return limits.isMassive ?? (changed > limits.massContacts || created > limits.newContacts)
}

/** Whether a plan is stopped by the guard `withdraw`. */
export function isWithdrawal({ withdrawn, agreeing }: Pick<GuardFigures, 'withdrawn' | 'agreeing'>, limits: GuardLimits): boolean {
  return withdrawn > limits.withdrawContacts && withdrawn > agreeing * limits.withdrawShare
}

/** Whether a plan is stopped by the guard `clear`. */
export function isClearing({ clears }: Pick<GuardFigures, 'clears'>, limits: GuardLimits): boolean {
  return clears > limits.clearContacts
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
  return descriptorOf(call).tagsUpdate(call)?.handling === 'remove'
}

function isBlank(value: FieldChange['after']): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || (typeof value === 'string' && value.trim() === '')
}
