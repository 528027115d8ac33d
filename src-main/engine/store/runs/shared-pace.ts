import type { Store } from '../open-store.ts'
import { isLeased } from './run-lease.ts'

/** What a run tells the others. `inFlight`: calls under way; null for as many as the account allows. */
export interface RunShare {
  inFlight: number | null
  /** Whether it has calls under way, or to send. */
  wantsCalls: boolean
  /** When it last sent one while there were more runs than calls allowed at once. */
  servedAtMs: number
}

export interface SharedPause {
  untilMs: number
  by: 'retry_after' | 'backoff'
}

interface ShareRecord {
  id: string
  inFlight: number | null
  wantsCalls: 0 | 1
  servedAtMs: number
  leaseOwner: string | null
  leaseUntilMs: number | null
}

interface PaceRecord {
  nextCallMs: number | null
  untilMs: number | null
  by: SharedPause['by'] | null
}

/**
 * Statements on what the runs of an account share, whichever programs carry them out: how many calls are under way, when the next may
 * leave, and until when the service asked for a pause. Read and written in the transaction in which calls are about to leave, so that
 * two programs never both take the last one. A run whose process has ended is no longer counted: see `run-lease.ts`. Times are those of
 * the clock on the wall.
 */
export function createSharedPace(store: Store) {
  const selectOthers = store.prepare<[string], ShareRecord>(
    `SELECT id, in_flight AS inFlight, wants_calls AS wantsCalls, served_at_ms AS servedAtMs, lease_owner AS leaseOwner,
       lease_until_ms AS leaseUntilMs FROM runs WHERE state = 'running' AND id <> ?`,
  )
  const updateShare = store.prepare<[number | null, 0 | 1, number, string]>(
    'UPDATE runs SET in_flight = ?, wants_calls = ?, served_at_ms = ? WHERE id = ?',
  )
  const select = store.prepare<[], PaceRecord>(
    'SELECT next_call_ms AS nextCallMs, held_until_ms AS untilMs, held_by AS "by" FROM shared_pace',
  )
  const updateNext = store.prepare<[number]>('UPDATE shared_pace SET next_call_ms = ?')
  const updatePause = store.prepare<[number, SharedPause['by']]>('UPDATE shared_pace SET held_until_ms = ?, held_by = ?')
  return {
    /** The other runs that are under way now. */
    others: (runId: string, nowMs: number): (RunShare & { id: string })[] =>
      selectOthers
        .all(runId)
        .filter((one) => isLeased(one, nowMs))
        .map(({ id, inFlight, wantsCalls, servedAtMs }) => ({ id, inFlight, wantsCalls: wantsCalls === 1, servedAtMs })),
    tell: (runId: string, { inFlight, wantsCalls, servedAtMs }: RunShare): void =>
      void updateShare.run(inFlight, wantsCalls ? 1 : 0, servedAtMs, runId),
    /** When the requests-per-minute cap lets the next call leave, and the last pause that the service asked for. */
    pace(): { nextCallMs: number | null; pause: SharedPause | null } {
      const { nextCallMs = null, untilMs = null, by = null } = select.get() ?? {}
      return { nextCallMs, pause: untilMs === null || by === null ? null : { untilMs, by } }
    },
    setNextCall: (atMs: number): void => void updateNext.run(atMs),
    setPause: ({ untilMs, by }: SharedPause): void => void updatePause.run(Math.round(untilMs), by),
  }
}
