import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createOutputFile } from '../../files/output-file.ts'
import type { Store } from '../../store/open-store.ts'
import { figuresOfRun } from '../figures-of-run.ts'
import { runRows, runSummary } from '../run-summary.ts'
import { type ReportFacts, reportFoot, reportHead, reportRow } from './report-page.ts'

/** Rows that a page has at most: more of them no browser likes to show, nor printer to print. */
export const reportRowsAtMost = 5000
const rowsAtOnce = 500

export interface ReportOptions extends Pick<ReportFacts, 'accountName' | 'isPractice' | 'nowMs'> {
  store: Store
  runId: string
  path: string
  overwrite: boolean
  signal?: AbortSignal
}

/** Writes what a run came to as one page that is whole in itself. Answers how many rows it has. Throws `run.unknown`, `file.*`, `usage`, `store.full`. */
export async function writeReport({ store, runId, path, overwrite, signal, ...facts }: ReportOptions): Promise<number> {
  const run = runSummary(store, runId, facts.nowMs)
  const figures = await figuresOfRun(store, runId)
  const file = await createOutputFile(dirname(path), 'utf-8', false)
  try {
    await file.write(reportHead({ ...facts, run, figures }))
    const rows = Math.min(run.rows, reportRowsAtMost)
    for (let offset = 0; offset < rows; offset += rowsAtOnce) {
      await setImmediate()
      signal?.throwIfAborted()
      const page = runRows(store, runId, { offset, limit: Math.min(rowsAtOnce, rows - offset) })
      await file.write(page.rows.map((row) => reportRow(row, run.kind)).join(''))
    }
    await file.write(reportFoot(run.rows - rows))
    await file.publish(basename(path), overwrite ? 'replace' : 'refuse')
    return rows
  } finally {
    await file.discard()
  }
}
