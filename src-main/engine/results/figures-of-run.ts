import { setImmediate } from 'node:timers/promises'
import type { RunFigures } from '../model/runs/figures-schema.ts'
import { createEffectTally } from '../plan/read/row-effects.ts'
import { shownPlanRow } from '../plan/read/read-plan.ts'
import type { Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { createRecentlyUsed, type RecentlyUsed } from '../text/recently-used.ts'
import { requiredRun } from './run-summary.ts'

/** Rows looked at without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 1000
const runsAtMost = 8
const examplesAtMost = 3
/** What is shown of a run first: people know what they had before. */
const exampleOf = ['updated', 'refused', 'given', 'created'] as const

const known = new WeakMap<Store, RecentlyUsed<Promise<RunFigures>>>()

/** Counts what the done rows of a run did; once, until more of them are done. Throws `run.unknown`. */
export async function figuresOfRun(store: Store, runId: string): Promise<RunFigures> {
  const run = requiredRun(store, runId)
  const { done } = tablesOf(store).runRows.counts(runId)
  const own = known.get(store) ?? createRecentlyUsed(runsAtMost)
  known.set(store, own)
  const name = `${runId} ${done}`
  const before = own.get(name)
  if (before !== undefined) return before
  const figures = collect(store, runId, run.planId)
  own.set(name, figures)
  figures.catch(() => own.forget(name, figures))
  return figures
}

async function collect(store: Store, runId: string, planId: string): Promise<RunFigures> {
  const { plans, planRows, runRows } = tablesOf(store)
  const total = plans.find(planId)?.totals?.rows ?? 0
  const tally = createEffectTally(total)
  const done: number[] = []
  for (let from = 1; from <= total; from += rowsAtOnce) {
    if (from > 1) await setImmediate()
    const ended = runRows.range(runId, from, from + rowsAtOnce - 1)
    for (const row of planRows.changing(planId, from, from + rowsAtOnce - 1)) {
      if (ended.get(row.row)?.outcome !== 'done') continue
      tally.add({ ...row, class: 'send', reason: null })
      if (done.length < rowsAtOnce) done.push(row.row)
    }
  }
  const { figures, has } = tally.effects(undefined)
  const firsts = exampleOf.flatMap((what) => done.filter((row) => has({ what }, row)).slice(0, examplesAtMost))
  const chosen = exampleOf.flatMap((what) => done.find((row) => has({ what }, row)) ?? [])
  const examples = [...new Set([...chosen, ...firsts, ...done])].slice(0, examplesAtMost)
  return { ...figures, examples: examples.flatMap((row) => shownPlanRow(store, planId, row) ?? []) }
}
