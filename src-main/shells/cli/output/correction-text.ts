import type { Edit, FileEdit, SourceColumn } from '../../../engine/contract.ts'
import { counted } from './number-words.ts'

/** What a correction does, in words. */
export function editText(edit: Edit, columns: readonly SourceColumn[]): string {
  const name = (column: number): string => JSON.stringify(columns[column]?.name ?? `Cell ${column + 1}`)
  switch (edit.kind) {
    case 'cell':
      return `line ${edit.line}, ${name(edit.column)}: ${JSON.stringify(edit.before)} becomes ${JSON.stringify(edit.after)}`
    case 'join':
      return `line ${edit.line}, ${name(edit.column)} joined with the next cell`
    case 'replace':
      return `in ${name(edit.column)}, ${edit.wholeCell ? 'cells that are ' : ''}${JSON.stringify(edit.find)} ${edit.wholeCell ? 'become' : 'becomes'} ${JSON.stringify(edit.replaceWith)}`
    case 'exclude':
      return `${linesText(edit.lines)} left out`
    case 'include':
      return `${linesText(edit.lines)} taken in again`
    case 'apart':
      return `${linesText(edit.lines)} ${edit.lines.length === 1 ? 'a contact of its own' : 'contacts of their own'}`
    case 'mend':
      return `in ${name(edit.column)}, mended: ${repairWords[edit.mend]}`
  }
}

/** The corrections of a file, one a line. */
export function editsText(fileName: string, edits: readonly FileEdit[], columns: readonly SourceColumn[]): string {
  const inForce = edits.filter(({ isUndone }) => !isUndone).length
  if (edits.length === 0) return `Nothing was corrected in ${fileName}.`
  const lines = edits.map(
    ({ number, edit, isUndone }) => `  ${String(number).padStart(4)}  ${editText(edit, columns)}${isUndone ? ' (undone)' : ''}`,
  )
  return [`${counted(inForce, 'correction')} of ${fileName}:`, ...lines].join('\n')
}

const repairWords: Record<Extract<Edit, { kind: 'mend' }>['mend'], string> = {
  mojibake: 'letters read in the wrong encoding',
  invisible: 'invisible characters',
  scientific_phone: 'phone numbers in scientific notation',
  lost_zero: 'lost leading zeros',
  serial_date: 'dates that had become numbers',
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, 10).join(', ')
  return lines.length === 1 ? `line ${shown}` : `lines ${shown}${lines.length > 10 ? ` and ${lines.length - 10} more` : ''}`
}
