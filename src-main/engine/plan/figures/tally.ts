import { contactsOf } from '../../kinds/calls/all-calls.ts'
import type { RowSubject } from '../../kinds/kind-descriptor.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import { countRow, emptyBlocks, moveRows, type ClassBlocks, withoutEmptyEnds } from '../../model/plans/class-histogram.ts'
import { byFieldOrder, compareText } from '../../model/contacts/field-order.ts'
import type { GuardFigures } from '../../model/plans/guard-figures.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { FieldChange, Guard, OptOut, PlanCounts, PlannedCall, RowClass } from '../../model/plans/plan-schema.ts'
import { contradictsCode, type RowIssue, unheardCode } from '../../model/plans/row-issue.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { createRowSet, type RowSet } from '../duplicates/row-set.ts'
import { guardsOf, holdReason, isCounted, withoutGuards } from '../guards/guard-rules.ts'
import { createGuardTally, type RowEffect, rowEffects } from './guard-tally.ts'

/** What is counted of a row. */
export interface CountedRow {
  row: number
  class: RowClass
  reason: string | null
  changes: readonly FieldChange[]
  calls: readonly PlannedCall[]
  /** Whether its contact is known to the service. */
  isKnown: boolean
  optOut: OptOut | null
  /** Whether the contact asked for what is taken from it. */
  isOptOutExplicit: boolean
  /** Whether the row refuses texts for a number that goes to the do-not-text list. */
  isForList?: boolean
  /** Whether a permission of the row is held, because the row says both. */
  isContradicted?: boolean
  /** Whether its contact agrees already, while a column that nobody reads may tell that they refuse. */
  isAgreedUnheard?: boolean
  /** 0 where another row of the same class and reason has counted its contact; as many as its calls are about unless given. */
  contacts?: number
}

/** Rows of one class that are held or left out for the same reason; other reasons are counted together. */
interface Sum {
  class: RowClass
  reason: string | null
  rows: number
  contacts: number
  calls: number
}

const oneUnchanged: Sum = { class: 'unchanged', reason: null, rows: 1, contacts: 0, calls: 0 }

export type Tally = ReturnType<typeof createTally>

/**
 * What the rows of a plan come to, but for its issues (see `issue-groups.ts`). A row is counted in as it is stored, and out again
 * before it becomes something else, by the same function. `kind`: null where guards look at nothing. `start`: the figures of a
 * plan that is to be changed.
 */
