import type { Clock } from '../../model/clock.ts'
import type { ReadCustomer } from '../../model/customer.ts'
import { AppError } from '../../model/errors.ts'
import type { MappedRow, MatchKey } from '../../model/mapped-row.ts'
import type { Service } from '../../service/service.ts'
import { type ContactIndex, nobody, notHere } from '../../store/contacts/contact-index.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import type { Sync } from '../../store/contacts/syncs.ts'
import type { UnknownAtService } from '../../store/contacts/unknown-at-service.ts'
import { createContactKeys, createContactNumbers } from './contact-keys.ts'
import type { createProbe } from './desired-digest.ts'
import { inParallel } from './in-parallel.ts'
import { pickContact, recordForPhone, type Match } from './match.ts'
import type { Lookup } from '../../model/plan-schema.ts'
import { keyText } from '../row/match-issues.ts'

export interface LookUpOptions {
  contacts: Contacts
  /** Of a large file the contacts are found here, as far as it tells; null to ask the cache for each of them. */
  index: ContactIndex | null
  /** Tells of a contact in the index whether it is as a row wants it. */
  probe: ReturnType<typeof createProbe>
  service: Service | null
  lookup: Lookup
  /** A recent complete sync proves that a number it did not bring is not at the service; else null. */
  freshSync: Sync | null
  /** What a plan that was interrupted has asked for in vain; answers from before `believedSinceMs` do not count. */
  unknown: UnknownAtService
  believedSinceMs: number
  concurrency: number
  clock: Clock
  signal: AbortSignal | undefined
  /** Told after each answer. */
  onAnswer: () => void
}

const none: Match = { kind: 'none' }

/**
 * Finds the contacts of match keys: in the cache, and at the service as `lookup` says. Each distinct key is asked for once;
 * answers go into the cache.
 */
export function createLookUp(options: LookUpOptions) {
  const { contacts, index, probe, service, lookup, freshSync, unknown, believedSinceMs, concurrency, clock, signal } = options
  const keys = createContactKeys()
  const askedPhones = createContactNumbers()
  const askedUuids = new Set<string>()
  const mismatches = new Set<string>()
  /** Numbers whose contacts may not be as in the index any more, because the service was asked. */
  const movedPhones = createContactNumbers()

  const isAsked = (key: MatchKey): boolean =>
    key.by === 'phone' ? askedPhones.get(keys.ofPhone(key.phone)) !== 0 : askedUuids.has(key.uuid)

  const noteMoved = (phone: string | null | undefined): void => {
    if (index !== null && typeof phone === 'string') movedPhones.set(keys.ofPhone(phone), 1)
  }
  const remove = (uuid: string): void => {
    if (index !== null) noteMoved(contacts.findBeforeWrite(uuid)?.record.phone)
    contacts.remove(uuid)
  }
  const put = (read: ReadCustomer, askedAtMs: number): void => {
    if (index !== null) noteMoved(contacts.findBeforeWrite(read.record.uuid)?.record.phone)
    noteMoved(read.record.phone)
    contacts.putRead(read, askedAtMs)
  }

  const askPhone = async (api: Service, phone: string, stop: AbortSignal): Promise<void> => {
    const askedAtMs = clock.nowMs()
    const answer = await api.customerByPhone(phone, stop)
    const record = answer === null ? null : recordForPhone(answer.record, phone)
    if (answer !== null && record === null) {
      mismatches.add(phone)
      return
    }
    // Others that the cache knows by this number: it may have moved on, or be held twice. The service knows.
    for (const { record: other } of contacts.findByPhone(phone)) {
      if (answer === null) remove(other.uuid)
      else if (other.uuid !== answer.record.uuid) await askUuid(api, other.uuid, stop)
    }
    if (answer !== null && record !== null) put({ record, extra: answer.extra }, askedAtMs)
    else unknown.add(phone, askedAtMs)
  }

  const askUuid = async (api: Service, uuid: string, stop: AbortSignal): Promise<void> => {
    const askedAtMs = clock.nowMs()
    const answer = await api.customerByUuid(uuid, stop)
    if (answer === null) {
      remove(uuid)
      unknown.add(uuid, askedAtMs)
    } else if (answer.record.uuid !== uuid) mismatches.add(uuid)
    else put(answer, askedAtMs)
  }

  const find = (key: MatchKey): Match => {
    if (mismatches.has(keyText(key))) return { kind: 'mismatch' }
    if (key.by === 'phone') return pickContact(contacts.findByPhone(key.phone))
    const contact = contacts.findByUuid(key.uuid)
    return contact === null ? none : { kind: 'contact', contact }
  }
  const placeIn = (known: ContactIndex, phone: string): number =>
    movedPhones.get(keys.ofPhone(phone)) === 0 ? known.placeOf(phone) : notHere

  return {
    /** What the cache says now. */
    find,

    /** The same for a row, whose contact is not read where the index tells enough of it: only this finds a `holder`. */
    findFor(row: MappedRow, key: MatchKey): Match {
      const place = index === null || key.by !== 'phone' ? notHere : placeIn(index, key.phone)
      if (index === null || place === notHere || (mismatches.size > 0 && mismatches.has(keyText(key)))) return find(key)
      if (place === nobody) return none
      const contact = { known: index.knownAt(place), numberAt: (column: number) => index.numberAt(place, column) }
      return probe(row, contact) ? { kind: 'holder', contactId: index.idAt(place) } : find(key)
    },

    /** Whether the service is to be asked about the key for which `find` answered `match`. */
    isWanted(key: MatchKey, match: Match): boolean {
      if (lookup === 'never') return false
      if (lookup === 'missing' && (match.kind !== 'none' || (key.by === 'phone' && freshSync !== null))) return false
      if (lookup === 'missing' && unknown.isKnownSince(keyText(key), believedSinceMs)) return false
      return !isAsked(key)
    },

    /** Marks keys as asked for, and answers the distinct ones among them. */
    claim(wanted: readonly MatchKey[]): MatchKey[] {
      return wanted.filter((key) => {
        if (isAsked(key)) return false
        if (key.by === 'phone') askedPhones.set(keys.ofPhone(key.phone), 1)
        else askedUuids.add(key.uuid)
        return true
      })
    },

    /** Asks the service about claimed keys. Throws its AppErrors: a look-up that fails is no answer. */
    async ask(claimed: readonly MatchKey[]): Promise<void> {
      if (claimed.length === 0) return
      if (service === null) {
        throw new AppError(
          'sign_in.needed',
          'Some contacts of this file are not known yet, and you are not signed in.',
          'Sign in, so that they can be looked up; or plan without look-ups.',
        )
      }
      await inParallel(claimed, concurrency, signal, async (key, stop) => {
        await (key.by === 'phone' ? askPhone(service, key.phone, stop) : askUuid(service, key.uuid, stop))
        options.onAnswer()
      })
    },
  }
}

/** The last complete sync, when it is recent enough to know every contact. Contacts made since it began may be missing in it. */
export function freshSync(latestComplete: Sync | null, maxAgeSeconds: number, nowMs: number): Sync | null {
  if (latestComplete === null) return null
  return nowMs - latestComplete.startedAtMs <= maxAgeSeconds * 1000 ? latestComplete : null
}
