import type { LiveWith, RunProgress, RunSummary } from '../../../src-main/engine/contract.ts'
import { announce } from '../../app/announcer.svelte.ts'
import { connection } from '../../app/connection.svelte.ts'
import { call, on } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import { runStateWords } from '../../words/class-words.ts'
import { createThroughput } from './throughput.ts'

/** Causes are counted by the engine; while rows fail they are read again this often at most. */
const causesEveryMs = 1500

/** A run as it goes on and afterwards. `close` ends the listening, never the run. */
export function createRunView(runId: string) {
  const throughput = createThroughput()
  let summary = $state.raw<RunSummary | null>(null)
  let progress = $state.raw<RunProgress | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let asking = $state<'pause' | 'resume' | 'cancel' | 'tryNow' | 'resumeThen' | null>(null)
  let causesTimer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    clearTimeout(causesTimer)
    causesTimer = undefined
    try {
      const answer = await call('runs.get', { runId })
      summary = answer.summary
      take(answer.progress)
      failure = null
    } catch (error) {
      failure = failureOf(error)
    }
  }

  function take(next: RunProgress): void {
    progress = next
    throughput.note(next.calls, next.wait !== null, Date.now())
  }

  /** `liveWith`: what is sent along from now on, of what the run offers. */
  async function ask(what: 'pause' | 'resume' | 'cancel' | 'tryNow' | 'resumeThen', liveWith: LiveWith[] = []): Promise<void> {
    asking = what
    try {
      if (what === 'resume') await call('runs.resume', { runId, liveWith })
      else if (what === 'resumeThen') await call('runs.resume', { runId, waits: true })
      else await call(`runs.${what}`, { runId })
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
      const hasTrouble =
        summary !== null && (next.failed !== summary.failed || next.unknown !== summary.unknown || next.held !== summary.held)
      take(next)
      if (isOtherState) {
        announce(`${runStateWords[next.state].title}. ${runStateWords[next.state].meaning}`)
        void load()
      } else if (hasTrouble) causesTimer ??= setTimeout(() => void load(), causesEveryMs)
    }),
    connection.onReopened(() => void load()),
  ]
  void load()

  return {
    runId,
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
    throughput,
    load,
    ask,
    close(): void {
      clearTimeout(causesTimer)
      for (const end of endings) end()
    },
  }
}
export type RunView = ReturnType<typeof createRunView>
