/** 32 well mixed bits of two numbers; the same numbers always give the same bits. */
export function mixBits(value: number, salt: number): number {
  let h = Math.imul(value ^ Math.imul(salt + 0x9e3779b9, 0x85ebca6b), 0xcc9e2d51)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  h ^= h >>> 12
  h = Math.imul(h, 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

/** A repeatable stream of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const hex8 = (bits: number) => bits.toString(16).padStart(8, '0')

/** An identifier in the shape of a UUID. Different `value`s (32 bits) of one `salt` never collide: mixing keeps them apart. */
export function uuidOf(value: number, salt: number): string {
  const a = hex8(mixBits(value, salt))
  const b = hex8(mixBits(value, salt + 101))
  const c = hex8(mixBits(value, salt + 202))
  const d = hex8(mixBits(value, salt + 303))
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}
