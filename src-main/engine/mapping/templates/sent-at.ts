import { type DateFault, type DayOrder, readDateText, secondsOf, type TimePrecision } from '../../text/date-text.ts'

export type SentAtReading = { seconds: number; precision: TimePrecision } | { seconds: null; fault: DateFault }

/**
 * When a message was sent, in Unix seconds, from 1970 to 2100: see `readDateText`. A time without a zone is UTC, a year of
 * two digits in this century.
 */
export function readSentAt(text: string, order: DayOrder | null): SentAtReading {
  const { date, fault } = readDateText(text, order, (year) => 2000 + year)
  if (date === null) return { seconds: null, fault }
  if (date.year < 1970 || date.year > 2100) return { seconds: null, fault: 'unreadable' }
  return { seconds: secondsOf(date), precision: date.precision }
}
