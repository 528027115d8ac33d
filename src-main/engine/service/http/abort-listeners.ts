/**
 * Listens to signals for many: however many requests share one, it has a single listener. Adding one for each request and
 * removing it again is a noticeable part of what a request costs.
 */
export function createAbortListeners() {
  const listenersOf = new WeakMap<AbortSignal, Set<() => void>>()

  return {
    /** Calls `listener` once when the signal aborts, unless the answered function was called before. */
    add(signal: AbortSignal, listener: () => void): () => void {
      const known = listenersOf.get(signal)
      const listeners = known ?? new Set()
      if (known === undefined) {
        listenersOf.set(signal, listeners)
        signal.addEventListener('abort', () => listeners.forEach((listen) => listen()), { once: true })
      }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
