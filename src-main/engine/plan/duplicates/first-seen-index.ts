/** Remembers in which row each text was seen first, in 12 bytes a slot and without the texts: made for millions of them. */
export interface FirstSeenIndex {
  /** The row in which this text was seen first; 0, and `row` is remembered, when this is the first time. */
  seen(text: string, row: number): number
}

/** So many small tables: when one of them grows, memory grows by little. */
const tables = 64
const smallestCapacity = 16

/**
 * Texts are compared by 64 bits of hash. That two different ones among a million have the same is less likely than one in
 * thirty million; what is concluded from it never touches two contacts of the service (see `resolve-groups.ts`).
 */
export function createFirstSeenIndex(): FirstSeenIndex {
  const all = Array.from({ length: tables }, createTable)
  return {
    seen(text, row) {
      const high = hash(text, 0x9747b28c)
      const low = hash(text, 0x3c6ef372)
      return (all[high >>> 26] as Table).seen(high, low, row)
    },
  }
}

type Table = ReturnType<typeof createTable>

/** Open addressing with linear probing, at most three quarters full. Row 0 marks a free slot. */
function createTable() {
  let capacity = smallestCapacity
  let slots = new Uint32Array(capacity * 3)
  let size = 0

  const slotOf = (high: number, low: number): number => {
    let slot = low & (capacity - 1)
    while (slots[slot * 3 + 2] !== 0 && (slots[slot * 3] !== high || slots[slot * 3 + 1] !== low)) slot = (slot + 1) & (capacity - 1)
    return slot * 3
  }
  const put = (high: number, low: number, row: number): void => {
    slots.set([high, low, row], slotOf(high, low))
  }
  const grow = (): void => {
    const before = slots
    capacity *= 2
    slots = new Uint32Array(capacity * 3)
    before.forEach((row, at) => {
      if (at % 3 === 2 && row !== 0) put(before[at - 2] ?? 0, before[at - 1] ?? 0, row)
    })
  }

  return {
    seen(high: number, low: number, row: number): number {
      const known = slots[slotOf(high, low) + 2] ?? 0
      if (known !== 0) return known
      put(high, low, row)
      size += 1
      if (size * 4 >= capacity * 3) grow()
      return 0
    },
  }
}

/** MurmurHash3, 32 bits, over the text's UTF-16 units two at a time. */
function hash(text: string, seed: number): number {
  let mixed = seed
  for (let at = 0; at < text.length; at += 2) {
    // Past the end there is NaN, which has no bits.
    const unit = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
    const scrambled = Math.imul(rotate(Math.imul(unit, 0xcc9e2d51), 15), 0x1b873593)
    mixed = (Math.imul(rotate(mixed ^ scrambled, 13), 5) + 0xe6546b64) | 0
  }
  mixed ^= text.length
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
