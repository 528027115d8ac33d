/** Contacts of a block, by their ids: a bit each. */
export const blockSize = 2 ** 13
export const blockOf = (id: number): number => Math.floor(id / blockSize)
const words = blockSize / 32
const bitsetBytes = blockSize / 8

export type BlockBits = Uint32Array<ArrayBuffer>
export const emptyBlock = (): BlockBits => new Uint32Array(words)

/** Ascending places in a block in few bytes: their gaps, or a bit for each place where that takes less. */
export function packPlaces(places: Uint16Array): Uint8Array {
  const gaps = new Uint8Array(Math.min(places.length * 3, bitsetBytes + 3))
  let [length, before] = [0, -1]
  for (const place of places) {
    for (let gap = place - before; ; gap >>>= 7) {
      gaps[length] = gap < 128 ? gap : (gap & 127) | 128
      length += 1
      if (gap < 128) break
    }
    before = place
    if (length >= bitsetBytes) return packBits(places)
  }
  return gaps.subarray(0, length)
}

function packBits(places: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(bitsetBytes)
  for (const place of places) bytes[place >>> 3] = (bytes[place >>> 3] ?? 0) | (1 << (place & 7))
  return bytes
}

/** Adds packed places to those of `bits`. */
export function addPlaces(bits: BlockBits, packed: Uint8Array): void {
  if (packed.length === bitsetBytes) {
    for (let at = 0; at < words; at += 1) {
      const from = at * 4
      const word = (packed[from] ?? 0) | ((packed[from + 1] ?? 0) << 8) | ((packed[from + 2] ?? 0) << 16) | ((packed[from + 3] ?? 0) << 24)
      bits[at] = (bits[at] ?? 0) | word
    }
    return
  }
  let [place, gap, shift] = [-1, 0, 0]
  for (const byte of packed) {
    gap |= (byte & 127) << shift
    shift += 7
    if (byte >= 128) continue
    place += gap
    bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31))
    gap = shift = 0
  }
}

export function keepCommon(bits: BlockBits, others: BlockBits): void {
  for (let at = 0; at < words; at += 1) bits[at] = (bits[at] ?? 0) & (others[at] ?? 0)
}

export function addAll(bits: BlockBits, others: BlockBits): void {
  for (let at = 0; at < words; at += 1) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0)
}

export function setPlace(bits: BlockBits, place: number, isIn: boolean): void {
  const [word, bit] = [place >>> 5, 1 << (place & 31)]
  bits[word] = isIn ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit
}

export const hasPlace = (bits: BlockBits, place: number): boolean => ((bits[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0

export function countPlaces(bits: BlockBits): number {
  let count = 0
  for (let word of bits) {
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

export function* placesOf(bits: BlockBits): Generator<number> {
  for (const [at, word] of bits.entries()) for (let left = word; left !== 0; left &= left - 1) yield at * 32 + 31 - Math.clz32(left & -left)
}
