import type { RowClass, RowDetail } from '../../model/plans/plan-schema.ts'

/** A row as planning writes it; `detail` is RowDetail as JSON. */
export interface NewPlanRow {
  row: number
  line: number
  class: RowClass
  reason: string | null
  lane: string | null
  laneOrder: number | null
  /** Null where there is none, or where `contactId` names it. */
  contactUuid: string | null
  /** The cache's own number for the contact, where the row changes nothing. */
  contactId: number | null
  phone: string | null
  detail: string | null
}

export interface StoredPlanRow extends Omit<NewPlanRow, 'contactId' | 'detail'> {
  detail: RowDetail
  /** Of several rows about one contact: the row that counts, or the first of them where none does. Null for the others. */
  groupRow: number | null
  /** As the cache knows the contact now. */
  contactName: string | null
}
