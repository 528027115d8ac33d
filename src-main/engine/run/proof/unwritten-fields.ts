import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/**
 * What a contact's record shows and Rollcall never writes (section Resources, Customer), by the service's own names. What the
 * specification does not name is not compared: times and counters change by themselves. `phone_number` is what contacts are found by.
 */
export const unwrittenFields = ['avatar_url', 'facebook_id', 'verified'] as const

/** Those of a record that say something: an empty one can lose nothing. */
export type Unwritten = Readonly<Record<string, string | true>>

/** What a contact shows of these; null where nothing was read. */
export function unwrittenOf(customer: ReadCustomer | null): Unwritten | null {
  if (customer === null) return null
  const shown: Record<string, string | true> = {}
  for (const field of unwrittenFields) {
    const value = customer.extra?.[field]
    if (value === true) shown[field] = value
    // Addresses of images are signed anew with each read, behind the question mark.
    else if (typeof value === 'string' && value !== '') shown[field] = field === 'avatar_url' ? (value.split('?')[0] ?? '') : value
  }
  return shown
}

/**
 * Which of these are gone or different after a call. One that was empty and is not any more is no change of the service's: a contact who
 * verifies, or takes a picture, does that.
 */
export function unwrittenChanges(before: Unwritten | null | undefined, after: Unwritten | null): UnaskedChange[] {
  if (before === null || before === undefined || after === null) return []
  return unwrittenFields.flatMap((field) => {
    const was = before[field]
    if (was === undefined || was === after[field]) return []
    return [{ field, before: was, after: after[field] ?? (was === true ? false : null) }]
  })
}

/** Whether a change is of one of these: it cannot be put back, nor sent along. */
export function isUnwritten({ field }: Pick<UnaskedChange, 'field'>): boolean {
  return unwrittenFields.some((one) => one === field)
}
