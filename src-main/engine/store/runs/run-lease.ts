import { hostname } from 'node:os'
import { AppError } from '../../model/errors.ts'
import { isGone, splitOwner } from '../process-owner.ts'
import type { StoredRun } from './runs.ts'
import type { RunState } from '../../model/runs/run-schema.ts'

/** A process that executes a run holds its lease this long, and renews it in time. */
export const leaseMs = 30_000
export const leaseRenewMs = 10_000

type Lease = Pick<StoredRun, 'leaseOwner' | 'leaseUntilMs'>
type LeasedRun = Lease & Pick<StoredRun, 'state'>

/** The state as a person sees it: a run whose process is gone is interrupted. `nowMs` since the epoch. */
export function visibleState(run: LeasedRun, nowMs: number): RunState {
  return run.state === 'running' && !isLeased(run, nowMs) ? 'interrupted' : run.state
}

/** Throws `run.locked`, naming the holder, when a process other than `owner` executes the run. */
export function refuseRunOfAnotherProcess(run: LeasedRun, owner: string, nowMs: number): void {
  if (run.state !== 'running' || run.leaseOwner === owner || !isLeased(run, nowMs)) return
  const [computer, pid] = splitOwner(run.leaseOwner ?? '')
  const holder = computer === hostname() ? 'another window or command on this computer' : `Rollcall on the computer "${computer}"`
  throw new AppError(
    'run.locked',
    `This run is being carried out by ${holder}${pid === null ? '' : ` (process ${pid})`}.`,
    'Pause or cancel it there, or wait for its end.',
  )
}

/** Whether a process holds it, as far as anybody can tell. `nowMs` since the epoch. */
export function isLeased({ leaseOwner, leaseUntilMs }: Lease, nowMs: number): boolean {
  return leaseOwner !== null && leaseUntilMs !== null && nowMs < leaseUntilMs && !isGone(leaseOwner)
}
