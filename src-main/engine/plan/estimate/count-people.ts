import { setImmediate } from 'node:timers/promises'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { Service } from '../../service/service.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'
import { createContactLookup, freshSync } from '../match/contact-lookup.ts'
import type { PeopleCount } from './estimate-schema.ts'

export interface CountPeopleOptions {
  store: Store
  /** All rows of the file, in portions. */
  rows: AsyncIterable<readonly MappedRow[]>
  /** Null when nobody is signed in: then nobody is looked up. */
  service: Service | null
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'>
  clock: Clock
  signal: AbortSignal
}

/** So many people are looked up at the service to say whether the account has them; of more, a sync tells sooner. */
const mostLookedUp = 500

/**
 * Counts whom the rows of a file are about, and how many of them the account has: by the cache, by a recent sync, and of at most
 * `mostLookedUp` people by asking the service, whose answers go into the cache.
 */
export async function countPeople({ store, rows, service, settings, clock, signal }: CountPeopleOptions): Promise<PeopleCount> {
  const { contacts, syncs, unknownAtService } = tablesOf(store)
  const nowMs = clock.nowMs()
  const lookUp = createContactLookup({
    contacts,
    index: null,
    reindex: async () => null,
    putPage: () => undefined,
    isAsDesired: () => false,
    service,
    lookup: 'missing',
    freshSync: freshSync(syncs.latestComplete(), settings.syncMaxAgeSeconds, nowMs),
    unknown: unknownAtService,
    since: { believedSinceMs: nowMs - settings.syncMaxAgeSeconds * 1000, plannedSinceMs: nowMs },
    isToldByRecord: false,
    concurrency: settings.concurrency,
    clock,
    signal,
    onAnswer: () => undefined,
  })
  const keys = createContactKeys()
  const seen = createContactNumbers()
  const count: PeopleCount = { rows: 0, people: 0, known: 0, added: 0, open: 0, repeated: 0, unusable: 0, leftOut: 0, waitsFor: null }
  const asked: MatchKey[] = []

  const addPerson = (row: MappedRow, key: MatchKey): void => {
    count.people += 1
    const match = lookUp.find(key)
    if (match.kind !== 'none') count.known += 1
    else if (!lookUp.isWanted(row, key, match)) count.added += 1
    else {
      count.open += 1
      if (asked.length <= mostLookedUp) asked.push(key)
    }
  }
  for await (const portion of rows) {
    for (const row of portion) {
      count.rows += 1
      const { key } = row
      if (row.isExcluded === true || row.isBlank === true || row.filtered !== undefined || isOnlyRefusal(row)) count.leftOut += 1
      else if (key === null || row.issues.some(({ severity }) => severity === 'error')) count.unusable += 1
      else {
        const place = key.by === 'phone' ? keys.ofPhone(key.phone) : keys.ofUuid(key.uuid)
        if (seen.get(place) !== 0) count.repeated += 1
        else {
          seen.set(place, 1)
          addPerson(row, key)
        }
      }
    }
    await setImmediate()
    signal.throwIfAborted()
  }
  if (count.open === 0) return count
  if (asked.length > mostLookedUp) return { ...count, waitsFor: 'sync' }
  if (service === null) return { ...count, waitsFor: 'service' }
  try {
    await lookUp.ask(lookUp.claim(asked))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) return { ...count, waitsFor: 'service' }
    throw error
  }
  const found = asked.filter((key) => lookUp.find(key).kind !== 'none').length
  return { ...count, known: count.known + found, added: count.added + count.open - found, open: 0 }
}

/** Nobody is created for it, whatever the mode is. */
function isOnlyRefusal({ onlyRefusal, isNumberBorrowed }: MappedRow): boolean {
  return onlyRefusal !== undefined || isNumberBorrowed === true
}
