import { setImmediate } from 'node:timers/promises'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import type { Store } from '../open-store.ts'
import { createDigestReader } from './contact-digest.ts'

/**
 * The cached contacts by their phone numbers, in memory, as they were when it was filled: some 30 bytes for each of them.
 */
export interface ContactIndex {
  /** The place of the only contact with this number; `nobody`, or `notHere` where the cache itself must be asked. */
  placeOf(phone: string): number
  /** The cache's own number for the contact. */
  idAt(place: number): number
  /** Its `contacts.known`. */
  knownAt(place: number): number
  /** The digest of the parts of its record that the index was made for, see `createDigestReader`. */
  digestAt(place: number): number
}

export const nobody = -1
export const notHere = -2

/** Contacts that are read without letting other work in between: some ten milliseconds. */
const contactsAtOnce = 5000
/** In place of an id: several contacts hold the number. */
const several = 0
const largestId = 2 ** 32 - 1

/**
 * Fills an index by one sequential scan: for a file with a row for each contact this takes a fifth of the time of single
 * look-ups. Null for an empty cache, and where contacts came in meanwhile than there is room for.
 */
export async function createContactIndex(store: Store, parts: RecordParts, signal?: AbortSignal): Promise<ContactIndex | null> {
  const count = store.prepare<[], number>('SELECT count(*) FROM contacts WHERE phone IS NOT NULL').pluck().get() ?? 0
  if (count === 0) return null
  // A hash table with open addressing and linear probing, three quarters full: a number is at its slot or soon after it.
  const capacity = Math.ceil((count * 4) / 3) + 1
  /** 0 where the slot is free. */
  const phones = new Float64Array(capacity)
  const ids = new Uint32Array(capacity)
  const known = new Uint16Array(capacity)
  const digests = new Float64Array(capacity)
  const digestOf = createDigestReader(parts)

  const slotOf = (phone: number): number => {
    let slot = Math.floor((scatter(phone) / 2 ** 32) * capacity)
    for (let held = phones[slot]; held !== 0 && held !== phone; held = phones[slot]) slot = slot + 1 === capacity ? 0 : slot + 1
    return slot
  }

  // All of it is in the index of phone numbers. Ranges end with a number, so that those who share one come together.
  const selectEnd = store
    .prepare<[string, number], string>('SELECT phone FROM contacts WHERE phone > ? ORDER BY phone LIMIT 1 OFFSET ?')
    .pluck()
  const selectRange = store
    .prepare<[string, string | null], [id: number, phone: string, known: number, digest: string | null]>(
      'SELECT id, phone, known, digest FROM contacts WHERE phone > ? AND phone <= coalesce(?, char(0x10FFFF))',
    )
    .raw()
  let filled = 0
  for (let after = ''; ;) {
    const end = selectEnd.get(after, contactsAtOnce) ?? null
    for (const [id, phone, bits, digest] of selectRange.all(after, end)) {
      const number = phoneNumber(phone)
      if (number === 0) continue
      const slot = slotOf(number)
      if (phones[slot] === number) {
        ids[slot] = several
        continue
      }
      if (filled === count) return null
      filled += 1
      phones[slot] = number
      ids[slot] = id > largestId ? several : id
      known[slot] = bits
      digests[slot] = digestOf(digest)
    }
    if (end === null) break
    after = end
    await setImmediate()
    signal?.throwIfAborted()
  }

  return {
    placeOf(phone) {
      const number = phoneNumber(phone)
      if (number === 0) return notHere
      const slot = slotOf(number)
      if (phones[slot] === 0) return nobody
      return ids[slot] === several ? notHere : slot
    },
    idAt: (place) => ids[place] ?? several,
    knownAt: (place) => known[place] ?? 0,
    digestAt: (place) => digests[place] ?? Number.NaN,
  }
}

/** The digits of an E.164 number, which has 15 at most; 0 for another text. */
export function phoneNumber(phone: string): number {
  const { length } = phone
  if (length < 2 || length > 16 || phone.charCodeAt(0) !== PLUS || phone.charCodeAt(1) === ZERO) return 0
  let number = 0
  for (let at = 1; at < length; at += 1) {
    const digit = phone.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return 0
    number = number * 10 + digit
  }
  return number
}

const [PLUS, ZERO] = [0x2b, 0x30]

/** Mixes both halves of the number, so that neighbouring phone numbers do not crowd neighbouring slots. */
export function scatter(key: number): number {
  const mixed = Math.imul((key % 0x1_0000_0000) ^ Math.imul(Math.floor(key / 0x1_0000_0000), 0x9e3779b1), 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
