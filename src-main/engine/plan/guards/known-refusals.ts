import type { OptOut } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** Whether the contact with this number refuses texts in its latest messages, as far as they were read. */
export type RefusesInPosts = (phone: string) => boolean

/**
 * What this account knows of refusals beside its contacts' records: who refused last by the consent ledger, the numbers on
 * the do-not-text list, and who refuses in the messages that were read. The ledger is read when it is first asked for, once.
 */
export function createKnownRefusals(store: Store, refusesInPosts: RefusesInPosts = () => false) {
  let refusedLast: ReadonlySet<string> | null = null
  return {
    of(uuid: string | null, phone: string | null): OptOut | null {
      refusedLast ??= readLedger(store)
      if ((uuid !== null && refusedLast.has(uuid)) || (phone !== null && refusedLast.has(phone))) return 'ledger'
      if (phone === null) return null
      if (tablesOf(store).doNotText.has(phone)) return 'doNotText'
      return refusesInPosts(phone) ? 'posts' : null
    },
  }
}

/** The contacts and numbers whose last record is a refusal. */
function readLedger(store: Store): ReadonlySet<string> {
  const refused = new Set<string>()
  for (const { contact, phone, to } of tablesOf(store).consentLedger.decisions()) {
    for (const key of [contact, phone]) {
      if (key === null) continue
      if (to) refused.delete(key)
      else refused.add(key)
    }
  }
  return refused
}
