import type { RunCounts } from '../../src-main/engine/model/runs/run-schema.ts'

/** What a run of rows that are all done comes to, but for what is said otherwise. */
export const finishedCounts = (rows: number, parts: Partial<RunCounts> = {}): RunCounts => ({
  rows,
  done: rows,
  failed: 0,
  unknown: 0,
  pending: 0,
  unchanged: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  calls: rows,
  ...parts,
})
