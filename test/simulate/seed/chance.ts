/** Random numbers that follow from a seed. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Numbers of their own for a part of the simulation: what it draws shifts nothing elsewhere. */
  fork(name: string): Chance
}

export function createChance(seed: number | string): Chance {
  let state = hash(String(seed))
  const next = (): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    happens: (probability) => next() < probability,
    pick(list) {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    fork: (name) => createChance(`${seed}/${name}`),
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}
