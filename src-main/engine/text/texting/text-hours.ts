import { dayAfter, localTime, momentOf } from './local-time.ts'

/** Between which times of day people may be texted, such as `{ from: '08:00', to: '20:00' }`; at `to` no more. */
export interface TextHours {
  from: string
  to: string
}

export const usualHours: TextHours = { from: '08:00', to: '20:00' }
/** No recipe may ask for more. */
export const widestHours: TextHours = { from: '08:00', to: '21:00' }

/** So many days ahead it is looked for a time at which it is day in all zones. */
const mostDays = 14

/** What makes texting hours unusable, in words; null where they can be used. */
export function hoursMistake({ from, to }: TextHours): string | null {
  if (minutesOf(from) >= minutesOf(to)) return `The texting hours end at ${clock(to)}, before they begin at ${clock(from)}.`
  if (minutesOf(from) < minutesOf(widestHours.from) || minutesOf(to) > minutesOf(widestHours.to))
    return `The texting hours ${clock(from)} to ${clock(to)} are wider than ${clock(widestHours.from)} to ${clock(widestHours.to)}.`
  return null
}

/** When somebody may be texted. All times are by the wall clock. */
export type TextTime =
  | { kind: 'now' }
  /** Not before that moment, at which it becomes day in `zone`. */
  | { kind: 'later'; atMs: number; zone: string }
  /** The latest day is over before there is such a time. */
  | { kind: 'tooLate' }
  /** It is never day in all zones at once, or nothing is known of where somebody may be. */
  | { kind: 'never' }

/** Who may be texted when: `zones` are all in which somebody may be; `until` is the latest day, such as `2026-12-24`, in any of them. */
export interface TextLimits {
  zones: readonly string[]
  hours: TextHours
  until: string
}

/** When somebody may be texted, from a moment on: the hours have to be right by the clocks of all zones at once. */
export function textTime({ zones, hours, until }: TextLimits, fromMs: number): TextTime {
  if (zones.length === 0) return { kind: 'never' }
  let atMs = fromMs
  let zone = zones[0] ?? ''
  const farthestMs = fromMs + mostDays * 24 * 60 * 60_000
  for (;;) {
    if (atMs > farthestMs) return { kind: 'never' }
    const opens = zones.map((one) => ({ zone: one, atMs: nextOpening(one, hours, atMs) }))
    const last = opens.reduce((latest, one) => (one.atMs > latest.atMs ? one : latest))
    const isOpen = last.atMs === atMs
    if (isOpen && zones.some((one) => localTime(one, atMs).day > until)) return { kind: 'tooLate' }
    if (isOpen) return atMs === fromMs ? { kind: 'now' } : { kind: 'later', atMs, zone }
    ;({ atMs, zone } = last)
  }
}

/** The moment itself where it is within the hours of a zone, else when they begin next. */
function nextOpening(zone: string, { from, to }: TextHours, atMs: number): number {
  const { day, minutes } = localTime(zone, atMs)
  const opens = minutesOf(from)
  if (minutes < opens) return momentOf(zone, { day, minutes: opens })
  return minutes < minutesOf(to) ? atMs : momentOf(zone, { day: dayAfter(day), minutes: opens })
}

/** `08:00` as minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `08:00` as it is read: `8:00`. */
function clock(time: string): string {
  return clockText(minutesOf(time))
}

/** Minutes since midnight as a clock shows them: `8:00`. */
export function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** A zone as people call it: `Los Angeles`. */
export function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
