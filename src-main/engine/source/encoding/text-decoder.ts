/** Turns the bytes of a file, chunk by chunk, into text: a character cut by a chunk waits, a byte order mark is removed. */
export interface TextDecoder {
  write(bytes: Buffer): string
  end(): string
}
