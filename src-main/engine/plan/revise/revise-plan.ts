import { AppError, type ErrorAnswer } from '../../model/errors.ts'
import { createRowCorrector } from '../../source/corrections/row-corrector.ts'
import { withCorrections } from '../../source/corrections/with-corrections.ts'
import type { CorrectedSheet } from '../../store/files/file-corrections.ts'
import type { Store } from '../../store/open-store.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { tablesOf } from '../../store/tables.ts'
import { buildPlan } from '../build/build-plan.ts'
import { newPlanId } from '../build/plan-id.ts'
import { rowsToRetry } from '../build/retry-rows.ts'
import { keepReleases } from './kept-releases.ts'
import type { Revision, RevisionOptions } from './revision.ts'
import { reviseRows } from './revise-rows.ts'

/**
 * Corrects a plan's file and brings the plan to the file's corrections: all of it or, when it throws, nothing. Answers how
 * many rows were planned again. Throws `plan.unknown`, `plan.not_ready`, `run.state` and what planning throws.
 */
export async function revisePlan(options: RevisionOptions): Promise<number> {
  for (;;) {
    const plan = revisable(options)
    const revision = begin(options, plan)
    const rows = (await reviseRows(revision, plan)) ?? (await planAnew(revision, plan))
    if (rows !== false) return rows
  }
}

function revisable({ store, planId }: RevisionOptions): StoredPlan {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
  if (plan.undoesRunId !== null) {
    throw new AppError(
      'run.state',
      'This takes a run back; there is nothing to correct in it.',
      'Correct the file in an import of its own.',
    )
  }
  if (plan.runId !== null) {
    throw new AppError(
      'run.state',
      'This plan has been started already, so its rows cannot be corrected any more.',
      'Plan the file again: the corrections are kept, and hold there.',
    )
  }
  if (plan.state !== 'ready') {
    throw new AppError(
      'plan.not_ready',
      'The changes are still being worked out, or that was stopped.',
      'Wait until it is done, or plan the file again.',
    )
  }
  return plan
}

function begin(options: RevisionOptions, plan: StoredPlan): Revision {
  const { store, corrections, undo, clock } = options
  const { fileCorrections } = tablesOf(store)
  const key = correctedSheet(store, plan)
  const correct = (): number => {
    fileCorrections.undo(key, undo)
    return fileCorrections.add(key, corrections, clock.nowMs())
  }
  const before = fileCorrections.at(key, plan.correctionsThrough)
  // What the corrections will be is found out by making them, and taking that back.
  const [through, after] = provisionally(store, () => {
    const newest = correct()
    return [newest, fileCorrections.at(key, newest)] as const
  })
  const { indexOf, ...others } = options
  return {
    ...others,
    index: indexOf(plan),
    change: { before, after, through },
    commit: (seen, write) =>
      inOneStep(store, () => {
        const now = tablesOf(store).plans.find(seen.id)
        if (now?.correctionsThrough !== seen.correctionsThrough || JSON.stringify(now.totals) !== JSON.stringify(seen.totals)) return false
        // Whatever others have corrected or undone since, the numbers go on from there. That it has no run is seen by `write`.
        return correct() === through && write()
      }),
  }
}

const replaced: ErrorAnswer = {
  code: 'plan.unknown',
  message: 'The file was corrected, and this plan was replaced by a newer one.',
  hint: 'Look at the newer one.',
}

const notTaken: ErrorAnswer = {
  code: 'cancelled',
  message: 'The correction of the file was given up before its changes were worked out.',
  hint: 'Nothing was changed. Correct it again when you are ready.',
}

/** Plans the whole file once more; the new plan takes the place of this one at the end. */
async function planAnew(revision: Revision, plan: StoredPlan): Promise<number | false> {
  const { store, planId, index, change, signal, clock } = revision
  const { plans } = tablesOf(store)
  const options = await revision.options(plan)
  const otherId = newPlanId()
  let isTaken = false
  const retried = plan.retriesRunId === null ? undefined : rowsToRetry(store, plan.retriesRunId, clock.nowMs(), plan.retriedOutcome).rows
  try {
    const counts = await buildPlan({
      ...options,
      planId: otherId,
      readRows: withCorrections(
        (_path, _dialect, how) => index.read(how),
        createRowCorrector(change.after.map(({ correction }) => correction)),
      ),
      correctionsThrough: change.through,
      retried,
      signal,
      onProgress: (progress) => options.onProgress?.({ ...progress, planId: plan.knownAs }),
    })
    if (revision.hold !== undefined) keepReleases(store, plan, otherId, revision.hold, clock.nowMs())
    isTaken = revision.commit(plan, () => plans.takePlaceOf(otherId, planId, replaced))
    return isTaken ? counts.rows : false
  } finally {
    // Its rows may take their time to be removed: see `tidyPlans`.
    if (!isTaken) plans.giveUp(otherId, notTaken)
  }
}

const givenUp = new Error('given up')

/** A transaction that leaves nothing behind where `work` answers false. */
function inOneStep(store: Store, work: () => boolean): boolean {
  try {
    store
      .transaction(() => {
        if (!work()) throw givenUp
      })
      .immediate()
    return true
  } catch (error) {
    if (error === givenUp) return false
    throw error
  }
}

/** What `work` answers, without what it wrote. */
function provisionally<T>(store: Store, work: () => T): T {
  let answer: { value: T } | null = null as { value: T } | null
  inOneStep(store, () => {
    answer = { value: work() }
    return false
  })
  if (answer === null) throw new Error('The work was not done.')
  return answer.value
}

function correctedSheet(store: Store, { fileId, dialect }: StoredPlan): CorrectedSheet {
  const file = tablesOf(store).files.find(fileId)
  if (file === null) throw new AppError('file.not_found', 'This file is not known to the account.', 'Choose the file again.')
  return { sha256: file.sha256, sheet: dialect.sheet ?? '' }
}
