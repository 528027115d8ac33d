import type { FieldChange, RowDetail } from '../model/plans/plan-schema.ts'
import { descriptorOf } from './calls/all-calls.ts'

const none: FieldChange[] = []

/**
 * The changes of a row. A message's text is stored once, in its call, and shown from there: in previews, in the rows of runs
 * and in result files.
 */
export function changesOf({ changes = none, calls = [] }: Pick<RowDetail, 'changes' | 'calls'>): FieldChange[] {
  if (changes.length > 0 || calls.length === 0) return changes
  return calls.flatMap((call) => descriptorOf(call).change(call) ?? [])
}
