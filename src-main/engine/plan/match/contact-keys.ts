import { createIntHashMap } from './int-hash-map.ts'

/** Remembers a number (0 at first) for each contact, cached or not, in a few bytes: made for millions of contacts. */
export interface ContactNumbers {
  get(key: ContactKey): number
  set(key: ContactKey, value: number): void
  /** All that were set to something else than 0. */
  values(): Generator<number>
}

/** A cached contact by its `id` (positive), or a number that no contact has (negative); see `createContactKeys`. */
export type ContactKey = number

const pageLength = 8192
/** Above every number of 15 digits, the longest that E.164 allows. */
const firstOddKey = 10 ** 15

/** Keys for numbers without a contact. Numbers that are not E.164 get keys too. */
export function createContactKeys() {
  const odd = new Map<string, number>()
  const ofText = (text: string): ContactKey => {
    const known = odd.get(text) ?? firstOddKey + odd.size
    odd.set(text, known)
    return -known
  }
  return {
    ofContact: (id: number): ContactKey => id,
    ofPhone(phone: string): ContactKey {
      return /^\+[1-9]\d{0,14}$/.test(phone) ? -Number(phone) : ofText(phone)
    },
    /** A contact that was cached and is not any more. */
    ofUuid: ofText,
  }
}

/** What numbers fit into. */
type Page = typeof Uint8Array | typeof Int32Array | typeof Float64Array

/** Ids of cached contacts are dense, so theirs are kept in pages by id: 4 bytes a contact for numbers of rows, 1 below 256, 8 for others. */
export function createContactNumbers(Page: Page = Int32Array): ContactNumbers {
  const pages: (InstanceType<Page> | undefined)[] = []
  const byPhone = createIntHashMap(Page)
  return {
    get(key) {
      if (key < 0) return byPhone.get(-key)
      return pages[Math.floor(key / pageLength)]?.[key % pageLength] ?? 0
    },
    set(key, value) {
      if (key < 0) return byPhone.set(-key, value)
      const page = (pages[Math.floor(key / pageLength)] ??= new Page(pageLength))
      page[key % pageLength] = value
    },
    *values() {
      for (const page of pages) if (page !== undefined) for (const value of page) if (value !== 0) yield value
      for (const value of byPhone.values()) if (value !== 0) yield value
    },
  }
}
