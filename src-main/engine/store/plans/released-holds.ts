import { blockSize } from '../../model/plans/class-histogram.ts'
import type { RowClass } from '../../model/plans/plan-schema.ts'
import type { Store } from '../open-store.ts'

// A release does not touch the rows: `released_holds` tells for what those that are stored as held are held now.
const heldFor =
  '(SELECT held_for FROM released_holds WHERE released_holds.plan_id = plan_rows.plan_id AND stored_reason = plan_rows.reason)'

/** In SQL, whether a row of `plan_rows` is to be sent: planned so, or held by guards that have all been released. */
export const isSend = `(plan_rows.class = 'send' OR (plan_rows.class = 'held' AND ${heldFor} IS ''))`
/** In SQL, the class of a row of `plan_rows`, after what was released. */
export const classNow = `CASE WHEN plan_rows.class = 'held' AND ${heldFor} IS '' THEN 'send' ELSE plan_rows.class END`
/** In SQL, the reason that goes with `classNow`. */
export const reasonNow = `CASE plan_rows.class WHEN 'held' THEN nullif(coalesce(${heldFor}, plan_rows.reason), '') ELSE plan_rows.reason END`

/** Rows that are stored as held for `stored`, and for what they are held now; null where they are to be sent. */
export interface ReleasedHold {
  stored: string
  now: string | null
}

/** Rows of a block that have the same class for the same reason. */
export interface CountedRows {
  block: number
  class: RowClass
  reason: string | null
  rows: number
}

/** Statements on what was released of plans. */
export function createReleasedHolds(store: Store) {
  const put = store.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO released_holds (plan_id, stored_reason, held_for) VALUES (?, ?, ?)',
  )
  const count = store.prepare<[string, number, number], CountedRows>(
    `SELECT (row - 1) / ${blockSize} AS block, class, reason, count(*) AS rows FROM plan_rows
     WHERE plan_id = ? AND row BETWEEN ? AND ? GROUP BY 1, 2, 3`,
  )
  const selectPhones = store.prepare<[string, number, number], { reason: string | null; phone: string }>(
    `SELECT reason, phone FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND class IN ('send', 'held') AND phone IS NOT NULL`,
  )
  return {
    put(planId: string, holds: readonly ReleasedHold[]): void {
      for (const { stored, now } of holds) put.run(planId, stored, now ?? '')
    },
    /** How many rows among `fromRow` … `toRow` are stored in each block with each class and reason. */
    counts: (planId: string, fromRow: number, toRow: number): CountedRows[] => count.all(planId, fromRow, toRow),
    /** The numbers of the rows among them that are stored as to be sent, where the reason is null, or as held. */
    phones: (planId: string, fromRow: number, toRow: number): { reason: string | null; phone: string }[] =>
      selectPhones.all(planId, fromRow, toRow),
  }
}