export function createTally(kind: ImportKind | null, start?: { totals: PlanTotals; blocks: ClassBlocks }) {
  const isGuarded = kind !== null && isCounted(kind)
  const blocks = start?.blocks ?? emptyBlocks()
  const sums = new Map<string, Sum>()
  const fields = new Map(start?.totals.fields.map((field) => [field.field, { ...field }]))
  const guardFigures = createGuardTally(start?.totals.figures)
  let doNotText = start?.totals.doNotText ?? 0
  let agreedUnheard = start?.totals.agreedUnheard ?? 0
  let contradicted = start?.totals.contradicted ?? 0
  const acting = { clear: createRowSet(), withdraw: createRowSet(), refuse: createRowSet() } satisfies Record<RowEffect, RowSet>

  const add = ({ class: rowClass, reason, rows, contacts, calls }: Sum, by: 1 | -1 = 1): void => {
    const told = rowClass === 'held' || rowClass === 'skipped' ? reason : null
    const key = told === null ? rowClass : `${rowClass} ${told}`
    const sum = sums.get(key)
    if (sum === undefined) {
      sums.set(key, { class: rowClass, reason: told, rows: by * rows, contacts: by * contacts, calls: by * calls })
      return
    }
    sum.rows += by * rows
    sum.contacts += by * contacts
    sum.calls += by * calls
  }
  const place = (row: number, rowClass: RowClass, reason: string | null, contacts: number, calls: number, by: 1 | -1): void => {
    countRow(blocks, row, rowClass, by)
    add({ class: rowClass, reason, rows: 1, contacts: rowClass === 'send' || rowClass === 'held' ? contacts : 0, calls }, by)
  }
  const count = (counted: CountedRow, by: 1 | -1): void => {
    const { row, changes, calls } = counted
    place(row, counted.class, counted.reason, counted.contacts ?? contactsOf(calls), calls.length, by)
    for (const { field, label } of changes) {
      const known = fields.get(field)
      if (known === undefined) fields.set(field, { field, label, rows: by })
      else known.rows += by
    }
    if (counted.isForList === true) doNotText += by
    if (counted.isAgreedUnheard === true) agreedUnheard += by
    if (counted.isContradicted === true) contradicted += by
    if (!isGuarded || calls.length === 0) return
    const effects = guardFigures.count(counted, by)
    for (const effect of rowEffects) if (effects[effect]) acting[effect][by === 1 ? 'add' : 'remove'](row)
  }
  const total = (rowClass: RowClass, what: 'rows' | 'contacts' | 'calls'): number =>
    [...sums.values()].reduce((sum, one) => (one.class === rowClass ? sum + one[what] : sum), 0)
  const told = (rowClass: RowClass): (Sum & { reason: string })[] =>
    [...sums.values()].flatMap((sum) =>
      sum.class === rowClass && sum.reason !== null && sum.rows > 0 ? [{ ...sum, reason: sum.reason }] : [],
    )

  if (start !== undefined) for (const sum of sumsOf(start.totals)) add(sum)

  return {
    add: (row: CountedRow): void => count(row, 1),
    /** A row that is plainly unchanged, as most rows of most files. */
    addUnchanged(row: number): void {
      countRow(blocks, row, 'unchanged', 1)
      add(oneUnchanged)
    },
    remove: (row: CountedRow): void => count(row, -1),
    /** One more call of a row that was counted as one to be sent. */
    addCall: (): void => add({ class: 'send', reason: null, rows: 0, contacts: 0, calls: 1 }),
    /** A row that was to be sent, or was held by others, is held for `reason` now, of which `guard` is the last. */
    hold(row: number, reason: string, guard: Guard, calls: number): void {
      const others = withoutGuards(reason, [guard])
      place(row, others === null ? 'send' : 'held', others, 1, calls, -1)
      place(row, 'held', reason, 1, calls, 1)
    },
    /** A row that only `guard` held will be sent after all. */
    letGo(row: number, guard: Guard, calls: number): void {
      place(row, 'held', guard, 1, calls, -1)
      place(row, 'send', null, 1, calls, 1)
    },
    /** One more guard holds everything that is to be sent or is held. */
    holdAll(guard: Guard): void {
      const before = [...sums].filter(([, sum]) => sum.class === 'send' || sum.class === 'held')
      for (const [key] of before) sums.delete(key)
      for (const [, sum] of before) add({ ...sum, class: 'held', reason: holdReason([...guardsOf(sum.reason ?? ''), guard]) })
      moveRows(blocks, 'send', 'held')
    },
    /** A guard does not hold any more. `start.blocks` say so already. */
    release(guard: Guard): void {
      const before = [...sums].filter(([, sum]) => sum.class === 'held' && guardsOf(sum.reason ?? '').includes(guard))
      for (const [key] of before) sums.delete(key)
      for (const [, sum] of before) {
        const reason = withoutGuards(sum.reason ?? '', [guard])
        add({ ...sum, class: reason === null ? 'send' : 'held', reason })
      }
    },
    /** The rows that do such a thing, among those that were counted here; ascending. */
    rowsThat: (effect: RowEffect): Generator<number> => acting[effect].rows(),
    /** How many contacts would get calls if nothing held them. */
    toText: (): number => total('send', 'contacts') + total('held', 'contacts'),
    guardFigures: (): Omit<GuardFigures, 'total' | 'agreeing'> => guardFigures.figures(),
    blocks: (): ClassBlocks => withoutEmptyEnds(blocks),
    counts: (): PlanCounts => ({
      rows: [...sums.values()].reduce((sum, one) => sum + one.rows, 0),
      send: total('send', 'rows'),
      unchanged: total('unchanged', 'rows'),
      held: total('held', 'rows'),
      skipped: total('skipped', 'rows'),
      invalid: total('invalid', 'rows'),
      calls: total('send', 'calls'),
    }),
    /** All figures, in an order that does not depend on the order of the rows. */
    totals({ ...others }: Omit<PlanTotals, keyof PlanCounts | 'contacts' | 'skips' | 'holds' | 'fields'>): PlanTotals {
      delete others.doNotText
      delete others.contradicted
      delete others.agreedUnheard
      return {
        ...others,
        ...this.counts(),
        ...(doNotText > 0 && { doNotText }),
        ...(agreedUnheard > 0 && { agreedUnheard }),
        ...(contradicted > 0 && { contradicted }),
        contacts: total('send', 'contacts'),
        skips: told('skipped')
          .map(({ reason, rows }) => ({ reason, rows }))
          .sort((a, b) => b.rows - a.rows || compareText(a.reason, b.reason)),
        holds: this.holds(),
        fields: [...fields.values()]
          .filter(({ rows }) => rows > 0)
          .map((field) => ({ ...field }))
          .sort(byFieldOrder),
      }
    },
    holds: (): PlanTotals['holds'] =>
      told('held')
        .map(({ reason, rows, contacts, calls }) => ({ reason, rows, contacts, calls }))
        .sort((a, b) => compareText(a.reason, b.reason)),
  }
}

