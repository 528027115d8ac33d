import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../model/clock.ts'
import type { ReadRows } from '../source/table/row-source.ts'
import type { Dialect, SourceRow } from '../model/files/source-schema.ts'
import type { DamageCheck } from './damage-check.ts'
import type { AppliedRepairs } from './applied-repairs.ts'

export interface RunDamageCheckOptions {
  path: string
  dialect: Dialect
  columns: number
  /** Rows as they were corrected. */
  readRows: ReadRows
  check: DamageCheck
  repaired: AppliedRepairs
  clock: Clock
  signal: AbortSignal
  /** Whether something is under way for which a person waits: the check then pauses. */
  isBusy: () => boolean
  /** Called a few times a second, and at the end. */
  onProgress: (bytesRead: number) => void
}

const progressEveryMs = 250
const pauseMs = 200
/** Cells checked without letting other work in between: some ten milliseconds. */
const sliceCells = 20_000

/** Shows the check all rows of the file. Throws `file.*` AppErrors, and the signal's reason when it aborts. */
export async function runDamageCheck({
  path,
  dialect,
  columns,
  readRows,
  check,
  repaired,
  clock,
  signal,
  isBusy,
  onProgress,
}: RunDamageCheckOptions): Promise<void> {
  const sliceRows = Math.max(1, Math.floor(sliceCells / Math.max(1, columns)))
  let toldAtMs = clock.monotonicMs()
  for await (const { rows, bytesRead } of readRows(path, dialect, { signal })) {
    for (let from = 0; from < rows.length; from += sliceRows) {
      for (let at = from; at < Math.min(from + sliceRows, rows.length); at++) see(rows[at])
      await setImmediate()
      signal.throwIfAborted()
      while (isBusy()) await clock.sleep(pauseMs, signal)
    }
    if (clock.monotonicMs() - toldAtMs < progressEveryMs) continue
    toldAtMs = clock.monotonicMs()
    onProgress(bytesRead)
  }
  check.end()

  function see(row: SourceRow | undefined): void {
    if (row === undefined) return
    const { corrected } = row
    if (corrected !== undefined) {
      repaired.see(row.line, corrected.corrections)
      if (corrected.isExcluded) return
    }
    check.see(row)
  }
}
