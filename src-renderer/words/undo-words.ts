import type { PastRun, PlanSummary, RunSummary, UndoOutlook } from '../../src-main/engine/contract.ts'
import { count, counted, dateText } from './format.ts'
import { runWords } from './kind-words.ts'

/** Whether taking a run back can be offered. Messages stay; an undo that is under way or done is not begun once more. */
export function canBeUndone(run: Pick<RunSummary, 'kind' | 'state' | 'done' | 'undoneByRunId' | 'forgottenAtSeconds'>): boolean {
  const isOver = run.state === 'finished' || run.state === 'cancelled'
  return isOver && runWords[run.kind].canUndo && run.done > 0 && run.undoneByRunId === null && run.forgottenAtSeconds === null
}

const staying: Partial<Record<PastRun['kind'], string>> = { whispers: 'Whispers', resolve: 'Resolved conversations' }

/** Why a run cannot be undone, to stand in the button's place; null where it can. `undoneBy`: the run that has undone it. */
export function whyNotUndone(run: PastRun, undoneBy: PastRun | null): string | null {
  if (run.undoneByRunId !== null) {
    if (undoneBy === null || undoneBy.state !== 'finished') return 'Is being taken back'
    return `Taken back on ${dateText(undoneBy.startedAtSeconds)}${undoneBy.operator ? ` by ${undoneBy.operator}` : ''}`
  }
  if (!runWords[run.kind].canUndo && run.kind !== 'undo') return `${staying[run.kind] ?? 'Messages'} cannot be taken back`
  if (run.forgottenAtSeconds !== null) return 'Its rows were forgotten'
  if (run.state !== 'finished' && run.state !== 'cancelled') return 'Undo once it is over'
  if (run.done === 0) return 'It changed nothing'
  return canBeUndone(run) ? null : 'Cannot be taken back'
}

const stays: Record<UndoOutlook['impossible'][number]['reason'], string> = {
  message: 'Messages stay',
  whisper: 'Whispers stay',
  resolved: 'Conversations stay resolved',
  created: 'New contacts stay',
  notShown: 'Fields that are not shown stay',
  notKnown: 'Values that were not known stay',
  notAsked: '“Not asked” cannot return',
}

/** Why the most of what stays cannot be taken back, of all of it together. */
export function staysText({
  code,
  rows,
  message,
  hint,
}: Pick<PlanSummary['issues'][number], 'code' | 'rows' | 'message' | 'hint'>): string {
  if (code !== 'undo.created' || rows === 1) return `${message} ${hint}`
  return `${count(rows)} new contacts stay: the service cannot remove any. Archive or block them there if they should not be used.`
}

/** How much of it comes back by itself, as the undo's own page counts it, and what does not: "286 of 464 changes. New contacts stay". */
export function outlookText({ changes, possible, held, impossible }: UndoOutlook): string {
  if (possible === changes) return changes === 1 ? 'The one change' : `All ${counted(changes, 'change')}`
  const [most] = impossible
  const asked = held === 0 ? '' : ` ${count(held)} ${held === 1 ? 'needs' : 'need'} your OK`
  const parts = [asked, most ? ` ${stays[most.reason]}` : ''].filter((part) => part !== '')
  return `${count(possible)} of ${counted(changes, 'change')}.${parts.join('.')}`
}
