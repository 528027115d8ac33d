import { expect, test } from 'vitest'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import type { FieldChange } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createFreshness } from '../../../../src-main/engine/run/dispatch/freshness.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const readAtMs = 1_700_000_000_000
const rename: FieldChange = { field: 'name', label: 'Name', before: 'Ann', beforeKnown: true, after: 'Anne' }

/** Whether a contact that was read then is too old to write on, so much later. */
function isStale(laterMs: number, change: Partial<FieldChange> = {}, uuid = 'u1'): boolean {
  const { contacts } = tablesOf(newStore())
  contacts.putRead({ record: { uuid: 'u1', name: 'Ann' }, extra: null }, readAtMs)
  const clock = { ...systemClock, nowMs: () => readAtMs + laterMs }
  return createFreshness(contacts, clock, 600).isStale(uuid, [{ ...rename, ...change }])
}

test.each([
  [0, false],
  [600_000, false],
  [600_001, true],
  // A little ahead, as clocks are; more, and the clock must have been set back.
  [-60_000, false],
  [-60_001, true],
])('a record that was read %d ms ago is stale: %s', (laterMs, answer) => {
  expect(isStale(laterMs)).toBe(answer)
})

test('a record that differs from the preview is stale however new, and so is one that is not there', () => {
  expect(isStale(0, { before: 'Bob' })).toBe(true)
  expect(isStale(0, { before: null, beforeKnown: false })).toBe(true)
  expect(isStale(0, {}, 'u2')).toBe(true)
})
