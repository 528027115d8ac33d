import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../model/clock.ts'
import type { ErrorAnswer } from '../../model/errors.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'

/** A plan that is older is worth nothing: its contacts have long changed. */
export const plansKeptMs = 30 * 24 * 60 * 60 * 1000
/** Rows that are removed before others can work. */
const rowsAtOnce = 1000

const expired: ErrorAnswer = {
  code: 'plan.unknown',
  message: 'This plan was more than 30 days old and was never run, so it was removed.',
  hint: 'Plan the file again.',
}

/**
 * Frees the room of plans that can never run: of failed and cancelled ones, and of those that have waited for a run longer
 * than `plansKeptMs` and that no draft of the wizard has open. What has a run is never removed. Lets other work in between.
 * Ends early when the signal aborts; the rest is done the next time.
 */
export async function tidyPlans(store: Store, options: { clock: Pick<Clock, 'nowMs'>; signal: AbortSignal }): Promise<void> {
  const { plans, planRows } = tablesOf(store)
  const removeSome = store.transaction((planId: string) => planRows.removeSome(planId, rowsAtOnce)).immediate
  const beforeMs = options.clock.nowMs() - plansKeptMs
  const mayContinue = async (): Promise<boolean> => {
    await setImmediate()
    return !options.signal.aborted
  }

  if (!(await mayContinue())) return
  plans.expire(beforeMs, expired)
  for (const planId of plans.withLeftovers()) {
    while (removeSome(planId)) if (!(await mayContinue())) return
  }
  plans.removeForgotten(beforeMs)
}
