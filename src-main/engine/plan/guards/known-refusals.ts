import type { OptOut } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** When the contact with this number refused texts, if its latest messages do, as far as they were read; null where they do not. */
export type RefusedInPosts = (phone: string) => number | null

/** How a contact refused, and by when it had; null where nothing tells the time. */
export interface Refusal {
  how: OptOut
  atMs: number | null
}

/**
 * What this account knows of refusals beside its contacts' records: who refused last by the consent ledger, the numbers on
 * the do-not-text list, and who refuses in the messages that were read. The ledger is read when it is first asked for; `refresh`
 * takes in what was recorded since, by other runs and programs too.
 */
export function createKnownRefusals(store: Store, refusedInPosts: RefusedInPosts = () => null) {
  const { doNotText } = tablesOf(store)
  let known: KnownInLedger | null = null
  const inLedger = (uuid: string | null, phone: string | null): number | null => {
    known ??= readLedger(store, nothingKnown())
    const { refusedLast, hasSealed } = known
    const subject = hasSealed && phone !== null ? tablesOf(store).consentLedger.subjectOf(phone) : null
    return latest([uuid, phone, subject].map((key) => (key === null ? null : (refusedLast.get(key) ?? null))))
  }
  return {
    refresh(): void {
      const { consentLedger } = tablesOf(store)
      if (known === null || consentLedger.lastNumber() === known.through) return
      known = consentLedger.changesEarlier(known.through) ? null : readLedger(store, known)
    },
    /** Whether the last word of the ledger about a contact is that they agreed. */
    hasAgreed(uuid: string | null, phone: string | null): boolean {
      if (inLedger(uuid, phone) !== null) return false
      const { agreedLast } = (known ??= readLedger(store, nothingKnown()))
      return [uuid, phone].some((key) => key !== null && agreedLast.has(key))
    },
    /** Null where none of them tells of a refusal. The time is that of the last one. */
    of(uuid: string | null, phone: string | null): Refusal | null {
      const found = (
        [
          ['ledger', inLedger(uuid, phone)],
          ['doNotText', phone === null ? null : doNotText.addedAtMs(phone)],
          ['posts', phone === null ? null : refusedInPosts(phone)],
        ] as const
      ).filter(([, atMs]) => atMs !== null)
      const [first] = found
      return first === undefined ? null : { how: first[0], atMs: latest(found.map(([, atMs]) => atMs)) }
    },
  }
}

interface KnownInLedger {
  /** The contacts and numbers whose last record is a refusal, with its time. Sealed people are known by the keyed digest of their number. */
  refusedLast: Map<string, number>
  /** The contacts and numbers whose last record is a permission; nobody who was sealed. */
  agreedLast: Set<string>
  hasSealed: boolean
  /** The number of the last record that was read. */
  through: number
}

const nothingKnown = (): KnownInLedger => ({ refusedLast: new Map(), agreedLast: new Set(), hasSealed: false, through: 0 })

/** What was known, and what the ledger says beyond. */
function readLedger(store: Store, before: KnownInLedger): KnownInLedger {
  const { consentLedger } = tablesOf(store)
  const { refusedLast, agreedLast } = before
  let { hasSealed } = before
  const through = consentLedger.lastNumber()
  for (const { contact, phone, subject, to, atMs } of consentLedger.decisions(before.through)) {
    const isSealed = phone === null && subject !== null
    if (isSealed) hasSealed = true
    const known = phone !== null && hasSealed ? consentLedger.subjectOf(phone) : null
    for (const key of [contact, phone, isSealed ? subject : known]) {
      if (key === null) continue
      if (to) refusedLast.delete(key)
      else refusedLast.set(key, atMs)
    }
    for (const key of [contact, phone]) {
      if (key === null) continue
      if (to) agreedLast.add(key)
      else agreedLast.delete(key)
    }
  }
  return { refusedLast, agreedLast, hasSealed, through }
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}
