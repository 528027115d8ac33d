import { countRow, emptyBlocks } from '../../../src-main/engine/model/plans/class-histogram.ts'
import { guardsOf, holdReason } from '../../../src-main/engine/plan/guards/guard-rules.ts'
import { guards, rowClasses, type Guard, type RowClass } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { beforeFirstSend } from '../../../src-main/engine/store/plans/plan-row-sends.ts'
import { type NewPlanRow } from '../../../src-main/engine/store/plans/stored-plan-row.ts'
import type { PlanTotals } from '../../../src-main/engine/store/plans/plans.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { classNow, reasonNow } from '../../../src-main/engine/store/plans/released-holds.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { columns, dialect, recipe } from '../store/stored-things.ts'

/** Adds a ready plan whose rows these guards hold, each with one call for a contact of its own; null for a row that is unchanged. */
export function addHeldPlan(store: Store, planId: string, held: readonly (readonly Guard[] | null)[]): void {
  const plans = tablesOf(store).plans
  plans.add({ id: planId, fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: Date.now(), builder: null })
  const blocks = emptyBlocks()
  const holds = new Map<string, number>()
  const classes: Record<RowClass, number> = { send: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0 }
  const rows = held.map((own, at): NewPlanRow => {
    const row = at + 1
    const reason = own === null || own.length === 0 ? null : holdReason(own)
    const rowClass = own === null ? 'unchanged' : reason === null ? 'send' : 'held'
    if (reason !== null) holds.set(reason, (holds.get(reason) ?? 0) + 1)
    classes[rowClass] += 1
    countRow(blocks, row, rowClass, 1)
    const [contactUuid, phone] = [`u${row}`, `+1555${String(row).padStart(7, '0')}`]
    const detail =
      own === null ? null : JSON.stringify({ calls: [{ kind: 'updateCustomer', uuid: contactUuid, customer: { name: 'New' } }] })
    return {
      row,
      line: row + 1,
      class: rowClass,
      reason,
      lane: own === null ? null : contactUuid,
      laneOrder: null,
      contactUuid,
      contactId: null,
      phone,
      detail,
    }
  })
  for (let from = 0; from < rows.length; from += 5000) tablesOf(store).planRows.insert(planId, rows.slice(from, from + 5000))
  const stopped = (guard: Guard) => held.filter((own) => own?.includes(guard) === true).length
  const totals: PlanTotals = {
    rows: rows.length,
    ...classes,
    calls: classes.send,
    contacts: classes.send,
    issues: [],
    skips: [],
    fields: [],
    guards: guards
      .filter((guard) => stopped(guard) > 0)
      .map((guard) => ({ guard, rows: stopped(guard), contacts: stopped(guard), released: false, message: '' })),
    holds: [...holds].map(([reason, count]) => ({ reason, rows: count, contacts: count, calls: count })),
  }
  plans.finish(planId, totals, blocks)
}

/** What a plan comes to, however its rows are stored: its figures, its rows by class, what holds them, pages of each class, and what a run would send first. */
export function comesTo(store: Store, planId: string) {
  const own = tablesOf(store).planRows
  const totals = tablesOf(store).plans.find(planId)?.totals
  const { id: _id, createdAtSeconds: _createdAt, ...summary } = planSummary(store, planId)
  const anyRow = { issueCode: null, search: '', withIssues: false, corrected: false }
  const page = (rowClass: RowClass) => planRows(store, planId, { class: rowClass, offset: Math.floor(summary[rowClass] / 2), limit: 3 })
  return {
    summary,
    holds: totals?.holds.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
    blocks: tablesOf(store).plans.blocks(planId),
    rows: rowClasses.map((rowClass) => own.fitting(planId, { ...anyRow, class: rowClass }, 0, summary.rows)),
    held: store
      .prepare(`SELECT ${reasonNow} AS held_for, count(*) AS rows FROM plan_rows WHERE plan_id = ? AND ${classNow} = 'held' GROUP BY 1`)
      .all(planId),
    pages: rowClasses.map(page),
    sends: own.sendsAfter(planId, 'no run', beforeFirstSend, 50).map(({ row }) => row),
  }
}

/** The rows that are still held when these guards are released, as `addHeldPlan` takes them. */
export function heldAfter(held: readonly (readonly Guard[] | null)[], released: readonly Guard[]): (Guard[] | null)[] {
  return held.map((own) => (own === null ? null : guardsOf(holdReason(own)).filter((guard) => !released.includes(guard))))
}
