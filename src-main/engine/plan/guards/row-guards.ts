import { postOf } from '../../kinds/calls/all-calls.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Guard, PlannedCall } from '../../model/plans/plan-schema.ts'
import { keywordOf } from '../../text/keyword-message.ts'
import { holdReason } from './guard-rules.ts'
import type { Refusal } from './known-refusals.ts'

/** The guards that hold a row for what it says itself, as its reason is stored; empty where none does. */
export function rowGuardsOf(
  { isDirectionUnknown }: MappedRow,
  calls: readonly PlannedCall[],
  refusal: Refusal | null,
  isEdited: boolean,
  heldBy: readonly Guard[] = [],
): string {
  return holdReason([
    ...(refusal === null ? [] : (['consent'] as const)),
    ...(isDirectionUnknown === true ? (['direction'] as const) : []),
    ...(calls.some(isKeyword) ? (['keyword'] as const) : []),
    ...heldBy,
    ...(isEdited ? (['edited'] as const) : []),
  ])
}

/** Whether the service may act on what a call makes the contact say: nobody but the office reads a whisper. */
function isKeyword(call: PlannedCall): boolean {
  const post = postOf(call)
  return post !== null && post.as === 'import' && keywordOf(post.body) !== null
}
