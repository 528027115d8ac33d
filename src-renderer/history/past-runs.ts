import type { PastRun, RunKind } from '../../src-main/engine/contract.ts'
import { rowsHeld } from '../words/waiting-words.ts'

/** How a run ended, as people look for it. */
export const endings = ['finished', 'needsYou', 'paused', 'stopped', 'takenBack'] as const
export type Ending = (typeof endings)[number]

export interface RunFilter {
  search: string
  kind: RunKind | null
  ending: Ending | null
  /** Not started longer ago than so many days. */
  days: number | null
  operator: string | null
}
export const everyRun: RunFilter = { search: '', kind: null, ending: null, days: null, operator: null }

function endingOf(run: PastRun): Ending {
  if (run.undoneByRunId !== null) return 'takenBack'
  if (run.state === 'cancelled') return 'stopped'
  if (run.state !== 'finished') return 'paused'
  return rowsHeld(run) + run.unknown > 0 ? 'needsYou' : 'finished'
}

/** Those that the filter leaves, in the order in which they are. */
export function filteredRuns(runs: readonly PastRun[], filter: RunFilter, nowMs: number): PastRun[] {
  const text = plain(filter.search.trim())
  const since = filter.days === null ? 0 : nowMs / 1000 - filter.days * 86_400
  return runs.filter(
    (run) =>
      (filter.kind === null || run.kind === filter.kind) &&
      (filter.ending === null || endingOf(run) === filter.ending) &&
      (filter.operator === null || run.operator === filter.operator) &&
      run.startedAtSeconds >= since &&
      (text === '' || plain(`${run.fileName} ${run.operator}`).includes(text)),
  )
}

/** How many imports were over so many days ago, and have not been forgotten yet. */
export function importsOlderThan(runs: readonly PastRun[], days: number, nowMs: number): number {
  const before = nowMs / 1000 - days * 86_400
  return runs.filter(
    ({ state, finishedAtSeconds, forgottenAtSeconds }) =>
      (state === 'finished' || state === 'cancelled') && forgottenAtSeconds === null && (finishedAtSeconds ?? Infinity) < before,
  ).length
}

/** How many there are of each kind. */
export function runsOfKinds(runs: readonly PastRun[]): { kind: RunKind; runs: number }[] {
  return [...Map.groupBy(runs, ({ kind }) => kind)].map(([kind, of]) => ({ kind, runs: of.length })).sort((a, b) => b.runs - a.runs)
}

/** By the month in which they were started, the last first; each with a date of that month. */
export function byMonth(runs: readonly PastRun[]): { id: string; startedAtSeconds: number; runs: PastRun[] }[] {
  const months = Map.groupBy(runs, ({ startedAtSeconds }) => {
    const date = new Date(startedAtSeconds * 1000)
    return `${date.getFullYear()}-${date.getMonth()}`
  })
  return [...months].map(([id, of]) => ({ id, startedAtSeconds: of[0]?.startedAtSeconds ?? 0, runs: of }))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
