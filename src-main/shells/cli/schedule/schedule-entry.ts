/** The days of the week as the systems number them, from Sunday on. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/** What a system is to start, and when: at a time of its day, each day or on one day of the week. */
export interface ScheduleEntry {
  name: string
  /** The program and what it is called with, as it stands: nothing is quoted yet. */
  command: readonly string[]
  hour: number
  minute: number
  weekday: Weekday | null
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
