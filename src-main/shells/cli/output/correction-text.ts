import type { Correction, FileCorrection, SourceColumn } from '../../../engine/contract.ts'
import { counted } from './number-words.ts'

/** What a correction does, in words. */
export function correctionText(correction: Correction, columns: readonly SourceColumn[]): string {
  const name = (column: number): string => JSON.stringify(columns[column]?.name ?? `Cell ${column + 1}`)
  switch (correction.kind) {
    case 'cell':
      return `row ${correction.line}, ${name(correction.column)}: ${JSON.stringify(correction.before)} becomes ${JSON.stringify(correction.after)}`
    case 'join':
      return `row ${correction.line}, ${name(correction.column)} joined with the next cell`
    case 'replace':
      return `in ${name(correction.column)}, ${correction.wholeCell ? 'cells that are ' : ''}${JSON.stringify(correction.find)} ${correction.wholeCell ? 'become' : 'becomes'} ${JSON.stringify(correction.replaceWith)}`
    case 'set':
      return `in ${name(correction.column)}${correction.lines === undefined ? '' : `, ${linesText(correction.lines)}`}: ${setText(correction)}`
    case 'exclude':
      return `${linesText(correction.lines)} left out`
    case 'include':
      return `${linesText(correction.lines)} taken in again`
    case 'apart':
      return `${linesText(correction.lines)} ${correction.lines.length === 1 ? 'a contact of its own' : 'contacts of their own'}`
    case 'mend':
      return `in ${name(correction.column)}, repaired: ${repairWords[correction.mend]}`
  }
}

function setText({ how, text }: Extract<Correction, { kind: 'set' }>): string {
  switch (how) {
    case 'replace':
      return `every cell becomes ${JSON.stringify(text)}`
    case 'add':
      return `${JSON.stringify(text)} added`
    case 'remove':
      return `${JSON.stringify(text)} removed`
  }
}

/** The corrections of a file, one a line. */
export function correctionsText(fileName: string, corrections: readonly FileCorrection[], columns: readonly SourceColumn[]): string {
  const inForce = corrections.filter(({ isUndone }) => !isUndone).length
  if (corrections.length === 0) return `Nothing was corrected in ${fileName}.`
  const lines = corrections.map(
    ({ number, correction, isUndone }) =>
      `  ${String(number).padStart(4)}  ${correctionText(correction, columns)}${isUndone ? ' (undone)' : ''}`,
  )
  return [`${counted(inForce, 'correction')} of ${fileName}:`, ...lines].join('\n')
}

const repairWords: Record<Extract<Correction, { kind: 'mend' }>['mend'], string> = {
  mojibake: 'letters read in the wrong encoding',
  invisible: 'invisible characters',
  scientific_phone: 'phone numbers in scientific notation',
  lost_zero: 'lost leading zeros',
  serial_date: 'dates that had become numbers',
}

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, 10).join(', ')
  return lines.length === 1 ? `row ${shown}` : `rows ${shown}${lines.length > 10 ? ` and ${lines.length - 10} more` : ''}`
}
