import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { counted } from '../../text/counted.ts'
import { dayAfter, localTime } from '../../text/texting/local-time.ts'
import { clockText, minutesOf, placeOf, type TextHours } from '../../text/texting/text-hours.ts'
import type { TextingRules } from '../../text/texting/texting-rules.ts'

/** Until when a text waits, by the wall clock, and for what: until it is day in `zone`, or until the next day. */
export interface TextWait {
  kind: 'quiet_hours' | 'daily_cap'
  untilMs: number
  zone: string
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `December 24`. */
function dayWords(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

/** `Texts may leave again tomorrow at 8:00 in Los Angeles, 10:00 here.` */
function againWords({ untilMs, zone }: Pick<TextWait, 'untilMs' | 'zone'>, here: string, nowMs: number): string {
  const [there, atHome] = [localTime(zone, untilMs), localTime(here, untilMs)]
  const today = localTime(here, nowMs).day
  const day = atHome.day === today ? '' : atHome.day === dayAfter(today) ? 'tomorrow ' : `on ${dayWords(atHome.day)} `
  const isSame = there.minutes === atHome.minutes && there.day === atHome.day
  const where = isSame ? '' : ` in ${placeOf(zone)}, ${clockText(atHome.minutes)} here`
  return `Texts may leave again ${day}at ${clockText(there.minutes)}${where}.`
}

/** What a run waits for that may text nobody now. */
export function textWaitWords(wait: TextWait, { zone, dailyCap }: Pick<TextingRules, 'zone' | 'dailyCap'>, nowMs: number): string {
  const again = againWords(wait, zone, nowMs)
  if (wait.kind === 'quiet_hours') return again
  return `No more than ${counted(dailyCap, 'person', 'people')} may be texted on one day, so the others wait. ${again}`
}

/** Why a run stands still that was paused while it might text nobody. */
export function textWaitReason(message: string) {
  return {
    code: 'run.texts_wait',
    message: `The run is paused. ${message}`,
    hint: 'Resume the run then, or now: it waits by itself until texts may leave. Nothing was lost, and nobody is texted twice.',
  } as const
}

/** Of a row whose contact may not be texted any more, or whose group. */
export function tooLateFailure({ until, dailyCap }: Pick<TextingRules, 'until' | 'dailyCap'>, isFull: boolean, people = 1): RowFailure {
  const why = isFull
    ? `no more than ${counted(dailyCap, 'person', 'people')} may be texted on one day`
    : `there are no texting hours left until then where ${these(people)} may be`
  return {
    code: 'send.too_late',
    message: `Not texted: the latest day for these texts is ${dayWords(until)}, and ${why}.`,
    hint: 'Choose a later day and plan the file again with the failed rows, or leave this row out.',
  }
}

function these(people: number): string {
  return people === 1 ? 'this person' : 'the people of this group'
}

/** Of a row whose contact may be in zones that have no texting hour in common. */
export function neverDayFailure({ from, to }: TextHours, people = 1): RowFailure {
  return {
    code: 'send.never_day',
    message: `Not texted: it is never between ${clockText(minutesOf(from))} and ${clockText(minutesOf(to))} at once wherever ${these(people)} may be.`,
    hint: 'Check the number and the time zone of this row, and the time zone of the account in the settings.',
  }
}

/** Of a group that has more people than may be texted on one day. */
export function tooManyFailure(people: number, dailyCap: number): RowFailure {
  return {
    code: 'send.too_many',
    message: `Not texted: this group has ${counted(people, 'person', 'people')}, and no more than ${dailyCap} may be texted on one day.`,
    hint: 'Allow more texts a day in the settings or in the recipe, or make the group smaller.',
  }
}
