const locale = navigator.language
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const monthYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const dayTime = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

export const count = (value: number) => whole.format(value)
export const rate = (value: number) => (value < 10 ? tenth : whole).format(value)
export const share = (part: number, all: number) => percent.format(all > 0 ? Math.min(1, part / all) : 0)

/** "1 row", "2,000 rows". English, as all of the screens. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

export function sizeText(sizeBytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  let value = sizeBytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  // "974 bytes", "34 kB": the short form of bytes has no plural.
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value)
}

export function dateText(seconds: number): string {
  return dateTime.format(seconds * 1000)
}

/** "Nov 3, 2026". */
export const dateOnlyText = (seconds: number) => dateOnly.format(seconds * 1000)

/** "November 2026". */
export const monthText = (seconds: number) => monthYear.format(seconds * 1000)

/** How many days back a list may be narrowed to. */
export const dateSpans: readonly number[] = [7, 30, 90, 365]

/** "Nov 3". */
export const shortDayText = (seconds: number) => shortDay.format(seconds * 1000)

/** "9:31 AM". */
export const timeText = (seconds: number) => time.format(seconds * 1000)

/** "Today, 9:31 AM"; the date without its year where that is this one. */
export function dayText(seconds: number, nowMs = Date.now()): string {
  const [day, today] = [new Date(seconds * 1000), new Date(nowMs)]
  if (day.toDateString() === today.toDateString()) return `Today, ${timeText(seconds)}`
  return day.getFullYear() === today.getFullYear() ? dayTime.format(day) : dateText(seconds)
}

/** "5 minutes ago", "yesterday"; the date itself when it is more than a month ago. */
export function agoText(seconds: number, nowMs = Date.now()): string {
  const ago = Math.round(seconds - nowMs / 1000)
  const size = Math.abs(ago)
  if (size < 45) return 'just now'
  if (size < 3600) return relative.format(Math.round(ago / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(ago / 3600), 'hour')
  if (size < 30 * 86_400) return relative.format(Math.round(ago / 86_400), 'day')
  return dateText(seconds)
}

/** "less than 5 seconds", "about 3 minutes", "about 1 h 20 min". */
export function durationText(seconds: number): string {
  if (seconds < 5) return 'less than 5 seconds'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds`
  if (seconds < 3600) return `about ${counted(Math.max(1, Math.round(seconds / 60)), 'minute')}`
  const minutes = Math.round(seconds / 60)
  return `about ${count(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** "12 s", "4:05 min", "14 h 49 min"; for a wait that is counted down. */
export function countdownText(seconds: number): string {
  if (seconds < 60) return `${count(seconds)} s`
  if (seconds >= 3600) return `${count(Math.floor(seconds / 3600))} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${count(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')} min`
}
