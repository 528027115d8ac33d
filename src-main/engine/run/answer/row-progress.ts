import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { FieldChange, PlannedCall } from '../../model/plans/plan-schema.ts'
import type { EndedOutcome, RowFailure } from '../../model/runs/row-outcome.ts'
import type { RunItem } from '../dispatch/run-item.ts'

/** The changes that the row's calls have not made yet: those of its calls that are done are not what the preview showed any more. */
export function stillToDo({ changes, calls, ordinal }: Pick<RunItem, 'changes' | 'calls' | 'ordinal'>): readonly FieldChange[] {
  return ordinal === 0 ? changes : changesBy(calls.slice(ordinal), changes)
}

/**
 * How a row ends of which some calls are done and one is not: as failed, with what did happen. `done`: how many of its calls are. An
 * undo tells by itself what became of each field.
 */
export function partlyDone(
  { changes, calls, undo }: Pick<RunItem, 'changes' | 'calls' | 'undo'>,
  done: number,
  outcome: EndedOutcome,
  failure: RowFailure | null,
): { outcome: EndedOutcome; failure: RowFailure | null } {
  if (failure === null || outcome === 'done' || undo !== null || done === 0) return { outcome, failure }
  const labels = changesBy(calls.slice(0, done), changes).map(({ label }) => label)
  if (labels.length === 0) return { outcome, failure }
  return {
    outcome: outcome === 'held' ? 'failed' : outcome,
    failure: {
      ...failure,
      message: `${failure.message} Of this row, done before that: ${labels.join(', ')}.`,
      hint: `${failure.hint} Trying the failed rows again does only the rest.`,
    },
  }
}

function changesBy(calls: readonly PlannedCall[], changes: readonly FieldChange[]): FieldChange[] {
  const fields = new Set(
    calls.flatMap((call) => [...(descriptorOf(call).createsContact ? ['phone_number'] : []), ...descriptorOf(call).fields(call)]),
  )
  return changes.filter(({ field }) => fields.has(field))
}
