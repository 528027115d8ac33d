import type { RowClass, RowOutcome, RunKind, RunState } from '../../src-main/engine/contract.ts'

/** A title within a sentence: what is written in capitals stays so. */
export const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1)

export interface Word {
  title: string
  /** The same behind a number other than one, where that differs. */
  many?: string
  meaning: string
  /** `coming`: will change, and has not yet. */
  tone: 'accent' | 'coming' | 'good' | 'neutral' | 'warn' | 'bad'
}

export const classes = ['send', 'held', 'invalid', 'skipped', 'unchanged'] as const satisfies readonly RowClass[]

export const classWords: Record<RowClass, Word> = {
  send: { title: 'Will change', meaning: 'These rows change something. Nothing has been imported yet.', tone: 'accent' },
  held: { title: 'Needs your OK', meaning: 'These rows are not imported until you answer.', tone: 'warn' },
  invalid: {
    title: 'Can’t be used',
    meaning: 'A value in these rows cannot be used, and each row says why. They are not imported.',
    tone: 'bad',
  },
  skipped: { title: 'Left out', meaning: 'These rows are not imported, each for the reason beside it.', tone: 'neutral' },
  unchanged: { title: 'Up to date', meaning: 'Your account already says what these rows say.', tone: 'neutral' },
}

export const outcomes = [
  'done',
  'failed',
  'unknown',
  'pending',
  'unchanged',
  'held',
  'skipped',
  'invalid',
] as const satisfies readonly RowOutcome[]

const outcomeWords: Record<RowOutcome, Word> = {
  done: { title: 'Imported', meaning: 'The service accepted everything these rows asked for.', tone: 'good' },
  failed: { title: 'Failed', meaning: 'The service refused. The cause and what to do are with each row.', tone: 'bad' },
  unknown: {
    title: 'Not known',
    meaning: 'No answer was seen. Look at these contacts before you do it again.',
    tone: 'warn',
  },
  pending: { title: 'Not imported', meaning: 'The run ended, or has not come that far, before these rows.', tone: 'accent' },
  unchanged: { title: 'Up to date', meaning: 'Your account already said what these rows say.', tone: 'neutral' },
  held: {
    title: 'Needs your OK',
    many: 'Need your OK',
    meaning: 'These rows wait for your answer, or somebody changed the contact since the review. Nothing was overwritten.',
    tone: 'warn',
  },
  skipped: { title: 'Left out', meaning: 'These rows were left out, each for the reason beside it.', tone: 'neutral' },
  invalid: { title: 'Can’t be used', meaning: 'A value in these rows cannot be used.', tone: 'bad' },
}

/** What is pending while a run is under way. */
export const toGoWord: Word = { title: 'To go', meaning: 'These rows come next.', tone: 'coming' }

/** What those of other runs than imports of contacts and messages are called that were done, and those that were not. */
const titlesOf: Partial<Record<RunKind, Partial<Record<RowOutcome, string>>>> = {
  consent: { done: 'Set', pending: 'Not set' },
  resolve: { done: 'Resolved', pending: 'Not resolved' },
  whispers: { done: 'Written', pending: 'Not written' },
  send: { done: 'Sent', pending: 'Not sent' },
  groupSend: { done: 'Sent', pending: 'Not sent' },
  requestConsent: { done: 'Asked', pending: 'Not asked' },
  undo: { done: 'Taken back', pending: 'Not taken back' },
}

/** What became of a row, in the words of its run: messages are imported, consent is set. */
export function outcomeWord(outcome: RowOutcome, kind: RunKind): Word {
  const title = titlesOf[kind]?.[outcome]
  return title === undefined ? outcomeWords[outcome] : { ...outcomeWords[outcome], title }
}

export const runStateWords: Record<RunState, Word> = {
  running: { title: 'Running', meaning: 'The rows are worked through, one after the other.', tone: 'accent' },
  pausing: { title: 'Pausing', meaning: 'Waiting for the answers to what is under way.', tone: 'warn' },
  cancelling: { title: 'Canceling', meaning: 'Nothing more is begun. Waiting for the answers to what is under way.', tone: 'warn' },
  paused: { title: 'Paused', meaning: 'Nothing is under way. Resume continues exactly here.', tone: 'warn' },
  interrupted: { title: 'Interrupted', meaning: 'Rollcall was closed in the middle. Resume continues exactly here.', tone: 'warn' },
  cancelled: { title: 'Canceled', meaning: 'Ended before all rows were done. What was done stays.', tone: 'neutral' },
  finished: { title: 'Finished', meaning: 'Every row has been dealt with.', tone: 'good' },
}
