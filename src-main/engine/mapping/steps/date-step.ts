import { type DateFormat, readDateFormat } from './date-format.ts'
import {
  checked,
  type DateFault,
  type DateReading,
  type DayOrder,
  readDateText,
  readUnixTime,
  secondsOf,
  type ShortYear,
  utcDate,
  type WrittenDate,
} from '../../text/date-text.ts'
import type { TextStep } from '../../model/recipes/step-schema.ts'

type DateStep = Extract<TextStep, { do: 'date' }>
export type Rewritten = { text: string; fault: null } | { text: null; fault: DateFault }

const namedWays = ['auto', 'dayFirst', 'monthFirst', 'excel', 'unix'] as const
type NamedWay = (typeof namedWays)[number]

const serial = /^\d{1,7}(?:[.,]\d+)?$/
const dayMs = 86_400_000
/** Spreadsheets count the days from here, and take 1900 for a leap year. */
const dayZeroMs = Date.UTC(1899, 11, 30)

/** As spreadsheets do: 29 is 2029, 30 is 1930. */
const shortYear: ShortYear = (year) => (year < 30 ? 2000 : 1900) + year

/** What is wrong with the formats of a step, by property; empty when nothing is. */
export function dateStepMistakes({ from, to }: DateStep): { path: 'from' | 'to'; message: string }[] {
  const mistakes: { path: 'from' | 'to'; message: string }[] = []
  if (from !== undefined && !isNamed(from)) {
    const reading = readDateFormat(from)
    if (reading.format === null) mistakes.push({ path: 'from', message: reading.mistake })
    else if (!reading.format.isWhole)
      mistakes.push({ path: 'from', message: 'must say year, month and day, each once, such as DD.MM.YYYY' })
  }
  const written = to === undefined ? null : readDateFormat(to)
  if (written?.format === null) mistakes.push({ path: 'to', message: written.mistake })
  return mistakes
}

/** Rewrites dates as the step says; `dayOrder` is that of the column where the step leaves it open. */
export function createDateStep({ from = 'auto', to, language = 'en' }: DateStep, dayOrder: DayOrder | null): (text: string) => Rewritten {
  const read = isNamed(from) ? namedReader(from, dayOrder) : formatReader(from)
  const format = to === undefined ? null : madeFormat(to)
  return (text) => {
    const { date, fault } = read(text)
    if (date === null) return { text: null, fault }
    return { text: format === null ? isoText(date) : format.write(date, language), fault: null }
  }
}

function isNamed(way: string): way is NamedWay {
  return (namedWays as readonly string[]).includes(way)
}

function namedReader(way: NamedWay, dayOrder: DayOrder | null): (text: string) => DateReading {
  switch (way) {
    case 'excel':
      return readSerial
    case 'unix':
      return (text) => (/^\d+(?:\.\d+)?$/.test(text) ? readUnixTime(text) : { date: null, fault: 'unreadable' })
    case 'auto':
    case 'dayFirst':
    case 'monthFirst': {
      const order = way === 'auto' ? dayOrder : way
      return (text) => {
        const reading = readDateText(text, order, shortYear)
        return reading.fault === 'spreadsheet_number' ? readSerial(text) : reading
      }
    }
  }
}

function formatReader(format: string): (text: string) => DateReading {
  const made = madeFormat(format)
  return (text) => made.read(text, shortYear)
}

function madeFormat(format: string): DateFormat {
  const reading = readDateFormat(format)
  if (reading.format === null) throw new Error('A date format was not checked')
  return reading.format
}

function readSerial(text: string): DateReading {
  const days = serial.test(text) ? Number(text.replace(',', '.')) : 0
  if (days < 1) return { date: null, fault: 'unreadable' }
  const ms = dayZeroMs + Math.round((days < 60 ? days + 1 : days) * 86_400) * 1000
  return checked(utcDate(ms, ms % dayMs === 0 ? 'day' : 'local'))
}

/** ISO 8601, as exactly as the date was written; a moment in UTC. */
function isoText(date: WrittenDate): string {
  const shown = date.precision === 'moment' ? utcDate(secondsOf(date) * 1000, 'moment') : date
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${shown.year}-${two(shown.month)}-${two(shown.day)}`
  const seconds = shown.second === 0 ? '' : `:${two(shown.second)}`
  if (date.precision === 'day') return day
  return date.precision === 'moment'
    ? `${day}T${two(shown.hour)}:${two(shown.minute)}:${two(shown.second)}Z`
    : `${day} ${two(shown.hour)}:${two(shown.minute)}${seconds}`
}
