/** The days of the week as the systems number them, from Sunday on. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/** Each month has it. */
export const lastDayOfMonth = 28

/** What a system is to start, and when: at a time of its day, each day, on one day of the week or on one of the month (1 to 28). */
export interface ScheduleEntry {
  name: string
  /** The program and what it is called with, as it stands: nothing is quoted yet. */
  command: readonly string[]
  hour: number
  minute: number
  weekday: Weekday | null
  dayOfMonth: number | null
}

/** "each Monday at 08:05" */
export function whenText({ hour, minute, weekday, dayOfMonth }: Pick<ScheduleEntry, 'hour' | 'minute' | 'weekday' | 'dayOfMonth'>): string {
  const onWeekday = weekday === null ? 'each day' : `each ${weekday[0]?.toUpperCase()}${weekday.slice(1)}`
  return `${dayOfMonth === null ? onWeekday : `on day ${dayOfMonth} of each month`} at ${two(hour)}:${two(minute)}`
}

export const two = (count: number): string => String(count).padStart(2, '0')

/** A name that every system takes for a file or an entry. Different names that come to the same are told apart by who keeps them. */
export function entryId(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^a-z\d]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return `rollcall-${plain === '' ? 'import' : plain}`
}

export function xmlText(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign)
}
