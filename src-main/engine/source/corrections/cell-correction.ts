import { repairCell } from '../../text/repair/repair-cell.ts'
import { withItem, withoutItem } from '../../text/listed-items.ts'
import type { Correction } from '../../model/files/correction-schema.ts'
import { createReplacer } from './replace-text.ts'

export type ColumnWide = Extract<Correction, { kind: 'replace' | 'set' | 'mend' }>

/** A correction of every cell of a column. */
export interface ColumnCorrection {
  kind: ColumnWide['kind']
  column: number
  /** The lines of the rows that it is about; null for all of them. */
  lines: ReadonlySet<number> | null
  /** The cell's text as corrected; the text itself where there is nothing to correct. */
  change: (text: string) => string
}

export function columnCorrection(correction: ColumnWide): ColumnCorrection {
  const { kind, column } = correction
  switch (kind) {
    case 'replace':
      return { kind, column, lines: null, change: createReplacer(correction) }
    case 'set':
      return { kind, column, lines: correction.lines === undefined ? null : new Set(correction.lines), change: setterOf(correction) }
    case 'mend': {
      const { mend, country } = correction
      return { kind, column, lines: null, change: (text) => repairCell(mend, text, { country }) }
    }
  }
}

function setterOf({ how, text: wanted }: Extract<Correction, { kind: 'set' }>): (text: string) => string {
  switch (how) {
    case 'replace':
      return () => wanted
    case 'add':
      return (text) => withItem(text, wanted)
    case 'remove':
      return (text) => withoutItem(text, wanted)
  }
}
