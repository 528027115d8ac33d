import type { Guard, PlanProgress, PlanSummary, RunSummary } from '../../../src-main/engine/contract.ts'
import { connection } from '../../app/connection.svelte.ts'
import { call, on } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import type { RowEvidence } from './review-state.svelte.ts'
import { share } from '../../words/format.ts'

/** A plan as it is being made and afterwards. `close` ends the listening. */
export function createPlanView(planId: string) {
  let plan = $state.raw<PlanSummary | null>(null)
  let progress = $state.raw<PlanProgress | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let timesChanged = $state(0)
  const startedAtMs = Date.now()

  async function load(): Promise<void> {
    try {
      plan = await call('plans.get', { planId })
      failure = null
    } catch (error) {
      failure = failureOf(error)
    }
  }

  const endings = [
    on('plan.progress', (next) => {
      if (next.planId !== planId) return
      progress = next
      if (next.phase === 'done') void load()
    }),
    connection.onReopened(() => void load()),
  ]
  void load()

  return {
    get plan() {
      return plan
    },
    get progress() {
      return progress
    },
    get failure() {
      return failure
    },
    /** How often it was found, when it was to be run, to be another plan than the one that was shown. */
    get timesChanged() {
      return timesChanged
    },
    startedAtMs,
    load,
    /** Runs it as it is shown. Throws what the engine refused; a plan that was changed or run elsewhere is shown as it is then. */
    async run(asPlanned = false, acceptUnlike: string | null = null): Promise<RunSummary> {
      if (plan === null) throw new Error('Nothing is shown yet.')
      const { send, held, calls, correctionsThrough } = plan
      try {
        const accepted = acceptUnlike === null ? {} : { acceptUnlike }
        return await call('runs.start', { planId, seen: { send, held, calls, correctionsThrough }, asPlanned, ...accepted })
      } catch (error) {
        await load()
        if (failureOf(error).code === 'plan.changed') timesChanged += 1
        throw error
      }
    },
    /** The plan after corrections. */
    revised: (next: PlanSummary): void => void (plan = next),
    async cancel(): Promise<void> {
      try {
        plan = await call('plans.cancel', { planId })
      } catch (error) {
        failure = failureOf(error)
      }
    },
    /** Answers what the engine refused; null when the guard is released. `onshare` is told how far it is, if that takes a moment. */
    async release(guard: Guard, contacts: number, onshare: (share: string) => void): Promise<Failure | null> {
      const end = on('plan.releasing', (now) => {
        if (now.planId === planId && now.guard === guard) onshare(share(now.rowsCounted, now.rows))
      })
      try {
        plan = await call('plans.release', { planId, guard, contacts })
        return null
      } catch (error) {
        return failureOf(error)
      } finally {
        end()
      }
    },
    /** Releases what only guards of the file hold. Throws what the engine refused. */
    async releaseFile(contacts: number): Promise<void> {
      try {
        plan = await call('plans.releaseFile', { planId, contacts })
      } catch (error) {
        await load()
        throw error
      }
    },
    /** The same for single rows, by their lines in the file. */
    async releaseRows(lines: number[], evidence: RowEvidence | null): Promise<Failure | null> {
      try {
        plan = await call('plans.releaseRows', { planId, lines, ...(evidence !== null && { evidence }) })
        return null
      } catch (error) {
        return failureOf(error)
      }
    },
    close(): void {
      for (const end of endings) end()
    },
  }
}
