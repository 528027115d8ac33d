import { changesOf } from '../kinds/row-changes.ts'
import { AppError } from '../model/errors.ts'
import { rangesOf, totalOf } from '../model/plans/class-histogram.ts'
import { refusalOnlyCode } from '../model/plans/row-issue.ts'
import type { RowClass } from '../model/plans/plan-schema.ts'
import { runAttention } from '../plan/limits/find-attention.ts'
import { contactOf } from '../plan/read/read-plan.ts'
import { withdrawalDeadline } from '../plan/guards/guard-words.ts'
import { rowReason } from '../plan/row/reasons.ts'
import type { Store } from '../store/open-store.ts'
import type { StoredPlanRow } from '../store/plans/stored-plan-row.ts'
import type { PlanTotals } from '../store/plans/plans.ts'
import { endedOutcomes, type EndedOutcome, type RowFailure } from '../model/runs/row-outcome.ts'
import type { StoredRun } from '../store/runs/runs.ts'
import { visibleState } from '../store/runs/run-lease.ts'
import { tablesOf } from '../store/tables.ts'
import { countRun } from '../run/run-counts.ts'
import type { FailureGroup, PastRun, RowOutcome, RunCounts, RunProgress, RunRow, RunSummary } from '../model/runs/run-schema.ts'
import { stopReasons } from '../run/words/pause-words.ts'

/** A run as stored, with its failures by cause, the most frequent first. Throws `run.unknown`. `nowMs` since the epoch. */
export function runSummary(store: Store, runId: string, nowMs: number): RunSummary {
  return toSummary(store, requiredRun(store, runId), nowMs)
}

/** All runs, the last started first. How often the store is asked does not grow with the runs that have stopped. */
export function history(store: Store, nowMs: number): PastRun[] {
  const { runs } = tablesOf(store)
  const undoOf = runs.undos()
  const releases = runs.releases()
  return runs
    .all()
    .map((run) => toPastRun(store, run, { undoneBy: undoOf(run.id), releasedBy: releases.get(run.id) ?? laterUndo(run, undoOf) }, nowMs))
}

/** The progress of a run that is not under way in this process; for one that is, ask the runner. Throws `run.unknown`. */
export function restingProgress(store: Store, runId: string, nowMs: number): RunProgress {
  const run = requiredRun(store, runId)
  return {
    ...countsOf(store, run),
    runId,
    state: visibleState(run, nowMs),
    callsPerSecond: 0,
    secondsLeft: null,
    inFlight: 0,
    concurrency: 0,
    wait: run.reason?.code === 'sign_in.needed' ? { kind: 'sign_in', untilMs: null, message: run.reason.message } : null,
  }
}

/** A page of a run's rows in file order, and how many there are. Throws `run.unknown`. */
export function runRows(
  store: Store,
  runId: string,
  query: { outcome?: RowOutcome | undefined; offset: number; limit: number },
): { rows: RunRow[]; total: number } {
  const run = requiredRun(store, runId)
  const { rows, total } = pageOf(store, run, query)
  if (rows.length === 0) return { rows: [], total }
  const ended = tablesOf(store).runRows.find(
    runId,
    rows.map(({ row }) => row),
  )
  const plan = tablesOf(store).plans.find(run.planId)
  const honorBy = plan === null ? null : withdrawalDeadline(plan)
  return { rows: rows.map((row) => toRunRow(row, ended.get(row.row) ?? null, honorBy)), total }
}

/** A row's outcome, from its plan and from what the run wrote of it. */
export function outcomeOf(rowClass: RowClass, ended: { outcome: EndedOutcome } | null): RowOutcome {
  return rowClass === 'send' ? (ended?.outcome ?? 'pending') : rowClass
}

/** Why a row is not as it should be and what to do about it; null where all is well. `honorBy`: until when withdrawals must be honored. */
export function troubleOfRow(
  row: StoredPlanRow,
  ended: { failure: RowFailure | null } | null,
  honorBy: Date | null,
): { error: string; hint: string } | null {
  if (ended?.failure) return { error: ended.failure.message, hint: ended.failure.hint }
  const issue = row.detail.issues?.find(({ severity, code }) => severity === 'error' || code === refusalOnlyCode)
  if (issue !== undefined) return { error: issue.message, hint: issue.hint }
  const reason = row.class === 'skipped' || row.class === 'held' ? rowReason(row.class, row.reason, row.detail, honorBy) : null
  return reason === null ? null : { error: reason, hint: '' }
}

