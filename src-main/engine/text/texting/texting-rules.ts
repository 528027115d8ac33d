import { dayAfter, localTime } from './local-time.ts'
import { phoneZones } from './phone-zones.ts'
import { type TextHours, usualHours, widestHours } from './text-hours.ts'
import { zonesOfText } from './zones-of-text.ts'

/** When a run may text people. */
export interface TextingRules {
  hours: TextHours
  /** So many people are texted on one day of the account's zone at most, over all of its runs. */
  dailyCap: number
  /** The latest day, such as `2026-12-24`. */
  until: string
  /** The account's own zone (IANA), in which days are counted; it has to be day there, too. */
  zone: string
}

/** What a recipe says of it; what it leaves out is as usual. */
export interface TextingWishes {
  hours?: TextHours | undefined
  dailyCap?: number | undefined
  until?: string | undefined
}

/** What an account says of it. */
export interface TextingSettings {
  textsPerDay: number
  /** Null for the one of this computer. */
  timeZone: string | null
}

/** So many days after its start a run texts nobody any more, unless its recipe has a latest day: what it says may no longer be so. */
const usualDays = 7

/** The rules of a run that began at that moment. A recipe may narrow the account's cap, and never widen it. */
export function textingRules(wishes: TextingWishes, settings: TextingSettings, startedAtMs: number): TextingRules {
  const zone = settings.timeZone ?? zoneOfComputer()
  return {
    hours: within(wishes.hours ?? usualHours, widestHours),
    dailyCap: Math.min(settings.textsPerDay, wishes.dailyCap ?? settings.textsPerDay),
    until: wishes.until ?? usualUntil(localTime(zone, startedAtMs).day),
    zone,
  }
}

/** Whatever stands in a recipe: nobody is texted at night. Times of two digits are in order as text. */
function within({ from, to }: TextHours, widest: TextHours): TextHours {
  return { from: from < widest.from ? widest.from : from, to: to > widest.to ? widest.to : to }
}

/** The latest day of a run that began on that day and has none of its own. */
export function usualUntil(day: string): string {
  return Array.from({ length: usualDays }).reduce<string>(dayAfter, day)
}

export function zoneOfComputer(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * All zones in which it has to be day before these people are texted together: those of their numbers, of what a column says of where they
 * are (null where none does), and the account's. Empty where one of them may be anywhere.
 */
export function zonesToMind(phones: readonly string[], timeZone: string | null, accountZone: string): readonly string[] {
  const found = [...phones.map(phoneZones), ...(timeZone === null ? [] : [zonesOfText(timeZone) ?? []])]
  if (phones.length === 0 || found.some((zones) => zones.length === 0)) return []
  return [...new Set([...found.flat(), accountZone])]
}
