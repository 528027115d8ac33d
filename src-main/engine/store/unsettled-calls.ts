import { isSameText } from '../plan/same-text.ts'
import { rowDetailSchema } from '../plan/plan-schema.ts'
import { readJsonColumn } from './json-column.ts'
import type { Store } from './open-store.ts'

/** Statements that count equal messages of a run to one contact, for settling those of which nobody knows. */
export function createUnsettledCalls(store: Store) {
  const inLane = `JOIN plan_rows ON plan_rows.plan_id = @planId AND plan_rows.row = calls.row AND plan_rows.lane = @lane`
  const selectUnsettled = store.prepare<[{ runId: string; planId: string; lane: string; row: number }], string | null>(
    `SELECT plan_rows.detail FROM calls INDEXED BY calls_not_done ${inLane}
     WHERE calls.run_id = @runId AND calls.state = 'unknown' AND calls.state <> 'done' AND calls.kind = 'importMessage' AND calls.row <> @row`,
  ).pluck()
  const hasUnnamed = store.prepare<[string], number>(
    `SELECT 1 FROM imported_messages WHERE run_id = ? AND state = 'arrived' AND post_uuid IS NULL LIMIT 1`,
  ).pluck()
  const selectUnnamed = store.prepare<[{ runId: string; planId: string; lane: string }], string | null>(
    `SELECT plan_rows.detail FROM imported_messages JOIN plan_rows
       ON plan_rows.plan_id = @planId AND plan_rows.row = imported_messages.row AND plan_rows.lane = @lane
     WHERE imported_messages.run_id = @runId AND imported_messages.state = 'arrived' AND post_uuid IS NULL`,
  ).pluck()

  return {
    /** Other messages with this text to this contact of which nobody knows whether they arrived. */
    othersUnsettled: (runId: string, planId: string, lane: string, body: string, row: number): number =>
      countWith(selectUnsettled.all({ runId, planId, lane, row }), body),
    /** Messages with this text to this contact that arrived in this run, and whose posts the service did not name. */
    arrivedUnnamed: (runId: string, planId: string, lane: string, body: string): number =>
      hasUnnamed.get(runId) === undefined ? 0 : countWith(selectUnnamed.all({ runId, planId, lane }), body),
  }
}

function countWith(details: readonly (string | null)[], body: string): number {
  return details.filter((detail) => {
    if (detail === null) return false
    const calls = readJsonColumn(rowDetailSchema, detail, 'a row of a plan').calls ?? []
    return calls.some((call) => call.kind === 'importMessage' && isSameText(call.body, body))
  }).length
}
