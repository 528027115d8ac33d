import type { Clock } from '../../model/clock.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import { AppError } from '../../model/errors.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { Service } from '../../service/service.ts'
import { type ContactIndex, nobody, notHere } from '../../store/contacts/contact-index.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import type { Sync } from '../../store/contacts/syncs.ts'
import type { UnknownAtService } from '../../store/contacts/unknown-at-service.ts'
import { createContactKeys, createContactNumbers } from './contact-keys.ts'
import type { DigestMatcher } from './desired-digest.ts'
import { createHolderCheck } from './holder-check.ts'
import { inParallel } from '../../service/in-parallel.ts'
import { isKnownEnough, type KnownSince, clockToleranceMs } from './knowledge.ts'
import { arePagesCheaper } from './page-choice.ts'
import { pickContact, recordForPhone, type Match } from './match.ts'
import type { Lookup } from '../../model/plans/plan-schema.ts'
import { keyText } from '../row/match-issues.ts'

export interface ContactLookupOptions {
  contacts: Contacts
  /** For a large file, where contacts are looked up first; null to ask the cache for each of them. */
  index: ContactIndex | null
  /** Builds the index again. */
  reindex: () => Promise<ContactIndex | null>
  /** Takes over a page of contacts that was read. */
  putPage: (customers: ReadCustomer[], askedAtMs: number) => void
  /** Whether a contact in the index already is as a row wants it. */
  isAsDesired: DigestMatcher
  service: Service | null
  lookup: Lookup
  /** A recent complete sync proves that a number it did not bring is not at the service; else null. */
  freshSync: Sync | null
  /** What a plan that was interrupted has asked for in vain; older answers do not count. */
  unknown: UnknownAtService
  since: KnownSince
  /** Whether enough is known of a contact to say what a row would change. */
  isToldByRecord: boolean
  concurrency: number
  clock: Clock
  signal: AbortSignal | undefined
  /** Told after each answer, with the contacts that it was about. */
  onAnswer: (contacts: number) => void
}

const none: Match = { kind: 'none' }

/**
 * Finds the contacts of match keys: in the cache, and at the service as `lookup` says. Each distinct key is asked for once;
 * answers go into the cache. What the cache knows of a contact is asked for again where it is too old to tell what the row
 * would change.
 */