/** The changes of a row in words, such as `Name, Tags`, with the rows that were merged into it. */
export function changeWords({ detail }: StoredPlanRow): string {
  const { mergedLines = [], mergedRows = 0 } = detail
  const words = changesOf(detail).map(({ label }) => label)
  if (mergedRows === 0) return words.join(', ')
  const more = mergedRows - mergedLines.length
  const merged = `merged with ${mergedRows === 1 ? 'row' : 'rows'} ${mergedLines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return words.length === 0 ? merged : `${words.join(', ')}; ${merged}`
}

function toSummary(store: Store, run: StoredRun, nowMs: number): RunSummary {
  const { runs } = tablesOf(store)
  const undoOf = runs.undos()
  const releasedBy = runs.releases().get(run.id) ?? laterUndo(run, undoOf)
  const past = toPastRun(store, run, { undoneBy: undoOf(run.id), releasedBy }, nowMs)
  const own = tablesOf(store).plans.find(run.planId)
  const plan = past.state === 'finished' || past.state === 'cancelled' ? own : null
  const attention =
    plan === null ? [] : runAttention(store, plan, past).filter(({ code }) => past.releasedByRunId === null || !code.startsWith('held.'))
  const hasWhispers = own?.recipe.whispers !== undefined && { hasWhispers: true as const }
  return { ...past, ...hasWhispers, failures: failureGroups(store, run), attention }
}

/** What an undo held is taken up by the next undo of the same run; null where there is none. */
function laterUndo({ id, undoesRunId }: StoredRun, undoOf: (runId: string) => string | null): string | null {
  const latest = undoesRunId === null ? null : undoOf(undoesRunId)
  return latest === id ? null : latest
}

/** Which later runs took it back, and took up what was held in it. */
interface LaterRuns {
  undoneBy: string | null
  releasedBy: string | null
}

function toPastRun(store: Store, run: StoredRun, { undoneBy, releasedBy }: LaterRuns, nowMs: number): PastRun {
  const state = visibleState(run, nowMs)
  return {
    ...countsOf(store, run),
    id: run.id,
    planId: run.planKnownAs,
    kind: run.kind,
    fileName: run.fileName,
    state,
    reason: state === 'interrupted' ? stopReasons.interrupted : run.reason,
    operator: run.operator,
    startedAtSeconds: run.startedAtMs / 1000,
    finishedAtSeconds: run.finishedAtMs === null ? null : run.finishedAtMs / 1000,
    ...(run.refusalOnlyRows > 0 && { refusalOnly: run.refusalOnlyRows }),
    ...(run.listedRows > 0 && { doNotText: run.listedRows }),
    undo: undoOf(run),
    undoneByRunId: undoneBy,
    retriesRunId: run.retriesRunId,
    releasedByRunId: releasedBy,
    forgottenAtSeconds: run.forgottenAtMs === null ? null : run.forgottenAtMs / 1000,
  }
}

/** What was known to be impossible when the undo was planned is so from the beginning; what was held then and not released, too. */
function undoOf({ undoesRunId, undoneFields, impossibleFields, heldFields }: StoredRun): PastRun['undo'] {
  if (undoesRunId === null || undoneFields === null) return null
  return { undoesRunId, ...undoneFields, impossible: undoneFields.impossible + impossibleFields, held: undoneFields.held + heldFields }
}

function failureGroups(store: Store, run: StoredRun): FailureGroup[] {
  const { planRows } = tablesOf(store)
  const groups = tablesOf(store).runRows.failureGroups(run.id)
  return groups.map(({ row, ...group }) => ({ ...group, line: planRows.line(run.planId, row) }))
}

function pageOf(
  store: Store,
  run: StoredRun,
  { outcome, offset, limit }: Parameters<typeof runRows>[2],
): { rows: StoredPlanRow[]; total: number } {
  const { planId } = run
  const { planRows } = tablesOf(store)
  const blocks = tablesOf(store).plans.blocks(planId)
  if (blocks === null) throw new Error(`Plan ${planId} has a run and is not ready.`)
  if (outcome === undefined) {
    const total = Object.values(blocks).reduce((sum, counts) => sum + totalOf(counts), 0)
    return { rows: planRows.after(planId, offset, limit), total }
  }
  if (outcome === 'held') return heldPage(store, run, blocks.held, { offset, limit })
  if (outcome === 'pending' || isEnded(outcome)) {
    const rows =
      outcome === 'pending'
        ? planRows.openPage(planId, run.id, offset, limit)
        : tablesOf(store)
            .runRows.page(run.id, outcome, offset, limit)
            .flatMap((row) => planRows.find(planId, row) ?? [])
    return { rows, total: countsOf(store, run)[outcome] }
  }
  const counts = blocks[outcome]
  return { rows: rangesOf(counts, offset, limit).flatMap((range) => planRows.range(planId, outcome, range)), total: totalOf(counts) }
}

/** First the rows that the plan's guards held, then those that changed between the preview and the write. */
function heldPage(store: Store, run: StoredRun, guarded: readonly number[], { offset, limit }: { offset: number; limit: number }) {
  const { planRows } = tablesOf(store)
  const guardedRows = totalOf(guarded)
  const first = rangesOf(guarded, offset, limit).flatMap((range) => planRows.range(run.planId, 'held', range))
  const rest = tablesOf(store)
    .runRows.page(run.id, 'held', Math.max(0, offset - guardedRows), limit - first.length)
    .flatMap((row) => planRows.find(run.planId, row) ?? [])
  return { rows: [...first, ...rest], total: countsOf(store, run).held }
}

function isEnded(outcome: RowOutcome): outcome is EndedOutcome {
  return (endedOutcomes as readonly RowOutcome[]).includes(outcome)
}

function toRunRow(row: StoredPlanRow, ended: { outcome: EndedOutcome; failure: RowFailure | null } | null, honorBy: Date | null): RunRow {
  const trouble = troubleOfRow(row, ended, honorBy)
  return {
    row: row.row,
    line: row.line,
    outcome: outcomeOf(row.class, ended),
    contact: contactOf(row),
    changes: changeWords(row),
    error: trouble?.error ?? null,
    hint: trouble === null || trouble.hint === '' ? null : trouble.hint,
  }
}

/** The plan is looked at only while the run has not written down its counts. */
function countsOf(store: Store, run: StoredRun): RunCounts {
  return run.counts ?? countRun(store, run.id, planCounts(store, run.planId))
}

function planCounts(store: Store, planId: string): PlanTotals {
  const totals = tablesOf(store).plans.find(planId)?.totals ?? null
  if (totals === null) throw new Error(`Plan ${planId} has a run and is not ready.`)
  return totals
}

/** A run as stored. Throws `run.unknown`. */
export function requiredRun(store: Store, runId: string): StoredRun {
  const run = tablesOf(store).runs.find(runId)
  if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
  return run
}
