import { limitTo, type Store } from '../open-store.ts'
import type { StoredPlanRow } from './stored-plan-row.ts'
import { isSend } from './released-holds.ts'
import { ownColumns, columns, toPlanRow, toSendRow, type PlanRowRecord, type SendRecord, type SendRow } from './plan-row-record.ts'

/** Where a reader of a plan's calls is; see `sendsAfter`. */
export interface SendPosition {
  laneOrder: number | null
  row: number
}
export const beforeFirstSend: SendPosition = { laneOrder: null, row: 0 }

/** Statements on the rows of plans that make calls, and on what became of them in a run. Rows that cannot be read back throw `store.damaged`. */
export function createPlanRowSends(store: Store) {
  const selectChanging = store.prepare<[string, number, number], SendRecord>(
    `SELECT ${ownColumns}, contact_uuid FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND class IN ('send', 'held') ORDER BY row`,
  )
  const isOpen = `${isSend} AND NOT EXISTS (SELECT 1 FROM run_rows WHERE run_id = ? AND run_rows.row = plan_rows.row)`
  // Rows that make calls name their contacts themselves.
  const selectSends = store.prepare<[string, number, string, number], SendRecord>(
    `SELECT ${ownColumns}, contact_uuid FROM plan_rows WHERE plan_id = ? AND row > ? AND lane_order IS NULL AND ${isOpen} ORDER BY row ${limitTo}`,
  )
  const selectOrderedSends = store.prepare<[string, number, number, string, number], SendRecord>(
    `SELECT ${ownColumns}, contact_uuid FROM plan_rows INDEXED BY plan_rows_by_lane_order
     WHERE plan_id = ? AND lane_order IS NOT NULL AND (lane_order, row) > (?, ?) AND ${isOpen} ORDER BY lane_order, row ${limitTo}`,
  )
  const selectOpenPage = store.prepare<[string, string, number, number], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND ${isOpen} ORDER BY row LIMIT ? OFFSET ?`,
  )
  const selectHeld = store.prepare<[{ runId: string; planId: string }], { row: number; line: number }>(
    `WITH held AS (SELECT row, line FROM plan_rows WHERE plan_id = @planId AND class = 'held' AND NOT ${isSend}
       UNION SELECT own.row, own.line FROM run_rows JOIN plan_rows AS own ON own.plan_id = @planId AND own.row = run_rows.row
       WHERE run_id = @runId AND outcome = 'held')
     SELECT row, line FROM held
     UNION SELECT merged.row, merged.line FROM held JOIN plan_rows AS merged INDEXED BY plan_rows_by_group
       ON merged.plan_id = @planId AND merged.group_row = held.row AND merged.reason = 'merged' ORDER BY 1`,
  )
  const selectFailed = store.prepare<[{ runId: string; planId: string }], { row: number; line: number }>(
    `SELECT own.row, own.line FROM run_rows JOIN plan_rows AS own ON own.plan_id = @planId AND own.row = run_rows.row
     WHERE run_id = @runId AND outcome = 'failed'
     UNION SELECT merged.row, merged.line FROM run_rows JOIN plan_rows AS merged INDEXED BY plan_rows_by_group ON merged.plan_id = @planId AND merged.group_row = run_rows.row
     WHERE run_id = @runId AND outcome = 'failed' AND merged.reason = 'merged' ORDER BY 1`,
  )

  return {
    /**
     * The next rows that make calls, in the order in which they are to be sent: by the messages' times where they have
     * any, else as in the file; rows that the run has finished with are left out. Begin with `beforeFirstSend`; go on with
     * the last row's `laneOrder` and `row`.
     */
    sendsAfter(planId: string, runId: string, after: SendPosition, limit: number): SendRow[] {
      const inFileOrder = after.laneOrder === null ? selectSends.all(planId, after.row, runId, limit) : []
      if (inFileOrder.length === limit) return inFileOrder.map(toSendRow)
      const ordered = selectOrderedSends.all(
        planId,
        after.laneOrder ?? Number.MIN_SAFE_INTEGER,
        after.laneOrder === null ? 0 : after.row,
        runId,
        limit - inFileOrder.length,
      )
      return [...inFileOrder, ...ordered].map(toSendRow)
    },
    /** Rows that make calls and that the run has not finished with, in file order. */
    openPage: (planId: string, runId: string, offset: number, limit: number): StoredPlanRow[] =>
      selectOpenPage.all(planId, runId, limit, offset).map(toPlanRow),
    /** Rows that make calls, or would if they were not held, among `fromRow` … `toRow`. */
    changing: (planId: string, fromRow: number, toRow: number): SendRow[] => selectChanging.all(planId, fromRow, toRow).map(toSendRow),
    /** The rows that failed in a run of this plan, with those that were merged into them, in file order. */
    failedIn: (planId: string, runId: string): IterableIterator<{ row: number; line: number }> => selectFailed.iterate({ runId, planId }),
    /** The rows that are held in a run of this plan, by a guard or because their contact was changed, with those merged into them. */
    heldIn: (planId: string, runId: string): IterableIterator<{ row: number; line: number }> => selectHeld.iterate({ runId, planId }),
  }
}
