import type { RunSummary } from '../../src-main/engine/contract.ts'
import { runWords } from './kind-words.ts'

/** Whether taking a run back can be offered. Messages stay; an undo that is under way or done is not begun once more. */
export function canBeUndone({ kind, state, done, undoneByRunId }: Pick<RunSummary, 'kind' | 'state' | 'done' | 'undoneByRunId'>): boolean {
  const isOver = state === 'finished' || state === 'cancelled'
  return isOver && runWords[kind].canUndo && done > 0 && undoneByRunId === null
}
