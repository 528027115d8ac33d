import { segmentsOf } from '../../kinds/segments-of.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import { AppError } from '../../model/errors.ts'
import type { Store } from '../../store/open-store.ts'
import { correctedMark } from '../../store/plans/plan-row-issues.ts'
import type { RowFilter } from '../../store/plans/plan-rows.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { type StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { rangesOf, totalOf } from '../../model/plans/class-histogram.ts'
import { cachedRows } from './row-cache.ts'
import { undatedOrderMs } from '../build/message-claims.ts'
import { guardsOf } from '../guards/guard-rules.ts'
import { heldByFile } from '../figures/held-by-file.ts'
import { type PlanRowsQuery, reviewedRows } from './reviewed-rows.ts'
import { shownGuards, withdrawalDeadline } from '../guards/guard-words.ts'
import { planAttention, planUnlike } from '../limits/find-attention.ts'
import { visiblePlan } from '../build/interrupted-plans.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import type { OptOut, PlanRow, PlanSummary, RowDetail } from '../../model/plans/plan-schema.ts'
import { rowReason, skipWords } from '../row/reasons.ts'

const noTotals: PlanTotals = {
  rows: 0,
  send: 0,
  unchanged: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  calls: 0,
  issues: [],
  skips: [],
  guards: [],
  fields: [],
  contacts: 0,
  holds: [],
}

/** A plan as stored; its counts are 0 until it is ready. Reads a few records, whatever the plan's size. Throws `plan.unknown`. */
export function planSummary(store: Store, planId: string): PlanSummary {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null) throw unknownPlan()
  const {
    knownAs: id,
    fileId,
    fileName,
    recipe,
    createdAtMs,
    runId,
    correctionsThrough,
    corrections,
    retriesRunId,
    retriedOutcome,
    undoesRunId,
    totals,
  } = plan
  const {
    holds,
    figures: _figures,
    releasedRows: _releasedRows,
    country: _country,
    doNotText: _doNotText,
    contradicted: _contradicted,
    agreedUnheard: _agreedUnheard,
    undo = null,
    reads = 0,
    ...counted
  } = totals ?? noTotals
  return {
    ...counted,
    reads,
    fileHeld: heldByFile(holds),
    notFound: counted.skips.find(({ reason }) => reason === 'not_found')?.rows ?? 0,
    guards: shownGuards(counted.guards, withdrawalDeadline(plan)),
    skips: counted.skips.map((skip) => ({ reason: skipWords(skip.reason, recipe), rows: skip.rows })),
    id,
    kind: recipe.kind,
    fileId,
    fileName,
    ...visiblePlan(plan),
    recipe,
    attention: planAttention(store, plan),
    unlikeSha256: planUnlike(store, plan).length > 0 ? plan.fileSha256 : null,
    createdAtSeconds: createdAtMs / 1000,
    runId,
    correctionsThrough,
    corrections,
    duplicateGroups: totals === null ? 0 : tablesOf(store).planGroups.count(plan.id),
    retriesRunId,
    retriedOutcome,
    undoesRunId,
    undo,
  }
}

/**
 * A page of a ready plan's rows in file order, and how many there are. By class alone, by issue alone and without a filter it
 * is quick at any offset; other filters look at every row unless `found` says which rows fit. Throws `plan.unknown` and
 * `plan.not_ready`.
 */
export function planRows(store: Store, planId: string, query: PlanRowsQuery, found?: Uint32Array): { rows: PlanRow[]; total: number } {
  const blocks = tablesOf(store).plans.blocks(planId)
  if (blocks === null) {
    if (tablesOf(store).plans.find(planId) === null) throw unknownPlan()
    throw new AppError(
      'plan.not_ready',
      'The changes are still being worked out.',
      'Wait until it is done, or start again if it was stopped.',
    )
  }
  const statements = tablesOf(store).planRows
  const { offset, limit, issueCode, class: rowClass } = query
  const page = (): { rows: StoredPlanRow[]; total: number } => {
    const filter = slowFilter(query)
    if (filter !== null) {
      const fitting = found ?? statements.fitting(planId, filter, 0, Number.MAX_SAFE_INTEGER)
      return {
        rows: Array.from(fitting.slice(offset, offset + limit)).flatMap((row) => statements.find(planId, row) ?? []),
        total: fitting.length,
      }
    }
    if (query.corrected === true) return statements.pageOfIssue(planId, correctedMark, offset, limit)
    if (issueCode !== undefined) return statements.pageOfIssue(planId, issueCode, offset, limit)
    if (rowClass !== undefined) {
      const counts = blocks[rowClass]
      const rows = rangesOf(counts, offset, limit).flatMap((range) => statements.range(planId, rowClass, range))
      return { rows, total: totalOf(counts) }
    }
    return { rows: statements.after(planId, offset, limit), total: Object.values(blocks).reduce((sum, counts) => sum + totalOf(counts), 0) }
  }
  const { rows, total } = page()
  const plan = tablesOf(store).plans.find(planId)
  const honorBy = plan === null ? null : withdrawalDeadline(plan)
  return { rows: rows.map((row) => toPlanRow(row, honorBy)), total }
}

