import { untrack } from 'svelte'
import type { RunFigures, RunSummary } from '../../../src-main/engine/contract.ts'
import { call } from '../../engine.ts'

/** What the done rows of a run did, counted again when more of them are done. */
export function createRunFigures(run: () => RunSummary | null) {
  let figures = $state.raw<RunFigures | null>(null)
  let latest = 0
  const counted = $derived.by(() => {
    const now = run()
    return now === null || now.done === 0 || now.forgottenAtSeconds !== null ? null : `${now.id} ${now.done}`
  })

  async function load(runId: string): Promise<void> {
    const own = (latest += 1)
    const found = await call('runs.figures', { runId }).catch(() => null)
    if (own === latest) figures = found
  }

  $effect(() => {
    if (counted !== null) untrack(() => void load(run()?.id ?? ''))
  })

  return {
    /** Null until they are counted, and where nothing is done. */
    get current() {
      return figures
    },
  }
}
