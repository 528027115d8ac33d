import type { RowIssue } from '../model/plans/row-issue.ts'
import type { FieldChange } from '../model/plans/plan-schema.ts'

const warning = { severity: 'warning', value: null } as const

/** A field that cannot be restored; `reason` says why. */
export function impossibleIssue(line: number, { field, label, before, beforeKnown }: FieldChange, reason: string): RowIssue {
  const isNotAsked = field === 'consent' && beforeKnown && before === null
  const code = isNotAsked ? 'undo.not_asked' : 'undo.impossible'
  return {
    ...warning,
    code,
    line,
    column: label,
    message: reason,
    hint: 'It stays as it is. Change it in the service itself where it matters.',
  }
}

/** A contact that the run created. */
export function createdIssue(line: number): RowIssue {
  return {
    ...warning,
    code: 'undo.created',
    line,
    column: null,
    message: 'The run created this contact. It cannot be removed: the service has no such operation.',
    hint: 'Archive or block it in the service itself if it should not be there.',
  }
}

/** A field that is known to have been edited. */
export function keptIssue(line: number, { label }: FieldChange): RowIssue {
  return {
    ...warning,
    code: 'undo.kept',
    line,
    column: label,
    message: 'Somebody has edited this field since the run.',
    hint: 'It is kept as it is.',
  }
}
