import type { IssueGroup, RowIssue } from '../../model/plans/row-issue.ts'
import type { StoredPlanRow } from '../../store/plans/plan-row.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { byFieldOrder } from '../../model/contacts/field-order.ts'
import { isCounted } from '../guards/guard-rules.ts'
import { createGuardFigures } from '../guards/guard-figures.ts'
import { type GuardFigures } from '../../model/plans/guard-figures.ts'
import { importDescriptors } from '../../kinds/descriptors.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import type { ImportKind } from '../../model/kinds.ts'
import { byIssueOrder, bySkipOrder, createTally } from '../build/tally.ts'

/** What rows of a plan come to, counted from what is stored of them. They hold all rows of each contact that they are about. */
export function totalsOfRows(rows: readonly StoredPlanRow[], kind: ImportKind): PlanTotals {
  const tally = createTally()
  const guards = createGuardFigures()
  const subjects = new Set<string | number>()
  const { subject } = importDescriptors[kind]
  const isGuarded = isCounted(kind)
  for (const { row, class: rowClass, reason, phone, contactUuid, detail } of rows) {
    const { changes = [], calls = [], issues = [], optOut = null } = detail
    tally.add({ row, class: rowClass, reason, changes: changesOf(detail), calls: calls.length })
    tally.addIssues(issues)
    if (rowClass === 'send') subjects.add(subject === 'phone' ? (phone ?? row) : row)
    if (isGuarded && calls.length > 0) guards.count({ changes, calls, isKnown: contactUuid !== null, optOut }, 1)
  }
  return { ...tally.totals([], guards.figures(0)), contacts: subjects.size }
}

/**
 * A plan's figures when some of its rows come to something else: `out` of them before, `into` after. `firstIssue` tells the
 * first row's issue of a code and column as it is now. Guards are left to the caller.
 */
export function revisedTotals(
  before: PlanTotals,
  out: PlanTotals,
  into: PlanTotals,
  firstIssue: (code: string, column: string | null) => RowIssue | null,
): PlanTotals {
  const sum = (of: (totals: PlanTotals) => number): number => of(before) - of(out) + of(into)
  return {
    rows: sum(({ rows }) => rows),
    send: sum(({ send }) => send),
    unchanged: sum(({ unchanged }) => unchanged),
    held: sum(({ held }) => held),
    skipped: sum(({ skipped }) => skipped),
    invalid: sum(({ invalid }) => invalid),
    calls: sum(({ calls }) => calls),
    contacts: sum(({ contacts }) => contacts),
    reads: (before.reads ?? 0) + (into.reads ?? 0),
    issues: revisedIssues(before.issues, out.issues, into.issues, firstIssue),
    skips: revisedList(
      before.skips,
      out.skips,
      into.skips,
      ({ reason }) => reason,
      (a, b, by) => ({ ...a, rows: a.rows + by * b.rows }),
    )
      .filter(({ rows }) => rows > 0)
      .sort(bySkipOrder),
    fields: revisedList(
      before.fields,
      out.fields,
      into.fields,
      ({ field }) => field,
      (a, b, by) => ({ ...a, rows: a.rows + by * b.rows }),
    )
      .filter(({ rows }) => rows > 0)
      .sort(byFieldOrder),
    holds: revisedList(
      before.holds,
      out.holds,
      into.holds,
      ({ reason }) => reason,
      (a, b, by) => ({ ...a, rows: a.rows + by * b.rows, contacts: a.contacts + by * b.contacts, calls: a.calls + by * b.calls }),
    )
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => (a.reason < b.reason ? -1 : 1)),
    guards: [],
  }
}

/** The guards' figures likewise. `total` is to be asked for anew. */
export function revisedFigures(before: GuardFigures, out: GuardFigures, into: GuardFigures, total: number): GuardFigures {
  const sum = (of: (figures: GuardFigures) => number): number => of(before) - of(out) + of(into)
  return {
    optOuts: {
      consent: sum((all) => all.optOuts.consent),
      blocked: sum((all) => all.optOuts.blocked),
      unreachable: sum((all) => all.optOuts.unreachable),
      ledger: sum((all) => all.optOuts.ledger),
      doNotText: sum((all) => all.optOuts.doNotText),
      posts: sum((all) => all.optOuts.posts),
      unconfirmed: sum((all) => all.optOuts.unconfirmed),
    },
    cleared: revisedList(
      before.cleared,
      out.cleared,
      into.cleared,
      ({ field }) => field,
      (a, b, by) => ({ ...a, contacts: a.contacts + by * b.contacts }),
    )
      .filter(({ contacts }) => contacts > 0)
      .sort(byFieldOrder),
    clears: sum(({ clears }) => clears),
    changed: sum(({ changed }) => changed),
    total,
  }
}

function revisedIssues(
  before: readonly IssueGroup[],
  out: readonly IssueGroup[],
  into: readonly IssueGroup[],
  firstIssue: (code: string, column: string | null) => RowIssue | null,
): IssueGroup[] {
  const name = ({ code, column }: IssueGroup) => JSON.stringify([code, column])
  const touched = new Set([...out, ...into].map(name))
  return revisedList(before, out, into, name, (a, b, by) => ({ ...a, rows: a.rows + by * b.rows }))
    .filter(({ rows }) => rows > 0)
    .map((group) => (touched.has(name(group)) ? { ...group, ...firstIssue(group.code, group.column) } : group))
    .sort(byIssueOrder)
}

function revisedList<T>(
  before: readonly T[],
  out: readonly T[],
  into: readonly T[],
  name: (item: T) => string,
  add: (a: T, b: T, by: 1 | -1) => T,
): T[] {
  const items = new Map(before.map((item) => [name(item), item]))
  const count = (item: T, by: 1 | -1): void => {
    const known = items.get(name(item))
    items.set(name(item), known === undefined ? item : add(known, item, by))
  }
  for (const item of out) count(item, -1)
  for (const item of into) count(item, 1)
  return [...items.values()]
}