/** As `planRows`; what looks at every row is done once for all pages, and lets other work in between. */
export async function findPlanRows(store: Store, planId: string, query: PlanRowsQuery): Promise<{ rows: PlanRow[]; total: number }> {
  const reviewed = await reviewedRows(store, planId, query)
  if (reviewed !== null) return pageOfRows(store, planId, query, reviewed)
  const filter = slowFilter(query)
  if (filter === null) return planRows(store, planId, query)
  return planRows(store, planId, query, await cachedRows(store, planId, filter))
}

/** A page of these rows, by their numbers. */
export function pageOfRows(
  store: Store,
  planId: string,
  { offset, limit }: Pick<PlanRowsQuery, 'offset' | 'limit'>,
  found: Uint32Array,
): { rows: PlanRow[]; total: number } {
  const { planRows: statements, plans } = tablesOf(store)
  const plan = plans.find(planId)
  const honorBy = plan === null ? null : withdrawalDeadline(plan)
  const rows = Array.from(found.slice(offset, offset + limit)).flatMap((row) => statements.find(planId, row) ?? [])
  return { rows: rows.map((row) => toPlanRow(row, honorBy)), total: found.length }
}

/** The filter, unless rows are stored so that any page of it is found at once. */
function slowFilter(query: PlanRowsQuery): RowFilter | null {
  const { class: rowClass, issueCode, withIssues = false, corrected = false } = query
  const search = query.search?.trim() ?? ''
  const stored = [issueCode !== undefined, rowClass !== undefined, corrected].filter(Boolean).length
  return stored > 1 || search !== '' || withIssues
    ? { class: rowClass ?? null, issueCode: issueCode ?? null, search, withIssues, corrected }
    : null
}

/** Who a row is about, as the cache knows the contact now; one to be created, as it will be called. */
export function contactOf({ contactUuid: uuid, phone, contactName, detail }: StoredPlanRow): PlanRow['contact'] {
  const newName = uuid === null ? detail.changes?.find((change) => change.field === 'name')?.after : null
  const name = contactName ?? (typeof newName === 'string' ? newName : (detail.name ?? null))
  return uuid === null && phone === null && name === null
    ? null
    : { uuid, name, phone: phone === null ? null : numbersOf(phone).join(', ') }
}

function toPlanRow(stored: StoredPlanRow, honorBy: Date | null): PlanRow {
  const { row, line, detail } = stored
  const changes = changesOf(detail)
  const segments = segmentsOf(detail.calls ?? [])
  const people = numbersOf(stored.phone).length
  return {
    row,
    line,
    class: stored.class,
    reason: rowReason(stored.class, stored.reason, detail, honorBy),
    ...(stored.class === 'held' && stored.reason !== null && { heldBy: guardsOf(stored.reason) }),
    contact: contactOf(stored),
    changes,
    issues: detail.issues ?? [],
    ...(stored.class === 'held' && detail.optOut !== undefined && { refusal: refusalOf(detail, detail.optOut) }),
    ...(segments > 0 && { segments }),
    ...(people > 1 && { people }),
    ...(stored.laneOrder !== null && stored.laneOrder > undatedOrderMs && { sentAtSeconds: stored.laneOrder / 1000 }),
  }
}

/** One row of a plan; null where there is none. */
export function shownPlanRow(store: Store, planId: string, row: number): PlanRow | null {
  const stored = tablesOf(store).planRows.find(planId, row)
  return stored === null ? null : toPlanRow(stored, null)
}

function refusalOf({ refusedAtMs, agreedAt, evidence = {} }: RowDetail, optOut: OptOut): NonNullable<PlanRow['refusal']> {
  return {
    optOut,
    evidence,
    ...(refusedAtMs !== undefined && { refusedAtSeconds: refusedAtMs / 1000 }),
    ...(agreedAt !== undefined && { agreedAtSeconds: agreedAt.atMs / 1000 }),
  }
}

function unknownPlan(): AppError {
  return new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
}
