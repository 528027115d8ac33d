import { isTimeZone } from '../templates/sent-at-text.ts'
import { readTimeZone } from '../../text/time-zone.ts'
import type { WriteText } from './field-rule.ts'
import type { IssueMaker } from './mapping-issue.ts'

/** Writes where a row's contact lives. A word that names no zone is a mistake: somebody might be texted at night for it. */
export function timeZoneWriter(issues: IssueMaker): WriteText {
  return (text, row, out) => {
    if (text === null || text === '') return
    const zone = readTimeZone(text) ?? (text.includes('/') && isTimeZone(text) ? text : null)
    if (zone !== null) {
      out.timeZone = zone
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
