import { expect, test } from 'vitest'
import { createLeaseKeeper, noLease } from '../../../../src-main/engine/run/dispatch/lease-keeper.ts'
import { leaseMs, leaseRenewMs } from '../../../../src-main/engine/store/runs/run-lease.ts'
import type { Runs } from '../../../../src-main/engine/store/runs/runs.ts'

/** A lease that was taken at 0 by both clocks, and until when it was renewed since. */
function keeping(isOwn = true) {
  const renewed: number[] = []
  let wallMs = 0
  const renewLease = (_id: string, _owner: string, untilMs: number) => {
    renewed.push(untilMs)
    return isOwn
  }
  const clock = { nowMs: () => wallMs, monotonicMs: () => 0, sleep: async () => undefined, random: () => 0 }
  const keeper = createLeaseKeeper({ renewLease } as unknown as Runs, { runId: 'r', owner: 'o', clock })
  return {
    keeper,
    /** Until when it was renewed where the clocks show this; null where it was not due. */
    at(monotonicMs: number, nowMs = monotonicMs) {
      wallMs = nowMs
      const before = renewed.length
      keeper.renew(monotonicMs)
      return renewed.length === before ? null : (renewed.at(-1) ?? null)
    },
  }
}

test('a lease is renewed when that is due, and not before', () => {
  const { keeper, at } = keeping()
  expect([at(1), at(leaseRenewMs - 1), keeper.dueMs()]).toEqual([null, null, leaseRenewMs])
  expect([at(leaseRenewMs), keeper.dueMs()]).toEqual([leaseRenewMs + leaseMs, 2 * leaseRenewMs])
  expect(at(leaseRenewMs + 1)).toBeNull()
})

test('it is due by either clock: one stands still while the computer sleeps, and one may be set back', () => {
  expect(keeping().at(1, leaseRenewMs)).toBe(leaseRenewMs + leaseMs)
  expect(keeping().at(leaseRenewMs, 1)).toBe(1 + leaseMs)
  expect(keeping().at(1, -1)).toBe(-1 + leaseMs)
  expect(keeping().at(1, 0)).toBeNull()
})

test('a run that another process has taken over is over here', () => {
  expect(() => keeping(false).at(leaseRenewMs)).toThrow('Another Rollcall has taken this run over')
})

test('after a breakdown it is neither renewed nor due', () => {
  expect(() => noLease.renew(leaseRenewMs)).not.toThrow()
  expect(noLease.dueMs()).toBe(Number.POSITIVE_INFINITY)
})
