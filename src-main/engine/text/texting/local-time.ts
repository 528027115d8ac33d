const quarterMs = 15 * 60_000
const dayMs = 24 * 60 * 60_000

/** The day and time that a clock in some zone shows. */
export interface LocalTime {
  /** Such as `2026-12-24`. */
  day: string
  /** Since midnight, seconds dropped. */
  minutes: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Offsets change at quarters of an hour only, so each is found once for each quarter; they are few at a time. */
const offsets = new Map<string, number>()
const mostOffsets = 10_000

/** What a clock in a zone (IANA) shows at a moment, by its rules for changing clocks. Throws for a zone that is not known. */
export function localTime(zone: string, atMs: number): LocalTime {
  const local = new Date(atMs + offsetMs(zone, atMs))
  return { day: local.toISOString().slice(0, 10), minutes: local.getUTCHours() * 60 + local.getUTCMinutes() }
}

/** When a clock in a zone shows that time on that day; an hour that is skipped there counts as the one after it. */
export function momentOf(zone: string, { day, minutes }: LocalTime): number {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const guessMs = asUtcMs - offsetMs(zone, asUtcMs)
  return asUtcMs - offsetMs(zone, guessMs)
}

/** The day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** How far ahead of UTC the zone's clocks are; behind it where it is negative. */
function offsetMs(zone: string, atMs: number): number {
  const quarter = Math.floor(atMs / quarterMs)
  const key = `${quarter} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const atQuarterMs = quarter * quarterMs
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atQuarterMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shownMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  if (offsets.size >= mostOffsets) offsets.clear()
  offsets.set(key, shownMs - atQuarterMs)
  return shownMs - atQuarterMs
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
