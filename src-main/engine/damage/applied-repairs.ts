import type { SourceColumn } from '../model/files/source-schema.ts'
import type { Correction } from '../model/files/correction-schema.ts'
import type { Edit, Repair } from '../model/files/edit-schema.ts'
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
  edits: readonly { number: number; edit: Edit }[],
  columns: readonly SourceColumn[],
  secretColumns: ReadonlySet<number>,
) {
  const made = new Map<Repair, RepairTally>()
  const ofColumn = new Map<number, { repair: Repair; country: string | undefined }[]>()
  for (const { number, edit } of edits) {
    if (edit.kind !== 'mend') continue
    const known = made.get(edit.mend) ?? { numbers: [], columns: new Set(), cells: 0, examples: [] }
    made.set(edit.mend, known)
    known.numbers.push(number)
    known.columns.add(edit.column)
    ofColumn.set(edit.column, [...(ofColumn.get(edit.column) ?? []), { repair: edit.mend, country: edit.country }])
  }

  return {
    see(line: number, corrections: readonly Correction[]): void {
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