/** A stored row as it is counted, when its contact is counted with it. */
export function countedRow({ row, class: rowClass, reason, contactUuid, detail }: StoredPlanRow): CountedRow {
  const { calls = [], issues = [], optOut = null, isOptOutExplicit = false } = detail
  return {
    row,
    class: rowClass,
    reason,
    changes: changesOf(detail),
    calls,
    isKnown: contactUuid !== null,
    optOut,
    isOptOutExplicit,
    isForList: detail.refuses === true,
    isContradicted: isContradicted(calls, issues),
    isAgreedUnheard: isAgreedUnheard(rowClass, reason, issues),
  }
}

/** Whether a row that makes calls says both that its contact agreed and that it refused: the refusal is sent, the permission held. */
export function isContradicted(calls: readonly PlannedCall[], issues: readonly RowIssue[]): boolean {
  return calls.length > 0 && issues.some(({ code }) => code === contradictsCode)
}

/**
 * Whether a row says that its contact agrees, while another column may tell that they refuse, and is not held for that: the service has the
 * permission already, or another row counts.
 */
export function isAgreedUnheard(rowClass: RowClass, reason: string | null, issues: readonly RowIssue[]): boolean {
  const isHeard = rowClass === 'send' || rowClass === 'unchanged' || reason === 'duplicate' || reason === 'merged'
  return isHeard && issues.some(({ code }) => code === unheardCode)
}

/** Stored rows as they are counted, among which are all rows about the same number where rows are about numbers. */
export function countedRows(rows: readonly StoredPlanRow[], subject: RowSubject): CountedRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    if (subject !== 'phone' || row.phone === null) return countedRow(row)
    const key = JSON.stringify([row.class, row.reason, row.phone])
    const contacts = seen.has(key) ? 0 : 1
    seen.add(key)
    return { ...countedRow(row), contacts }
  })
}

/** The sums that a plan's stored figures were made of. */
function sumsOf({ send, unchanged, skipped, invalid, contacts, calls, skips, holds }: PlanTotals): Sum[] {
  const none = { reason: null, contacts: 0, calls: 0 }
  const unexplained = skips.reduce((left, { rows }) => left - rows, skipped)
  return [
    { class: 'send', reason: null, rows: send, contacts, calls },
    { ...none, class: 'unchanged', rows: unchanged },
    { ...none, class: 'invalid', rows: invalid },
    { ...none, class: 'skipped', rows: unexplained },
    ...skips.map((skip): Sum => ({ ...none, class: 'skipped', ...skip })),
    ...holds.map((hold): Sum => ({ class: 'held', ...hold })),
  ]
}
