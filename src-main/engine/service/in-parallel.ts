/**
 * Does `work` for every item, at most `limit` at once. The first failure stops the others through the signal that `work`
 * gets, and is thrown when all have ended. `p-map` would do neither: it lets go of what is under way without stopping it or
 * waiting for it, so that an answer could be written to a database that is closed by then.
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController()
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal])
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      stop.throwIfAborted()
      const item = items[next] as T
      next += 1
      try {
        await work(item, stop)
      } catch (error) {
        failure.abort(error)
        throw error
      }
    }
  }
  await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker))
  stop.throwIfAborted()
}
