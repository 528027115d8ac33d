import { describe, expect, it } from 'vitest'
import type { PastRun } from '../../../src-main/engine/contract.ts'
import { byMonth, everyRun, filteredRuns, importsOlderThan, runsOfKinds } from '../../../src-renderer/history/past-runs.ts'
import { pastRunText, rowsOfParts } from '../../../src-renderer/words/history-words.ts'
import { canBeUndone, outlookText, whyNotUndone } from '../../../src-renderer/words/undo-words.ts'
import { finishedCounts } from '../../helpers/finished-counts.ts'

const at = (month: number, day: number) => new Date(2026, month - 1, day, 12).getTime() / 1000
const run = (part: Partial<PastRun>): PastRun => ({
  id: 'r',
  planId: 'p',
  kind: 'contacts',
  fileName: 'list.csv',
  state: 'finished',
  reason: null,
  operator: 'Dana',
  startedAtSeconds: at(11, 20),
  finishedAtSeconds: at(11, 20),
  undo: null,
  undoneByRunId: null,
  retriesRunId: null,
  releasedByRunId: null,
  forgottenAtSeconds: null,
  ...finishedCounts(10),
  ...part,
})

describe('the history', () => {
  const runs = [
    run({ id: 'a', fileName: 'Müller.csv' }),
    run({ id: 'b', kind: 'consent', operator: 'Tomás', startedAtSeconds: at(11, 2), held: 3, done: 7 }),
    run({ id: 'c', kind: 'messages', state: 'paused', startedAtSeconds: at(10, 30) }),
    run({ id: 'd', undoneByRunId: 'e', startedAtSeconds: at(10, 1) }),
    run({ id: 'f', state: 'cancelled', startedAtSeconds: at(1, 1) }),
  ]
  const found = (part: Partial<typeof everyRun>) => filteredRuns(runs, { ...everyRun, ...part }, at(11, 21) * 1000).map(({ id }) => id)

  it('is searched by file and person, whatever the marks', () => {
    expect(found({ search: 'muller' })).toEqual(['a'])
    expect(found({ search: 'TOMAS' })).toEqual(['b'])
    expect(found({})).toEqual(['a', 'b', 'c', 'd', 'f'])
  })

  it('is filtered by kind, outcome, date and person', () => {
    expect(found({ kind: 'consent' })).toEqual(['b'])
    expect(found({ ending: 'needsYou' })).toEqual(['b'])
    expect(found({ ending: 'paused' })).toEqual(['c'])
    expect(found({ ending: 'takenBack' })).toEqual(['d'])
    expect(found({ ending: 'stopped' })).toEqual(['f'])
    expect(found({ ending: 'finished' })).toEqual(['a'])
    expect(found({ days: 30 })).toEqual(['a', 'b', 'c'])
    expect(found({ operator: 'Tomás', kind: 'contacts' })).toEqual([])
  })

  it('counts the imports that are kept longer than wanted', () => {
    const old = [
      run({ finishedAtSeconds: at(1, 1) }),
      run({ finishedAtSeconds: at(1, 1), forgottenAtSeconds: 1 }),
      run({ state: 'paused', finishedAtSeconds: null }),
    ]
    expect(importsOlderThan(old, 30, at(11, 21) * 1000)).toBe(1)
    expect(importsOlderThan(old, 400, at(11, 21) * 1000)).toBe(0)
  })

  it('is grouped by month, and counted by kind', () => {
    expect(byMonth(runs).map(({ runs: of }) => of.map(({ id }) => id))).toEqual([['a', 'b'], ['c', 'd'], ['f']])
    expect(runsOfKinds(runs)[0]).toEqual({ kind: 'contacts', runs: 3 })
  })

  it('says what a run came to; the parts of its bar and what is not done add up to its rows', () => {
    const one = run({ rows: 20, done: 8, held: 3, invalid: 2, unchanged: 4, skipped: 1, pending: 2, state: 'paused' })
    expect(pastRunText(one)).toBe('8 of 20 imported · paused · 3 need your OK')
    expect(Object.values(rowsOfParts(one)).reduce((sum, rows) => sum + rows, one.pending)).toBe(20)
  })

  it('says beforehand why a run cannot be undone', () => {
    expect(whyNotUndone(run({}), null)).toBeNull()
    expect(whyNotUndone(run({ kind: 'messages' }), null)).toBe('Messages cannot be taken back')
    expect(whyNotUndone(run({ state: 'running' }), null)).toBe('Undo once it is over')
    expect(whyNotUndone(run({ done: 0 }), null)).toBe('It changed nothing')
    expect(whyNotUndone(run({ undoneByRunId: 'u' }), run({ id: 'u', kind: 'undo' }))).toMatch(/^Taken back on .* by Dana$/)
    expect(canBeUndone(run({ forgottenAtSeconds: 1 }))).toBe(false)
  })

  it('says how much could come back, and what stays', () => {
    expect(outlookText({ changes: 3, possible: 3, held: 0, impossible: [] })).toBe('All 3 changes')
    expect(outlookText({ changes: 180, possible: 1, held: 0, impossible: [{ reason: 'created', changes: 179 }] })).toBe(
      '1 of 180 changes. New contacts stay',
    )
    expect(outlookText({ changes: 27, possible: 26, held: 1, impossible: [] })).toBe('26 of 27 changes. 1 needs your OK')
    expect(outlookText({ changes: 9, possible: 4, held: 2, impossible: [{ reason: 'notAsked', changes: 3 }] })).toBe(
      '4 of 9 changes. 2 need your OK. “Not asked” cannot return',
    )
  })
})
