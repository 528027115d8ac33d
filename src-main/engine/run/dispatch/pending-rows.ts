import { z } from 'zod'
import { createCalls } from '../../store/runs/calls.ts'
import { readJsonColumn } from '../../store/json-column.ts'
import type { Store } from '../../store/open-store.ts'
import { beforeFirstSend, createPlanRows, type SendPosition, type SendRow } from '../../store/plans/plan-rows.ts'
import { createRunRows } from '../../store/runs/run-rows.ts'
import type { RunItem, UndoTask } from './run-item.ts'

const answeredRecord = z.object({ uuid: z.string() })

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
  return { uuid: contactUuid, written, sent: new Set(), decided: null }
}

/**
 * The rows of a plan that a run still has to send, piece by piece in sending order: memory does not grow with the plan.
 * Rows that have ended are passed over; a row whose calls are partly done begins with the next one.
 */
export function createRowWindow(store: Store, planId: string, runId: string, options: { isResumed: boolean; isUndo: boolean }) {
  const planRows = createPlanRows(store)
  const calls = createCalls(store)
  const runRows = createRunRows(store)
  /** Rows that were handed out before their turn. */
  const early = new Set<number>()
  let position: SendPosition = beforeFirstSend
  let isExhausted = false

  const toItem = (row: SendRow): RunItem => ({
    row: row.row,
    lane: row.lane ?? `row ${row.row}`,
    calls: row.detail.calls ?? [],
    ordinal: 0,
    attempts: 0,
    losses: 0,
    createdUuid: null,
    conversationUuid: null,
    fingerprint: row.detail.fingerprint ?? null,
    changes: row.detail.changes ?? [],
    isFresh: false,
    unsettled: null,
    toVerify: null,
    beforeImage: null,
    undo: options.isUndo ? toUndo(row) : null,
  })

  const catchUp = (item: RunItem): RunItem => {
    const journalled = calls.ofRow(runId, item.row)
    for (const call of journalled) {
      if (call.state !== 'done') item.attempts = call.attempts
      else item.ordinal = call.ordinal + 1
      if (item.undo !== null) for (const field in calls.beforeImage(runId, item.row, call.ordinal)) item.undo.sent.add(field)
      if (call.state !== 'done' || call.kind !== 'createCustomer') continue
      const image = calls.afterImage(runId, item.row, call.ordinal)
      item.createdUuid = image === null ? null : readJsonColumn(answeredRecord, image, `the journal of row ${item.row}`).uuid
    }
    return item
  }

  return {
    /** The line in the file of a row. */
    line: (row: number): number => planRows.line(planId, row),
    /** Rows with a call of which nobody knows whether it arrived, at most `limit`: they are settled first. */
    unsettled(limit: number): RunItem[] {
      return calls.unknownAfter(runId, 0, limit).flatMap(({ row }) => {
        const stored = planRows.find(planId, row)
        early.add(row)
        const failure = runRows.find(runId, [row]).get(row)?.failure ?? null
        return stored === null ? [] : [{ ...catchUp(toItem(stored)), attempts: 0, unsettled: { absences: 0, failure } }]
      })
    },
    isExhausted: (): boolean => isExhausted,
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
