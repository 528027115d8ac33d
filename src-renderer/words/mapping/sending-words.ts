import type { AccountSettings, Recipe } from '../../../src-main/engine/contract.ts'
import { count, counted } from '../format.ts'

type Sending = NonNullable<Recipe['sending']>

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `08:00` as it is read: `8:00`. */
export function clockText(time: string): string {
  return time.replace(/^0/, '')
}

/** `Dec 24, 2026` */
export function dayText(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

export const usualHours = { from: '08:00', to: '20:00' }

/** The times of day that can be chosen: never before 8, never after 21. */
export const clockTimes: readonly string[] = Array.from({ length: 27 }, (_, half) => {
  const hour = String(8 + Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})

/** When texts leave, in a few words each: `8:00 to 20:00`, `at most 200 people a day`, `until Dec 24, 2026`. */
export function sendingParts({ hours = usualHours, dailyCap, until }: Sending, settings?: Pick<AccountSettings, 'textsPerDay'>): string[] {
  const cap = Math.min(settings?.textsPerDay ?? Infinity, dailyCap ?? Infinity)
  return [
    `${clockText(hours.from)} to ${clockText(hours.to)} wherever each person may be`,
    ...(Number.isFinite(cap) ? [`at most ${counted(cap, 'person', 'people')} a day`] : []),
    until === undefined ? 'until a week after the start' : `until ${dayText(until)}`,
  ]
}

export const sendingWords = {
  title: 'The text, and when it leaves',
  message: 'Message',
  messageHelp: 'What each person reads. Press a column to put what the file says of that person in its place.',
  fromColumn: (column: string) => `The message is in the column “${column}”. Write here to send one text to everybody instead.`,
  insert: (column: string) => `Insert ${column}`,
  whoWrites: 'Who writes',
  business: 'Name of your business',
  businessHelp: 'The first message to a person says it, unless the text does.',
  businessMissing: 'People have to know who texts them.',
  howToStop: 'How to stop',
  howToStopHelp: 'Put after the first message to a person, unless the text says it.',
  usualHowToStop: 'Reply STOP to stop.',
  whenTextsLeave: 'When texts leave',
  from: 'From',
  to: 'To',
  hoursHelp:
    'It has to be that time wherever the person may be: by the area code, a time zone column, and your account. Rollcall waits where it is not.',
  cap: 'People a day, at most',
  capHelp: (perDay: number) =>
    `Blank: ${count(perDay)}, as many as your account may text in a day. What other imports text on that day counts, too.`,
  until: 'Latest day',
  untilHelp: 'Nobody is texted after it. Blank: a week after the start.',
  change: 'change the text and when it leaves',
  question: { name: 'The text', target: 'Write it', detail: 'and who it is from' },
}
