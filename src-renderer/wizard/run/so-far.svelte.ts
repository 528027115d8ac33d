import { untrack } from 'svelte'
import type { RunFigures, RunProgress, RunRow } from '../../../src-main/engine/contract.ts'
import { call } from '../../engine.ts'

/** What is read again is read at most this often, and leaves the engine this many times as long for the run. */
const leastMs = 1000
const pauses = 20
/** Rows that are shown of each kind, the last of the file that have ended. */
const rowsShown = 4

/** What the rows of a run have come to so far, and the last of them. Ends with the component that makes it. */
export function createSoFar(progress: () => RunProgress | null) {
  let figures = $state.raw<RunFigures | null>(null)
  let rows = $state.raw<RunRow[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let notBeforeMs = 0
  let isReading = false
  let isOver = false
  const ended = $derived.by(() => {
    const now = progress()
    return now === null ? 0 : now.done + now.failed
  })

  async function lastOf(runId: string, outcome: 'done' | 'failed', total: number): Promise<RunRow[]> {
    if (total === 0) return []
    const page = await call('runs.rows', { runId, outcome, offset: Math.max(0, total - rowsShown), limit: rowsShown })
    return page.rows
  }

  async function read(): Promise<void> {
    timer = undefined
    const now = progress()
    if (now === null || isReading || isOver) return
    isReading = true
    const startedAt = performance.now()
    const [found, done, failed] = await Promise.all([
      call('runs.figures', { runId: now.runId }),
      lastOf(now.runId, 'done', now.done),
      lastOf(now.runId, 'failed', now.failed),
      // What goes on beside it says so itself.
    ]).catch((): [null, RunRow[], RunRow[]] => [null, [], []])
    isReading = false
    notBeforeMs = Date.now() + Math.max(leastMs, (performance.now() - startedAt) * pauses)
    if (found !== null && !isOver) {
      figures = found
      rows = [...done, ...failed].sort((a, b) => b.row - a.row).slice(0, rowsShown)
    }
    // More has ended meanwhile.
    if (progress()?.done !== now.done) plan()
  }

  function plan(): void {
    if (!isOver) timer ??= setTimeout(() => void read(), Math.max(0, notBeforeMs - Date.now()))
  }

  $effect(() => {
    if (ended > 0) untrack(plan)
  })
  $effect(() => () => {
    isOver = true
    clearTimeout(timer)
  })

  return {
    /** Null until it is counted, and while nothing is done. */
    get figures() {
      return figures
    },
    get rows() {
      return rows
    },
  }
}
