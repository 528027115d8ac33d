import { z } from 'zod'
import type { FieldChange } from '../../model/plan-schema.ts'
import type { RowFailure, EndedOutcome } from '../../store/runs/run-rows.ts'
import type { UndoneField } from './undo-row.ts'
import { editedFailure, keptNote, notShownFailure } from './undo-failures.ts'

const fields = z.array(z.string())

/**
 * What became of the fields of a row that was to be taken back, by their names in `FieldChange.field`. Fields that were known
 * to be impossible beforehand are not among them: the plan counts those.
 */
export const undoneRowSchema = z.object({
  restored: fields,
  /** Somebody has edited them since. */
  kept: fields,
  impossible: fields,
  /** They were as before already. */
  already: fields,
  failed: fields,
})
export type UndoneRow = z.infer<typeof undoneRowSchema>

/** The same, counted over all rows. */
export const undoneFieldsSchema = z.object({ restored: z.int(), kept: z.int(), impossible: z.int(), already: z.int(), failed: z.int() })
export type UndoneFields = z.infer<typeof undoneFieldsSchema>

export interface EndedUndo {
  outcome: EndedOutcome
  failure: RowFailure | null
  undone: UndoneRow
}

/**
 * How a row of an undo ends. `decided` is null when its contact could not be read; `sent` are the fields that this undo wrote,
 * also before a crash. A row of which nothing came back because somebody edited it since is held; one of which some fields
 * stay as they are is done, and says so.
 */
export function endOfUndo(
  outcome: EndedOutcome,
  failure: RowFailure | null,
  task: { written: readonly FieldChange[]; decided: readonly UndoneField[] | null; sent: ReadonlySet<string> },
): EndedUndo {
  const { written: changes, decided, sent } = task
  if (decided === null) return { outcome, failure, undone: { ...nothing, failed: changes.map(({ field }) => field) } }
  const kept = fieldsOf(decided, 'kept')
  const impossible = fieldsOf(decided, 'impossible')
  const already = fieldsOf(decided, 'already').filter((field) => !sent.has(field))
  const written = decided
    .map(({ change }) => change.field)
    .filter((field) => sent.has(field) && !kept.includes(field) && !impossible.includes(field))
  if (outcome !== 'done') return { outcome, failure, undone: { restored: [], kept, impossible, already, failed: written } }

  const undone = { restored: written, kept, impossible, already, failed: [] }
  if (kept.length + impossible.length === 0) return { outcome, failure, undone }
  const labels = (names: readonly string[]) => changes.filter(({ field }) => names.includes(field)).map(({ label }) => label)
  if (written.length + already.length > 0) return { outcome, failure: keptNote(labels(kept), labels(impossible)), undone }
  return { outcome: 'held', failure: kept.length > 0 ? editedFailure(labels(kept)) : notShownFailure(labels(impossible)), undone }
}

const nothing: UndoneRow = { restored: [], kept: [], impossible: [], already: [], failed: [] }

function fieldsOf(decided: readonly UndoneField[], fate: UndoneField['fate']): string[] {
  return decided.filter((one) => one.fate === fate).map(({ change }) => change.field)
}
