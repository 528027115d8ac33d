import { outcomeOf, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { RowOutcome, RunSummary } from '../../../src-main/engine/model/runs/run-schema.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Errand } from '../people/office.ts'
import type { World } from '../people/world.ts'

export function summaryOf(world: World, runId: string): RunSummary {
  const { store, clock } = world.program('first')
  return runSummary(store, runId, clock.nowMs())
}

/** `notApplied`: it failed because the service did not store it as it was asked to. `sent`: it is pending, for it is still to be looked up. */
export type RowFate = RowOutcome | 'notApplied' | 'sent'

/** What Rollcall says became of each row of a file, in file order. */
export function rowFates(world: World, { planId, runId }: Errand): RowFate[] {
  if (planId === null || runId === null) return []
  const { calls, planRows, runRows } = tablesOf(world.program('first').store)
  const rows = planRows.after(planId, 0, 1000)
  const ended = runRows.range(runId, 1, rows.length)
  return rows.map((row) => {
    const end = ended.get(row.row) ?? null
    if (end?.failure?.code === 'service.not_applied') return 'notApplied'
    const outcome = outcomeOf(row.class, end)
    return outcome === 'pending' && calls.ofRow(runId, row.row).some(({ state }) => state === 'done') ? 'sent' : outcome
  })
}
