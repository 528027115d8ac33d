import type { ImportKind } from '../model/kinds.ts'
import type { Recipe } from '../model/recipes/recipe-schema.ts'
import { type Introduction, usualHowToStop } from '../text/texting/first-message.ts'
import { textTime } from '../text/texting/text-hours.ts'
import { textingRules, zonesToMind } from '../text/texting/texting-rules.ts'
import { importDescriptors } from './all-kinds.ts'
import type { TextingContext } from './kind-descriptor.ts'

/** Whether people are texted what the office has written, and not the service. */
export function textsOwnWords(kind: ImportKind): boolean {
  const { textsPeople, targets } = importDescriptors[kind]
  return textsPeople && targets.includes('body')
}

/** What the first message to a person says besides; null where nobody is texted. */
export function introductionOf({ kind, sending }: Pick<Recipe, 'kind' | 'sending'>): Introduction | null {
  const business = sending?.business?.trim() ?? ''
  if (!textsOwnWords(kind) || business === '') return null
  const howToStop = sending?.howToStop?.trim() ?? ''
  return { business, howToStop: howToStop === '' ? usualHowToStop : howToStop }
}

/** Tells of whom there is no time at which they could be texted, as far as can be told beforehand. The run looks at the clock in any case. */
export function whyNeverTexted(
  { sending = {} }: Pick<Recipe, 'sending'>,
  { textsPerDay = Number.POSITIVE_INFINITY, timeZone = null }: { textsPerDay?: number; timeZone?: string | null },
  nowMs: number,
): TextingContext['whyNever'] {
  const rules = textingRules(sending, { textsPerDay, timeZone }, nowMs)
  return (phones, zone) => {
    if (phones.length > rules.dailyCap) return 'over_cap'
    const time = textTime({ ...rules, zones: zonesToMind(phones, zone, rules.zone) }, nowMs)
    return time.kind === 'never' ? 'never_day' : time.kind === 'tooLate' ? 'too_late' : null
  }
}
