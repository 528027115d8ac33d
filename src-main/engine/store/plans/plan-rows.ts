import { z } from 'zod'
import { rowClasses, rowDetailSchema, type Guard, type RowClass, type RowDetail } from '../../model/plans/plan-schema.ts'
import { flagBits } from '../contacts/contact-record.ts'
import { readJsonColumn } from '../json-column.ts'
import { limitTo, type Store } from '../open-store.ts'
import { createBatchWriter, PlanBatch } from './plan-batch.ts'
import type { NewPlanRow, StoredPlanRow } from './stored-plan-row.ts'
import { classNow, isSend, reasonNow } from './released-holds.ts'
import { rowContactUuid } from './contact-uuid-sql.ts'
import { fitsSearch, rowSearch } from './row-search.ts'

/** A row that makes calls. Its contact is not looked up. */
export type SendRow = Omit<StoredPlanRow, 'contactName'>

export type BriefPlanRow = Pick<StoredPlanRow, 'row' | 'line' | 'class' | 'contactUuid' | 'phone'>

/** Where a reader of a plan's calls is; see `sendsAfter`. */
export interface SendPosition {
  laneOrder: number | null
  row: number
}
export const beforeFirstSend: SendPosition = { laneOrder: null, row: 0 }

/** Rows with corrections are listed among those with issues, under this code; it is an issue of nobody. */
export const correctedMark = 'row.corrected'

/** Which rows of a plan are wanted; null, '' and false for what does not matter. */
export interface RowFilter {
  class: RowClass | null
  issueCode: string | null
  search: string
  withIssues: boolean
  corrected: boolean
}

export type PlanRows = ReturnType<typeof createPlanRows>

interface PlanRowRecord {
  row: number
  line: number
  class: string
  reason: string | null
  lane: string | null
  lane_order: number | null
  contact_uuid: string | null
  phone: string | null
  detail: string | null
  group_row: number | null
  contact_name: string | null
}

type SendRecord = Omit<PlanRowRecord, 'contact_name'>

const ownColumns = `plan_rows.row, line, ${classNow} AS class, ${reasonNow} AS reason, lane, lane_order, plan_rows.phone, detail, group_row`
/** Everybody in a group, by name, or by number who has none. */
const groupNames = `(SELECT group_concat(coalesce(nullif(contacts.name, ''), one.value), ', ')
  FROM json_each('["' || replace(plan_rows.phone, ',', '","') || '"]') AS one LEFT JOIN contacts ON contacts.phone = one.value)`
const columns = `${ownColumns}, ${rowContactUuid} AS contact_uuid,
  CASE WHEN instr(plan_rows.phone, ',') > 0 THEN ${groupNames}
    ELSE (SELECT name FROM contacts WHERE uuid = contact_uuid OR id = contact_id) END AS contact_name`

