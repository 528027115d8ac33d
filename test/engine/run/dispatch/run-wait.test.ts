import { expect, test } from 'vitest'
import { waitOf } from '../../../../src-main/engine/run/dispatch/run-wait.ts'

const [nowMs, wallMs] = [1_000, 500_000]

test('a run tells until when all calls are held, by the wall clock', () => {
  expect(waitOf({ hold: { kind: 'network', untilMs: 1_001 }, dueMs: null, isBusy: true }, nowMs, wallMs)).toMatchObject({
    kind: 'network',
    untilMs: 500_001,
  })
})

test('short pauses of a rate cap are not told', () => {
  const cap = (untilMs: number) => waitOf({ hold: { kind: 'rate_cap', untilMs }, dueMs: null, isBusy: true }, nowMs, wallMs)
  expect(cap(1_999)).toBeNull()
  expect(cap(2_000)).toMatchObject({ kind: 'rate_cap', untilMs: 501_000 })
})

test('a delayed row is told when nothing else is going on', () => {
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: false }, nowMs, wallMs)).toMatchObject({ kind: 'backoff', untilMs: 502_000 })
  expect(waitOf({ hold: null, dueMs: 3_000, isBusy: true }, nowMs, wallMs)).toBeNull()
  expect(waitOf({ hold: null, dueMs: null, isBusy: false }, nowMs, wallMs)).toBeNull()
})
