import { bareText } from '../../text/cell-text.ts'
import { checked, type DateReading, hourOf, plainText, type ShortYear, type WrittenDate } from '../../text/date-text.ts'
import { monthOf } from '../../text/month-names.ts'

const places = ['YYYY', 'YY', 'MMMM', 'MMM', 'MM', 'M', 'DD', 'D', 'HH', 'H', 'hh', 'h', 'mm', 'ss', 'A'] as const
type Place = (typeof places)[number]
type Piece = { place: Place } | { text: string }

/** A format of dates such as `DD.MM.YYYY HH:mm`, made ready; or what is wrong with it, for the person who wrote it. */
export type DateFormatReading = { format: DateFormat; mistake: null } | { format: null; mistake: string }

export interface DateFormat {
  /** Whether it says day, month and year, as reading needs it. */
  isWhole: boolean
  read(text: string, shortYear: ShortYear): DateReading
  write(date: WrittenDate, language: string): string
}

/**
 * Reads a format: `YYYY YY` year, `MMMM MMM MM M` month in words or figures, `DD D` day, `HH H` hour to 24, `hh h` to 12
 * with `A` for am and pm, `mm` minutes, `ss` seconds; words in [brackets]; anything else that is no letter stands for itself.
 */
export function readDateFormat(format: string): DateFormatReading {
  const pieces: Piece[] = []
  let rest = format.trim()
  while (rest !== '') {
    const place = places.find((one) => rest.startsWith(one)) ?? smallPlace(rest)
    const words = /^\[([^\]]*)\]/.exec(rest)
    if (place !== null) {
      const letter = rest.charAt(place.length - 1)
      pieces.push({ place })
      rest = rest.slice(place.length)
      if (rest.startsWith(letter)) return { format: null, mistake: `has more letters in a row than "${place}" takes` }
    } else if (words !== null) {
      pieces.push({ text: words[1] ?? '' })
      rest = rest.slice(words[0].length)
    } else if (/^\p{L}/u.test(rest)) {
      return {
        format: null,
        mistake: `"${rest.charAt(0)}" is no part of a date; dates are made of YYYY, MM, DD, HH, mm and ss, and words go in [brackets]`,
      }
    } else {
      pieces.push({ text: rest.charAt(0) })
      rest = rest.slice(1)
    }
  }
  const kinds = pieces.flatMap((piece) => ('place' in piece ? [kindOf(piece.place)] : []))
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at)
  if (kinds.length === 0) return { format: null, mistake: 'names no part of a date, such as DD.MM.YYYY' }
  if (kinds.includes('minute') && !kinds.includes('hour')) return { format: null, mistake: 'mm stands for minutes; write MM for the month' }
  return { format: createDateFormat(pieces, kinds, twice !== undefined), mistake: null }
}

type Kind = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half'

function kindOf(place: Place): Kind {
  const kinds: Record<string, Kind> = { Y: 'year', M: 'month', D: 'day', H: 'hour', h: 'hour', m: 'minute', s: 'second', A: 'half' }
  return kinds[place.charAt(0)] ?? 'half'
}

/** Spreadsheets write `dd` and `yyyy`; small m stays the minutes. */
function smallPlace(rest: string): Place | null {
  const small = /^(?:yyyy|yy|dd|d|a)/.exec(rest)?.[0]
  return places.find((place) => place === small?.toUpperCase()) ?? null
}

function createDateFormat(pieces: readonly Piece[], kinds: readonly Kind[], hasTwice: boolean): DateFormat {
  const pattern = new RegExp(`^${pieces.map((piece, at) => patternOf(piece, pieces[at - 1], pieces[at + 1])).join('')}$`, 'u')
  const order = pieces.flatMap((piece) => ('place' in piece ? [piece.place] : []))
  const hasTime = kinds.includes('hour')
  return {
    isWhole: !hasTwice && (['year', 'month', 'day'] as const).every((kind) => kinds.includes(kind)),
    read(text, shortYear) {
      const found = text.length > 100 ? null : pattern.exec(plainText(bareText(text)))
      if (found === null) return { date: null, fault: 'unreadable' }
      const date: WrittenDate = {
        year: 0,
        month: 0,
        day: 0,
        hour: 0,
        minute: 0,
        second: 0,
        offsetMinutes: 0,
        precision: hasTime ? 'local' : 'day',
      }
      let half: string | undefined
      for (const [at, place] of order.entries()) {
        const part = found[at + 1] ?? ''
        if (place === 'A') half = part
        else if (place === 'MMM' || place === 'MMMM') date.month = monthOf(part) ?? 0
        else if (place === 'YY') date.year = shortYear(Number(part))
        else date[kindOf(place) as Exclude<Kind, 'half'>] = Number(part)
      }
      const hour = hourOf(date.hour, half)
      return hour === null ? { date: null, fault: 'unreadable' } : checked({ ...date, hour })
    },
    write: (date, language) => pieces.map((piece) => ('text' in piece ? piece.text : written(piece.place, date, language))).join(''),
  }
}

/** One or two digits either way, unless figures stand side by side: then exactly as many as the format says. */
function patternOf(piece: Piece, before: Piece | undefined, after: Piece | undefined): string {
  if ('text' in piece) return piece.text.trim() === '' ? ' ' : ` ?${escaped(plainText(bareText(piece.text)))} ?`
  const isTight = [before, after].some((one) => one !== undefined && 'place' in one)
  switch (piece.place) {
    case 'YYYY':
      return String.raw`(\d{4})`
    case 'YY':
      return String.raw`(\d{2})`
    case 'MMM':
    case 'MMMM':
      return String.raw`(\p{L}{3,})\.?`
    case 'A':
      return String.raw`([ap])\.? ?m\.?`
    default:
      return isTight ? String.raw`(\d{${piece.place.length}})` : String.raw`(\d{1,2})`
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function written(place: Place, date: WrittenDate, language: string): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hour12 = date.hour % 12 === 0 ? 12 : date.hour % 12
  switch (place) {
    case 'YYYY':
      return String(date.year).padStart(4, '0')
    case 'YY':
      return two(date.year % 100)
    case 'MMMM':
    case 'MMM':
      return monthName(date.month, language, place === 'MMMM' ? 'long' : 'short')
    case 'MM':
      return two(date.month)
    case 'M':
      return String(date.month)
    case 'DD':
      return two(date.day)
    case 'D':
      return String(date.day)
    case 'HH':
      return two(date.hour)
    case 'H':
      return String(date.hour)
    case 'hh':
      return two(hour12)
    case 'h':
      return String(hour12)
    case 'mm':
      return two(date.minute)
    case 'ss':
      return two(date.second)
    case 'A':
      return date.hour < 12 ? 'AM' : 'PM'
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function monthName(month: number, language: string, length: 'long' | 'short'): string {
  const key = `${language} ${length}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(Date.UTC(2024, month - 1, 15)))
}
