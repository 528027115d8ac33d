import type { CallKind } from '../../model/kinds.ts'
import { callDescriptors, needsDurableIntent } from '../../kinds/calls/all-calls.ts'
import { readJsonColumn } from '../../store/json-column.ts'
import { answeredRecord } from '../../store/runs/answered-record.ts'
import type { Store } from '../../store/open-store.ts'
import { beforeFirstSend, type SendPosition, type SendRow } from '../../store/plans/plan-rows.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem, UndoTask } from './run-item.ts'

/** The plan of an undo has the changes turned round. */
function toUndo({ row, contactUuid, detail }: SendRow): UndoTask {
  if (contactUuid === null) throw new Error(`Row ${row} takes back what has no contact.`)
  const written = (detail.changes ?? []).map(({ field, label, before, after }) => ({
    field,
    label,
    before: after,
    beforeKnown: true,
    after: before,
  }))
  return { uuid: contactUuid, written, sent: new Set(), done: new Set(), decided: null }
}

/**
 * The rows of a plan that a run still has to send, piece by piece in sending order: memory does not grow with the plan.
 * Rows that have ended are passed over; a row whose calls are partly done begins with the next one.
 */
export function createPendingRows(store: Store, planId: string, runId: string, options: { isResumed: boolean; isUndo: boolean }) {
  const { planRows, calls, runRows } = tablesOf(store)
  /** Rows that were handed out before their turn. */
  const early = new Set<number>()
  let position: SendPosition = beforeFirstSend
  let isExhausted = false
  let sendOnce = false

  const toItem = (row: SendRow): RunItem => {
    if (!sendOnce) sendOnce = (row.detail.calls ?? []).some(({ kind }) => needsDurableIntent(kind))
    return itemOf(row)
  }
  const itemOf = (row: SendRow): RunItem => ({
    row: row.row,
    lane: row.lane ?? `row ${row.row}`,
    calls: row.detail.calls ?? [],
    fingerprint: row.detail.fingerprint ?? null,
    changes: row.detail.changes ?? [],
    ordinal: 0,
    attempts: 0,
    losses: 0,
    phase: { kind: 'call' },
    contact: { isFresh: false },
    made: { contactUuid: null, conversationUuid: null },
    undo: options.isUndo ? toUndo(row) : null,
  })

  /** The row as its calls in the journal have left it. */
  const catchUp = (item: RunItem): RunItem => {
    const journalled = calls.ofRow(runId, item.row)
    const sent = new Set<string>()
    const done = new Set<CallKind>()
    for (const call of journalled) {
      if (call.state !== 'done') item.attempts = call.attempts
      else {
        item.ordinal = call.ordinal + 1
        done.add(call.kind)
      }
      if (item.undo !== null) for (const field in calls.beforeImage(runId, item.row, call.ordinal)) sent.add(field)
      if (call.state !== 'done' || !callDescriptors[call.kind].createsContact) continue
      const image = calls.afterImage(runId, item.row, call.ordinal)
      if (image !== null)
        item.made = { ...item.made, contactUuid: readJsonColumn(answeredRecord, image, `the journal of row ${item.row}`).uuid }
    }
    return item.undo === null ? item : { ...item, undo: { ...item.undo, sent, done } }
  }

  return {
    /** The line in the file of a row. */
    line: (row: number): number => planRows.line(planId, row),
    /** Up to `limit` rows with a call that may or may not have arrived: they are reconciled first. */
    lost(limit: number): RunItem[] {
      return calls.unknownAfter(runId, 0, limit).flatMap(({ row }) => {
        const stored = planRows.find(planId, row)
        early.add(row)
        const failure = runRows.find(runId, [row]).get(row)?.failure ?? null
        return stored === null ? [] : [{ ...catchUp(toItem(stored)), attempts: 0, phase: { kind: 'lost', absences: 0, failure } }]
      })
    },
    isExhausted: (): boolean => isExhausted,
    /** Whether a row was handed out with a call that must not happen twice. */
    sendOnce: (): boolean => sendOnce,
    next(limit: number): RunItem[] {
      const rows = planRows.sendsAfter(planId, runId, position, limit)
      isExhausted = rows.length < limit
      const last = rows.at(-1)
      if (last !== undefined) position = { laneOrder: last.laneOrder, row: last.row }
      const items = rows.filter(({ row }) => !early.has(row)).map(toItem)
      return options.isResumed ? items.map(catchUp) : items
    },
  }
}
