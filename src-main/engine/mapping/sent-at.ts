import { bareText } from './cell-text.ts'

export type DayOrder = 'dayFirst' | 'monthFirst'
/** How exactly a time was written: a day, a time of day as clocks showed it there, or a moment, with its zone. */
export type TimePrecision = 'day' | 'local' | 'moment'
export type SentAtReading = { seconds: number; precision: TimePrecision } | { seconds: null; fault: 'ambiguous' | 'unreadable' | 'spreadsheet_number' }

const time = String.raw`(?:[ t]*(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)? ?(?<half>[ap]\.? ?m\.?)?(?: ?uhr)? ?(?<utc>utc|gmt|z)? ?(?<zone>[+-]\d{2}:?(?:\d{2})?)?(?: \(.*\))?)?$`
const forms: readonly RegExp[] = [
  String.raw`^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<second_>\d{1,2})[-/.](?<year>\d{4}|\d{2})`,
  String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de )?(?<name>\p{L}{3,})\.?[ -](?:de )?(?<year>\d{4})`,
  String.raw`^(?<name>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})`,
].map((form) => new RegExp(form + time, 'u'))
const compact = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})(z)?)?$/
const weekday = /^\p{L}{2,}\.? (?=\p{L}{3,}\.? \d|\d{1,2}[ .]\D*\p{L})/u

const months: Record<string, number> = {
  jan: 1, ene: 1, feb: 2, fev: 2, mar: 3, mae: 3, mrz: 3, apr: 4, avr: 4, abr: 4, mai: 5, may: 5, jun: 6, juin: 6, jul: 7, juil: 7,
  aug: 8, aou: 8, ago: 8, sep: 9, set: 9, okt: 10, oct: 10, nov: 11, dez: 12, dec: 12, dic: 12,
} // prettier-ignore

/**
 * When a message was sent, in Unix seconds: ISO 8601, Unix seconds or milliseconds (over 10^11, as the service does), and
 * the usual written dates in English, German, French and Spanish. A time without a zone is UTC. Of 3/4/2024 nobody can
 * tell the month: it is ambiguous unless `order` says it.
 */
export function readSentAt(text: string, order: DayOrder | null): SentAtReading {
  const bare = bareText(text)
  if (bare.length > 100) return { seconds: null, fault: 'unreadable' }
  if (/^\d+(?:\.\d+)?$/.test(bare)) return readNumber(bare)
  const plain = bare
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/,/g, ' ')
    .replace(/ (?:at|um|a las|a) (?=\d)/, ' ')
    .replace(/\s+/g, ' ')
  const zipped = compact.exec(plain)
  if (zipped) {
    const precision = zipped[4] === undefined ? 'day' : zipped[7] === undefined ? 'local' : 'moment'
    return secondsOf(zipped.slice(1, 7).map((part) => Number(part ?? 0)), 0, precision)
  }
  for (const candidate of [plain, plain.replace(weekday, '')]) {
    for (const form of forms) {
      const found = form.exec(candidate)?.groups
      if (found !== undefined) return readParts(found, order)
    }
  }
  return { seconds: null, fault: 'unreadable' }
}

/** Which of day and month comes first in a column, where one of its dates leaves no doubt and none contradicts it. */
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

function readNumber(text: string): SentAtReading {
  const value = Number(text)
  const whole = text.split('.')[0] ?? ''
  if (whole.length === 8) {
    const date = secondsOf([Number(whole.slice(0, 4)), Number(whole.slice(4, 6)), Number(whole.slice(6, 8)), 0, 0, 0], 0, 'day')
    return date.seconds === null ? { seconds: null, fault: 'unreadable' } : date
  }
  if (whole.length === 5) return { seconds: null, fault: 'spreadsheet_number' }
  if (value > 1e11 && value < 4.2e12) return { seconds: Math.floor(value / 1000), precision: 'moment' }
  if (value >= 1e8 && value < 4.2e9) return { seconds: Math.floor(value), precision: 'moment' }
  return { seconds: null, fault: 'unreadable' }
}

function readParts(parts: Record<string, string | undefined>, order: DayOrder | null): SentAtReading {
  const date = readDate(parts, order)
  if (!Array.isArray(date)) return { seconds: null, fault: date }
  let hour = Number(parts.hour ?? 0)
  if (parts.half !== undefined) {
    if (hour < 1 || hour > 12) return { seconds: null, fault: 'unreadable' }
    hour = (hour % 12) + (parts.half.startsWith('p') ? 12 : 0)
  }
  const zone = /^([+-])(\d{2}):?(\d{2})?$/.exec(parts.zone ?? '')
  const offsetMinutes = zone === null ? 0 : (zone[1] === '-' ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3] ?? 0))
  const precision = parts.hour === undefined ? 'day' : zone === null && parts.utc === undefined ? 'local' : 'moment'
  return secondsOf([...date, hour, Number(parts.minute ?? 0), Number(parts.second ?? 0)], offsetMinutes, precision)
}

/** Year, month and day. */
function readDate(parts: Record<string, string | undefined>, order: DayOrder | null): number[] | 'ambiguous' | 'unreadable' {
  if (parts.first === undefined) {
    const name = parts.name
    const month = name === undefined ? Number(parts.month) : (months[name.slice(0, 4)] ?? months[name.slice(0, 3)])
    return month === undefined ? 'unreadable' : [Number(parts.year), month, Number(parts.day)]
  }
  const [first, second] = [Number(parts.first), Number(parts.second_)]
  const isShort = parts.year?.length === 2
  const year = Number(parts.year) + (isShort ? 2000 : 0)
  const dayFirst = [year, second, first]
  const monthFirst = [year, first, second]
  if (parts.mark === '.') return dayFirst
  if (order !== null) return (order === 'dayFirst' ? second : first) > 12 ? 'ambiguous' : order === 'dayFirst' ? dayFirst : monthFirst
  if (first <= 12 && second > 12) return monthFirst
  // 25/03/24 could also be 24 March 2025, written the other way round.
  if (first > 12 && second <= 12) return isShort ? 'ambiguous' : dayFirst
  return first === second && !isShort ? dayFirst : 'ambiguous'
}

function secondsOf(parts: number[], offsetMinutes: number, precision: TimePrecision): SentAtReading {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    year >= 1970 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour <= 23 && minute <= 59 && second <= 59
  return isReal ? { seconds: date.getTime() / 1000 - offsetMinutes * 60, precision } : { seconds: null, fault: 'unreadable' }
}
