import { callDescriptors } from '../../kinds/calls/all-calls.ts'
import { callKinds } from '../../model/kinds.ts'
import type { Store } from '../../store/open-store.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { tablesOf } from '../../store/tables.ts'
import { readProfile } from '../late/service-profile.ts'
import { leftOpenNote } from '../words/row-words.ts'
import { leftOpenWords } from '../words/pause-words.ts'
import { resolvedBefore } from './posts/resolved-conversations.ts'

interface Run {
  id: string
  planId: string
}

/** The last row of each conversation that was resolved before a run's messages opened it, and is not so again yet. */
function rowsLeftOpen(store: Store, run: Run, nowMs: number): number[] {
  const profile = readProfile(store, nowMs)
  const opening = callKinds.filter((kind) => {
    const { reopens } = callDescriptors[kind]
    return reopens !== null && profile[reopens] !== false
  })
  return opening.length === 0 ? [] : tablesOf(store).calls.lastRowsUnresolved(run.id, run.planId, resolvedBefore, opening)
}

/** Why a run has stopped, with the conversations that it has left open until it is resumed. */
export function withLeftOpen(store: Store, run: Run, reason: RunReason, nowMs: number): RunReason {
  const rows = rowsLeftOpen(store, run, nowMs)
  if (rows.length === 0) return reason
  const { planRows } = tablesOf(store)
  const lines = rows.map((row) => planRows.line(run.planId, row))
  return { ...reason, message: `${reason.message} ${leftOpenWords(lines)}` }
}

/** The run is over: of each conversation that it has left open, the last row that is done and says nothing else says so. */
export function noteLeftOpen(store: Store, run: Run, nowMs: number): void {
  const { runRows } = tablesOf(store)
  const write = store.transaction((rows: readonly number[]) => {
    for (const [row, { outcome, failure }] of runRows.find(run.id, rows))
      if (outcome === 'done' && failure === null) runRows.write(run.id, row, 'done', leftOpenNote)
  })
  write.immediate(rowsLeftOpen(store, run, nowMs))
}
