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

/** `Repair 312 cells`; rows are left out instead. */
export function repairLabel(finding: Finding): string {
  const { code, count: cells, unit } = finding
  if (leavesOut(finding)) return `Leave out ${counted(cells, 'row')}`
  return code === 'blank_words' || code === 'error_cells' ? `Blank ${counted(cells, 'cell')}` : `Repair ${counted(cells, unit)}`
}

/** How much of a file looks broken: `2 rows and 312 cells look broken`. */
export function brokenWords(findings: readonly Finding[]): string {
  const units = [...new Set(findings.map(({ unit }) => unit))]
  const parts = units.map((unit) =>
    counted(
      findings.filter((one) => one.unit === unit).reduce((sum, one) => sum + one.count, 0),
      unit,
    ),
  )
  const isOne = parts.length === 1 && findings.reduce((sum, one) => sum + one.count, 0) === 1
  return `${parts.join(' and ')} ${isOne ? 'looks' : 'look'} broken`
}

export function leavesOut({ corrections }: Finding): boolean {
  return corrections[0]?.kind === 'exclude'
}

/** `Rows 5, 9 and 12`, `The first rows: 5, 9, 12`. */
export function linesText({ lines, count: all, unit }: Finding): string {
  const shown = lines.map(count)
  const isAll = all <= lines.length || (unit === 'contact' && lines.length < 20)
  if (shown.length === 1) return isAll ? `Row ${shown[0]}` : `Row ${shown[0]} and more`
  return isAll ? `Rows ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : `The first rows: ${shown.join(', ')}`
}
