import type { RowClass, RowOutcome, RunState } from '../../src-main/engine/contract.ts'

export interface Word {
  title: string
  meaning: string
  tone: 'accent' | 'good' | 'neutral' | 'warn' | 'bad'
}

export const classes = ['send', 'unchanged', 'held', 'skipped', 'invalid'] as const satisfies readonly RowClass[]

export const classWords: Record<RowClass, Word> = {
  send: { title: 'To send', meaning: 'These rows change something. Nothing has been sent yet.', tone: 'accent' },
  unchanged: {
    title: 'Unchanged',
    meaning: 'The service already says what these rows say. Nothing will be sent for them.',
    tone: 'neutral',
  },
  held: { title: 'Held', meaning: 'A safety check stopped these rows. They are not sent.', tone: 'warn' },
  skipped: { title: 'Skipped', meaning: 'These rows are left out, each for the reason beside it. They are not sent.', tone: 'neutral' },
  invalid: {
    title: 'Invalid',
    meaning: 'A value in these rows cannot be used. They are not sent; the result file says why, row by row.',
    tone: 'bad',
  },
}

/** Why a plan without calls, and without held rows, sends nothing. */
export function nothingToSend({ rows, unchanged }: { rows: number; unchanged: number }): string {
  if (unchanged === rows) return 'There is nothing to send: the service says all of this already.'
  if (unchanged === 0) return 'There is nothing to send: each row is skipped or cannot be used. Look at why, above.'
  return 'There is nothing to send: the service says it already, or the rows are skipped or cannot be used.'
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

export const outcomeWords: Record<RowOutcome, Word> = {
  done: { title: 'Done', meaning: 'The service accepted everything these rows asked for.', tone: 'good' },
  failed: { title: 'Failed', meaning: 'The service refused. The cause and what to do are with each row.', tone: 'bad' },
  unknown: {
    title: 'Not known',
    meaning: 'Sent, but no answer was seen. Look at these contacts before you send them again.',
    tone: 'warn',
  },
  pending: { title: 'Not sent', meaning: 'The run ended, or has not come that far, before these rows were sent.', tone: 'accent' },
  unchanged: { title: 'Unchanged', meaning: 'The service already said what these rows say.', tone: 'neutral' },
  held: {
    title: 'Held',
    meaning: 'A safety check stopped these rows, or somebody changed the contact since the preview. Nothing was overwritten.',
    tone: 'warn',
  },
  skipped: { title: 'Skipped', meaning: 'These rows were left out, each for the reason beside it.', tone: 'neutral' },
  invalid: { title: 'Invalid', meaning: 'A value in these rows cannot be used.', tone: 'bad' },
}

export const runStateWords: Record<RunState, Word> = {
  running: { title: 'Running', meaning: 'Changes are being sent.', tone: 'accent' },
  pausing: { title: 'Pausing', meaning: 'Waiting for the answers to what has been sent.', tone: 'warn' },
  cancelling: { title: 'Cancelling', meaning: 'Nothing more is sent. Waiting for the answers to what has been sent.', tone: 'warn' },
  paused: { title: 'Paused', meaning: 'Nothing is being sent. Resume continues exactly here.', tone: 'warn' },
  interrupted: { title: 'Interrupted', meaning: 'Rollcall was closed in the middle. Resume continues exactly here.', tone: 'warn' },
  cancelled: { title: 'Cancelled', meaning: 'Ended before all rows were sent. What was sent stays.', tone: 'neutral' },
  finished: { title: 'Finished', meaning: 'Every row has been dealt with.', tone: 'good' },
}
