import { setImmediate } from 'node:timers/promises'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { RowBatch } from '../table/row-source.ts'
import { columnCorrection, type ColumnWide } from './cell-correction.ts'

const mostSamples = 10
/** Longer cells are shown cut. */
const mostChars = 500

export interface ReplaceTrial {
  cells: number
  rows: number
  /** The first cells that would change. */
  samples: { line: number; before: string; after: string }[]
}

/** What a correction of a column would do to the rows of a file. Rows that are left out by hand are not counted. */
export async function tryReplace(batches: AsyncIterable<RowBatch>, correction: ColumnWide, signal?: AbortSignal): Promise<ReplaceTrial> {
  const { column, lines, change } = columnCorrection(correction)
  const trial: ReplaceTrial = { cells: 0, rows: 0, samples: [] }
  const look = ({ line, cells, corrected }: SourceRow): void => {
    const before = cells[column]
    if (before === undefined || corrected?.isExcluded === true || (lines !== null && !lines.has(line))) return
    const after = change(before)
    if (after === before) return
    trial.cells += 1
    trial.rows += 1
    if (trial.samples.length < mostSamples) trial.samples.push({ line, before: cut(before), after: cut(after) })
  }
  for await (const { rows } of batches) {
    rows.forEach(look)
    await setImmediate()
    signal?.throwIfAborted()
  }
  return trial
}

function cut(text: string): string {
  return text.length > mostChars ? `${text.slice(0, mostChars)}…` : text
}
