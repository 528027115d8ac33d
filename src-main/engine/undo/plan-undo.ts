import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../model/clock.ts'
import { AppError, asAppError } from '../model/errors.ts'
import { thisProcess } from '../store/process-owner.ts'
import { runDescriptors } from '../kinds/all-kinds.ts'
import { givesPermission, undoRow, type UndoneField, whyImpossible } from '../kinds/undo/undo-row.ts'
import { recordWith } from '../model/contacts/field-values.ts'
import type { EffectiveCall } from '../store/runs/calls.ts'
import { asStoreError, type Store } from '../store/open-store.ts'
import type { NewPlanRow, StoredPlanRow } from '../store/plans/stored-plan-row.ts'
import type { StoredRun } from '../store/runs/runs.ts'
import { tablesOf } from '../store/tables.ts'
import type { FieldChange, PlanCounts, PlannedUndo, PlanProgress, RowDetail } from '../model/plans/plan-schema.ts'
import { mostFrequentIssues } from '../plan/figures/most-frequent-issues.ts'
import { heldGuards } from '../plan/figures/plan-totals.ts'
import { createKnownRefusals } from '../plan/guards/known-refusals.ts'
import { createTally } from '../plan/figures/tally.ts'
import { createdIssue, impossibleIssue, keptIssue } from './undo-issues.ts'
import { undoableRun } from '../run/undoable-run.ts'
import { writtenChanges } from './written-changes.ts'

export interface UndoPlanOptions {
  store: Store
  /** The run to undo. */
  runId: string
  planId: string
  clock: Clock
  signal?: AbortSignal
  /** Called after each slice, and at the end. */
  onProgress?: (progress: PlanProgress) => void
}

/** Calls of the journal read without letting other work in between. */
const sliceCalls = 500

/**
 * Plans taking a run back: a row for each one with which the run changed something or may have, with the changes turned
 * round, and a row of its own for what would allow texts to its contact again: that is held until somebody releases it. What cannot
 * be restored is a warning of the row; a row of which nothing can is skipped. The plan is stored as `buildPlan` stores its own, and run like any other. Throws at once what `undoableRun` throws, and `run.state` when the run
 * changed nothing.
 */
export async function planUndo(options: UndoPlanOptions): Promise<PlanCounts> {
  const { store, runId, planId, clock } = options
  const { run, plan } = undoableRun(store, runId, clock.nowMs())
  if (tablesOf(store).calls.effectiveAfter(runId, 0, 1).length === 0) {
    throw new AppError('run.state', 'This run changed nothing at the service.', 'There is nothing to take back.')
  }
  const { plans } = tablesOf(store)
  plans.add({ ...plan, id: planId, retriesRunId: null, undoesRunId: runId, builder: thisProcess, createdAtMs: clock.nowMs() })
  try {
    return await fillPlan(options, run)
  } catch (thrown) {
    const error = stoppedBy(thrown, options.signal)
    plans.stop(planId, error.code === 'cancelled' ? 'cancelled' : 'failed', error.toAnswer())
    throw error
  }
}

async function fillPlan({ store, planId, signal, onProgress }: UndoPlanOptions, run: StoredRun): Promise<PlanCounts> {
  const { calls } = tablesOf(store)
  const writer = createUndoWriter(store, planId, run)
  const progress = { planId, phase: 'comparing' as const, rowsRead: 0, bytesRead: 0, bytesTotal: 0, lookedUp: 0, lookUps: 0 }
  for (let afterRow = 0; ;) {
    signal?.throwIfAborted()
    const page = calls.effectiveAfter(run.id, afterRow, sliceCalls)
    const isLast = page.length < sliceCalls
    // The last row of a page may have more calls on the next one.
    const whole = isLast ? page : page.filter(({ row }) => row !== page.at(-1)?.row)
    writer.write(byRow(whole))
    progress.rowsRead = writer.rows()
    onProgress?.(progress)
    await setImmediate()
    if (isLast) break
    afterRow = whole.at(-1)?.row ?? afterRow
  }
  const counts = writer.finish()
  onProgress?.({ ...progress, phase: 'done' })
  return counts
}

interface UndoVerdict {
  rowClass: 'send' | 'held' | 'skipped'
  reason: 'cannot_undo' | 'consent' | null
  detail: RowDetail
  /** The changes that will be undone, as far as Rollcall knows. */
  restored: FieldChange[]
}

