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

/** Statements on what was released of plans. */
export function createReleasedRows(store: Store) {
  const put = store.prepare<[string, string, string]>(
    'INSERT OR REPLACE INTO released_holds (plan_id, stored_reason, held_for) VALUES (?, ?, ?)',
  )
  const countHeld = store.prepare<[string, number, number], { reason: string; rows: number }>(
    `SELECT ${reasonNow} AS reason, count(*) AS rows FROM plan_rows
     WHERE plan_id = ? AND row BETWEEN ? AND ? AND class = 'held' AND NOT ${isSend} GROUP BY 1`,
  )
  return {
    put(planId: string, holds: readonly ReleasedHold[]): void {
      for (const { stored, now } of holds) put.run(planId, stored, now ?? '')
    },
    /** How many rows among `fromRow` … `toRow` are held now, by reason. */
    held: (planId: string, { fromRow, toRow }: { fromRow: number; toRow: number }): { reason: string; rows: number }[] =>
      countHeld.all(planId, fromRow, toRow),
  }
}
