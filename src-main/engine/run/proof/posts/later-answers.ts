import type { FieldLabel } from '../../../model/contacts/field-labels.ts'
import type { ServiceCall } from '../../../model/runs/service-call.ts'
import { descriptorOf } from '../../../kinds/calls/all-calls.ts'
import type { ReadAnswer } from '../../answer/read-answer.ts'
import type { ExecutionState } from '../../dispatch/execution-state.ts'
import type { RunItem, WrittenCall } from '../../dispatch/run-item.ts'
import type { JournalEntries } from '../../journal/journal-writer.ts'
import { changedLaterNote, changedLaterReason } from '../change-reason.ts'
import { changeWords } from '../change-words.ts'
import type { UnaskedChange } from '../unasked-changes.ts'

/** So many messages are watched: the first two, and the samples that follow. */
const mostWatched = 5
/** One answer may be a colleague's, who saw the message. */
const mostByColleagues = 1

interface Watched {
  /** The row itself. */
  item: RunItem
  written: WrittenCall
  lookedAtMs: number | null
}

/** What of an execution's state the watch looks at. */
export type LaterState = Pick<ExecutionState, 'lanes' | 'watched' | 'patience' | 'profile' | 'counts' | 'stop'> & {
  pendingRows: Pick<ExecutionState['pendingRows'], 'line'>
}

/**
 * Whether anything answers imported messages some seconds after them: the conversations of the first ones that were proven are read
 * again then, and once more when all else is done. Where a second one was answered, or a flag of its contact changed, the run stops; of a
 * single one its row tells.
 */
export function createLaterAnswers(state: LaterState, label: FieldLabel) {
  const { lanes, pendingRows } = state
  const watched = new Map<number, Watched>()
  const cases: { line: number; words: string[]; isBack: false }[] = []
  let count = 0

  const look = (one: Watched, atMs: number, nowMs: number): void => {
    const { item, written } = one
    const again: RunItem = {
      ...item,
      lane: `answers to row ${item.row}`,
      attempts: 0,
      proof: { kind: 'none' },
      phase: { kind: 'verify', ...written },
      isWatched: true,
    }
    state.watched.add(again)
    lanes.add(again)
    lanes.takeThis(again, nowMs)
    lanes.release(again, atMs, nowMs)
  }

  return {
    /** A message did what it was asked to, as was read right after it. */
    watch(item: RunItem, written: WrittenCall, nowMs: number): void {
      if (count >= mostWatched || !isToWatch(item, written) || watched.has(item.row)) return
      count += 1
      const one = { item, written, lookedAtMs: null }
      watched.set(item.row, one)
      look(one, nowMs + answersAfterMs(state), nowMs)
    },
    /** Its conversation was read again; `answer` is null where that failed. */
    answered(item: RunItem, answer: ReadAnswer | null, entries: JournalEntries, nowMs: number): void {
      state.watched.delete(item)
      lanes.finish(item, nowMs)
      const one = watched.get(item.row)
      if (one === undefined || answer?.kind !== 'verified') return
      one.lookedAtMs = nowMs
      const changes = (answer.changes ?? []).filter(isOfService)
      if (changes.length === 0) return
      watched.delete(item.row)
      const words = changes.map((change) => changeWords(change, label))
      cases.push({ line: pendingRows.line(item.row), words, isBack: false })
      if (one.item.ended === 'done') entries.rows.push({ row: item.row, outcome: 'done', failure: changedLaterNote(words) })
      if (cases.length > mostByColleagues && state.counts.pending > 0) state.stop({ state: 'paused', reason: changedLaterReason(cases) })
    },
    /** All else is done: looks a last time, and answers whether there is anything to look at. */
    beginLast(nowMs: number): boolean {
      const due = [...watched.values()].filter(({ lookedAtMs }) => lookedAtMs !== null && nowMs - lookedAtMs >= answersAfterMs(state))
      watched.clear()
      for (const one of due) {
        watched.set(one.item.row, one)
        look(one, nowMs, nowMs)
      }
      return due.length > 0
    },
  }
}

function answersAfterMs({ patience, profile }: LaterState): number {
  return patience.answersMs + (profile.lagMs ?? 0)
}

/** What was read right before it tells what came since. */
function isToWatch({ undo, putBack }: RunItem, { call, before }: WrittenCall): boolean {
  return undo === null && putBack === undefined && leavesPost(call) && before !== null && before.posts !== null
}

function leavesPost(call: ServiceCall): boolean {
  return descriptorOf(call).leavesPost
}

/** Rollcall itself resolves conversations again. */
function isOfService({ field }: UnaskedChange): boolean {
  return field !== 'resolved'
}
