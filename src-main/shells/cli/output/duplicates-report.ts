import type { FieldValue, GroupDetail } from '../../../engine/contract.ts'
import { counted, number } from './number-words.ts'

/** Lines that are spelled out of a large group. */
const linesShown = 10

/** A group as `--json` prints it. */
export function groupObject({
  outcome,
  line,
  allLines,
  lines,
  rows,
  contact,
  shared,
  fields,
  members,
}: GroupDetail): Record<string, unknown> {
  return {
    outcome,
    line,
    lines: allLines.length > 0 ? allLines : lines,
    rows,
    contact,
    shared,
    fields: fields.map(({ field, label, differs, result }) => ({
      field,
      label,
      differs,
      result,
      values: Object.fromEntries(
        members.flatMap((member) => (field in member.values ? [[String(member.line), member.values[field]]] : [])),
      ),
    })),
  }
}

/** Groups in words: what becomes of each, and what its rows differ in. */
export function groupsText(groups: readonly GroupDetail[], total: number): string {
  if (total === 0) return 'Every contact is in the file once.'
  const more = total - groups.length
  return [
    `${counted(total, 'contact is', 'contacts are')} in the file more than once.`,
    ...groups.map(groupText),
    ...(more > 0 ? [`… and ${counted(more, 'other')}; --limit shows more`] : []),
  ].join('\n')
}

function groupText({ outcome, line, lines, rows, contact, fields, members }: GroupDetail): string {
  const listed = `${lines.slice(0, linesShown).map(number).join(', ')}${rows > linesShown ? ` and ${rows - linesShown} more` : ''}`
  const who = [contact?.name, contact?.phone].filter(Boolean).join(' ')
  const differences = fields
    .filter(({ differs }) => differs)
    .map(({ field, label, result }) => {
      const values = members.flatMap((member) =>
        isBlank(member.values[field]) ? [] : [`${words(member.values[field])} (${number(member.line)})`],
      )
      return `    ${label}: ${values.slice(0, linesShown).join(' · ')}${isBlank(result) ? '' : ` → ${words(result)}`}`
    })
  return [`  Rows ${listed}${who === '' ? '' : `, ${who}`}: ${outcomeText(outcome, line)}`, ...differences].join('\n')
}

function outcomeText(outcome: GroupDetail['outcome'], line: number | null): string {
  switch (outcome) {
    case 'merged':
      return `merged into row ${line}`
    case 'counts':
      return `row ${line} counts`
    case 'none':
      return 'none counts'
    case 'contacts':
      return 'two contacts of the service: pick one, or say that they are two'
  }
}

function isBlank(value: FieldValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function words(value: FieldValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? '')
}
