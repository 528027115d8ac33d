import type { AdvanceableClock } from './advanceable-clock.ts'
import { ServiceRefusal } from './operations/refusal.ts'

export interface LateEffects {
  /** Takes an effect that happens so much later. */
  add(delayMs: number, effect: () => void): void
  /**
   * Lets everything happen whose time has come, in its order and at its time. Whoever looks at the service calls it first: then
   * nobody can tell it from a service that did so by itself.
   */
  applyDue(): void
  pending(): number
  /** Late effects that the service refused when their time had come: their contact was gone. */
  refused(): number
  clear(): void
}

/** `wake` says whether anybody is told of effects: then they must not wait until somebody looks. */
export function createLateEffects(clock: AdvanceableClock, wake: () => boolean): LateEffects {
  let waiting: { dueMs: number; effect: () => void }[] = []
  let refused = 0
  const applyDue = () => {
    while (waiting[0] && waiting[0].dueMs <= clock.monotonicMs()) {
      const { dueMs, effect } = waiting[0]
      waiting = waiting.slice(1)
      try {
        clock.earlier(clock.monotonicMs() - dueMs, effect)
      } catch (error) {
        if (!(error instanceof ServiceRefusal)) throw error
        refused += 1
      }
    }
  }
  return {
    applyDue,
    add(delayMs, effect) {
      waiting.push({ dueMs: clock.monotonicMs() + delayMs, effect })
      waiting.sort((a, b) => a.dueMs - b.dueMs)
      // A timer can be a little early.
      if (wake()) void clock.sleep(delayMs + 2).then(applyDue)
    },
    pending: () => waiting.length,
    refused: () => refused,
    clear() {
      waiting = []
      refused = 0
    },
  }
}
