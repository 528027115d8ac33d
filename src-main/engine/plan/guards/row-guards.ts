import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { keywordOf } from '../../text/keyword-message.ts'
import { holdReason } from './guard-rules.ts'
import type { Refusal } from './known-refusals.ts'

/** The guards that hold a row for what it says itself, as its reason is stored; empty where none does. */
export function rowGuardsOf({ isDirectionUnknown, message }: MappedRow, refusal: Refusal | null, isEdited: boolean): string {
  return holdReason([
    ...(refusal === null ? [] : (['consent'] as const)),
    ...(isDirectionUnknown === true ? (['direction'] as const) : []),
    ...(message !== undefined && keywordOf(message.body) !== null ? (['keyword'] as const) : []),
    ...(isEdited ? (['edited'] as const) : []),
  ])
}
