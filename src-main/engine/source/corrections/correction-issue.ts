import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { SourceColumn } from '../../model/files/source-schema.ts'
import type { CorrectionConflict } from '../../model/files/corrected-row-schema.ts'

const mostChars = 200

/** A correction that does not apply is an error: the person must not find out later that the cell was imported as it was. */
export function conflictIssue(
  line: number,
  { column, found }: CorrectionConflict,
  columns: readonly SourceColumn[],
  kind: ImportKind,
): RowIssue {
  return {
    code: 'edit.misfit',
    severity: 'error',
    line,
    column: columns[column]?.name ?? null,
    value: importDescriptors[kind].isPrivate ? null : found.length > mostChars ? `${found.slice(0, mostChars)}…` : found,
    message: 'This cell was corrected by hand, but it holds something else now than when that was done.',
    hint: 'Correct the cell again, or undo the correction.',
  }
}
