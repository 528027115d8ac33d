import type { RowIssue } from '../../model/plans/row-issue.ts'
import { clip } from '../../text/clip.ts'

const shownLength = 120
const keptLength = 500

/** Makes the issues of one rule, with the cell's value in them unless the column holds message bodies. */
export interface IssueMaker {
  /** An issue that makes the row invalid. `say` gets the value in quotes, or "The text" where it must not be shown. */
  make(line: number, code: string, value: string | null, say: (shown: string) => string, hint: string): RowIssue
  /** A warning: the row can still be used. */
  warn(line: number, code: string, value: string | null, say: (shown: string) => string, hint: string): RowIssue
  /** A value outside the recipe's map; the message names what would be understood. */
  unknownValue(line: number, value: string, known: readonly string[]): RowIssue
}

/** `columns` are the names the issue is about; of several, all are named. */
export function createIssueMaker(columns: readonly string[], secretColumns: ReadonlySet<string>): IssueMaker {
  const column = columns.length === 0 ? null : columns.join(' + ')
  const isSecret = columns.some((name) => secretColumns.has(name))
  const make = (
    severity: RowIssue['severity'],
    line: number,
    code: string,
    value: string | null,
    say: (shown: string) => string,
    hint: string,
  ): RowIssue => ({
    code,
    severity,
    line,
    column,
    value: isSecret || value === null ? null : clip(value, keptLength),
    message: say(isSecret || value === null ? 'The text' : `"${clip(value, shownLength)}"`),
    hint,
  })
  return {
    make: (line, code, value, say, hint) => make('error', line, code, value, say, hint),
    warn: (line, code, value, say, hint) => make('warning', line, code, value, say, hint),
    unknownValue: (line, value, known) =>
      make(
        'error',
        line,
        'value.unknown',
        value,
        (shown) => `${shown} is not a value that Rollcall knows${column === null ? '' : ` for "${column}"`}. It knows: ${listed(known)}.`,
        'Say in the mapping what this value means, or correct the cell.',
      ),
  }
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, 10).map((word) => (word === '' ? '(blank)' : word))
  return shown.join(', ') + (words.length > shown.length ? ` and ${words.length - shown.length} more` : '')
}
