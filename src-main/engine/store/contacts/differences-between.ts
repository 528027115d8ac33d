import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { StoredDifference } from '../../model/contacts/differences-schema.ts'
import { isSameValue } from '../../model/contacts/field-values.ts'

const fields = ['name', 'notes', 'tags', 'archived', 'blocked', 'reachableBySms', 'unreachable', 'consent', 'email'] as const

/** What two records of a contact say otherwise, by meaning. What one of them does not know is no difference. */
export function differencesBetween(before: CustomerRecord, after: CustomerRecord): StoredDifference[] {
  const found: StoredDifference[] = []
  const compare = (field: string, old: StoredDifference['before'] | undefined, now: StoredDifference['after'] | undefined): void => {
    if (old === now || old === undefined || now === undefined || isSameValue(old, now)) return
    found.push({ field, before: old, after: now })
  }
  compare('phone', before.phone ?? before.phoneRaw, after.phone ?? after.phoneRaw)
  for (const field of fields) compare(field, before[field], after[field])
  const [old, now] = [before.customFields, after.customFields]
  if (old === undefined || now === undefined) return found
  for (const uuid in now) compare(`custom:${uuid}`, old[uuid] ?? null, now[uuid] ?? null)
  for (const uuid in old) if (now[uuid] === undefined) compare(`custom:${uuid}`, old[uuid], null)
  return found
}
