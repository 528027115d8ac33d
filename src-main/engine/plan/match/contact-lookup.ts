import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { MatchKey } from '../../model/mapped-row.ts'
import type { Service } from '../../service/service.ts'
import type { ContactReader, Wishes } from '../../store/contact-reader.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'
import type { PartialContact } from '../../store/packed-contacts.ts'
import type { PartialContacts } from '../../store/partial-contacts.ts'
import type { Sync } from '../../store/contacts/syncs.ts'
import { createContactKeys, createContactNumbers } from './contact-keys.ts'
import { inParallel } from './in-parallel.ts'
import { pickContact, recordForPhone, type Match } from './match.ts'
import type { Lookup } from '../../model/plan-schema.ts'
import { keyText } from '../row/match-issues.ts'

export interface LookUpOptions {
  contacts: Contacts
  /** Reads many of them at once, with what planning needs of their records. */
  parts: PartialContacts
  /** Reads the same in another thread; null to do without. */
  reader: ContactReader | null
  service: Service | null
  lookup: Lookup
  /** A recent complete sync proves that a number it did not bring is not at the service; else null. */
  freshSync: Sync | null
  concurrency: number
  clock: Clock
  signal: AbortSignal | undefined
  /** Told after each answer. */
  onAnswer: () => void
}

const none: Match = { kind: 'none' }

export type LookUp = ReturnType<typeof createLookUp>

/**
 * Finds the contacts of match keys: in the cache, and at the service as `lookup` says. Each distinct key is asked for once;
 * answers go into the cache.
 */
export function createLookUp(options: LookUpOptions) {
  const { contacts, parts, reader, service, lookup, freshSync, concurrency, clock, signal } = options
  const keys = createContactKeys()
  const askedPhones = createContactNumbers()
  const askedUuids = new Set<string>()
  const mismatches = new Set<string>()
  let timesAsked = 0

  const isAsked = (key: MatchKey): boolean =>
    key.by === 'phone' ? askedPhones.get(keys.ofPhone(key.phone)) !== 0 : askedUuids.has(key.uuid)

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
      if (answer === null) contacts.remove(other.uuid)
      else if (other.uuid !== answer.record.uuid) await askUuid(api, other.uuid, stop)
    }
    if (answer !== null && record !== null) contacts.putRead({ record, extra: answer.extra }, askedAtMs)
  }

  const askUuid = async (api: Service, uuid: string, stop: AbortSignal): Promise<void> => {
    const askedAtMs = clock.nowMs()
    const answer = await api.customerByUuid(uuid, stop)
    if (answer === null) contacts.remove(uuid)
    else if (answer.record.uuid !== uuid) mismatches.add(uuid)
    else contacts.putRead(answer, askedAtMs)
  }

  type ByPhone = readonly PartialContact[][]
  type ByUuid = readonly (PartialContact | null)[]
  const matchesOf = (keys: readonly (MatchKey | null)[], byPhone: ByPhone, byUuid: ByUuid, holders: Float64Array | null = null): Match[] =>
    keys.map((key, at) => {
      if (key === null) return none
      if (mismatches.size > 0 && mismatches.has(keyText(key))) return { kind: 'mismatch' }
      if (key.by === 'phone') {
        const contactId = holders?.[at] ?? 0
        if (contactId > 0) return { kind: 'holder', contactId }
        const match = pickContact(byPhone[at] ?? [])
        // The issue names the contacts: their names may be none of the parts that were read.
        return match.kind === 'ambiguous' ? pickContact(contacts.findByPhone(key.phone)) : match
      }
      const contact = byUuid[at] ?? null
      return contact === null ? none : { kind: 'contact', contact }
    })

  return {
    /** What the cache says now. */
    find(key: MatchKey): Match {
      if (mismatches.has(keyText(key))) return { kind: 'mismatch' }
      if (key.by === 'phone') return pickContact(contacts.findByPhone(key.phone))
      const contact = contacts.findByUuid(key.uuid)
      return contact === null ? { kind: 'none' } : { kind: 'contact', contact }
    },

    /** `find` for many keys at once: `none` where there is no key. */
    findAll(keys: readonly (MatchKey | null)[]): Match[] {
      const byPhone = isAny(keys, 'phone') ? parts.findByPhones(phonesOf(keys)) : []
      return matchesOf(keys, byPhone, isAny(keys, 'uuid') ? parts.findByUuids(uuidsOf(keys)) : [])
    },

    /**
     * `findAll` in another thread; null when there is none. The matches hold while `asked` stays the same. They are null
     * when the thread could not tell. `wishes`: what is wished of the keys' contacts; only this finds a `holder`.
     */
    findAhead(keys: readonly (MatchKey | null)[], wishes: () => Wishes | null): { asked: number; matches: Promise<Match[] | null> } | null {
      if (reader === null) return null
      const find = async (): Promise<Match[] | null> => {
        try {
          const byPhone = isAny(keys, 'phone') ? await reader.findByPhones(phonesOf(keys), wishes()) : { contacts: [], holders: null }
          const byUuid = isAny(keys, 'uuid') ? await reader.findByUuids(uuidsOf(keys)) : []
          return byPhone === null || byUuid === null ? null : matchesOf(keys, byPhone.contacts, byUuid, byPhone.holders)
        } catch {
          // A damaged record: whoever reads it directly meets it again, where it can be told.
          return null
        }
      }
      return { asked: timesAsked, matches: find() }
    },

    /** How often the service was asked so far, and the cache may have changed. */
    asked: (): number => timesAsked,

    /** Whether the service is to be asked about the key for which `find` answered `match`. */
    isWanted(key: MatchKey, match: Match): boolean {
      if (lookup === 'never') return false
      if (lookup === 'missing' && (match.kind !== 'none' || (key.by === 'phone' && freshSync !== null))) return false
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
      try {
        await inParallel(claimed, concurrency, signal, async (key, stop) => {
          await (key.by === 'phone' ? askPhone(service, key.phone, stop) : askUuid(service, key.uuid, stop))
          options.onAnswer()
        })
      } finally {
        timesAsked += 1
        reader?.refresh()
      }
    },
  }
}

/** The last complete sync, when it is recent enough to know every contact. Contacts made since it began may be missing in it. */
export function freshSync(latestComplete: Sync | null, maxAgeSeconds: number, nowMs: number): Sync | null {
  if (latestComplete === null) return null
  return nowMs - latestComplete.startedAtMs <= maxAgeSeconds * 1000 ? latestComplete : null
}

const isAny = (keys: readonly (MatchKey | null)[], by: MatchKey['by']): boolean => keys.some((key) => key?.by === by)
const phonesOf = (keys: readonly (MatchKey | null)[]) => keys.map((key) => (key?.by === 'phone' ? key.phone : null))
const uuidsOf = (keys: readonly (MatchKey | null)[]) => keys.map((key) => (key?.by === 'uuid' ? key.uuid : null))
