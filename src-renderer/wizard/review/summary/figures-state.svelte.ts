import { untrack } from 'svelte'
import type { PlanFigures, PlanSummary } from '../../../../src-main/engine/contract.ts'
import { call } from '../../../engine.ts'

/** What the rows of a plan do, counted anew whenever the plan is another one: after a correction, or a release. */
export function createPlanFigures(plan: () => PlanSummary | null) {
  let figures = $state.raw<PlanFigures | null>(null)
  let latest = 0

  async function count(planId: string): Promise<void> {
    const own = (latest += 1)
    try {
      const found = await call('plans.figures', { planId })
      if (own === latest) figures = found
    } catch {
      // The rows tell the same one by one, and what is wrong is said where they are listed.
    }
  }

  $effect(() => {
    const of = plan()
    if (of !== null) untrack(() => void count(of.id))
  })

  return {
    /** Null until they are counted. */
    get current() {
      return figures
    },
  }
}
