import { repairCell } from '../../text/repair/repair-cell.ts'
import type { Correction } from '../../model/files/correction-schema.ts'
import { createReplacer } from './replace-text.ts'

/** A correction of every cell of a column. */
export interface ColumnCorrection {
  kind: 'replace' | 'mend'
  column: number
  /** The cell's text as corrected; the text itself where there is nothing to correct. */
  change: (text: string) => string
}

export function columnCorrection(correction: Extract<Correction, { kind: 'replace' | 'mend' }>): ColumnCorrection {
  if (correction.kind === 'replace') return { kind: 'replace', column: correction.column, change: createReplacer(correction) }
  const { mend, column, country } = correction
  return { kind: 'mend', column, change: (text) => repairCell(mend, text, { country }) }
}
