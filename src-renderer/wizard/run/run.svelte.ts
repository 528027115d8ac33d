import type { RunProgress, RunSummary } from '../../../src-main/engine/contract.ts'
import { announce } from '../../announcer.svelte.ts'
import { connection } from '../../connection.svelte.ts'
import { call, on } from '../../engine.ts'
import { type Failure, failureOf } from '../../failure.ts'
import { runStateWords } from '../../words/classes.ts'

/** A run as it goes on and afterwards. `close` ends the listening, never the run. */
export function createRunView(runId: string) {
  let summary = $state.raw<RunSummary | null>(null)
  let progress = $state.raw<RunProgress | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let asking = $state<'pause' | 'resume' | 'cancel' | null>(null)

  async function load(): Promise<void> {
    try {
      const answer = await call('runs.get', { runId })
      summary = answer.summary
      progress = answer.progress
      failure = null
    } catch (error) {
      failure = failureOf(error)
    }
  }

  async function ask(what: 'pause' | 'resume' | 'cancel'): Promise<void> {
    asking = what
    try {
      await call(`runs.${what}`, { runId })
      await load()
    } catch (error) {
      await load()
      failure = failureOf(error)
    } finally {
      asking = null
    }
  }

  const endings = [
    on('run.progress', (next) => {
      if (next.runId !== runId) return
      const isOtherState = next.state !== progress?.state
      progress = next
      if (!isOtherState) return
      announce(`${runStateWords[next.state].title}. ${runStateWords[next.state].meaning}`)
      void load()
    }),
    connection.onReopened(() => void load()),
  ]
  void load()

  return {
    get summary() {
      return summary
    },
    get progress() {
      return progress
    },
    get failure() {
      return failure
    },
    /** What has been asked for and not answered yet. */
    get asking() {
      return asking
    },
    load,
    ask,
    close(): void {
      for (const end of endings) end()
    },
  }
}
