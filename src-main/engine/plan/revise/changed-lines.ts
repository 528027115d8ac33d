import { setImmediate } from 'node:timers/promises'
import type { Edit } from '../../model/files/edit-schema.ts'
import { createRowEditor } from '../../source/corrections/row-editor.ts'
import type { RowIndex } from '../../source/table/row-index.ts'
import type { SourceRow } from '../../model/files/source-schema.ts'
import type { NumberedEdit } from '../../store/files/file-corrections.ts'

/**
 * The lines (ascending) of rows that are not the same under two states of a file's corrections; null for more than `most`.
 * Reads the file only where whole columns are corrected in one of them alone.
 */
export async function changedLines(
  index: RowIndex,
  before: readonly NumberedEdit[],
  after: readonly NumberedEdit[],
  most: number,
  signal: AbortSignal,
): Promise<number[] | null> {
  const edits = [...onlyIn(before, after), ...onlyIn(after, before)]
  const lines = new Set(edits.flatMap(linesOf))
  if (edits.some(({ kind }) => kind === 'replace' || kind === 'mend')) {
    const [editBefore, editAfter] = [before, after].map((all) => createRowEditor(all.map(({ edit }) => edit)))
    for await (const { rows } of index.read({ signal })) {
      for (const row of rows) if (!isSame(editBefore?.edit(row) ?? row, editAfter?.edit(row) ?? row)) lines.add(row.line)
      if (lines.size > most) return null
      await setImmediate()
      signal.throwIfAborted()
    }
  }
  return lines.size > most ? null : [...lines].sort((a, b) => a - b)
}

function onlyIn(all: readonly NumberedEdit[], others: readonly NumberedEdit[]): Edit[] {
  const numbers = new Set(others.map(({ number }) => number))
  return all.filter(({ number }) => !numbers.has(number)).map(({ edit }) => edit)
}

function linesOf(edit: Edit): number[] {
  if ('line' in edit) return [edit.line]
  return 'lines' in edit ? edit.lines : []
}

function isSame(a: SourceRow, b: SourceRow): boolean {
  if (a === b) return true
  return JSON.stringify([a.cells, a.corrected]) === JSON.stringify([b.cells, b.corrected])
}
