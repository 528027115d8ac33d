import { scatter } from '../../store/contacts/contact-index.ts'

/** A map from positive integers up to 2^53 to numbers, in 16 bytes a slot: made for millions of entries. */
export interface IntHashMap {
  /** 0 for a key that was never set. */
  get(key: number): number
  set(key: number, value: number): void
  values(): Generator<number>
}

const smallestCapacity = 1024

/** Open addressing with linear probing; at most half full. Key 0 marks a free slot. */
export function createIntHashMap(): IntHashMap {
  let capacity = smallestCapacity
  let keys = new Float64Array(capacity)
  let values = new Float64Array(capacity)
  let size = 0

  const slotOf = (key: number): number => {
    let slot = scatter(key) & (capacity - 1)
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (capacity - 1)
    return slot
  }
  const grow = (): void => {
    const [oldKeys, oldValues] = [keys, values]
    capacity *= 2
    keys = new Float64Array(capacity)
    values = new Float64Array(capacity)
    oldKeys.forEach((key, at) => {
      if (key === 0) return
      const slot = slotOf(key)
      keys[slot] = key
      values[slot] = oldValues[at] ?? 0
    })
  }

  return {
    get: (key) => values[slotOf(key)] ?? 0,
    set(key, value) {
      if (!(key > 0)) throw new RangeError(`A key must be positive: ${key}`)
      const slot = slotOf(key)
      if (keys[slot] === 0) {
        keys[slot] = key
        size += 1
      }
      values[slot] = value
      if (size * 2 > capacity) grow()
    },
    *values() {
      for (let slot = 0; slot < capacity; slot += 1) if (keys[slot] !== 0) yield values[slot] ?? 0
    },
  }
}
