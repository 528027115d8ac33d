import type { Outcome } from '../../../engine/schedule/watch/import-claimed.ts'
import { type ExitCode, exitCodeOf, exitCodeOfRun, exitCodes } from './exit-codes.ts'

/** The exit code for what became of one file of a watched folder. */
export function exitCodeOfOutcome(outcome: Outcome): ExitCode {
  if (outcome.run !== null) return exitCodeOfRun(outcome.run)
  if (outcome.error !== null) return exitCodeOf(outcome.error.code)
  if (outcome.kind === 'waits') return exitCodes.stopped
  return outcome.outcome === 'unlike' ? exitCodes.unlike : exitCodes.ok
}
