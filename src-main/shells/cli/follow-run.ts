import type { Answer, EngineClient, RunSummary } from '../../engine/contract.ts'
import { answered } from './answered.ts'
import { createProgress } from './output/terminal-progress.ts'
import { progressText, rowsToDo } from './output/run-report.ts'
import { withStopSignals } from './stop-signals.ts'
import type { Terminal } from './output/terminal.ts'

const lastWords = 'Stopped at once. What was sent is in the journal; "rollcall resume" settles it.'

/**
 * Shows a run's progress until it ends or stops, after `words` once it has begun. An interrupt pauses it, and so does a service that
 * asks to wait for more than an hour, unless `waitsLong`.
 */
export async function followRun(
  client: EngineClient,
  terminal: Terminal,
  begin: () => Promise<Answer<RunSummary>>,
  words?: string,
  { waitsLong = false }: { waitsLong?: boolean } = {},
): Promise<RunSummary> {
  const progress = createProgress(terminal)
  let runId: string | null = null
  let isStopping = false
  let isPausing = false

  function pauseWhenKnown(): void {
    if (runId === null || isPausing) return
    isPausing = true
    void client.call('runs.pause', { runId })
  }
  const stop = () => {
    isStopping = true
    terminal.note('Pausing: waiting for the calls that are under way. Press Ctrl-C again to stop at once.')
    pauseWhenKnown()
  }
  const end = client.on('run.progress', (now) => {
    if (runId === null && words !== undefined) terminal.note(words)
    runId = now.runId
    progress.show(now.done + now.failed + now.unknown, rowsToDo(now), progressText(now))
    if (now.wait?.isLong === true && !waitsLong && !isStopping) {
      isStopping = true
      terminal.note(`${now.wait.message} The run is paused.`)
    }
    if (isStopping) pauseWhenKnown()
  })
  try {
    return await withStopSignals(terminal, stop, async () => answered(await begin()), lastWords)
  } finally {
    end()
    progress.end()
  }
}
