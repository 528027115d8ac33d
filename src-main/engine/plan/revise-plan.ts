import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Edit } from '../source/edits/edit-schema.ts'
import { createRowEditor } from '../source/edits/row-editor.ts'
import { withEdits } from '../source/edits/with-edits.ts'
import type { ReadRows } from '../source/row-source.ts'
import { createFileEdits, type EditedSheet } from '../store/file-edits.ts'
import { createFiles } from '../store/files.ts'
import type { Store } from '../store/open-store.ts'
import { createPlans, type StoredPlan } from '../store/plans.ts'
import { buildPlan, type PlanOptions } from './build-plan.ts'
import { rowsToRetry } from './retry-rows.ts'

export interface RevisionOptions {
  store: Store
  planId: string
  /** Corrections to add to the file, and numbers of those to undo. */
  edits: readonly Edit[]
  undo: readonly number[]
  /** The file's own rows, without any correction. */
  readRows: ReadRows
  /** All that planning takes for a plan's parts. */
  options: (plan: StoredPlan) => Promise<Omit<PlanOptions, 'planId'>>
  clock: Clock
  signal: AbortSignal
}

/**
 * Corrects a plan's file and brings the plan to the file's corrections: all of it or, when it throws, nothing. Answers how
 * many rows were planned again. Throws `plan.unknown`, `plan.not_ready`, `run.state` and what planning throws.
 */
export async function revisePlan(revision: RevisionOptions): Promise<number> {
  const plan = revisable(revision)
  return planAnew(revision, plan)
}

function revisable({ store, planId }: RevisionOptions): StoredPlan {
  const plan = createPlans(store).find(planId)
  if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
  if (plan.undoesRunId !== null) {
    throw new AppError('run.state', 'This takes a run back; there is nothing to correct in it.', 'Correct the file in an import of its own.')
  }
  if (plan.runId !== null) throw startedAlready()
  if (plan.state !== 'ready') {
    throw new AppError('plan.not_ready', 'The changes are still being worked out, or that was stopped.', 'Wait until it is done, or plan the file again.')
  }
  return plan
}

/** Plans the whole file once more beside the plan, which takes the outcome over at the end, together with the corrections. */
async function planAnew(revision: RevisionOptions, plan: StoredPlan): Promise<number> {
  const { store, planId, edits, undo, signal, clock } = revision
  const fileEdits = createFileEdits(store)
  const plans = createPlans(store)
  const key = editedSheet(store, plan)
  for (;;) {
    const base = fileEdits.through(key)
    // What the corrections will be is found out by making them, and taking that back.
    const after = provisionally(store, () => {
      const through = change(revision, key)
      return { through, edits: fileEdits.at(key, through).map(({ edit }) => edit) }
    })
    const options = await revision.options(plan)
    const otherId = randomUUID()
    const retried = plan.retriesRunId === null ? undefined : rowsToRetry(store, plan.retriesRunId, clock.nowMs()).rows
    const counts = await buildPlan({
      ...options,
      planId: otherId,
      readRows: withEdits(revision.readRows, createRowEditor(after.edits)),
      editsThrough: after.through,
      ...(retried && { retried }),
      signal,
      onProgress: (progress) => options.onProgress?.({ ...progress, planId }),
    })
    const isTaken = store.transaction((): boolean => {
      if (fileEdits.through(key) !== base) return false
      change(revision, key)
      if (!plans.takeOver(planId, otherId)) throw startedAlready()
      return true
    }).immediate()
    if (isTaken) return counts.rows
    plans.remove(otherId)
    // Somebody corrected the file meanwhile: these corrections are to be seen too.
    if (edits.length + undo.length === 0 && plan.editsThrough === fileEdits.through(key)) return 0
  }
}

function change({ store, edits, undo, clock }: RevisionOptions, key: EditedSheet): number {
  const fileEdits = createFileEdits(store)
  if (undo.length > 0) fileEdits.undo(key, undo)
  if (edits.length > 0) fileEdits.add(key, edits, clock.nowMs())
  return fileEdits.through(key)
}

function provisionally<T>(store: Store, work: () => T): T {
  store.exec('SAVEPOINT provisional')
  try {
    return work()
  } finally {
    store.exec('ROLLBACK TO provisional; RELEASE provisional')
  }
}

export function editedSheet(store: Store, { fileId, dialect }: Pick<StoredPlan, 'fileId' | 'dialect'>): EditedSheet {
  const file = createFiles(store).find(fileId)
  if (file === null) throw new AppError('file.not_found', 'This file is not known to the account.', 'Choose the file again.')
  return { sha256: file.sha256, sheet: dialect.sheet ?? '' }
}

function startedAlready(): AppError {
  return new AppError('run.state', 'This plan has been started already, so its rows cannot be corrected any more.', 'Plan the file again: the corrections are kept, and hold there.')
}
