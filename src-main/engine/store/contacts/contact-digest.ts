import { comparableTag, comparableText } from '../../model/same-text.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { RecordParts } from '../../model/contacts/record-parts.ts'

/**
 * What a contact's record says, as numbers below 2^47 that tell one value from another (`valueNumber`), written one after the
 * other in a short text. Two values that mean the same (see `same-text.ts`) have the same number; two that differ have the
 * same one about once in 10^14.
 */
const digestParts = ['name', 'email', 'notes', 'tags'] as const
export type DigestPart = (typeof digestParts)[number]

const numberLimit = 2 ** 47
/** In the digest, for a part that is not known, and for one that is empty. */
const [unknown, empty] = ['-', '.']

const seeds: Record<DigestPart, number> = { name: 1, email: 2, notes: 3, tags: 4 }

/** A record's digest; `createDigestReader` reads it. */
export function digestOf(record: CustomerRecord): string {
  let digest = ''
  for (const part of ['name', 'email', 'notes'] as const) {
    const value = record[part]
    digest += value === undefined ? unknown : digits(textNumber(value, part))
  }
  digest += record.tags === undefined ? unknown : digits(tagsNumber(record.tags))
  if (record.customFields === undefined) return digest + unknown
  for (const uuid in record.customFields) {
    const number = fieldNumber(uuid, record.customFields[uuid] ?? '')
    if (number !== 0) digest += fieldSign(uuid) + digits(number)
  }
  return digest
}

/** 0 for what is empty. */
export function textNumber(text: string | null, part: DigestPart): number {
  return valueNumber(text ?? '', seeds[part])
}

/** The same for the same tags in any order; 0 for none. */
export function tagsNumber(tags: readonly string[]): number {
  let sum = 0
  const distinct = tags.length === 1 ? tags.map(comparableTag) : new Set(tags.map(comparableTag))
  for (const tag of distinct) sum = sumOfNumbers(sum, valueNumber(tag, seeds.tags) || 1)
  return sum
}

export function fieldNumber(uuid: string, value: string): number {
  return valueNumber(value, seedOf(uuid))
}

/** Three characters that stand for a custom field: others may have the same. */
const fieldSign = (uuid: string): string => digits(seedOf(uuid)).slice(-3)

/**
 * Reads of stored digests what some parts of the record say: the sum of their numbers, modulo 2^47. What is empty adds nothing, so
 * that a row is told by its own parts alone where the record's others are blank. Nor do texts that are not known: which are is in
 * `contacts.known`. NaN where tags or custom fields are not known.
 */
export function createDigestReader({ texts, tags, customFields }: RecordParts): (digest: string | null) => number {
  const isRead = digestParts.map((part) => (part === 'tags' ? tags : texts.includes(part)))
  const signs = customFields === 'all' ? [] : customFields.map(fieldSign)
  return (digest) => {
    if (digest === null) return Number.NaN
    let sum = 0
    let next = 0
    for (const [at, part] of digestParts.entries()) {
      const isUnknown = digest[next] === unknown
      const isShort = isUnknown || digest[next] === empty
      if (isRead[at] === true) {
        if (!isShort) sum = sumOfNumbers(sum, numberIn(digest, next))
        else if (isUnknown && part === 'tags') return Number.NaN
      }
      next += isShort ? 1 : digitCount
    }
    if (signs.length > 0 && digest[next] === unknown) return Number.NaN
    for (const sign of signs) sum = sumOfNumbers(sum, fieldIn(digest, next, sign))
    return sum
  }
}

/** Of two numbers of values, or sums of them. */
export function sumOfNumbers(one: number, other: number): number {
  const sum = one + other
  return sum < numberLimit ? sum : sum - numberLimit
}

/** The number of a custom field's value among those from `at` on; 0 where the contact has none. */
function fieldIn(digest: string, at: number, sign: string): number {
  for (let entry = at; entry < digest.length; entry += sign.length + digitCount) {
    if (digest.startsWith(sign, entry)) return numberIn(digest, entry + sign.length)
  }
  return 0
}

const digitCount = 8

function numberIn(digest: string, at: number): number {
  let number = 0
  for (let next = at; next < at + digitCount; next += 1) number = number * 64 + digest.charCodeAt(next) - 48
  return number
}

const fieldSeeds = new Map<string, number>()

function seedOf(uuid: string): number {
  const known = fieldSeeds.get(uuid)
  if (known !== undefined) return known
  const seed = valueNumber(uuid, 5) % 2 ** 32 || 1
  fieldSeeds.set(uuid, seed)
  return seed
}

/** Base 64, in the characters from `0` on. */
function digits(number: number): string {
  if (number === 0) return empty
  const high = Math.floor(number / 2 ** 24)
  const low = number % 2 ** 24
  return String.fromCharCode(
    48 + (high >>> 18),
    48 + ((high >>> 12) & 63),
    48 + ((high >>> 6) & 63),
    48 + (high & 63),
    48 + (low >>> 18),
    48 + ((low >>> 12) & 63),
    48 + ((low >>> 6) & 63),
    48 + (low & 63),
  )
}

/** 0 for a text that is empty or blank, else 1 … 2^47-1: two products of 32 bits, each stirred by every character. */
function valueNumber(text: string, seed: number, isComparable = false): number {
  const { length } = text
  if (length === 0) return 0
  if (!isComparable && (text.charCodeAt(0) <= SPACE || text.charCodeAt(length - 1) <= SPACE))
    return valueNumber(comparableText(text), seed, true)
  let one = 0xdeadbeef ^ seed
  let other = 0x41c6ce57 ^ Math.imul(seed, 0x9e3779b1)
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code > ASCII || code === CR) && !isComparable && hasOtherForms(code)) return valueNumber(comparableText(text), seed, true)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  const first = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  const second = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second & 0x7fff) * 2 ** 32 + (first >>> 0) || 1
}

const [CR, SPACE, ASCII, NO_BREAK_SPACE, FIRST_MARK] = [0x0d, 0x20, 0x7e, 0xa0, 0x300]

/** Whether a text with the character may mean the same as another one. Below the first mark, no letter is composed in two ways. */
const hasOtherForms = (code: number): boolean => code >= FIRST_MARK || code === NO_BREAK_SPACE || code === CR
