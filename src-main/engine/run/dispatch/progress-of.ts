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

/** A run's progress as it is reported. The time left is known once there is a rate: the rows left make as many calls each as all of them. */
export function progressOf({ counts, planned, ...standing }: RunStanding): RunProgress {
  const { callsPerSecond, inFlight } = standing
  const callsLeft = planned.send === 0 ? 0 : (counts.pending * planned.calls) / planned.send
  const secondsLeft = isAllSent(counts, inFlight) ? 0 : callsPerSecond > 0 ? callsLeft / callsPerSecond : null
  return { ...counts, ...standing, secondsLeft }
}
