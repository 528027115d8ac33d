import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import { alongOf, sentAlong } from '../../model/runs/live-with.ts'
import { isPostField } from '../answer/alterations.ts'
import { harmlessAfter, type ServiceProfile } from './service-profile.ts'

/** What was learnt of a service, for whoever looks into the settings: a sentence each, none where nothing is known. */
export function profileWords(profile: ServiceProfile, label: FieldLabel): string[] {
  const { lagMs, busy, isBusyHarmless, clears, livesWith } = profile
  return [
    ...lagWords(lagMs),
    ...busyWords(busy, isBusyHarmless),
    ...questionWords(profile),
    ...textWords(profile, label),
    ...clearWords(clears, livesWith),
    ...reopenWords(profile),
  ]
}

function reopenWords({ importReopens, whisperReopens }: ServiceProfile): string[] {
  const again = 'Rollcall resolves those again that were resolved before.'
  return [
    ...(importReopens === true ? [`A message that is imported opens its conversation again. ${again}`] : []),
    ...(whisperReopens === true ? [`A whisper opens its conversation again. ${again}`] : []),
  ]
}

function clearWords(clears: ServiceProfile['clears'], livesWith: ServiceProfile['livesWith']): string[] {
  const along = alongOf(clears).filter((one) => livesWith.has(one))
  const others = [...clears].filter((one) => !livesWith.has(one))
  return [
    ...(along.length > 0 ? [`It clears what a change leaves out. Rollcall writes ${sentAlong(along)} with each change.`] : []),
    ...(others.length > 0
      ? [`It clears what a change leaves out: ${sentAlong(others)}. Rollcall stops there unless that is written each time.`]
      : []),
  ]
}

function textWords({ cuts, escapes, alters, livesWith }: ServiceProfile, label: FieldLabel): string[] {
  const isLivedWith = livesWith.has('altered-texts')
  const names = (fields: Iterable<string>) => [...fields].map(label).toSorted().join(', ')
  const asDone = 'Rollcall takes what it makes of them as what was asked for, as you chose.'
  const cutEnd = (field: string) => {
    if (isLivedWith) return 'Rollcall takes what is left as done, and says so beside the row, as you chose.'
    return isPostField(field) ? 'A run stops at the first text that is longer.' : 'Rows with a longer text fail, and stop no run.'
  }
  return [
    ...Object.entries(cuts).map(([field, characters]) => `It cuts ${label(field)} after ${characters} characters. ${cutEnd(field)}`),
    ...(escapes.size > 0
      ? [
          `It writes & < > and quotes in another way (&amp; and the like): ${names(escapes)}. ${isLivedWith ? asDone : 'Rollcall stops there.'}`,
        ]
      : []),
    ...(alters.size > 0 ? [`It alters texts: ${names(alters)}. ${isLivedWith ? asDone : 'Rollcall stops there.'}`] : []),
  ]
}

function questionWords({ questions, showsQuestions }: ServiceProfile): string[] {
  if (showsQuestions) {
    return [
      'It shows its questions for consent in the conversations. So Rollcall asks again where the answer was lost and no question is there.',
    ]
  }
  if (questions.unshown === 0) return []
  return [
    'It does not always show its questions for consent in the conversations. So Rollcall asks nobody again by itself where the answer was lost.',
  ]
}

function lagWords(lagMs: number | null): string[] {
  if (lagMs === null) return []
  if (lagMs === 0) return ['What Rollcall writes can be read at once.']
  const seconds = Math.max(0.1, Math.round(lagMs / 100) / 10)
  return [
    `What Rollcall writes is shown up to ${seconds} ${seconds === 1 ? 'second' : 'seconds'} later. Rollcall waits for that before it says that something was not stored.`,
  ]
}

function busyWords({ without, withEffect }: ServiceProfile['busy'], isHarmless: boolean): string[] {
  if (withEffect > 0) {
    return [
      'When it answers that it is asked too much, it may have done it all the same. So Rollcall looks each time before it repeats something that must not happen twice.',
    ]
  }
  if (isHarmless) {
    return ['When it answers that it is asked too much, it has done nothing. So Rollcall tries again as soon as it may.']
  }
  if (without === 0) return []
  const times = without === 1 ? 'once' : `${without} times`
  return [
    `When it answered that it was asked too much, it had done nothing: seen ${times}. After ${harmlessAfter} times Rollcall relies on it.`,
  ]
}
