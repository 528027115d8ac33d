import type { IssueGroup, RowIssue } from '../../model/plans/row-issue.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { countRow, emptyBlocks, moveRows, type ClassBlocks, withoutEmptyEnds } from '../../model/plans/class-histogram.ts'
import { byFieldOrder, compareText } from '../../model/contacts/field-order.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import { guardsOf, holdReason } from '../guards/guard-rules.ts'
import type { FieldChange, Guard, RowClass } from '../../model/plans/plan-schema.ts'

/** The part of a row that is counted. */
export interface CountedRow {
  row: number
  class: RowClass
  /** Of a held row, the guards that hold it. */
  reason: string | null
  changes: readonly Pick<FieldChange, 'field' | 'label'>[]
  /** Its calls, also where it is held: `calls` of a plan are those that would be made now. */
  calls: number
  /** 0 where a row that is held in the same way has counted its contact; else 1. */
  contacts?: 0 | 1
}

/** Rows that the same guards hold. */
export interface Hold {
  reason: string
  rows: number
  contacts: number
  calls: number
}

/** Counts rows in, and out again when a later row takes their place, so that all figures always add up. */
export function createTally() {
  const blocks: ClassBlocks = emptyBlocks()
  const counts = { rows: 0, send: 0, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 0 }
  const skips = new Map<string, number>()
  const fields = new Map<string, { label: string; rows: number }>()
  const groups = new Map<string, IssueGroup>()
  const holds = new Map<string, Hold>()
  let contacts = 0

  const holdOf = (reason: string): Hold => {
    const hold = holds.get(reason) ?? { reason, rows: 0, contacts: 0, calls: 0 }
    holds.set(reason, hold)
    return hold
  }

  const count = (row: CountedRow, by: 1 | -1): void => {
    countRow(blocks, row.row, row.class, by)
    counts.rows += by
    counts[row.class] += by
    if (row.class === 'held') {
      const hold = holdOf(row.reason ?? '')
      hold.rows += by
      // Of each contact one row at most makes calls, but for messages.
      hold.contacts += by * (row.contacts ?? 1)
      hold.calls += by * row.calls
    } else counts.calls += by * row.calls
    if (row.class === 'skipped' && row.reason !== null) skips.set(row.reason, (skips.get(row.reason) ?? 0) + by)
    for (const { field, label } of row.changes) {
      const counted = fields.get(field)
      if (counted === undefined) fields.set(field, { label, rows: by })
      else counted.rows += by
    }
  }

  return {
    add: (row: CountedRow): void => count(row, 1),
    remove: (row: CountedRow): void => count(row, -1),
    /** One more distinct contact that calls concern (-1: one less). */
    addContact: (by: 1 | -1): void => {
      contacts += by
    },
    /** One more call of a row that was counted. */
    addCall: (): void => {
      counts.calls += 1
    },
    /** A row that was to be sent, or was held by others, is held for `reason` now, of which `guard` is the last. */
    hold(row: number, reason: string, guard: Guard, calls: number): void {
      const others = guardsOf(reason).filter((one) => one !== guard)
      const isSent = others.length === 0
      count({ row, class: isSent ? 'send' : 'held', reason: isSent ? null : holdReason(others), changes: [], calls }, -1)
      count({ row, class: 'held', reason, changes: [], calls }, 1)
      if (isSent) contacts -= 1
    },
    /** One more guard holds everything that is to be sent or is held. */
    holdAll(guard: Guard): void {
      const before = [...holds.values(), { reason: '', rows: counts.send, contacts, calls: counts.calls }]
      holds.clear()
      for (const { reason, ...sums } of before) {
        const name = holdReason([...guardsOf(reason), guard])
        if (sums.rows > 0) holds.set(name, { reason: name, ...sums })
      }
      moveRows(blocks, 'send', 'held')
      counts.held += counts.send
      counts.send = 0
      counts.calls = 0
      contacts = 0
    },
    holds: (): Hold[] => [...holds.values()].filter(({ rows }) => rows > 0).map((hold) => ({ ...hold })),
    /** Counts a row's issues, each code and column once; answers the ones that were counted. */
    addIssues(issues: readonly RowIssue[]): RowIssue[] {
      const distinct = issues.filter((issue, at) => issues.findIndex((other) => isSameIssue(other, issue)) === at)
      for (const issue of distinct) {
        const key = JSON.stringify([issue.code, issue.column])
        const group = groups.get(key)
        if (group === undefined) groups.set(key, { ...issue, rows: 1 })
        else if (issue.line < group.line) groups.set(key, { ...issue, rows: group.rows + 1 })
        else group.rows += 1
      }
      return distinct
    },
    blocks: (): ClassBlocks => withoutEmptyEnds(blocks),
    counts: () => ({ ...counts }),
    /** All figures, in an order that tells nothing of the order of the rows. */
    totals(guards: PlanTotals['guards'], figures?: GuardFigures): PlanTotals {
      return {
        ...counts,
        issues: [...groups.values()].sort(byIssueOrder),
        skips: [...skips]
          .filter(([, rows]) => rows > 0)
          .map(([reason, rows]) => ({ reason, rows }))
          .sort(bySkipOrder),
        guards,
        holds: this.holds().toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
        fields: [...fields]
          .filter(([, { rows }]) => rows > 0)
          .map(([field, { label, rows }]) => ({ field, label, rows }))
          .sort(byFieldOrder),
        contacts,
        ...(figures && { figures }),
      }
    },
  }
}

export function byIssueOrder(a: IssueGroup, b: IssueGroup): number {
  return b.rows - a.rows || a.line - b.line || compareText(a.code, b.code) || compareText(a.column ?? '', b.column ?? '')
}

export function bySkipOrder(a: { reason: string; rows: number }, b: { reason: string; rows: number }): number {
  return b.rows - a.rows || compareText(a.reason, b.reason)
}

function isSameIssue(a: RowIssue, b: RowIssue): boolean {
  return a.code === b.code && a.column === b.column
}
