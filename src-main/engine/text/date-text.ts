import { bareText } from './cell-text.ts'
import { monthOf } from './month-names.ts'

export type DayOrder = 'dayFirst' | 'monthFirst'
/** How exactly a time was written: a day, a time of day as clocks showed it there, or a moment, with its zone. */
export type TimePrecision = 'day' | 'local' | 'moment'

/** A date as it was written; of Unix times as UTC has it. `offsetMinutes`: how far its clocks are ahead of UTC. */
export interface WrittenDate {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offsetMinutes: number
  precision: TimePrecision
}

export type DateFault = 'ambiguous' | 'unreadable' | 'spreadsheet_number'
export type DateReading = { date: WrittenDate; fault: null } | { date: null; fault: DateFault }

/** What `24` as a year means. */
export type ShortYear = (year: number) => number

const longest = 100
const time = String.raw`(?:[ t]*(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)? ?(?<half>[ap]\.? ?m\.?)?(?: ?uhr)? ?(?<utc>utc|gmt|z)? ?(?<zone>[+-]\d{2}:?(?:\d{2})?)?(?: \(.*\))?)?$`
const forms: readonly RegExp[] = [
  String.raw`^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<second_>\d{1,2})[-/.](?<year>\d{4}|\d{2})`,
  String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de )?(?<name>\p{L}{3,})\.?[ -](?:de )?(?<year>\d{4}|\d{2})`,
  String.raw`^(?<name>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})`,
].map((form) => new RegExp(form + time, 'u'))
const compact = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})(z)?)?$/
const weekday = /^\p{L}{2,}\.? (?=\p{L}{3,}\.? \d|\d{1,2}[ .]\D*\p{L})/u

/**
 * Reads ISO 8601, Unix seconds and milliseconds (over 10^11, as the service does), and the usual written dates in English,
 * German, French and Spanish. The month of 3/4/2024 is ambiguous unless `order` settles it.
 */
export function readDateText(text: string, order: DayOrder | null, shortYear: ShortYear): DateReading {
  const bare = bareText(text)
  if (bare.length > longest) return { date: null, fault: 'unreadable' }
  if (/^\d+(?:\.\d+)?$/.test(bare)) return readNumber(bare)
  const plain = plainText(bare)
    .replace(/,/g, ' ')
    .replace(/ (?:at|um|a las|a) (?=\d)/, ' ')
    .replace(/\s+/g, ' ')
  const zipped = compact.exec(plain)
  if (zipped) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = zipped.slice(1, 7).map((part) => Number(part ?? 0))
    const precision = zipped[4] === undefined ? 'day' : zipped[7] === undefined ? 'local' : 'moment'
    return checked({ year, month, day, hour, minute, second, offsetMinutes: 0, precision })
  }
  for (const candidate of [plain, plain.replace(weekday, '')]) {
    for (const form of forms) {
      const found = form.exec(candidate)?.groups
      if (found !== undefined) return readParts(found, order, shortYear)
    }
  }
  return { date: null, fault: 'unreadable' }
}

/** Whether day or month comes first in a column, if at least one of its dates is unambiguous and none contradicts it. */
export function dayOrderOf(samples: readonly string[]): DayOrder | null {
  const orders = new Set<DayOrder>()
  for (const sample of samples) {
    const parts = /^\D{0,6}(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})(?!\d)/.exec(bareText(sample))
    if (parts === null) continue
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    if (first > 12 && second <= 12 && parts[3]?.length === 4) orders.add('dayFirst')
    if (second > 12 && first <= 12) orders.add('monthFirst')
  }
  const [only] = orders
  return orders.size === 1 && only !== undefined ? only : null
}

/** Lower case without accents. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

/** The date, if that day and time of day exist. */
export function checked(date: WrittenDate): DateReading {
  const { year, month, day, hour, minute, second } = date
  const isReal =
    year >= 1800 &&
    year <= 2200 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  return isReal ? { date, fault: null } : { date: null, fault: 'unreadable' }
}

/** The Unix time of a date in seconds, taking its zone into account. */
export function secondsOf({ year, month, day, hour, minute, second, offsetMinutes }: WrittenDate): number {
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - offsetMinutes * 60
}

/** What clocks in UTC showed at a moment. */
export function utcDate(ms: number, precision: TimePrecision): WrittenDate {
  const at = new Date(ms)
  const [hour, minute, second] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), hour, minute, second, offsetMinutes: 0, precision }
}

/** Unix seconds or milliseconds. */
export function readUnixTime(text: string): DateReading {
  const value = Number(text)
  if (value > 1e11 && value < 4.2e12) return { date: utcDate(Math.floor(value), 'moment'), fault: null }
  if (value >= 1e8 && value < 4.2e9) return { date: utcDate(Math.floor(value) * 1000, 'moment'), fault: null }
  return { date: null, fault: 'unreadable' }
}

function readNumber(text: string): DateReading {
  const whole = text.split('.')[0] ?? ''
  if (whole.length === 8) {
    const [year, month, day] = [Number(whole.slice(0, 4)), Number(whole.slice(4, 6)), Number(whole.slice(6, 8))]
    return checked({ year, month, day, hour: 0, minute: 0, second: 0, offsetMinutes: 0, precision: 'day' })
  }
  return whole.length === 5 ? { date: null, fault: 'spreadsheet_number' } : readUnixTime(text)
}

function readParts(parts: Record<string, string | undefined>, order: DayOrder | null, shortYear: ShortYear): DateReading {
  const day = readDay(parts, order, shortYear)
  if (!Array.isArray(day)) return { date: null, fault: day }
  const hour = hourOf(Number(parts.hour ?? 0), parts.half)
  if (hour === null) return { date: null, fault: 'unreadable' }
  const zone = /^([+-])(\d{2}):?(\d{2})?$/.exec(parts.zone ?? '')
  const offsetMinutes = zone === null ? 0 : (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3] ?? 0))
  const precision = parts.hour === undefined ? 'day' : zone === null && parts.utc === undefined ? 'local' : 'moment'
  const [year, month, dayOfMonth] = day
  return checked({
    year,
    month,
    day: dayOfMonth,
    hour,
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    offsetMinutes,
    precision,
  })
}

/** The hour from 0 to 23; `half`, if given, begins with "a" or "p". Null for 13 pm. */
export function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.startsWith('p') ? 12 : 0)
}

/** Year, month and day. */
function readDay(
  parts: Record<string, string | undefined>,
  order: DayOrder | null,
  shortYear: ShortYear,
): [number, number, number] | 'ambiguous' | 'unreadable' {
  const isShort = parts.year?.length === 2
  const year = isShort ? shortYear(Number(parts.year)) : Number(parts.year)
  if (parts.first === undefined) {
    const month = parts.name === undefined ? Number(parts.month) : monthOf(parts.name)
    return month === null ? 'unreadable' : [year, month, Number(parts.day)]
  }
  const [first, second] = [Number(parts.first), Number(parts.second_)]
  const dayFirst: [number, number, number] = [year, second, first]
  const monthFirst: [number, number, number] = [year, first, second]
  if (parts.mark === '.') return dayFirst
  if (order !== null) return (order === 'dayFirst' ? second : first) > 12 ? 'ambiguous' : order === 'dayFirst' ? dayFirst : monthFirst
  if (first <= 12 && second > 12) return monthFirst
  // 25/03/24 could also be 24 March 2025, written the other way round.
  if (first > 12 && second <= 12) return isShort ? 'ambiguous' : dayFirst
  return first === second && !isShort ? dayFirst : 'ambiguous'
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
