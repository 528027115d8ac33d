import { runDescriptors } from '../kinds/all-kinds.ts'
import { AppError } from '../model/errors.ts'
import { visibleState } from '../store/runs/run-lease.ts'
import type { Store } from '../store/open-store.ts'
import type { StoredPlan } from '../store/plans/plans.ts'
import type { StoredRun } from '../store/runs/runs.ts'
import { tablesOf } from '../store/tables.ts'

/**
 * A run that can be undone, and its plan: one that is over, of a kind that can be undone, and not undone already. An
 * undo can be undone too. Throws `run.unknown`, and `run.state` with the reason in words.
 */
export function undoableRun(store: Store, runId: string, nowMs: number): { run: StoredRun; plan: StoredPlan } {
  const { runs } = tablesOf(store)
  const run = runs.find(runId)
  if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
  const { whyNotUndone } = runDescriptors[run.kind]
  if (whyNotUndone !== null) throw new AppError('run.state', whyNotUndone.message, whyNotUndone.hint)
  if (!isOver(visibleState(run, nowMs))) {
    throw new AppError('run.state', 'This run is not over yet, so it cannot be taken back.', 'Let it finish, or cancel it; then undo it.')
  }
  const undoId = runs.undoOf(runId)
  const undo = undoId === null ? null : runs.find(undoId)
  if (undo !== null) refuseAgain(undo, visibleState(undo, nowMs))
  const plan = tablesOf(store).plans.find(run.planId)
  if (plan === null) throw new Error(`Run ${runId} has no plan.`)
  return { run, plan }
}

/** What an undo could not restore may be tried again. */
function refuseAgain(undo: StoredRun, state: ReturnType<typeof visibleState>): void {
  if (!isOver(state)) {
    throw new AppError(
      'run.state',
      `This run is being taken back already, by run ${undo.id}.`,
      'Let that one finish, resume it if it stopped, or cancel it; then undo this run again.',
    )
  }
  const { kept = 0, failed = 0, held = 0, unknown = 0 } = undo.undoneFields ?? {}
  const left = kept + failed + held + unknown + undo.heldFields
  if (left === 0) {
    throw new AppError(
      'run.state',
      `This run was taken back already, by run ${undo.id}.`,
      'Nothing is left to take back. To have its changes again, undo that one.',
    )
  }
}

function isOver(state: string): boolean {
  return state === 'finished' || state === 'cancelled'
}
