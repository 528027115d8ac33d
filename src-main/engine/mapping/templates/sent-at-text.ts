import type { TimePrecision } from '../../text/date-text.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A time in words. */
export type TimeWriter = (seconds: number, precision: TimePrecision) => string

/**
 * Writes times as `12 Mar 2024, 14:05`. A moment is written as clocks in `timeZone` (IANA, such as `Europe/Berlin`) showed
 * it, UTC where that is null; a time that the file gives without a zone as it stands there; a day without a time of day as
 * `12 Mar 2024`. Throws a RangeError for a time zone that does not exist: see `isTimeZone`.
 */
export function createTimeWriter(timeZone: string | null): TimeWriter {
  const zoned = timeZone === null ? null : new Intl.DateTimeFormat('en-US', { ...fields, timeZone })
  return (seconds, precision) => {
    const date = new Date(seconds * 1000)
    const [year, month, day, hour, minute] = zoned === null || precision !== 'moment' ? utcParts(date) : zonedParts(zoned, date)
    const dayText = `${day} ${months[month - 1] ?? ''} ${year}`
    return precision === 'day' ? dayText : `${dayText}, ${twoDigits(hour)}:${twoDigits(minute)}`
  }
}

/** Whether a time zone of this name exists. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const

type DateParts = readonly [year: number, month: number, day: number, hour: number, minute: number]

function utcParts(date: Date): DateParts {
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
}

function zonedParts(format: Intl.DateTimeFormat, date: Date): DateParts {
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return [part('year'), part('month'), part('day'), part('hour'), part('minute')]
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
