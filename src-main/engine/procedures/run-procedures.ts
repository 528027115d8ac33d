import type { OpenAccount } from '../account/open-account.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { planUnlike } from '../plan/limits/attention.ts'
import { writeResults } from '../results/results.ts'
import { history, restingProgress, runRows, runSummary } from '../results/run-summary.ts'
import { isOriginalChanged } from '../source/open/changed-original.ts'
import { readRows } from '../source/table/read-rows.ts'
import { editedSheet } from './corrected-file.ts'

export function runProcedures(context: EngineContext): HandlersOf<'runs'> & HandlersOf<'history'> {
  const summary = (runId: string) => runSummary(context.current().store, runId, context.clock.nowMs())
  /** Where calls under way take long, the run ends as soon as they are answered. */
  const ending = async (runId: string, work: Promise<void>) => {
    await context.tasks.waitBriefly(work)
    const stored = summary(runId)
    return { ...stored, state: context.current().runner.progress(runId)?.state ?? stored.state }
  }

  return {
    async 'runs.start'({ planId, seen, asPlanned, acceptUnlike, wait }) {
      const { runner, tables } = context.current()
      const id = tables.plans.idOf(planId)
      if (!asPlanned) await refuseChangedFile(context.current(), id)
      refuseUnlike(context.current(), id, acceptUnlike ?? null)
      const runId = await runner.start(id, seen ?? null)
      if (wait) await runner.whenSettled(runId)
      return summary(runId)
    },
    async 'runs.resume'({ runId, wait }) {
      const { runner } = context.current()
      await runner.resume(runId)
      if (wait) await runner.whenSettled(runId)
      return summary(runId)
    },
    'runs.pause': ({ runId }) => ending(runId, context.current().runner.pause(runId)),
    'runs.cancel': ({ runId }) => ending(runId, context.current().runner.cancel(runId)),
    async 'runs.decide'({ runId, decision, rows, wait }) {
      const { runner } = context.current()
      if (decision !== 'check') runner.decide(runId, decision, rows ?? null)
      else {
        await runner.resume(runId)
        if (wait) await runner.whenSettled(runId)
      }
      return summary(runId)
    },
    'runs.get'({ runId }) {
      const { runner, store } = context.current()
      return { summary: summary(runId), progress: runner.progress(runId) ?? restingProgress(store, runId, context.clock.nowMs()) }
    },
    'runs.rows': ({ runId, outcome, offset, limit }) => runRows(context.current().store, runId, { outcome, offset, limit }),
    async 'runs.writeResults'({ runId, folder }) {
      const { store } = context.current()
      return {
        files: await context.tasks.run({ kind: 'export', id: folder }, (signal) =>
          writeResults({ store, runId, readRows, folder, signal }),
        ),
      }
    },
    'history.list': () => ({ runs: history(context.current().store, context.clock.nowMs()) }),
  }
}

/** One question before anything is sent: throws `plan.unlike` where the list is unlike the recipe's last ones and nobody has accepted it. */
function refuseUnlike({ store, tables }: OpenAccount, planId: string, accepted: string | null): void {
  const plan = tables.plans.find(planId)
  if (plan === null) return
  const unlike = planUnlike(store, plan)
  if (unlike.length === 0 || accepted?.toLowerCase() === plan.fileSha256) return
  throw new AppError(
    'plan.unlike',
    `This list is unlike the last ones of "${plan.recipe.name}", and nothing was sent. ${unlike.map(({ message }) => message).join(' ')}`,
    `If it is the right list, say so for this very file: its SHA-256 is ${plan.fileSha256}.`,
  )
}

/**
 * What somebody corrected after the plan was made would be left out unseen: throws `file.changed` where that was in their own
 * file after it was opened, `plan.changed` where it is kept beside it.
 */
async function refuseChangedFile({ tables }: OpenAccount, planId: string): Promise<void> {
  const plan = tables.plans.find(planId)
  // That a plan was run already is said whatever became of the file. Failed rows that are tried again, and what is taken back,
  // are about an earlier run and not about the file of today.
  if (plan === null || plan.runId !== null || plan.retriesRunId !== null || plan.undoesRunId !== null) return
  const file = tables.files.find(plan.fileId)
  if (file === null) return
  if (tables.fileEdits.through(editedSheet(file, plan.dialect.sheet)) !== plan.editsThrough) {
    throw new AppError(
      'plan.changed',
      `"${file.name}" was corrected, or corrections were taken back, since these changes were worked out. Nothing was sent.`,
      'Look at the changes as they are now, then send them.',
    )
  }
  if (!(await isOriginalChanged(file))) return
  throw new AppError(
    'file.changed',
    `"${file.name}" has been changed since it was opened here.`,
    'Work the changes out anew from the file as it is now, or send what was reviewed.',
  )
}
