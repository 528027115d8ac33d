import type { PastRun, UndoOutlook } from '../../src-main/engine/contract.ts'
import { call } from '../engine.ts'
import { SvelteMap } from 'svelte/reactivity'
import { canBeUndone } from '../words/undo-words.ts'

/** Asks how much of runs could be undone, one after the other, as they come into sight. For one page's life. */
export function createUndoOutlooks() {
  const known = new SvelteMap<string, UndoOutlook | null>()
  const asked = new Set<string>()
  const waiting: string[] = []
  let isAsking = false

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    for (let runId = waiting.shift(); runId !== undefined; runId = waiting.shift()) {
      // What cannot be told now is told where the undo is planned.
      known.set(runId, await call('undo.outlook', { runId }).catch(() => null))
    }
    isAsking = false
  }

  return {
    of: (runId: string): UndoOutlook | null => known.get(runId) ?? null,
    want(runs: readonly PastRun[]): void {
      for (const run of runs) {
        if (!canBeUndone(run) || asked.has(run.id)) continue
        asked.add(run.id)
        waiting.push(run.id)
      }
      void ask()
    },
  }
}
