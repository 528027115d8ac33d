import type { UndoneRow } from '../../model/runs/undone-row.ts'
import type { FieldChange } from '../../model/plans/plan-schema.ts'
import type { RowFailure, EndedOutcome } from '../../model/runs/row-outcome.ts'
import type { UndoneField } from './undo-row.ts'
import { editedFailure, keptNote, notShownFailure, permissionFailure } from './undo-failures.ts'

export interface EndedUndo {
  outcome: EndedOutcome
  failure: RowFailure | null
  undone: UndoneRow
}

/**
 * How a row of an undo ends. `decided` is null when its contact could not be read; `sent` are the fields that this undo wrote,
 * also before a crash. A row of which nothing came back because somebody edited it since, or because it would allow texts again,
 * is held; one of which some fields stay as they are is done, and says so.
 */
export function endOfUndo(
  outcome: EndedOutcome,
  failure: RowFailure | null,
  task: { written: readonly FieldChange[]; decided: readonly UndoneField[] | null; sent: ReadonlySet<string> },
): EndedUndo {
  const { written: changes, decided, sent } = task
  if (decided === null) {
    const fields = changes.map(({ field }) => field)
    return { outcome, failure, undone: outcome === 'held' ? { ...nothing, held: fields } : { ...nothing, failed: fields } }
  }
  const kept = fieldsOf(decided, 'kept')
  const held = fieldsOf(decided, 'held')
  const impossible = fieldsOf(decided, 'impossible')
  const already = fieldsOf(decided, 'already').filter((field) => !sent.has(field))
  const written = decided
    .map(({ change }) => change.field)
    .filter((field) => sent.has(field) && !kept.includes(field) && !impossible.includes(field) && !held.includes(field))
  const stays = { ...nothing, kept, impossible, already, held }
  if (outcome === 'unknown') return { outcome, failure, undone: { ...stays, unknown: written } }
  if (outcome !== 'done') return { outcome, failure, undone: { ...stays, failed: written } }

  const undone = { ...stays, restored: written }
  if (held.length > 0) return { outcome: 'held', failure: permissionFailure, undone }
  if (kept.length + impossible.length === 0) return { outcome, failure, undone }
  const labels = (names: readonly string[]) => changes.filter(({ field }) => names.includes(field)).map(({ label }) => label)
  if (written.length + already.length > 0) return { outcome, failure: keptNote(labels(kept), labels(impossible)), undone }
  return { outcome: 'held', failure: kept.length > 0 ? editedFailure(labels(kept)) : notShownFailure(labels(impossible)), undone }
}

const nothing: UndoneRow = { restored: [], kept: [], impossible: [], already: [], held: [], unknown: [], failed: [] }

function fieldsOf(decided: readonly UndoneField[], fate: UndoneField['fate']): string[] {
  return decided.filter((one) => one.fate === fate).map(({ change }) => change.field)
}
