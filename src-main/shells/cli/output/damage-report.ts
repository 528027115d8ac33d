import type { DamageReport, Finding, ImportFile } from '../../../engine/contract.ts'
import { counted, number } from './number-words.ts'

/** The check as `--json` prints it: what is left, and what was repaired just now. */
export function damageObject(file: ImportFile, { rows, findings }: DamageReport, repaired: readonly Finding[]): Record<string, unknown> {
  return {
    file: file.name,
    rows,
    serious: findings.filter(({ severity }) => severity === 'serious').length,
    findings: findings.map(({ code, severity, count, unit, columns, lines, message, hint, isAutomatic, corrections }) => ({
      code,
      severity,
      count,
      unit,
      columns: columns.map(({ name, count: inColumn }) => ({ name, count: inColumn })),
      lines,
      message,
      hint,
      mendable: isAutomatic && corrections.length > 0,
    })),
    mended: repaired.map(({ code, count, unit, columns }) => ({ code, count, unit, columns: columns.map(({ name }) => name) })),
  }
}

const severityWords = { serious: 'Serious', warning: 'Look at this', harmless: 'Harmless' } as const

export function damageText(file: ImportFile, { rows, findings }: DamageReport, repaired: readonly Finding[]): string {
  const parts = repaired.map(
    ({ title, count, unit, columns }) =>
      `Repaired: ${title}, ${counted(count, unit)}${columns.length === 0 ? '' : ` in ${columns.map(({ name }) => `"${name}"`).join(', ')}`}.`,
  )
  if (findings.length === 0)
    return [...parts, `${file.name}: no ${repaired.length > 0 ? 'other ' : ''}damage found in ${counted(rows, 'row')}.`].join('\n')
  parts.push(`${file.name}: ${counted(findings.length, 'kind')} of damage${repaired.length > 0 ? ' left' : ''} in ${counted(rows, 'row')}.`)
  return [...parts, ...findings.map(findingText)].join('\n')
}

function findingText({ severity, title, count, unit, message, hint, lines, examples }: Finding): string {
  const shown = examples.slice(0, 3).map(({ line, column, before, after }) => {
    const where = `    row ${number(line)}${column === '' ? '' : `, ${column}`}: `
    return `${where}${JSON.stringify(before)}${after === null ? '' : ` → ${JSON.stringify(after)}`}`
  })
  const more = unit === 'cell' || unit === 'row' ? count - lines.length : 0
  // The examples name the lines already where there are no others.
  const where =
    more <= 0 && lines.every((line) => examples.slice(0, 3).some((example) => example.line === line))
      ? []
      : [
          `    ${lines.length === 1 && more <= 0 ? 'row' : 'rows'} ${lines.map(number).join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`,
        ]
  return [`${severityWords[severity]}: ${title} (${counted(count, unit)})`, `    ${message} ${hint}`, ...shown, ...where].join('\n')
}
