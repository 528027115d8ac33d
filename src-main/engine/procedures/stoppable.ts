/** Work that goes on while somebody may want it to stop. */
export interface Stoppable {
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Resolves when all of it has ended. */
  stop(reason: Error): Promise<void>
}

export function createStoppable(): Stoppable {
  const underWay = new Map<AbortController, Promise<unknown>>()
  return {
    async run(work) {
      const abort = new AbortController()
      const done = work(abort.signal)
      underWay.set(abort, done)
      try {
        return await done
      } finally {
        underWay.delete(abort)
      }
    },
    async stop(reason) {
      for (const abort of underWay.keys()) abort.abort(reason)
      await Promise.allSettled(underWay.values())
    },
  }
}
