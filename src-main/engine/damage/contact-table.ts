/** What is remembered of a contact: where it was seen first, and a number for each of some values; 0 for none. */
export interface Seen {
  firstLine: number
  /** Columns, as bits, in which this row says something else than one before it. */
  contradicts: number
  /** The same for the first time. */
  isFirstContradiction: boolean
}

const segmentBits = 10
const segments = 1 << segmentBits
const smallest = 16

interface Segment {
  capacity: number
  size: number
  keys: Float64Array
  lines: Uint32Array
  values: Uint32Array
  marks: Uint8Array
}

/**
 * Remembers contacts by a positive number each, in about 30 bytes and 8 for each value. Made of many small tables, so that
 * growing never takes long.
 */
export function createContactTable(columns: number) {
  const tables: (Segment | undefined)[] = []
  let size = 0

  function segmentOf(capacity: number): Segment {
    return {
      capacity,
      size: 0,
      keys: new Float64Array(capacity),
      lines: new Uint32Array(capacity),
      values: new Uint32Array(capacity * columns),
      marks: new Uint8Array(capacity),
    }
  }

  function grown(old: Segment): Segment {
    const segment = segmentOf(old.capacity * 2)
    segment.size = old.size
    for (let slot = 0; slot < old.capacity; slot++) {
      const key = old.keys[slot] ?? 0
      if (key === 0) continue
      const at = slotOf(segment, key, scatter(key))
      segment.keys[at] = key
      segment.lines[at] = old.lines[slot] ?? 0
      segment.marks[at] = old.marks[slot] ?? 0
      for (let column = 0; column < columns; column++) segment.values[at * columns + column] = old.values[slot * columns + column] ?? 0
    }
    return segment
  }

  return {
    get size(): number {
      return size
    },
    /** Compares the row's values with the contact's; a value that the contact had not yet is kept. */
    see(key: number, line: number, values: Uint32Array): Seen | null {
      const mixed = scatter(key)
      const number = mixed & (segments - 1)
      let segment = tables[number] ?? segmentOf(smallest)
      if (segment.size * 3 > segment.capacity * 2) segment = grown(segment)
      tables[number] = segment
      const slot = slotOf(segment, key, mixed)
      if (segment.keys[slot] === 0) {
        segment.keys[slot] = key
        segment.lines[slot] = line
        for (let column = 0; column < columns; column++) segment.values[slot * columns + column] = values[column] ?? 0
        segment.size += 1
        size += 1
        return null
      }
      let contradicts = 0
      for (let column = 0; column < columns; column++) {
        const value = values[column] ?? 0
        const at = slot * columns + column
        if (value === 0) continue
        if (segment.values[at] === 0) segment.values[at] = value
        else if (segment.values[at] !== value) contradicts |= 1 << column
      }
      if (contradicts === 0) return null
      const before = segment.marks[slot] ?? 0
      segment.marks[slot] = before | contradicts
      return { firstLine: segment.lines[slot] ?? 0, contradicts: contradicts & ~before, isFirstContradiction: before === 0 }
    },
  }
}

function slotOf({ keys, capacity }: Segment, key: number, mixed: number): number {
  let slot = (mixed >>> segmentBits) & (capacity - 1)
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (capacity - 1)
  return slot
}

/** Mixes both halves of the number, so that neighbouring phone numbers do not crowd neighbouring slots. */
function scatter(key: number): number {
  let mixed = Math.imul((key % 0x1_0000_0000) ^ Math.imul(Math.floor(key / 0x1_0000_0000), 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
