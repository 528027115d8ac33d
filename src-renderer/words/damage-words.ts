import type { AppliedRepair, Finding, Severity } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'

export const severityWords: Record<Severity, { title: string; tone: 'bad' | 'warn' | 'neutral' }> = {
  serious: { title: 'Serious', tone: 'bad' },
  warning: { title: 'Look at this', tone: 'warn' },
  harmless: { title: 'Harmless', tone: 'neutral' },
}

export const repairWords: Record<AppliedRepair['repair'], string> = {
  mojibake: 'Garbled letters',
  invisible: 'Invisible characters',
  scientific_phone: 'Numbers shown as quantities',
  lost_zero: 'Leading zeros',
  serial_date: 'Dates turned into numbers',
}

/** `Mend 312 cells`; rows are left out instead. */
export function repairLabel(finding: Finding): string {
  const { code, count: cells, unit } = finding
  if (leavesOut(finding)) return `Leave out ${counted(cells, 'row')}`
  return code === 'blank_words' || code === 'error_cells' ? `Blank ${counted(cells, 'cell')}` : `Mend ${counted(cells, unit)}`
}

export function leavesOut({ edits }: Finding): boolean {
  return edits[0]?.kind === 'exclude'
}

/** `Lines 5, 9 and 12`, `Lines 5, 9, 12 and more`. */
export function linesText({ lines, count: all, unit }: Finding): string {
  const shown = lines.map(count)
  const isAll = all <= lines.length || (unit === 'contact' && lines.length < 20)
  if (shown.length === 1) return isAll ? `Line ${shown[0]}` : `Line ${shown[0]} and more`
  return isAll ? `Lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : `The first lines: ${shown.join(', ')}`
}
