import type { RunReason } from '../../../store/runs/runs.ts'
import { askedToWaitReason, stopReasons } from '../../words/pause-words.ts'
import { textWaitReason } from '../../words/wait-for-texts-words.ts'
import type { QuietWait } from '../wait/current-wait.ts'

/** What a run that pauses was busy with; null where it was not. */
interface Busy {
  /** The service has asked for a long time, until then. */
  askedUntilMs: number | null
  /** Something that the service did unasked is not decided yet. */
  undecided: () => RunReason | null
  /** Nobody may be texted now. */
  quiet: () => QuietWait | null
}

/** Why a run stops: what it was busy with counts more than that a person paused it or closed Rollcall, and less than anything else. */
export function pauseReason(reason: RunReason, { askedUntilMs, undecided, quiet }: Busy): RunReason {
  const isOfPerson = reason.code === stopReasons.paused.code || reason.code === stopReasons.closed.code
  if (!isOfPerson) return reason
  if (askedUntilMs !== null) return askedToWaitReason(askedUntilMs)
  const found = undecided()
  if (found !== null) return found
  const wait = quiet()
  return wait === null ? reason : textWaitReason(wait.message)
}
