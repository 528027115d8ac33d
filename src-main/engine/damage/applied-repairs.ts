import type { SourceColumn } from '../model/files/source-schema.ts'
import type { CorrectionEffect } from '../model/files/corrected-row-schema.ts'
import type { Correction, Repair } from '../model/files/correction-schema.ts'
import type { AppliedRepair } from './damage-schema.ts'
import { repairCell } from '../text/repair/repair-cell.ts'
import { clipped } from './occurrences.ts'

const mostExamples = 5

interface RepairTally {
  numbers: number[]
  columns: Set<number>
  cells: number
  examples: AppliedRepair['examples']
}

/** Counts what the repairs among a file's corrections come to, while its rows go by. */
export function createAppliedRepairs(
  corrections: readonly { number: number; correction: Correction }[],
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<number>,
) {
  const made = new Map<Repair, RepairTally>()
  const ofColumn = new Map<number, { repair: Repair; country: string | undefined }[]>()
  for (const { number, correction } of corrections) {
    if (correction.kind !== 'mend') continue
    const known = made.get(correction.mend) ?? { numbers: [], columns: new Set(), cells: 0, examples: [] }
    made.set(correction.mend, known)
    known.numbers.push(number)
    known.columns.add(correction.column)
    ofColumn.set(correction.column, [...(ofColumn.get(correction.column) ?? []), { repair: correction.mend, country: correction.country }])
  }

  return {
    see(line: number, corrections: readonly CorrectionEffect[]): void {
      for (const { column, before, after } of corrections) {
        if (column === null || before === null || after === null) continue
        for (const { repair, country } of ofColumn.get(column) ?? []) {
          const known = made.get(repair)
          if (known === undefined || repairCell(repair, before, { country }) === before) continue
          known.cells += 1
          if (known.examples.length < mostExamples && !secretColumns.has(column)) {
            known.examples.push({ line, column: columns[column]?.name ?? '', before: clipped(before), after: clipped(after) })
          }
        }
      }
    },
    all: (): AppliedRepair[] =>
      [...made].map(([repair, { numbers, columns: indexes, cells, examples }]) => ({
        repair,
        numbers,
        columns: [...indexes].map((index) => columns[index]?.name ?? ''),
        cells,
        examples,
      })),
  }
}
export type AppliedRepairs = ReturnType<typeof createAppliedRepairs>
