/** How lines end (LF) in the bytes of an encoding. */
export interface LineEnd {
  bytes: Buffer
  /** The place after the last one among the first `length` bytes of a block, which begins with a whole character; 0 for none. */
  lastIn(block: Buffer, length: number): number
}

/** In all encodings but UTF-16 and UTF-32 the byte of a line end is part of no other character. */
export function lineEndOf(encoding: string): LineEnd {
  const unit = encoding.startsWith('utf-16') ? 2 : encoding.startsWith('utf-32') ? 4 : 1
  const bytes = Buffer.alloc(unit)
  bytes[encoding.endsWith('be') ? unit - 1 : 0] = 10
  return {
    bytes,
    lastIn(block, length) {
      for (let at = length - unit; at >= 0; at -= 1) {
        at = block.lastIndexOf(bytes, at)
        if (at === -1) return 0
        if (at % unit === 0) return at + unit
      }
      return 0
    },
  }
}
