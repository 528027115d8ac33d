import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { Runs } from '../../store/runs/runs.ts'
import { leaseMs, leaseRenewMs } from '../../store/runs/run-lease.ts'

export type LeaseKeeper = ReturnType<typeof createLeaseKeeper>

/** After a breakdown only what was answered is recorded, if that can be: the lease is not renewed, and never due. */
export const noLease: LeaseKeeper = { renew: () => undefined, dueMs: () => Number.POSITIVE_INFINITY }

/** Renews the lease of a run that the caller holds. */
export function createLeaseKeeper(runs: Runs, { runId, owner, clock }: { runId: string; owner: string; clock: Clock }) {
  let leasedAtMs = clock.nowMs()
  let dueMs = clock.monotonicMs() + leaseRenewMs

  return {
    /**
     * Renews it when that is due; throws `run.locked` when another process has the run now. Looks at both clocks: one stands
     * still while the computer sleeps, and then another process may have taken over.
     */
    renew(nowMs: number): void {
      const wallMs = clock.nowMs()
      if (nowMs < dueMs && wallMs >= leasedAtMs && wallMs < leasedAtMs + leaseRenewMs) return
      if (!runs.renewLease(runId, owner, wallMs + leaseMs)) throw takenOver()
      leasedAtMs = wallMs
      dueMs = nowMs + leaseRenewMs
    },
    /** When it is due by the monotonic clock. */
    dueMs: (): number => dueMs,
  }
}

function takenOver(): AppError {
  return new AppError(
    'run.locked',
    'Another Rollcall has taken this run over, because this one did not react for a while.',
    'Watch it there; here it is over.',
  )
}