/** Statements on the rows of plans. Rows that cannot be read back throw `store.damaged`. */
export function createPlanRows(store: Store) {
  const writeBatch = createBatchWriter(store)
  const insertIssue = store.prepare<[string, string, string, number]>(
    'INSERT OR IGNORE INTO plan_issues (plan_id, code, column_name, row) VALUES (?, ?, ?, ?)',
  )
  const selectOne = store.prepare<[string, number], PlanRowRecord>(`SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row = ?`)
  const selectLine = store.prepare<[string, number], number>('SELECT line FROM plan_rows WHERE plan_id = ? AND row = ?').pluck()
  const updateDetail = store.prepare<[string, string, number]>('UPDATE plan_rows SET detail = ? WHERE plan_id = ? AND row = ?')
  const replace = store.prepare<[string, string | null, string | null, string | null, string, number]>(
    'UPDATE plan_rows SET class = ?, reason = ?, lane = ?, detail = ? WHERE plan_id = ? AND row = ?',
  )
  const setGroup = store.prepare<[number, string, number]>('UPDATE plan_rows SET group_row = ? WHERE plan_id = ? AND row = ?')
  const selectBrief = store.prepare<
    [string, number],
    { row: number; line: number; class: RowClass; contactUuid: string | null; phone: string | null }
  >(`SELECT row, line, class, ${rowContactUuid} AS contactUuid, phone FROM plan_rows WHERE plan_id = ? AND row = ?`)
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
  const selectRange = store.prepare<[string, number, number, string, number, number], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND ${classNow} = ? ORDER BY row ${limitTo} OFFSET ?`,
  )
  const selectChanging = store.prepare<[string, number, number], SendRecord>(
    `SELECT ${ownColumns}, contact_uuid FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? AND class IN ('send', 'held') ORDER BY row`,
  )
  const selectReleased = store.prepare<[string], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND detail LIKE '%"released":%' ORDER BY row`,
  )
  const selectLanes = store.prepare<[string, number, number], { row: number; phone: string | null; laneOrder: number | null }>(
    'SELECT row, phone, lane_order AS laneOrder FROM plan_rows WHERE plan_id = ? AND row BETWEEN ? AND ? ORDER BY row',
  )
  const selectFrom = store.prepare<[string, number, number], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows WHERE plan_id = ? AND row > ? ORDER BY row ${limitTo}`,
  )
  const ofIssue = '(SELECT DISTINCT row FROM plan_issues WHERE plan_id = @planId AND code = @code)'
  const selectIssuePage = store.prepare<[{ planId: string; code: string; limit: number; offset: number }], PlanRowRecord>(
    `SELECT ${columns} FROM plan_rows JOIN (SELECT row FROM ${ofIssue} ORDER BY row LIMIT @limit OFFSET @offset) AS page USING (row)
     WHERE plan_id = @planId ORDER BY plan_rows.row`,
  )
  const selectCorrected = store
    .prepare<[string, number], number>(
      `SELECT 1 FROM plan_issues WHERE plan_id = ? AND code = '${correctedMark}' AND column_name = '' AND row = ?`,
    )
    .pluck()
  const selectIssueRows = store
    .prepare<[string, string, string, number, number], number>(
      'SELECT row FROM plan_issues WHERE plan_id = ? AND code = ? AND column_name = ? AND row > ? ORDER BY row LIMIT ?',
    )
    .pluck()
  const countIssues = store.prepare<[string], { code: string; column: string; rows: number; firstRow: number }>(
    `SELECT code, column_name AS "column", count(*) AS rows, min(row) AS firstRow FROM plan_issues
     WHERE plan_id = ? AND code <> '${correctedMark}' GROUP BY code, column_name`,
  )
  const countIssue = store.prepare<[{ planId: string; code: string }], number>(`SELECT count(*) FROM ${ofIssue}`).pluck()
  const filtered = `FROM plan_rows WHERE plan_id = @planId AND (@class IS NULL OR ${classNow} = @class)
    AND (@code IS NULL OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code = @code))
    AND (NOT @withIssues OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code <> '${correctedMark}'))
    AND (NOT @corrected OR row IN (SELECT row FROM plan_issues WHERE plan_id = @planId AND code = '${correctedMark}'))
    AND ${fitsSearch}`
  const selectFitting = store
    .prepare<[Record<string, unknown>], number>(`SELECT row ${filtered} AND row > @after AND row <= @through ORDER BY row`)
    .pluck()
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

  const removeRows = store.prepare<[{ planId: string; limit: number }]>(
    'DELETE FROM plan_rows WHERE plan_id = @planId AND row IN (SELECT row FROM plan_rows WHERE plan_id = @planId LIMIT @limit)',
  )
  const removeIssues = store.prepare<[{ planId: string; limit: number }]>(
    `DELETE FROM plan_issues WHERE (plan_id, code, column_name, row) IN
       (SELECT plan_id, code, column_name, row FROM plan_issues WHERE plan_id = @planId LIMIT @limit)`,
  )
  const selectLines = store.prepare<[string], number>('SELECT line FROM plan_rows WHERE plan_id = ? ORDER BY row').pluck()
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
    /** All of these rows and issues, or none: throws what SQLite says. */
    insertBatch: (planId: string, batch: PlanBatch): void => writeBatch(planId, batch),
    insert(planId: string, rows: readonly NewPlanRow[]): void {
      const batch = new PlanBatch()
      for (const row of rows) batch.add(row)
      writeBatch(planId, batch)
    },
    /** Lists the row under an issue; `column` is null for an issue of the whole row. */
    insertIssue: (planId: string, code: string, column: string | null, row: number): void =>
      void insertIssue.run(planId, code, column ?? '', row),

    find(planId: string, row: number): StoredPlanRow | null {
      const record = selectOne.get(planId, row)
      return record === undefined ? null : toPlanRow(record)
    },
    /** The line in the file of a row that exists. */
    line(planId: string, row: number): number {
      const line = selectLine.get(planId, row)
      if (line === undefined) throw new Error(`Plan ${planId} has no row ${row}.`)
      return line
    },
    /** The lines of all rows, in file order. */
    lines: (planId: string): number[] => selectLines.all(planId),
    /** The rows that failed in a run of this plan, with those that were merged into them, in file order. */
    failedIn: (planId: string, runId: string): IterableIterator<{ row: number; line: number }> => selectFailed.iterate({ runId, planId }),
    /** The rows that are held in a run of this plan, by a guard or because their contact was changed, with those merged into them. */
    heldIn: (planId: string, runId: string): IterableIterator<{ row: number; line: number }> => selectHeld.iterate({ runId, planId }),
    /** Removes up to `limit` rows and as many issues of a plan that nobody needs. Answers false when none were left. */
    removeSome: (planId: string, limit: number): boolean =>
      removeRows.run({ planId, limit }).changes + removeIssues.run({ planId, limit }).changes > 0,
    setDetail: (planId: string, row: number, detail: RowDetail): void => void updateDetail.run(JSON.stringify(detail), planId, row),

    /** Gives a row another class and other calls. */
    replace(
      planId: string,
      row: number,
      { class: rowClass, reason, lane, detail }: Pick<StoredPlanRow, 'class' | 'reason' | 'lane' | 'detail'>,
    ): void {
      replace.run(rowClass, reason, lane, Object.keys(detail).length === 0 ? null : JSON.stringify(detail), planId, row)
    },
    setGroup: (planId: string, row: number, groupRow: number): void => void setGroup.run(groupRow, planId, row),
    brief: (planId: string, row: number): BriefPlanRow | null => selectBrief.get(planId, row) ?? null,

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

    /** Rows of a class among `fromRow` … `toRow`: leaves out `skip`, takes `take`. */
    range(planId: string, rowClass: RowClass, range: { fromRow: number; toRow: number; skip: number; take: number }): StoredPlanRow[] {
      return selectRange.all(planId, range.fromRow, range.toRow, rowClass, range.take, range.skip).map(toPlanRow)
    },
    /** Rows that make calls, or would if they were not held, among `fromRow` … `toRow`. */
    changing: (planId: string, fromRow: number, toRow: number): SendRow[] => selectChanging.all(planId, fromRow, toRow).map(toSendRow),
    /** The rows that a person has released one by one, in file order. */
    released: (planId: string): StoredPlanRow[] =>
      selectReleased
        .all(planId)
        .map(toPlanRow)
        .filter(({ detail }) => detail.released !== undefined),
    /** Which number each of the rows `fromRow` … `toRow` goes to, and in which order. */
    lanes: (planId: string, fromRow: number, toRow: number): { row: number; phone: string | null; laneOrder: number | null }[] =>
      selectLanes.all(planId, fromRow, toRow),
    /** The rows after `row`, of any class. */
    after: (planId: string, row: number, limit: number): StoredPlanRow[] => selectFrom.all(planId, row, limit).map(toPlanRow),

    pageOfIssue(planId: string, code: string, offset: number, limit: number): { rows: StoredPlanRow[]; total: number } {
      return { rows: selectIssuePage.all({ planId, code, offset, limit }).map(toPlanRow), total: countIssue.get({ planId, code }) ?? 0 }
    },

    /** How many rows have each issue, and the first of them; looks at the issues alone. */
    countIssues: (planId: string): { code: string; column: string | null; rows: number; firstRow: number }[] =>
      countIssues.all(planId).map(({ column, ...group }) => ({ ...group, column: column === '' ? null : column })),
    /** Whether something was corrected in the row. */
    isCorrected: (planId: string, row: number): boolean => selectCorrected.get(planId, row) !== undefined,
    /** The numbers of rows after `row` that have this issue. */
    rowsOfIssue: (planId: string, code: string, column: string | null, row: number, limit: number): number[] =>
      selectIssueRows.all(planId, code, column ?? '', row, limit),

    /** The numbers of the rows after `after` and up to `through` that fit all of a filter; looks at each of them. */
    fitting(planId: string, filter: RowFilter, after: number, through: number): number[] {
      const { class: rowClass, issueCode: code, withIssues, corrected } = filter
      const flags = { withIssues: Number(withIssues), corrected: Number(corrected) }
      return selectFitting.all({ planId, class: rowClass, code, ...flags, ...rowSearch(filter.search), after, through })
    },

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
  }
}

const classSchema = z.enum(rowClasses)

function toPlanRow(record: PlanRowRecord): StoredPlanRow {
  return { ...toSendRow(record), contactName: record.contact_name }
}

function toSendRow(record: SendRecord): SendRow {
  const what = `line ${record.line} of a plan`
  return {
    row: record.row,
    line: record.line,
    class: readJsonColumn(classSchema, JSON.stringify(record.class), what),
    reason: record.reason,
    lane: record.lane,
    laneOrder: record.lane_order,
    contactUuid: record.contact_uuid,
    phone: record.phone,
    detail: record.detail === null ? {} : readJsonColumn(rowDetailSchema, record.detail, what),
    groupRow: record.group_row,
  }
}
