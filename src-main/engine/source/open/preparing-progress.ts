/** Options for preparing a file: unpacking it, or writing the rows of its sheet to a file. Small files take no time. */
export interface PreparingOptions {
  signal?: AbortSignal | undefined
  /** Receives the share of the work that is done, from 0 to 1; each step starts at 0 again. */
  onProgress?: (share: number) => void
}

/** Passes chunks on and reports the share of all bytes that has gone by. */
export function countingBytes(
  bytesTotal: number,
  onProgress: PreparingOptions['onProgress'],
): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      onProgress?.(bytesTotal === 0 ? 1 : Math.min(1, bytes / bytesTotal))
      yield chunk
    }
  }
}
