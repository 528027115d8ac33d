import { setImmediate } from 'node:timers/promises'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import type { Store } from '../open-store.ts'
import { createDigestReader } from './contact-digest.ts'

/**
 * The cached contacts by their phone numbers, in memory, as they were when it was filled: 18.5 bytes for each of them.
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
  /** What it is made of: another thread makes the same index of it. */
  slots: IndexSlots
}

/** The contacts in the order of their numbers as texts, one at each place. */
export interface IndexSlots {
  /** Of a number of 48 bits, the lower 32 and the upper 16. */
  phonesLow: Uint32Array<SharedArrayBuffer>
  phonesHigh: Uint16Array<SharedArrayBuffer>
  ids: Uint32Array<SharedArrayBuffer>
  /** The lower 32 bits of a digest. */
  digestsLow: Uint32Array<SharedArrayBuffer>
  /** Its upper 15 bits, or `noDigest`, above the 16 of `known`. */
  digestsHigh: Uint32Array<SharedArrayBuffer>
  /** Of every so manieth contact, how its number is ordered: see `textOrder`. */
  signposts: Float64Array<SharedArrayBuffer>
}

export const nobody = -1
export const notHere = -2

/** Contacts that are read without letting other work in between: some ten milliseconds. */
const contactsAtOnce = 5000
/** Contacts between two signposts: their numbers are in one line of the processor's cache. */
const signpostEvery = 16
/** In place of an id: several contacts hold the number. */
const several = 0
const largestId = 2 ** 32 - 1
/** Numbers from here on are not in the index: a few of those with 15 digits. */
const phonesEnd = 2 ** 48
const noDigest = 0x8000

/**
 * Fills an index by one sequential scan: for a file with a row for each contact this takes a fifth of the time of single
 * look-ups. Null for an empty cache, and where contacts came in meanwhile than there is room for.
 */
export async function createContactIndex(store: Store, parts: RecordParts, signal?: AbortSignal): Promise<ContactIndex | null> {
  const count = store.prepare<[], number>('SELECT count(*) FROM contacts WHERE phone IS NOT NULL').pluck().get() ?? 0
  if (count === 0) return null
  const slots = createSlots(count)
  const digestOf = createDigestReader(parts)

  // All of it is in the index of phone numbers. Ranges end with a number, so that those who share one come together.
  const selectEnd = store
    .prepare<[string, number], string>('SELECT phone FROM contacts WHERE phone > ? ORDER BY phone LIMIT 1 OFFSET ?')
    .pluck()
  const selectRange = store
    .prepare<[string, string | null], [id: number, phone: string, known: number, digest: string | null]>(
      'SELECT id, phone, known, digest FROM contacts WHERE phone > ? AND phone <= coalesce(?, char(0x10FFFF)) ORDER BY phone',
    )
    .raw()
  let filled = 0
  let before = ''
  for (let after = ''; ;) {
    const end = selectEnd.get(after, contactsAtOnce) ?? null
    for (const [id, phone, known, digest] of selectRange.all(after, end)) {
      const number = phoneNumber(phone)
      if (number === 0 || number >= phonesEnd) continue
      if (phone === before) {
        slots.ids[filled - 1] = several
        continue
      }
      if (filled === count) return null
      before = phone
      fillSlot(slots, filled, { id, number, known, digest: digestOf(digest) })
      filled += 1
    }
    if (end === null) break
    after = end
    await setImmediate()
    signal?.throwIfAborted()
  }

  return contactIndexOf(slots)
}

function createSlots(count: number): IndexSlots {
  const uint32 = () => new Uint32Array(new SharedArrayBuffer(count * 4))
  const signposts = new Float64Array(new SharedArrayBuffer(Math.ceil(count / signpostEvery) * 8)).fill(Number.POSITIVE_INFINITY)
  return {
    phonesLow: uint32(),
    phonesHigh: new Uint16Array(new SharedArrayBuffer(count * 2)),
    ids: uint32(),
    digestsLow: uint32(),
    digestsHigh: uint32(),
    signposts,
  }
}

/** `digest`: NaN where it is not known. */
function fillSlot(slots: IndexSlots, place: number, contact: { id: number; number: number; known: number; digest: number }): void {
  const { id, number, known, digest } = contact
  slots.phonesLow[place] = number
  slots.phonesHigh[place] = number / 2 ** 32
  slots.ids[place] = id > largestId ? several : id
  slots.digestsLow[place] = digest
  slots.digestsHigh[place] = (Number.isNaN(digest) ? noDigest : Math.floor(digest / 2 ** 32)) * 2 ** 16 + known
  if (place % signpostEvery === 0) slots.signposts[place / signpostEvery] = textOrder(number)
}

/** The index that is made of these slots. */
export function contactIndexOf(slots: IndexSlots): ContactIndex {
  const { ids, digestsLow, digestsHigh } = slots
  return {
    slots,
    placeOf(phone) {
      const number = phoneNumber(phone)
      if (number === 0 || number >= phonesEnd) return notHere
      const place = placeIn(slots, number)
      return place !== nobody && ids[place] === several ? notHere : place
    },
    idAt: (place) => ids[place] ?? several,
    knownAt: (place) => (digestsHigh[place] ?? 0) & 0xffff,
    digestAt(place) {
      const high = (digestsHigh[place] ?? 0) >>> 16
      return high === noDigest ? Number.NaN : high * 2 ** 32 + (digestsLow[place] ?? 0)
    },
  }
}

/** Where the number is: from the last signpost before it on, and up to the first one beyond it. */
function placeIn({ phonesLow, phonesHigh, ids, signposts }: IndexSlots, number: number): number {
  const order = textOrder(number)
  let [first, end] = [0, signposts.length]
  while (first < end) {
    const middle = (first + end) >>> 1
    if ((signposts[middle] ?? 0) < order) first = middle + 1
    else end = middle
  }
  const [low, high] = [number >>> 0, Math.floor(number / 2 ** 32)]
  for (let place = Math.max(0, first - 1) * signpostEvery; place < ids.length; place += 1) {
    if (place % signpostEvery === 0 && (signposts[place / signpostEvery] ?? 0) > order) break
    if (phonesLow[place] === low && phonesHigh[place] === high) return place
  }
  return nobody
}

/** Numbers are ordered by this as their texts are, but that it does not tell those apart that differ in zeros at their end alone. */
function textOrder(number: number): number {
  let order = number
  while (order < 1e14) order *= 10
  return order
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
