import { scatter } from '../../store/contacts/contact-index.ts'

/** A map from positive integers up to 2^53 to numbers, made for millions of entries: 9, 12 or 16 bytes a slot, of which two thirds are taken. */
export interface IntHashMap {
  /** 0 for a key that was never set. */
  get(key: number): number
  set(key: number, value: number): void
  values(): Generator<number>
}

type Values = typeof Uint8Array | typeof Int32Array | typeof Float64Array

/** So many small tables: when one of them grows, memory grows by little. A power of two. */
const tables = 64
const hashBits = 32 - Math.log2(tables)
const smallestCapacity = 16
const growth = 1.5
const fullest = 0.8

/** `Values`: what the values fit into. */
export function createIntHashMap(Values: Values = Int32Array): IntHashMap {
  const all = Array.from<Table | null>({ length: tables }).fill(null)
  return {
    get(key) {
      const hash = scatter(key)
      return all[hash >>> hashBits]?.get(key, hash) ?? 0
    },
    set(key, value) {
      if (!(key > 0)) throw new RangeError(`A key must be positive: ${key}`)
      const hash = scatter(key)
      const table = (all[hash >>> hashBits] ??= createTable(Values))
      table.set(key, hash, value)
    },
    *values() {
      for (const table of all) if (table !== null) yield* table.values()
    },
  }
}

type Table = ReturnType<typeof createTable>

/** Open addressing with linear probing. Key 0 marks a free slot. */
function createTable(Values: Values) {
  let capacity = smallestCapacity
  let keys = new Float64Array(capacity)
  let values = new Values(capacity)
  let size = 0

  const slotOf = (key: number, hash: number): number => {
    let slot = Math.floor(((hash & (2 ** hashBits - 1)) / 2 ** hashBits) * capacity)
    while (keys[slot] !== 0 && keys[slot] !== key) slot = slot + 1 === capacity ? 0 : slot + 1
    return slot
  }
  const grow = (): void => {
    const [oldKeys, oldValues] = [keys, values]
    capacity = Math.ceil(capacity * growth)
    keys = new Float64Array(capacity)
    values = new Values(capacity)
    for (const [at, key] of oldKeys.entries()) {
      if (key === 0) continue
      const slot = slotOf(key, scatter(key))
      keys[slot] = key
      values[slot] = oldValues[at] ?? 0
    }
  }

  return {
    get: (key: number, hash: number): number => values[slotOf(key, hash)] ?? 0,
    set(key: number, hash: number, value: number): void {
      const slot = slotOf(key, hash)
      if (keys[slot] === 0) {
        keys[slot] = key
        size += 1
      }
      values[slot] = value
      if (size > capacity * fullest) grow()
    },
    *values(): Generator<number> {
      for (const [slot, key] of keys.entries()) if (key !== 0) yield values[slot] ?? 0
    },
  }
}