function createUndoWriter(store: Store, planId: string, run: StoredRun) {
  const { planRows, contacts } = tablesOf(store)
  const tally = createTally(null)
  const refusals = createKnownRefusals(store)
  const undo: PlannedUndo = { restorable: 0, kept: 0, already: 0, held: 0, impossible: 0 }
  let rows = 0

  const toRows = (calls: readonly EffectiveCall[]): NewPlanRow[] => {
    const source = planRows.find(run.planId, calls[0]?.row ?? 0)
    if (source === null) throw new Error(`Plan ${run.planId} lacks a row that was run.`)
    return verdictsOf(source, calls).map((verdict, at) => toRow(source, verdict, at === 0 ? 1 : 0))
  }

  /** `counted`: 0 where an earlier row has counted its contact. */
  const toRow = (source: StoredPlanRow, verdict: UndoVerdict, counted: 0 | 1): NewPlanRow => {
    rows += 1
    const { rowClass, detail, restored } = verdict
    const { line, contactUuid, phone } = source
    const { calls: planned = [], issues = [] } = detail
    tally.add({
      row: rows,
      class: rowClass,
      reason: verdict.reason,
      changes: restored,
      calls: planned,
      isKnown: true,
      optOut: detail.optOut ?? null,
      isOptOutExplicit: false,
      contacts: rowClass === 'held' ? 1 : counted,
    })
    for (const { code, column } of issues) planRows.insertIssue(planId, code, column, rows)
    return {
      row: rows,
      line,
      class: rowClass,
      reason: verdict.reason,
      lane: rowClass === 'skipped' ? null : contactUuid,
      laneOrder: null,
      contactUuid,
      contactId: null,
      phone,
      detail: JSON.stringify(detail),
    }
  }

  const verdictsOf = (source: StoredPlanRow, calls: readonly EffectiveCall[]): UndoVerdict[] => {
    const { line, contactUuid: uuid } = source
    const written = writtenChanges(source.detail, calls, runDescriptors[run.kind].isDecidedWhenRead)
    if (written === null || uuid === null) {
      undo.impossible += 1
      return [{ rowClass: 'skipped', reason: 'cannot_undo', detail: { issues: [createdIssue(line)] }, restored: [] }]
    }
    const isPermission = (change: FieldChange): boolean => givesPermission(change) && whyImpossible(change) === null
    const permissions = written.filter(isPermission)
    const others = written.filter((change) => !isPermission(change))
    // Permission comes back last.
    return [others, permissions].filter((part) => part.length > 0).map((part) => verdictOf(source, part))
  }

  /** Of changes that are all permissions, or none. */
  const verdictOf = ({ line, contactUuid, phone }: StoredPlanRow, written: readonly FieldChange[]): UndoVerdict => {
    const uuid = contactUuid ?? ''
    const cached = contacts.findByUuid(uuid)?.record ?? { uuid }
    // As it would be once somebody has released it.
    const { fields, calls: restoring } = undoRow(written, recordWith(cached, written), true)
    const of = (fate: UndoneField['fate']) => fields.filter((field) => field.fate === fate)
    const impossible = of('impossible')
    undo.impossible += impossible.length
    const issues = impossible.map(({ change, reason }) => impossibleIssue(line, change, reason ?? ''))
    const possible = fields.filter(({ fate }) => fate !== 'impossible').map(({ change }) => turnedRound(change))
    if (possible.length === 0) return { rowClass: 'skipped', reason: 'cannot_undo', detail: { issues }, restored: [] }

    const [kept, restored] = [of('kept'), of('restore').map(({ change }) => change)]
    const isHeld = restored.some(givesPermission)
    undo.kept += kept.length
    if (isHeld) undo.held += restored.length
    else undo.restorable += restored.length
    undo.already += of('already').length
    issues.push(...kept.map(({ change }) => keptIssue(line, change)))
    const detail: RowDetail = {
      changes: possible,
      ...(restoring.length > 0 && { calls: restoring }),
      ...(issues.length > 0 && { issues }),
      // So that the consent ledger does not seem to say that the file asked for this.
      ...(possible.some(({ field }) => field === 'consent') && { evidence: { 'Undo of run': run.id } }),
      ...(isHeld && { optOut: 'undo', refusedAtMs: Math.max(run.startedAtMs, refusals.of(uuid, phone)?.atMs ?? 0) }),
    }
    // What is so already is read, too: nothing is reported of an undo that was not seen at the service.
    return { rowClass: isHeld ? 'held' : 'send', reason: isHeld ? 'consent' : null, detail, restored }
  }

  return {
    rows: () => rows,
    write: store.transaction((pages: readonly EffectiveCall[][]): void => planRows.insert(planId, pages.flatMap(toRows))).immediate,
    finish: store.transaction((): PlanCounts => {
      const guards = heldGuards(store, planId, tally.holds(), null)
      tablesOf(store).plans.finish(planId, { ...tally.totals({ issues: mostFrequentIssues(store, planId), guards }), undo }, tally.blocks())
      return tally.counts()
    }).immediate,
  }
}

function turnedRound({ field, label, before, after }: FieldChange): FieldChange {
  return { field, label, before: after, beforeKnown: true, after: before }
}

function byRow(calls: readonly EffectiveCall[]): EffectiveCall[][] {
  const rows: EffectiveCall[][] = []
  for (const call of calls) {
    const last = rows.at(-1)
    if (last?.[0]?.row === call.row) last.push(call)
    else rows.push([call])
  }
  return rows
}

function stoppedBy(thrown: unknown, signal: AbortSignal | undefined): AppError {
  const error = asAppError(asStoreError(thrown))
  if (signal?.aborted !== true || (thrown instanceof AppError && error.code === 'cancelled')) return error
  return new AppError(
    'cancelled',
    'Working out what can be taken back was canceled.',
    'Nothing was changed. Start it again when you are ready.',
    { cause: thrown },
  )
}
