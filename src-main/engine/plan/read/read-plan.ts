import { changesOf } from '../../kinds/row-changes.ts'
import { AppError } from '../../model/errors.ts'
import type { Store } from '../../store/open-store.ts'
import { correctedMark, type RowFilter } from '../../store/plans/plan-rows.ts'
import { type StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { rangesOf, totalOf } from '../../model/plans/class-histogram.ts'
import { cachedRows } from './row-cache.ts'
import { shownGuards } from '../guards/guard-words.ts'
import { planAttention, planUnlike } from '../limits/attention.ts'
import { visiblePlan } from '../build/interrupted-plans.ts'
import type { PlanRow, PlanSummary, RowClass } from '../../model/plans/plan-schema.ts'
import { rowReason, skipWords } from '../row/reasons.ts'

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
    editsThrough,
    edits,
    retriesRunId,
    retriedOutcome,
    undoesRunId,
    totals,
  } = plan
  const nothing = {
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
  }
  const { holds: _holds, figures: _figures, undo = null, reads = 0, ...counted } = totals ?? { ...nothing, holds: [] }
  return {
    ...counted,
    reads,
    guards: shownGuards(counted.guards, plan.fileOpenedAtMs),
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
    editsThrough,
    edits,
    duplicateGroups: totals === null ? 0 : tablesOf(store).planGroups.count(plan.id),
    retriesRunId,
    retriedOutcome,
    undoesRunId,
    undo,
  }
}

export interface PlanRowsQuery {
  class?: RowClass | undefined
  issueCode?: string | undefined
  /** A piece of a contact's name or number. */
  search?: string
  /** Just the rows with any issue. */
  withIssues?: boolean
  /** Just the rows in which something was corrected. */
  edited?: boolean
  offset: number
  limit: number
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
    if (query.edited === true) return statements.pageOfIssue(planId, correctedMark, offset, limit)
    if (issueCode !== undefined) return statements.pageOfIssue(planId, issueCode, offset, limit)
    if (rowClass !== undefined) {
      const counts = blocks[rowClass]
      const rows = rangesOf(counts, offset, limit).flatMap((range) => statements.range(planId, rowClass, range))
      return { rows, total: totalOf(counts) }
    }
    return { rows: statements.after(planId, offset, limit), total: Object.values(blocks).reduce((sum, counts) => sum + totalOf(counts), 0) }
  }
  const { rows, total } = page()
  const openedAtMs = tablesOf(store).plans.find(planId)?.fileOpenedAtMs ?? null
  return { rows: rows.map((row) => toPlanRow(row, openedAtMs)), total }
}

/** As `planRows`; what looks at every row is done once for all pages, and lets other work in between. */
export async function findPlanRows(store: Store, planId: string, query: PlanRowsQuery): Promise<{ rows: PlanRow[]; total: number }> {
  const filter = slowFilter(query)
  if (filter === null) return planRows(store, planId, query)
  return planRows(store, planId, query, await cachedRows(store, planId, filter))
}

/** The filter, unless rows are stored so that any page of it is found at once. */
function slowFilter(query: PlanRowsQuery): RowFilter | null {
  const { class: rowClass, issueCode, withIssues = false, edited = false } = query
  const search = query.search?.trim() ?? ''
  const filters = [search !== '', issueCode !== undefined, rowClass !== undefined, withIssues, edited].filter(Boolean).length
  return filters > 1 || search !== '' || withIssues
    ? { class: rowClass ?? null, issueCode: issueCode ?? null, search, withIssues, edited }
    : null
}

/** Who a row is about, as the cache knows the contact now; one to be created, as it will be called. */
export function contactOf({ contactUuid: uuid, phone, contactName, detail }: StoredPlanRow): PlanRow['contact'] {
  const newName = uuid === null ? detail.changes?.find((change) => change.field === 'name')?.after : null
  const name = contactName ?? (typeof newName === 'string' ? newName : null)
  return uuid === null && phone === null ? null : { uuid, name, phone }
}

function toPlanRow(stored: StoredPlanRow, openedAtMs: number | null): PlanRow {
  const { row, line, detail } = stored
  const changes = changesOf(detail)
  return {
    row,
    line,
    class: stored.class,
    reason: rowReason(stored.class, stored.reason, detail, openedAtMs),
    contact: contactOf(stored),
    changes,
    issues: detail.issues ?? [],
  }
}

function unknownPlan(): AppError {
  return new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
}
