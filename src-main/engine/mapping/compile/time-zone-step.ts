import { zonesOfText } from '../../text/texting/zones-of-text.ts'
import type { WriteText } from './field-rule.ts'
import type { IssueMaker } from './mapping-issue.ts'

/** Writes where a row's contact lives, as the cell says it. A word that names no zone is a mistake: somebody might be texted at night for it. */
export function timeZoneWriter(issues: IssueMaker): WriteText {
  return (text, row, out) => {
    if (text === null || text === '') return
    if (zonesOfText(text) !== null) {
      out.timeZone = text
      return
    }
    out.issues.push(
      issues.make(
        row.line,
        'timeZone.unknown',
        text,
        (shown) => `${shown} is no time zone that Rollcall knows.`,
        'Write one such as "America/New_York" or "Eastern", or leave the cell blank: the phone number then tells it.',
      ),
    )
  }
}
