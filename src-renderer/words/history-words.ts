import type { PastRun } from '../../src-main/engine/contract.ts'
import { count } from './format.ts'

/** The colors of a run's bar, in this order; they add up to its rows. */
export const runParts = [
  { id: 'done', title: 'Done', tone: 'good' },
  { id: 'same', title: 'Up to date or left out', tone: 'neutral' },
  { id: 'open', title: 'Needs your OK', tone: 'warn' },
  { id: 'bad', title: 'Failed or can’t be used', tone: 'bad' },
] as const

/** How many rows each part of the bar stands for; what is missing to all rows has not been done. */
export function rowsOfParts(run: PastRun): Record<(typeof runParts)[number]['id'], number> {
  return {
    done: run.done,
    same: run.unchanged + run.skipped,
    open: run.held + run.unknown,
    bad: run.failed + run.invalid,
  }
}

const doneWords = {
  contacts: 'imported',
  consent: 'set',
  resolve: 'resolved',
  whispers: 'written',
  messages: 'imported',
  send: 'sent',
  groupSend: 'sent',
  requestConsent: 'asked',
  undo: 'taken back',
} as const

const endings: Partial<Record<PastRun['state'], string>> = {
  running: 'under way',
  pausing: 'pausing',
  cancelling: 'stopping',
  paused: 'paused',
  interrupted: 'interrupted',
  cancelled: 'canceled',
}

/** What a run came to, the largest first: "182 imported · 6 need your OK · 3 can’t be used". */
export function pastRunParts(run: PastRun): string[] {
  const ending = endings[run.state]
  const done =
    ending === undefined ? `${count(run.done)} ${doneWords[run.kind]}` : `${count(run.done)} of ${count(run.rows)} ${doneWords[run.kind]}`
  const parts = [
    ...(ending === undefined ? [] : [ending]),
    ...said(run.held, 'needs your OK', 'need your OK'),
    ...said(run.unknown, 'not known', 'not known'),
    ...said(run.failed, 'failed', 'failed'),
    ...said(run.invalid, 'can’t be used', 'can’t be used'),
    ...said(run.refusalOnly ?? 0, 'used for its refusal only', 'used for their refusal only'),
    ...said(run.doNotText ?? 0, 'on the do-not-text list', 'on the do-not-text list'),
    ...said(run.unchanged, 'up to date', 'up to date'),
    ...said(run.skipped, 'left out', 'left out'),
  ]
  return [done, ...parts]
}

export const pastRunText = (run: PastRun): string => pastRunParts(run).slice(0, 3).join(' · ')

function said(rows: number, one: string, many: string): string[] {
  return rows === 0 ? [] : [`${count(rows)} ${rows === 1 ? one : many}`]
}
