/** What is to be known while a file is made ready to be read: unpacked, or its sheet written out as rows. Small ones take no time. */
export interface PreparingOptions {
  signal?: AbortSignal | undefined
  /** Told which part of the work is done, from 0 to 1; each piece of the work begins again. */
  onProgress?: (share: number) => void
}

/** Passes chunks on and tells how many of all bytes have gone by. */
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
