import type { PastRun } from '../../src-main/engine/contract.ts'
import { counted } from './format.ts'

/** Held rows of a run that no later run has taken up, of an undo held fields; 0 while it can go on, and once it was taken back. */
export function rowsHeld({ state, held, undo, releasedByRunId, undoneByRunId, forgottenAtSeconds }: PastRun): number {
  const isOver = (state === 'finished' || state === 'cancelled') && forgottenAtSeconds === null
  return isOver && releasedByRunId === null && undoneByRunId === null ? (undo?.held ?? held) : 0
}

/** What of a run that is over waits for somebody, in words; empty where nothing does. */
export function waitingText(run: PastRun): string {
  const held = rowsHeld(run)
  const isOpen = run.state === 'finished' && run.forgottenAtSeconds === null && run.undo === null && run.undoneByRunId === null
  const invalid = isOpen ? run.invalid : 0
  const { refusalOnly = 0 } = isOpen ? run : {}
  const parts = [
    held > 0 ? `${counted(held, run.undo === null ? 'row' : 'field')} ${held === 1 ? 'needs' : 'need'} your OK` : '',
    invalid > 0 ? `${counted(invalid, 'row')} cannot be used` : '',
    refusalOnly > 0 ? `${counted(refusalOnly, 'row')} used for ${refusalOnly === 1 ? 'its' : 'their'} refusal only` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
