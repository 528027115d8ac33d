import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import { setField } from '../../kinds/set-field.ts'
import { isSameValue, valueIn } from '../../model/contacts/field-values.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import { hasLostNothing, type UnaskedChange } from './unasked-changes.ts'

/**
 * Whether Rollcall puts a change back that nobody asked for. A refusal that the service dropped is: blocked, unsubscribed, consent
 * refused. Tags that came are not taken away: a colleague, or another program that put back the same, may have set them. A permission that the service took away is not, for Rollcall gives none by itself; nor can a post be taken back, a phone number be written, a conversation be opened without one, or consent be
 * set to "not asked".
 */
export function canPutBack(change: UnaskedChange): boolean {
  const { field, before } = change
  switch (field) {
    case 'posts':
    case 'texts':
    case 'resolved':
    case 'phone':
    case 'avatar_url':
    case 'facebook_id':
    case 'verified':
      return false
    case 'consent':
    case 'reachable':
      return before === false
    case 'blocked':
      return before === true
    case 'tags':
      return !hasLostNothing(change)
    default:
      return true
  }
}

/**
 * The calls that put a contact back as it should be, as far as Rollcall may. What it has beside is sent along, for a service that
 * clears what is left out; the refusal comes last, for one that forgets it with a change of the record.
 */
export function putBackCalls(changes: readonly UnaskedChange[], target: CustomerRecord): PlannedCall[] {
  const back = changes.filter(canPutBack)
  const calls: PlannedCall[] = []
  const ofRecord = back.filter(({ field }) => field !== 'consent')
  if (ofRecord.length > 0) {
    const customer: CustomerUpdate = { ...wholeUpdate(target) }
    for (const { field, before } of ofRecord) addBack(customer, field, before)
    calls.push({ kind: 'updateCustomer', uuid: target.uuid, customer })
  }
  if (back.some(({ field }) => field === 'consent')) calls.push({ kind: 'setConsent', uuid: target.uuid, phone: null, consent: false })
  return calls
}

/** All that a contact has, as an update: what is empty is left out, and so is a flag that is not set. */
export function wholeUpdate({ name, notes, tags, archived, blocked, customFields }: CustomerRecord): CustomerUpdate {
  const fields = Object.entries(customFields ?? {}).filter(([, value]) => value !== '')
  return {
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof notes === 'string' && notes !== '' && { notes }),
    ...(tags !== undefined && tags.length > 0 && { tags: { handling: 'replace' as const, tags } }),
    ...(archived === true && { archived }),
    ...(blocked === true && { blocked }),
    ...(fields.length > 0 && { customFields: Object.fromEntries(fields) }),
  }
}

/** The changes of these that a contact still shows; what its record cannot show is taken for changed. */
export function stillChanged(changes: readonly UnaskedChange[], now: CustomerRecord): UnaskedChange[] {
  return changes.filter(({ field, before }) => {
    const value = field === 'reachable' ? now.reachableBySms : valueIn(now, field)
    return value === undefined || !isSameValue(value, before)
  })
}

function addBack(customer: CustomerUpdate, field: string, before: UnaskedChange['before']): void {
  if (field === 'reachable') customer.unreachable = true
  else if (field === 'tags') customer.tags = { handling: 'replace', tags: Array.isArray(before) ? before : [] }
  else setField(customer, field, before)
}
