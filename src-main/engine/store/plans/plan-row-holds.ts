import type { Guard } from '../../model/plans/plan-schema.ts'
import { flagBits } from '../contacts/contact-record.ts'
import type { Store } from '../open-store.ts'
import type { StoredPlanRow } from './stored-plan-row.ts'
import { classNow, reasonNow, isSend } from './released-holds.ts'
import { columns, toPlanRow, type PlanRowRecord } from './plan-row-record.ts'

/** Statements on what holds the rows of plans, and on whom they are about. Rows that cannot be read back throw `store.damaged`. */
export function createPlanRowHolds(store: Store) {
  const hold = store.prepare<[{ planId: string; row: number; guard: string }], { reason: string; calls: number }>(
    `UPDATE plan_rows SET reason = CASE class WHEN 'held' THEN reason || ' ' || @guard ELSE @guard END, class = 'held'
     WHERE plan_id = @planId AND row = @row AND class IN ('send', 'held') RETURNING reason, json_array_length(detail, '$.calls') AS calls`,
  )
  const holdAll = store.prepare<[{ planId: string; fromRow: number; toRow: number; guard: string }]>(
    `UPDATE plan_rows SET reason = CASE class WHEN 'held' THEN reason || ' ' || @guard ELSE @guard END, class = 'held'
     WHERE plan_id = @planId AND row BETWEEN @fromRow AND @toRow AND class IN ('send', 'held')`,
  )
  const countHeldPhones = store
    .prepare<[string, string], number>(
      "SELECT count(DISTINCT phone) FROM plan_rows WHERE plan_id = ? AND class = 'held' AND instr(' ' || reason || ' ', ' ' || ? || ' ') > 0",
    )
    .pluck()
  const who = 'coalesce(contact_uuid, phone)'
  const countToSend = store
    .prepare<[string], number>(`SELECT count(DISTINCT ${who}) FROM plan_rows WHERE plan_id = ? AND ${isSend}`)
    .pluck()
  const countHeld = store
    .prepare<[string, string], number>(
      `SELECT count(DISTINCT ${who}) FROM plan_rows WHERE plan_id = ? AND ${classNow} = 'held' AND ${reasonNow} = ?`,
    )
    .pluck()
  const letGo = store
    .prepare<[string, number, string], number>(
      `UPDATE plan_rows SET class = 'send', reason = NULL WHERE plan_id = ? AND row = ? AND class = 'held' AND reason = ?
       RETURNING json_array_length(detail, '$.calls')`,
    )
    .pluck()
  const agrees = `coalesce((SELECT known FROM contacts WHERE contacts.id = contact_id), (SELECT known FROM contacts WHERE uuid = contact_uuid)) & ${flagBits.consent.set}`
  const countAgreeing = store
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND class IN ('send', 'unchanged', 'held') AND ${agrees} <> 0`,
    )
    .pluck()
  const selectReleased = store.prepare<[string], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND detail LIKE '%"released":%' ORDER BY row`,
  )

  return {
    /** One more guard, the last in the order of guards, holds a row that is to be sent or is held; answers its reason and how many calls it has, null for any other row. */
    hold: (planId: string, row: number, guard: Guard): { reason: string; calls: number } | null => hold.get({ planId, row, guard }) ?? null,
    /** One more guard, the last in the order of guards, holds what is to be sent or is held among `fromRow` … `toRow`. */
    holdAll: (planId: string, fromRow: number, toRow: number, guard: Guard): void => void holdAll.run({ planId, fromRow, toRow, guard }),
    /** A row that only this guard holds will be sent after all: how many calls it makes, null for any other row. */
    letGo: (planId: string, row: number, guard: Guard): number | null => letGo.get(planId, row, guard) ?? null,
    /** How many conversations this guard holds messages of. */
    heldPhones: (planId: string, guard: Guard): number => countHeldPhones.get(planId, guard) ?? 0,
    /** How many contacts, by uuid or else by number, the rows to be sent are about. */
    contactsToSend: (planId: string): number => countToSend.get(planId) ?? 0,
    /** How many contacts the rows are about that are held for just this reason. */
    contactsHeld: (planId: string, reason: string): number => countHeld.get(planId, reason) ?? 0,
    /** How many of the rows `fromRow` … `toRow` are about a contact who agrees to texts now, and count for it. */
    agreeing: (planId: string, fromRow: number, toRow: number): number => countAgreeing.get(planId, fromRow, toRow) ?? 0,
    /** The rows that a person has released one by one, in file order. */
    released: (planId: string): StoredPlanRow[] =>
      selectReleased
        .all(planId)
        .map(toPlanRow)
        .filter(({ detail }) => detail.released !== undefined),
  }
}
