import { bareText, readCell } from '../../text/cell-text.ts'
import { betweenNumbers } from '../../text/labelled-numbers.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { stepIssue } from '../steps/step-issue.ts'
import type { TextSteps } from '../steps/text-steps.ts'
import { createIssueMaker } from './mapping-issue.ts'
import { addWarnings, type MatchColumn, type MatchStep, phoneIssue } from './match-step.ts'

/** What people write where there is no further number. */
const noNumber = /^(?:[-–—./]+|n\/?a|none)$/i

const separate = 'Separate the numbers of the group by commas, and leave only the numbers in the cell.'

/**
 * Takes the numbers of all of the columns, and all of those in one cell, as the people of a group. What cannot be read makes the whole row
 * unusable: no part of a group is texted without the rest.
 */
export function createGroupMatch(
  columns: readonly MatchColumn[],
  country: string,
  secretColumns: ReadonlySet<string>,
  steps: TextSteps | null = null,
): MatchStep {
  const read = createPhoneReader(country)
  const readable = columns.map(({ name, index }) => ({ index, issues: createIssueMaker([name], secretColumns) }))
  const isNumber = (text: string): boolean => read(text).phone !== null
  /** A slash belongs to a number (`030/1234567`), unless what it separates are numbers and the whole is none. */
  const partsOf = (cell: string): string[] =>
    cell.split(betweenNumbers).flatMap((part) => {
      if (isNumber(part)) return [part]
      const parts = part.split('/')
      return parts.every(isNumber) ? parts : [part]
    })
  const blank = createIssueMaker(columns.map(({ name }) => name).slice(0, 1), secretColumns)
  return (row, out) => {
    const members = new Set<string>()
    for (const { index, issues } of readable) {
      const whole = row.cells[index] ?? ''
      if (whole === '') continue
      const stepped = steps === null ? null : steps(readCell(whole))
      if (stepped !== null && stepped.fault !== null) {
        out.issues.push(stepIssue(issues, row.line, readCell(whole), stepped.fault))
        continue
      }
      for (const text of partsOf(stepped === null ? whole : stepped.text)) {
        if (bareText(text) === '' || noNumber.test(text.trim())) continue
        const reading = read(text)
        if (reading.phone !== null && reading.hasOthers) {
          const say = (shown: string) => `${shown} holds several phone numbers, and nothing separates them.`
          out.issues.push(issues.make(row.line, 'phone.several', readCell(text), say, separate))
        } else if (reading.phone !== null) {
          members.add(reading.phone)
          addWarnings(reading, text, row, out, issues)
        } else if (reading.fault !== 'blank') {
          const issue = phoneIssue(issues, row.line, text, reading.fault)
          out.issues.push(reading.fault === 'not_a_number' ? { ...issue, hint: separate } : issue)
        }
      }
    }
    const [first] = members
    if (first !== undefined) {
      out.key = { by: 'phone', phone: first }
      out.members = [...members]
    } else if (!out.issues.some(({ severity }) => severity === 'error'))
      out.issues.push(
        blank.make(
          row.line,
          'phone.blank',
          null,
          () => 'The row has no phone number.',
          'Fill in the numbers of the group, separated by commas or in columns of their own, or leave the row out.',
        ),
      )
  }
}
