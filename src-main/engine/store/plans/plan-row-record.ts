import { z } from 'zod'
import { rowClasses, rowDetailSchema } from '../../model/plans/plan-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import { rowContactUuid } from './contact-uuid-sql.ts'
import { classNow, reasonNow } from './released-holds.ts'
import type { StoredPlanRow } from './stored-plan-row.ts'

/** A row that makes calls. Its contact is not looked up. */
export type SendRow = Omit<StoredPlanRow, 'contactName'>

export interface PlanRowRecord {
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

export type SendRecord = Omit<PlanRowRecord, 'contact_name'>

export const ownColumns = `plan_rows.row, line, ${classNow} AS class, ${reasonNow} AS reason, lane, lane_order, plan_rows.phone, detail, group_row`
/** Everybody in a group, by name, or by number who has none. */
const groupNames = `(SELECT group_concat(coalesce(nullif(contacts.name, ''), one.value), ', ')
  FROM json_each('["' || replace(plan_rows.phone, ',', '","') || '"]') AS one LEFT JOIN contacts ON contacts.phone = one.value)`
export const columns = `${ownColumns}, ${rowContactUuid} AS contact_uuid,
  CASE WHEN instr(plan_rows.phone, ',') > 0 THEN ${groupNames}
    ELSE (SELECT name FROM contacts WHERE uuid = contact_uuid OR id = contact_id) END AS contact_name`

const classSchema = z.enum(rowClasses)

export function toPlanRow(record: PlanRowRecord): StoredPlanRow {
  return { ...toSendRow(record), contactName: record.contact_name }
}

export function toSendRow(record: SendRecord): SendRow {
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
