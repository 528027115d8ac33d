import type { HandlersOf } from '../engine.ts'
import type { EngineContext } from '../engine-context.ts'
import { writeResults } from '../run/results.ts'
import { history, restingProgress, runRows, runSummary } from '../run/run-summary.ts'
import { readRows } from '../source/read-rows.ts'

export function runProcedures(context: EngineContext): HandlersOf<'runs'> & HandlersOf<'history'> {
  const summary = (runId: string) => runSummary(context.current().store, runId, context.clock.nowMs())

  return {
    async 'runs.start'({ planId, wait }) {
      const { runner, tables } = context.current()
      const runId = await runner.start(tables.plans.idOf(planId))
      if (wait) await runner.whenSettled(runId)
      return summary(runId)
    },
    async 'runs.resume'({ runId, wait }) {
      const { runner } = context.current()
      await runner.resume(runId)
      if (wait) await runner.whenSettled(runId)
      return summary(runId)
    },
    async 'runs.pause'({ runId }) {
      await context.current().runner.pause(runId)
      return summary(runId)
    },
    async 'runs.cancel'({ runId }) {
      await context.current().runner.cancel(runId)
      return summary(runId)
    },
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
      return { files: await writeResults({ store: context.current().store, runId, readRows, folder }) }
    },
    'history.list': () => ({ runs: history(context.current().store, context.clock.nowMs()) }),
  }
}