export function createContactLookup(options: ContactLookupOptions) {
  const { contacts, isAsDesired, service, lookup, freshSync, unknown, since, concurrency, clock, signal } = options
  let { index } = options
  /** The contacts of which too little is known. */
  const unseen = () => contacts.unseen(since.believedSinceMs, since.plannedSinceMs + clockToleranceMs)
  const unseenAtFirst = index === null ? null : unseen()
  let holderAt = index === null ? null : createHolderCheck(index, unseenAtFirst, isAsDesired)
  let reads = 0
  /** Contacts that were read again, or are about to be. */
  let again = 0
  let arePagesUsed = false
  const keys = createContactKeys()
  const askedPhones = createContactNumbers()
  const askedUuids = new Set<string>()
  const mismatches = new Set<string>()
  /** Numbers whose contacts may not be as in the index any more, because the service was asked. */
  const movedPhones = createContactNumbers()
  let hasMoved = false

  const isAsked = (key: MatchKey): boolean =>
    key.by === 'phone' ? askedPhones.get(keys.ofPhone(key.phone)) !== 0 : askedUuids.has(key.uuid)

  const noteMoved = (phone: string | null | undefined): void => {
    if (index === null || typeof phone !== 'string') return
    movedPhones.set(keys.ofPhone(phone), 1)
    hasMoved = true
  }
  const remove = (uuid: string, askedAtMs: number): void => {
    if (index !== null) noteMoved(contacts.findBeforeWrite(uuid)?.record.phone)
    contacts.remove(uuid, askedAtMs)
  }
  const put = (read: ReadCustomer, askedAtMs: number): void => {
    if (index !== null) noteMoved(contacts.findBeforeWrite(read.record.uuid)?.record.phone)
    noteMoved(read.record.phone)
    contacts.putRead(read, askedAtMs)
  }

  const askPhone = async (api: Service, phone: string, stop: AbortSignal): Promise<void> => {
    const askedAtMs = clock.nowMs()
    reads += 1
    const answer = await api.customerByPhone(phone, stop)
    const record = answer === null ? null : recordForPhone(answer.record, phone)
    if (answer !== null && record === null) {
      mismatches.add(phone)
      return
    }
    // Others that the cache knows by this number: it may have moved on, or be held twice. The service knows.
    for (const { record: other } of contacts.findByPhone(phone)) {
      if (answer === null) remove(other.uuid, askedAtMs)
      else if (other.uuid !== answer.record.uuid) await askUuid(api, other.uuid, stop)
    }
    if (record === null) unknown.add(phone, askedAtMs)
    else put({ record, extra: answer?.extra ?? null }, askedAtMs)
  }

  const askUuid = async (api: Service, uuid: string, stop: AbortSignal): Promise<void> => {
    const askedAtMs = clock.nowMs()
    reads += 1
    const answer = await api.customerByUuid(uuid, stop)
    if (answer === null) {
      remove(uuid, askedAtMs)
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
  const isEnough = (row: MappedRow, match: Match): boolean => {
    if (!options.isToldByRecord || row.isUntouched === true) return true
    if (match.kind === 'contact') return isKnownEnough(row, match.contact, since)
    if (match.kind === 'ambiguous') return match.contacts.every((contact) => isKnownEnough(row, contact, since))
    return true
  }
  const placeIn = (known: ContactIndex, phone: string): number =>
    hasMoved && movedPhones.get(keys.ofPhone(phone)) !== 0 ? notHere : known.placeOf(phone)

  return {
    /** What the cache says now. */
    find,

    /** The same for a row, whose contact is not read where the index knows enough of it: only this finds a `holder`. */
    findFor(row: MappedRow, key: MatchKey): Match {
      const known = index
      if (known === null || key.by !== 'phone' || (mismatches.size !== 0 && mismatches.has(keyText(key)))) return find(key)
      const place = placeIn(known, key.phone)
      if (place === notHere) return find(key)
      if (place === nobody) return none
      const contactId = holderAt?.(row, place) ?? 0
      if (contactId !== 0) return { kind: 'holder', contactId }
      const contact = contacts.findById(known.idAt(place))
      // Another program may have written on the contact since the index was made.
      return contact !== null && contact.record.phone === key.phone ? { kind: 'contact', contact } : find(key)
    },

    /** Whether to ask the service about the row's key, for which `find` returned `match`. */
    isWanted(row: MappedRow, key: MatchKey, match: Match): boolean {
      if (lookup === 'never' || match.kind === 'mismatch') return false
      if (lookup === 'missing' && match.kind !== 'none' && isEnough(row, match)) return false
      if (lookup === 'missing' && match.kind === 'none') {
        if (key.by === 'phone' && freshSync !== null) return false
        if (unknown.isKnownSince(keyText(key), since.believedSinceMs)) return false
      }
      return !isAsked(key)
    },

    /** Whether reading all contacts, in pages, takes fewer reads than `wanted` and those that the rest of the file may want. */
    wantsPages(wanted: number, { bytesRead, bytesTotal }: { bytesRead: number; bytesTotal: number }): boolean {
      if (lookup !== 'missing' || service === null || arePagesUsed) return false
      again += wanted
      return arePagesCheaper({ again, bytesRead, bytesTotal, contacts: contacts.count() })
    },

    /** Reads all contacts once, in pages, as far as the service lists them; what it does not list is asked for one by one. */
    async readPages(): Promise<void> {
      arePagesUsed = true
      if (service === null) return
      try {
        for await (const { customers, askedAtMs, source } of service.customers(signal)) {
          // Those that have a conversation are not all.
          if (source === 'conversations') break
          reads += 1
          options.putPage(customers, askedAtMs)
          options.onAnswer(customers.length)
          signal?.throwIfAborted()
        }
      } catch (error) {
        if (!(error instanceof AppError) || (error.code !== 'service.shape' && error.code !== 'service.refused')) throw error
      }
      if (index === null) return
      index = await options.reindex()
      holderAt = index === null ? null : createHolderCheck(index, unseen(), isAsDesired)
    },

    /** What a thread needs that looks for holders in the index as it is at first; null without an index. */
    known: index === null ? null : { slots: index.slots, unseen: unseenAtFirst },

    /** Tells for digits of a phone number whether what the index said of it at first may not be so any more; null while all of it is. */
    movedSince(): ((phoneNumber: number) => boolean) | null {
      if (arePagesUsed || mismatches.size > 0) return () => true
      return hasMoved ? (phoneNumber) => movedPhones.get(-phoneNumber) !== 0 : null
    },

    /** How often the service was asked. */
    reads: (): number => reads,

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
        options.onAnswer(1)
      })
    },
  }
}

/** The last complete sync, when it is recent enough to know every contact. Contacts made since it began may be missing in it; not where somebody was taken out since. */
export function freshSync(latestComplete: Sync | null, maxAgeSeconds: number, nowMs: number): Sync | null {
  if (latestComplete === null || latestComplete.hasGaps) return null
  return nowMs - latestComplete.startedAtMs <= maxAgeSeconds * 1000 ? latestComplete : null
}
