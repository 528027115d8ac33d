import type { CallKind } from '../../model/kinds.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { refusedReason } from '../run-words.ts'

/** These say nothing of the single row: the plan of the account, the role, or the service itself does not allow or offer it. */
const aboutAllRows = new Set([402, 403, 405, 501, 505])
/** Calls of one kind that are refused in a row, in the same way, before the run stops. */
const refusalsInARow = 3
/** The same for refusals that may be about the row's own value, where no call of the kind has gone well. */
const firstRefusals = 10

interface Refusals {
  status: number
  inARow: number
}

/** Watches for refusals that every further row would meet too. */
export function createRefusalWatch() {
  const refusals = new Map<CallKind, Refusals>()
  const gone = new Set<CallKind>()

  return {
    /** Call with each outcome. Returns why the run should stop, or null. */
    note({ kind }: Pick<ServiceCall, 'kind'>, outcome: CallOutcome): RunReason | null {
      if (outcome.kind === 'done') {
        gone.add(kind)
        refusals.delete(kind)
        return null
      }
      if (outcome.kind !== 'failed' || outcome.status === null || (outcome.status >= 200 && outcome.status < 300)) return null
      const { status, error } = outcome
      const before = refusals.get(kind)
      const inARow = before?.status === status ? before.inARow + 1 : 1
      refusals.set(kind, { status, inARow })
      const isAboutAll = aboutAllRows.has(status) || status < 400
      if (isAboutAll ? inARow < refusalsInARow : gone.has(kind) || inARow < firstRefusals) return null
      refusals.delete(kind)
      return refusedReason(error, inARow)
    },
  }
}
