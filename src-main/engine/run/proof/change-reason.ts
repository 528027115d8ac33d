import { type LiveWith, sentAlong } from '../../model/runs/live-with.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { RunReason } from '../../store/runs/runs.ts'

/** A contact of which more was changed than was asked for. */
export interface ChangedCase {
  line: number
  /** What changed, each in words. */
  words: readonly string[]
  /** What was asked for and not done: what these fields are called. Absent where all was done. */
  lost?: readonly string[]
  /** Whether all of it was put back. */
  isBack: boolean
}

/** The run stops where the service changes more than it is asked to. */
export function changedMoreReason(cases: readonly ChangedCase[], offers: readonly LiveWith[] = [], isTexting = false): RunReason {
  const told = toldOf(cases)
  const back = cases.every(({ isBack }) => isBack)
    ? cases.length === 1
      ? 'It was put back as it was.'
      : 'All of them were put back as they were.'
    : `Not all of that could be put back: see ${cases.length === 1 ? 'the row' : 'the rows'} concerned.`
  return {
    code: 'run.changed_more',
    message: `The service changes more than it is asked to (${told}). The run stopped before doing that to more contacts. ${back}`,
    hint:
      offers.length === 0
        ? isTexting
          ? 'Something in the service texts people by itself when they are changed, such as a welcome or a confirmation. Switch that off there, then resume; or cancel the run.'
          : 'Look at these contacts in the service, and ask whoever manages it why it does so. When that is fixed, resume; or cancel the run.'
        : `Rollcall can go on if it sends ${sentAlong(offers)} along with each change, as it reads them right before. Resume the run with that (--live-with ${offers.join(',')}), or cancel it.`,
    ...(offers.length > 0 && { offers: [...offers] }),
  }
}

/** Imported messages were answered some seconds after them, or a flag of their contacts changed. */
export function changedLaterReason(cases: readonly ChangedCase[]): RunReason {
  return {
    code: 'run.changed_more',
    message: `Some seconds after imported messages the service did more than it was asked to (${toldOf(cases)}). The run stopped before doing that to more contacts.`,
    hint: 'Look at the conversations of the messages that were imported: whatever answers new messages by itself (an auto-reply, a survey, a bot) may have answered them, too. Switch that off, then resume; or cancel the run.',
  }
}

/** The same, beside the row. */
export function changedLaterNote(words: readonly string[]): RowFailure {
  return {
    code: 'service.answered',
    message: `The message was imported. Some seconds later something else had happened: ${words.join(', ')}.`,
    hint: 'Look at the conversation in the service: a colleague or an auto-reply may have answered the message.',
  }
}

/** So many contacts are told of; the results tell of all. */
const mostCases = 5

function toldOf(cases: readonly ChangedCase[]): string {
  const told = cases.slice(0, mostCases).map(({ line, words, lost = [] }) => {
    const notDone = lost.length === 0 ? [] : [`and what was asked for was not applied: ${[...new Set(lost)].join(', ')}`]
    return `row ${line}: ${[...words, ...notDone].join(', ')}`
  })
  return [...told, ...(cases.length > mostCases ? [`and ${cases.length - mostCases} more`] : [])].join('; ')
}

/** Rollcall ended, or was paused, before all rows in doubt were read again. */
export const changedBeforeReason: RunReason = {
  code: 'run.changed_more',
  message:
    'The service was found to change more than it is asked to before this run was interrupted. Rollcall has gone on looking at the contacts that it may have done that to, and sent nothing else.',
  hint: 'Look at these contacts in the service, and ask whoever manages it why it does so. When that is fixed, resume; or cancel the run.',
}

/** The run was paused while that is looked into: whether the service does it to others, too, and whether it can be put back. */
export function undecidedReason(cases: readonly ChangedCase[]): RunReason {
  const told = toldOf(cases)
  return {
    code: 'run.changed_undecided',
    message: `The run was paused while Rollcall looked into a contact of which more was changed than was asked for (${told}).`,
    hint: 'Resume the run: it begins with this contact, and puts it back as it was where the service did that.',
  }
}

/** Lines of the rows that were read again before the run stopped, by what came of it. */
export interface LookedAgain {
  /** As they should be. */
  asked: number[]
  /** More than that was different from what was known, and was put back. */
  back: number[]
  /** What they asked for is not there. */
  wrong: number[]
  /** More than that is different from what was known. */
  changed: number[]
  /** Nobody could tell. */
  unread: number[]
}

/** So many lines are named; the results name all. */
const mostLines = 20

/** A reason, with what became of the rows that were sent since the last one that was seen to be as it should be. */
export function withLookedAgain(reason: RunReason, { asked, back, wrong, changed, unread }: LookedAgain): RunReason {
  const rows = asked.length + back.length + wrong.length + changed.length + unread.length
  if (rows === 0) return reason
  const sent =
    rows === 1
      ? 'One more row was sent since the last one that was looked up and was as it should be. It was read again:'
      : `${rows} more rows were sent since the last one that was looked up and was as it should be. They were read again:`
  const found = [
    ...said(wrong, 'was not done as asked', 'were not done as asked'),
    ...said(
      back,
      'had other changes than were asked for and was put back as it was',
      'had other changes than were asked for and were put back as they were',
    ),
    ...said(changed, 'has other changes than were asked for', 'have other changes than were asked for'),
    ...said(unread, 'could not be told', 'could not be told'),
    ...(asked.length === 0 ? [] : [asked.length === rows ? 'all is as it should be' : `${asked.length} as they should be`]),
  ]
  const hint =
    rows === asked.length + back.length ? '' : ' Look at the contacts of these rows, too: the results say beside each what is different.'
  return { ...reason, message: `${reason.message} ${sent} ${found.join('; ')}.`, hint: `${reason.hint}${hint}` }
}

function said(lines: readonly number[], one: string, several: string): string[] {
  if (lines.length === 0) return []
  const named = lines
    .toSorted((a, b) => a - b)
    .slice(0, mostLines)
    .join(', ')
  const more = lines.length > mostLines ? ` and ${lines.length - mostLines} more` : ''
  return [lines.length === 1 ? `row ${named} ${one}` : `rows ${named}${more} ${several}`]
}

/** Of a row that was sent since then, and that could not be read again. */
export const doubtfulNote = {
  code: 'service.doubtful',
  message: 'The service was found not to do what it is asked to, or more than that, and this row was sent since it was last seen to do so.',
  hint: 'Look at the contact in the service.',
} as const

/** Of a row that was sent since then: what it asked for is there, and beside it something is different. */
export function changedSinceNote(words: readonly string[]): RowFailure {
  return {
    code: 'service.doubtful',
    message: `The service was found to change more than it is asked to, and this contact is different from what was known of it right before: ${words.join(', ')}.`,
    hint: 'What the row asked for is there. Look at the contact in the service, and put the rest back there if it should be as it was.',
  }
}
