/** Time and chance, passed in so that tests never wait and never differ. */
export interface Clock {
  /** Milliseconds since the epoch. May jump: use it for records, not for measuring. */
  nowMs(): number
  /** Milliseconds that only grow; for rates and waiting. */
  monotonicMs(): number
  /** Resolves after `delayMs`; rejects with the signal's reason when it aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>
  /** In [0, 1). */
  random(): number
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  sleep: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, delayMs)
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}
