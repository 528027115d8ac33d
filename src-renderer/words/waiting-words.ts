import type { PastRun } from '../../src-main/engine/contract.ts'
import { counted } from './format.ts'

/** Held rows of a run that no later run has taken up; 0 while it can go on, and once it was taken back. */
export function rowsHeld({ state, held, undo, releasedByRunId, undoneByRunId }: PastRun): number {
  const isOver = state === 'finished' || state === 'cancelled'
  return isOver && undo === null && releasedByRunId === null && undoneByRunId === null ? held : 0
}

/** What of a run that is over waits for somebody, in words; empty where nothing does. */
export function waitingText(run: PastRun): string {
  const held = rowsHeld(run)
  const invalid = run.state === 'finished' && run.undo === null && run.undoneByRunId === null ? run.invalid : 0
  const parts = [
    held > 0 ? `${counted(held, 'row')} ${held === 1 ? 'needs' : 'need'} your OK` : '',
    invalid > 0 ? `${counted(invalid, 'row')} cannot be used` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
