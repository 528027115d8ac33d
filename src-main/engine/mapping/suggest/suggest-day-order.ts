import { readCell } from '../../text/cell-text.ts'
import { dayOrderOf, readDateText } from '../../text/date-text.ts'
import type { DayOrder } from '../../text/date-text.ts'

/**
 * How dates such as 3/4/2024 are meant, by the other dates of their column: `open` where none of them tells, so that only a person
 * can say it. Null where no date leaves it open.
 */
export function suggestDayOrder(cells: readonly string[]): DayOrder | 'open' | null {
  const texts = cells.map(readCell).filter((text) => text !== '')
  if (!texts.some((text) => readDateText(text, null, (year) => 2000 + year).fault === 'ambiguous')) return null
  return dayOrderOf(texts) ?? 'open'
}
