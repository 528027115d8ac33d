import { setImmediate } from 'node:timers/promises'
import type { Correction } from '../../model/files/correction-schema.ts'
import { createRowCorrector } from '../../source/corrections/row-corrector.ts'
import type { RowIndex } from '../../source/table/row-index.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { NumberedCorrection } from '../../store/files/file-corrections.ts'

/**
 * The lines (ascending) of rows that are not the same under two states of a file's corrections; null for more than `most`.
 * Reads the file only where whole columns are corrected in one of them alone.
 */
export async function changedLines(
  index: RowIndex,
  before: readonly NumberedCorrection[],
  after: readonly NumberedCorrection[],
  most: number,
  signal: AbortSignal,
): Promise<number[] | null> {
  const corrections = [...onlyIn(before, after), ...onlyIn(after, before)]
  const lines = new Set(corrections.flatMap(linesOf))
  if (corrections.some(isOfColumn)) {
    const [correctorBefore, correctorAfter] = [before, after].map((all) => createRowCorrector(all.map(({ correction }) => correction)))
    for await (const { rows } of index.read({ signal })) {
      for (const row of rows) if (!isSame(correctorBefore?.correct(row) ?? row, correctorAfter?.correct(row) ?? row)) lines.add(row.line)
      if (lines.size > most) return null
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return lines.size > most ? null : [...lines].sort((a, b) => a - b)
}

function onlyIn(all: readonly NumberedCorrection[], others: readonly NumberedCorrection[]): Correction[] {
  const numbers = new Set(others.map(({ number }) => number))
  return all.filter(({ number }) => !numbers.has(number)).map(({ correction }) => correction)
}

function isOfColumn(correction: Correction): boolean {
  return correction.kind === 'replace' || correction.kind === 'mend' || (correction.kind === 'set' && correction.lines === undefined)
}

function linesOf(correction: Correction): readonly number[] {
  if ('line' in correction) return [correction.line]
  return 'lines' in correction ? (correction.lines ?? []) : []
}

function isSame(a: SourceRow, b: SourceRow): boolean {
  if (a === b) return true
  return JSON.stringify([a.cells, a.corrected]) === JSON.stringify([b.cells, b.corrected])
}
