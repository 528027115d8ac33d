import { z } from 'zod'
import { rowClasses, rowDetailSchema } from '../model/plan-schema.ts'
import type { StoredPlan } from './plans/plans.ts'
import { damagedRecord, readJsonColumn } from './json-column.ts'
import type { Store } from './open-store.ts'
import type { StoredPlanRow } from './plans/plan-rows.ts'
import { rowContactUuid } from './plans/row-contact.ts'

/** Where rows of a file begin that follow the first `row` ones of its plan. */
const placeSchema = z.object({ row: z.int().min(0), byte: z.int().min(0), line: z.int().min(1) })
export type PlanPlace = z.infer<typeof placeSchema>

/** What a plan is made of: two that agree in all of it come to the same. */
export type PlanMakings = Pick<StoredPlan, 'dialect' | 'columns' | 'recipe' | 'lookup' | 'editsThrough' | 'retriesRunId'> & {
  sha256: string
}

export interface BegunPlan {
  id: string
  state: 'building' | 'failed'
  /** The process that builds it; null when it was given up. */
  builder: string | null
  createdAtMs: number
  /** The last place that was noted; null when none was. */
  place: PlanPlace | null
}

/** A row as planning wrote or settled it, with the cache's own number for its contact. */
export type WrittenRow = Pick<
  StoredPlanRow,
  'row' | 'line' | 'class' | 'reason' | 'laneOrder' | 'contactUuid' | 'phone' | 'detail' | 'groupRow'
> & { contactId: number | null }

interface BegunRecord {
  id: string
  state: BegunPlan['state']
  builder: string | null
  createdAtMs: number
  begun: string
}

/** Statements on plans that are not ready yet and that can be gone on with after their first rows. */
export function createBegunPlans(store: Store) {
  const setBegun = store.prepare<[string | null, string]>("UPDATE plans SET begun = ? WHERE id = ? AND state = 'building'")
  const release = store.prepare<[string]>("UPDATE plans SET builder = NULL WHERE id = ? AND state = 'building' AND begun IS NOT NULL")
  const forget = store.prepare<[number]>('UPDATE plans SET begun = NULL WHERE begun IS NOT NULL AND created_at_ms < ?')
  const select = store.prepare<[Record<string, unknown>], BegunRecord>(
    `SELECT plans.id, plans.state, builder, created_at_ms AS createdAtMs, begun FROM plans JOIN files ON files.id = file_id
     WHERE begun IS NOT NULL AND plans.state IN ('building', 'failed') AND sha256 = @sha256 AND dialect = @dialect AND columns = @columns
       AND recipe = @recipe AND lookup = @lookup AND edits_through = @editsThrough AND retries_run_id IS @retriesRunId
       AND NOT EXISTS (SELECT 1 FROM syncs WHERE started_at_ms >= created_at_ms)
       AND NOT EXISTS (SELECT 1 FROM runs WHERE started_at_ms >= created_at_ms OR finished_at_ms IS NULL OR finished_at_ms >= created_at_ms)
     ORDER BY created_at_ms DESC`,
  )
  const takeUp = store.prepare<[{ id: string; fileId: string; builder: string; before: string | null }]>(
    `UPDATE plans SET state = 'building', error = NULL, builder = @builder, file_id = @fileId
     WHERE id = @id AND begun IS NOT NULL AND state IN ('building', 'failed') AND builder IS @before`,
  )
  const selectWritten = store.prepare<
    [string, number, number],
    Omit<WrittenRow, 'class' | 'detail'> & { class: string; detail: string | null }
  >(
    `SELECT row, line, class, reason, lane_order AS laneOrder, ${rowContactUuid} AS contactUuid, phone, detail, group_row AS groupRow,
       coalesce(contact_id, (SELECT id FROM contacts WHERE uuid = contact_uuid)) AS contactId
     FROM plan_rows WHERE plan_id = ? AND row > ? ORDER BY row LIMIT ?`,
  )
  const setHold = store.prepare<[{ planId: string; fromRow: number; toRow: number; reason: string; class: string; left: string | null }]>(
    `UPDATE plan_rows SET class = @class, reason = @left
     WHERE plan_id = @planId AND row BETWEEN @fromRow AND @toRow AND class = 'held' AND reason = @reason`,
  )
  const isBegun = store.prepare<[string], number>('SELECT begun IS NOT NULL FROM plans WHERE id = ?').pluck()
  const countRows = store.prepare<[string], number>('SELECT coalesce(max(row), 0) FROM plan_rows WHERE plan_id = ?').pluck()

  return {
    /** From now on the plan can be gone on with. */
    begin: (planId: string): void => void setBegun.run('{}', planId),
    /** It is about to be ready: there is nothing to go on with. */
    end: (planId: string): void => void setBegun.run(null, planId),
    /** Nobody builds it any more, but somebody may go on with it. Answers false for a plan that can only be made anew. */
    release: (planId: string): boolean => release.run(planId).changes > 0,
    /** Plans from before that time are not gone on with. */
    forget: (beforeMs: number): void => void forget.run(beforeMs),
    /**
     * Those made of the same, the newest first; none from before the account's contacts were synced or changed by a run: their
     * first rows would show what was then.
     */
    madeOf({ dialect, columns, recipe, ...makings }: PlanMakings): BegunPlan[] {
      const texts = { dialect: JSON.stringify(dialect), columns: JSON.stringify(columns), recipe: JSON.stringify(recipe) }
      return select.all({ ...makings, ...texts }).map(({ begun, ...plan }) => ({ ...plan, place: placeOf(begun, plan.id) }))
    },
    /** Makes it a plan of this file, built by this process. Answers false when somebody else was quicker. */
    takeUp: (plan: BegunPlan, fileId: string, builder: string): boolean =>
      takeUp.run({ id: plan.id, fileId, builder, before: plan.builder }).changes > 0,
    /** The rows after `row`, in file order. Damaged ones throw `store.damaged`. */
    written: (planId: string, row: number, limit: number): WrittenRow[] => selectWritten.all(planId, row, limit).map(toWritten),
    /** Among `fromRow` … `toRow`, rows held for `reason` are held for `left`, or to be sent when that is null. */
    putBack(planId: string, { fromRow, toRow }: { fromRow: number; toRow: number }, reason: string, left: string | null): void {
      setHold.run({ planId, fromRow, toRow, reason, class: left === null ? 'send' : 'held', left })
    },
    /** The rows that it has already; null for a plan that can only be made anew. */
    goesOnAfter: (planId: string): number | null => (isBegun.get(planId) === 1 ? (countRows.get(planId) ?? 0) : null),
    /** How many rows a plan has so far. */
    rows: (planId: string): number => countRows.get(planId) ?? 0,
  }
}

function toWritten(record: Omit<WrittenRow, 'class' | 'detail'> & { class: string; detail: string | null }): WrittenRow {
  const rowClass = rowClasses.find((name) => name === record.class)
  const what = `line ${record.line} of a plan`
  if (rowClass === undefined) throw damagedRecord(what, undefined)
  return { ...record, class: rowClass, detail: record.detail === null ? {} : readJsonColumn(rowDetailSchema, record.detail, what) }
}

function placeOf(begun: string, planId: string): PlanPlace | null {
  return readJsonColumn(z.union([placeSchema, z.strictObject({}).transform(() => null)]), begun, `plan ${planId}`)
}
