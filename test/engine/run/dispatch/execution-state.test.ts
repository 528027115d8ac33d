import { expect, test } from 'vitest'
import { endProof, endRow, type ExecutionState } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../src-main/engine/run/dispatch/lanes.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../src-main/engine/run/journal/journal-writer.ts'
import { failure, itemWith, sharedState } from '../answer/items.ts'

const counts = { rows: 2, done: 0, failed: 0, unknown: 0, pending: 2, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 }

/** What is written, and counted, of a row that ends so. */
function ended(parts: Partial<RunItem>, outcome: 'done' | 'failed') {
  const item = itemWith(parts)
  const state = { ...sharedState(), counts, lanes: createLanes<RunItem>() } as ExecutionState
  state.lanes.add(item)
  state.late.set(item, 5)
  state.unseen.add(item)
  const entries = emptyEntries()
  endRow(state, item, outcome, outcome === 'done' ? null : failure, entries, 0)
  expect([state.late.size, state.unseen.size, state.lanes.size(), item.proving]).toEqual([0, 0, 0, undefined])
  return { entries, counts: state.counts, ended: item.ended }
}

test('a row that ends is counted, and waits for nothing any more', () => {
  expect(ended({}, 'failed')).toMatchObject({
    entries: { rows: [{ row: 3, outcome: 'failed', failure, undone: null }], proofs: [] },
    counts: { failed: 1, pending: 1 },
    ended: 'failed',
  })
})

test('a row of an undo says of each field what became of it', () => {
  const written = [{ field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }]
  const undo = { uuid: 'u1', written, sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: null }
  expect(ended({ undo }, 'failed').entries.rows).toMatchObject([{ row: 3, outcome: 'failed', undone: { failed: ['name'] } }])
})

test('nothing is open any more of what its call was to prove', () => {
  expect(ended({ proving: 0 }, 'done').entries.proofs).toEqual([{ row: 3, ordinal: 0, state: 'over' }])
  const entries = emptyEntries()
  endProof(itemWith(), entries)
  expect(entries.proofs).toEqual([])
})
