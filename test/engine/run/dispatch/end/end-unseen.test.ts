import { expect, test } from 'vitest'
import { createCanary } from '../../../../../src-main/engine/run/answer/canary.ts'
import { endOfUnseen, endUnseen } from '../../../../../src-main/engine/run/dispatch/end/end-unseen.ts'
import type { ExecutionState } from '../../../../../src-main/engine/run/dispatch/execution-state.ts'
import { createLanes } from '../../../../../src-main/engine/run/dispatch/lanes.ts'
import type { RunItem, UndoTask } from '../../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../../src-main/engine/run/journal/journal-writer.ts'
import { creation, itemWith, lostUntil, message, sharedState, toVerify, update } from '../../answer/items.ts'

const undo: UndoTask = { uuid: 'u1', written: [], sent: new Set(), done: new Set(), shownFromMs: 0, decided: [] }
const putBack = { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false }
const proving = { proving: 0, phase: toVerify(update) }

test.each<[string, Partial<RunItem>, boolean, string | null, string | null]>([
  ['is done, for its calls are', {}, false, 'done', 'done'],
  ['is done, whatever it was looked for', { phase: toVerify(update, { looks: 3 }) }, false, 'done', 'done'],
  ['is looked up when the run is resumed, where it takes something back', { undo }, false, null, 'done'],
  ['is looked up when the run is resumed, where it is to prove something', proving, true, null, 'done'],
  ['has failed where nothing like it was proven', proving, false, null, 'failed'],
  ['has failed where it was looked for in vain', { ...proving, phase: toVerify(update, { looks: 1 }) }, true, null, 'failed'],
  ['has failed where its contact was created', { ...proving, phase: toVerify(creation) }, false, null, 'failed'],
  ['is done where it would be imported twice', { ...proving, phase: toVerify(message, { looks: 1 }) }, false, null, 'done'],
  ['goes on where something is put back', { putBack }, true, null, null],
  ['goes on where something is put back for what it was to prove', { ...proving, putBack }, true, null, null],
  ['goes on where it got lost', { phase: lostUntil(5) }, true, null, null],
  ['goes on where it has a call to send', { phase: { kind: 'call' } }, true, null, null],
])('a row that is only to be looked up when the run stops %s', (_what, parts, isProven, paused, canceled) => {
  const item = itemWith({ phase: toVerify(update), ...parts })
  const end = (isForGood: boolean) => endOfUnseen(item, { isForGood, hasPassed: () => isProven })
  expect([end(false)?.outcome ?? null, end(true)?.outcome ?? null]).toEqual([paused, canceled])
  for (const one of [end(false), end(true)]) expect(one?.failure?.code).toBe(one?.outcome === 'failed' ? 'service.not_seen' : undefined)
})

test('it ends with the run, and others do not', () => {
  const counts = { rows: 2, done: 0, failed: 0, unknown: 0, pending: 2, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 }
  const state = { ...sharedState(), counts, canary: createCanary(), lanes: createLanes<RunItem>() } as ExecutionState
  const [plain, proves] = [itemWith({ phase: toVerify(update) }), itemWith({ row: 4, lane: 'b', ...proving })]
  for (const item of [plain, proves]) {
    state.lanes.add(item)
    state.unseen.add(item)
    state.canary.begin(item)
  }
  const entries = emptyEntries()
  endUnseen(state, false, entries, 0)
  expect(entries.rows).toEqual([{ row: 3, outcome: 'done', failure: null, undone: null }])
  expect([state.counts.done, state.lanes.size(), [...state.unseen], state.canary.current()]).toEqual([1, 1, [proves], proves])
  endUnseen(state, true, entries, 0)
  expect(entries.rows.slice(1)).toMatchObject([{ row: 4, outcome: 'failed' }])
  expect(entries.proofs).toEqual([{ row: 4, ordinal: 0, state: 'over' }])
})
