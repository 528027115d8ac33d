import { repairCell } from '../../text/repair/repair-cell.ts'
import type { Edit } from '../../model/files/edit-schema.ts'
import { createReplacer } from './replace-text.ts'

/** A correction of every cell of a column. */
export interface ColumnEdit {
  kind: 'replace' | 'mend'
  column: number
  /** The cell's text as corrected; the text itself where there is nothing to correct. */
  change: (text: string) => string
}

export function cellEdit(edit: Extract<Edit, { kind: 'replace' | 'mend' }>): ColumnEdit {
  if (edit.kind === 'replace') return { kind: 'replace', column: edit.column, change: createReplacer(edit) }
  const { mend, column, country } = edit
  return { kind: 'mend', column, change: (text) => repairCell(mend, text, { country }) }
}
