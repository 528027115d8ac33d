import { liveWith } from '../run/late/service-profile.ts'
import type { LiveWith } from '../model/runs/live-with.ts'
import { refuseForgotten } from '../account/forget.ts'
import type { OpenAccount } from '../account/open-account.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { planUnlike } from '../plan/limits/find-attention.ts'
import { writeReport } from '../results/report/write-report.ts'
import { figuresOfRun } from '../results/figures-of-run.ts'
import { writeResults } from '../results/results.ts'
import { history, restingProgress, runRows, runSummary } from '../results/run-summary.ts'
import { isOriginalChanged } from '../source/open/changed-original.ts'
import { readRows } from '../source/table/read-rows.ts'
import { correctedSheet } from './read-corrected.ts'

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
    async 'runs.resume'({ runId, waits, wait, liveWith: chosen }) {
      const { runner, store, tables } = context.current()
      refuseForgotten(store, runId)
      const offers = tables.runs.find(runId)?.reason?.offers ?? []
      if (!chosen.every((one) => offers.includes(one))) throw notOffered(offers)
      liveWith(store, chosen, context.clock.nowMs())
      await runner.resume(runId, { waits })
      if (wait) await runner.whenSettled(runId)
      return summary(runId)
    },
    'runs.tryNow'({ runId }) {
      context.current().runner.tryNow(runId)
      return {}
    },
    'runs.pause': ({ runId }) => ending(runId, context.current().runner.pause(runId)),
    'runs.cancel': ({ runId }) => ending(runId, context.current().runner.cancel(runId)),
    async 'runs.decide'({ runId, decision, rows, wait }) {
      const { runner, store } = context.current()
      refuseForgotten(store, runId)
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
    'runs.ofSameFile'({ sha256, recipeName }) {
      const { tables } = context.current()
      const runId = tables.runs.ofSameFile(sha256, recipeName)
      const run = runId === null ? null : tables.runs.find(runId)
      return { runId, startedAtSeconds: run === null ? null : run.startedAtMs / 1000, isOver: run?.state === 'finished' }
    },
    'runs.rows'({ runId, outcome, offset, limit }) {
      refuseForgotten(context.current().store, runId)
      return runRows(context.current().store, runId, { outcome, offset, limit })
    },
    'runs.figures': ({ runId }) => figuresOfRun(context.current().store, runId),
    async 'runs.writeReport'({ runId, path, overwrite }) {
      const { store, tables, record } = context.current()
      refuseForgotten(store, runId)
      const { name: accountName, practice: isPractice } = record()
      const nowMs = context.clock.nowMs()
      const rows = await context.tasks.run({ kind: 'export', id: path }, (signal) =>
        writeReport({ store, runId, path, overwrite, accountName, isPractice, nowMs, signal }),
      )
      tables.writtenFiles.add(path, runId, nowMs)
      return { path, rows }
    },
    async 'runs.writeResults'({ runId, folder, name, overwrite }) {
      const { store, tables } = context.current()
      refuseForgotten(store, runId)
      const files = await context.tasks.run({ kind: 'export', id: folder }, (signal) =>
        writeResults({ store, runId, readRows, folder, signal, overwrite, ...(name !== undefined && { name }) }),
      )
      for (const { path } of files) tables.writtenFiles.add(path, runId, context.clock.nowMs())
      return { files }
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
  if (tables.fileCorrections.through(correctedSheet(file, plan.dialect.sheet)) !== plan.correctionsThrough) {
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
    'Work the changes out again from the file as it is now, or import what was reviewed.',
  )
}

function notOffered(offers: readonly LiveWith[]): AppError {
  return new AppError(
    'run.state',
    offers.length === 0
      ? 'This run did not stop because of something that Rollcall can live with.'
      : `This run offers ${offers.join(', ')}, and nothing else.`,
    'Look at why it stopped: rollcall history, or the page of the run.',
  )
}
