/** Decodes a file chunk by chunk: keeps back a character that a chunk cuts, and removes a byte order mark. */
export interface TextDecoder {
  write(bytes: Buffer): string
  end(): string
}
