import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { IssueMaker } from '../compile/mapping-issue.ts'
import type { StepFault } from './text-steps.ts'

const dateHint = 'Correct the cell, or say in the mapping how the dates are written.'

const faults: Record<StepFault, { code: string; explain: string; hint: string }> = {
  ambiguous: {
    code: 'date.ambiguous',
    explain: 'could mean two different days',
    hint: 'Say in the mapping whether the day or the month comes first.',
  },
  unreadable: { code: 'date.unreadable', explain: 'cannot be read as a date', hint: dateHint },
  spreadsheet_number: { code: 'date.unreadable', explain: 'cannot be read as a date', hint: dateHint },
  too_long: {
    code: 'step.too_long',
    explain: 'is, or becomes, too long for what the mapping replaces in it',
    hint: 'Shorten the cell, or replace less in the mapping.',
  },
}

/** The issue of a cell that a step could not change. */
export function stepIssue(issues: IssueMaker, line: number, value: string, fault: StepFault): RowIssue {
  const { code, explain, hint } = faults[fault]
  return issues.make(line, code, value, (shown) => `${shown} ${explain}.`, hint)
}
