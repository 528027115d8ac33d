import { describe, expect, it } from 'vitest'
import type { PastRun } from '../../../src-main/engine/contract.ts'
import { needsOf } from '../../../src-renderer/start/needs.ts'

/** A finished import of contacts with two rows that could not be used. */
const run = (part: Partial<PastRun>): PastRun =>
  ({
    id: part.fileName ?? 'run',
    kind: 'contacts',
    fileName: 'clients.xlsx',
    state: 'finished',
    startedAtSeconds: 100,
    finishedAtSeconds: 200,
    rows: 180,
    done: 178,
    invalid: 2,
    held: 0,
    undo: null,
    releasedByRunId: null,
    undoneByRunId: null,
    forgottenAtSeconds: null,
    ...part,
  }) as PastRun
const titles = (...runs: PastRun[]) => needsOf(runs, []).map(({ title }) => title)

describe('what needs a person', () => {
  it('are rows that could not be used, until a later import took them up', () => {
    const fixed = run({ fileName: 'clients - failed rows.csv', rows: 2, done: 1, invalid: 1, startedAtSeconds: 300 })
    expect(titles(run({}))).toEqual(['2 rows cannot be used'])
    expect(titles(fixed, run({}))).toEqual(['1 row cannot be used'])
    expect(titles({ ...fixed, invalid: 0 }, run({}))).toEqual([])
  })

  it('are such rows of the next list of that name, and of another kind', () => {
    const fixed = run({ fileName: 'clients - failed rows.csv', invalid: 0, startedAtSeconds: 300 })
    expect(titles(run({ startedAtSeconds: 400 }), fixed)).toEqual(['2 rows cannot be used'])
    expect(titles(fixed, run({ kind: 'consent' }))).toEqual(['2 rows cannot be used'])
    expect(titles(fixed, run({ held: 3 }))).toEqual(['3 rows need your OK'])
  })
})
