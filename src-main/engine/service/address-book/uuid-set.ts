/** A set that only grows, of strings that are mostly uuids: 22 to 43 bytes for each of them, where a Set needs about 80. */
export interface UuidSet {
  /** Whether it was not in the set before. */
  add(key: string): boolean
  has(key: string): boolean
}

const canonical = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const nil = '00000000-0000-0000-0000-000000000000'
const smallestCapacity = 1024
const words = 4

/** Exact: a uuid is kept as its four words of 32 bits, with open addressing; what is no uuid in the usual spelling as text. */
export function createUuidSet(): UuidSet {
  const others = new Set<string>()
  let capacity = smallestCapacity
  let table = new Int32Array(capacity * words)
  let size = 0

  /** Where the four words are, or the free slot for them. Four zeros mark a free slot. */
  function slotOf(a: number, b: number, c: number, d: number): number {
    let slot = scatter(a, b, c, d) & (capacity - 1)
    for (;;) {
      const at = slot * words
      const isFree = table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0 && table[at + 3] === 0
      if (isFree || (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d)) return at
      slot = (slot + 1) & (capacity - 1)
    }
  }

  function grow(): void {
    const old = table
    capacity *= 2
    table = new Int32Array(capacity * words)
    for (let at = 0; at < old.length; at += words) {
      const entry = old.subarray(at, at + words)
      const [a = 0, b = 0, c = 0, d = 0] = entry
      if ((a | b | c | d) !== 0) table.set(entry, slotOf(a, b, c, d))
    }
  }

  const isFilled = (at: number): boolean => table[at] !== 0 || table[at + 1] !== 0 || table[at + 2] !== 0 || table[at + 3] !== 0

  return {
    has(key) {
      const uuid = wordsOf(key)
      return uuid === null ? others.has(key) : isFilled(slotOf(...uuid))
    },
    add(key) {
      const uuid = wordsOf(key)
      if (uuid === null) {
        const before = others.size
        return others.add(key).size > before
      }
      const [a, b, c, d] = uuid
      const at = slotOf(a, b, c, d)
      if (isFilled(at)) return false
      table[at] = a
      table[at + 1] = b
      table[at + 2] = c
      table[at + 3] = d
      size += 1
      if (size * 4 >= capacity * 3) grow()
      return true
    },
  }
}

/** Null for what is no uuid in the usual spelling. */
function wordsOf(key: string): [number, number, number, number] | null {
  if (!canonical.test(key) || key === nil) return null
  return [
    parseInt(key.slice(0, 8), 16) | 0,
    parseInt(key.slice(9, 13) + key.slice(14, 18), 16) | 0,
    parseInt(key.slice(19, 23) + key.slice(24, 28), 16) | 0,
    parseInt(key.slice(28), 16) | 0,
  ]
}

function scatter(a: number, b: number, c: number, d: number): number {
  let mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
