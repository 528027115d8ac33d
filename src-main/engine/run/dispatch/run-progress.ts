import type { RunCounts, RunProgress, RunWait } from '../../model/runs/run-schema.ts'

/** The progress of a run. */
export interface RunStanding {
  runId: string
  state: RunProgress['state']
  counts: RunCounts
  /** Calls that the plan has, and the rows that make them. */
  planned: { send: number; calls: number }
  callsPerSecond: number
  inFlight: number
  concurrency: number
  wait: RunWait | null
}

/** Whether nothing is left to send, and everything was answered. */
export function isAllSent(counts: Pick<RunCounts, 'pending'>, inFlight: number): boolean {
  return counts.pending === 0 && inFlight === 0
}

/** How many calls and reads a turn was about: answered until then, and sent by it. */
export interface TurnNews {
  answered: number
  left: number
}

/** Whether a turn has changed what is shown of a run. */
export function hasNews(turn: TurnNews, before: RunWait | null, now: RunWait | null): boolean {
  return turn.answered + turn.left > 0 || now?.kind !== before?.kind || now?.untilMs !== before?.untilMs
}

/** A smoothed rate never becomes quite 0: of a call an hour or less, nothing follows for those that are left. */
const leastRate = 1 / 3600

/** The first calls go one after the other, with a look at each: they say nothing of the others. */
const leastCalls = 10

/** While a run waits for these, nothing tells how long the rest takes. */
const untold: ReadonlySet<RunWait['kind']> = new Set(['late_reads', 'late_calls', 'quiet_hours', 'daily_cap'])

/**
 * A run's progress as it is reported. The time left is known once there is a rate: the rows left make as many calls each as all of them. It
 * is not after the first calls alone, nor while the run waits until something shows.
 */
export function progressOf({ counts, planned, ...standing }: RunStanding): RunProgress {
  const { callsPerSecond, inFlight } = standing
  const callsLeft = planned.send === 0 ? 0 : (counts.pending * planned.calls) / planned.send
  const isUntold = standing.wait !== null && untold.has(standing.wait.kind)
  const isKnown = callsPerSecond > leastRate && counts.calls >= leastCalls && !isUntold
  const secondsLeft = isAllSent(counts, inFlight) ? 0 : isKnown ? callsLeft / callsPerSecond : null
  return { ...counts, ...standing, secondsLeft }
}
