import type { MappedRow } from '../model/mapped-row.ts'
import type { SourceRow } from '../model/source-schema.ts'
import type { RowBatch } from '../source/table/row-source.ts'
import { createBegunPlans } from '../store/begun-plans.ts'
import type { Store } from '../store/open-store.ts'
import { changedFile } from './build/only-lines.ts'
import type { createPlanWriter } from './build/plan-writer.ts'

/** Rows that are handled without letting other work in between. */
const rowsAtOnce = 1000

/**
 * Tells a writer of the first `rows` rows of its plan, which an earlier planning has written. `read`: the file from its
 * beginning, needed where rows are recalled with what they are mapped to; throws `file.changed` when those are others.
 */
export async function* recallRows(
  store: Store,
  {
    planId,
    rows,
    writer,
    read,
    map,
  }: {
    planId: string
    rows: number
    writer: ReturnType<typeof createPlanWriter>
    read: () => AsyncIterable<RowBatch>
    map: (row: SourceRow) => MappedRow
  },
): AsyncGenerator<void> {
  const { written } = createBegunPlans(store)
  if (!writer.isMappingRecalled) {
    for (let row = 0; row < rows; row += rowsAtOnce) {
      writer.recall(written(planId, row, Math.min(rowsAtOnce, rows - row)))
      yield
    }
    return
  }
  let row = 0
  for await (const batch of read()) {
    for (let from = 0; from < batch.rows.length && row < rows; from += rowsAtOnce) {
      const sources = batch.rows.slice(from, from + Math.min(rowsAtOnce, rows - row))
      const stored = written(planId, row, sources.length)
      if (stored.some(({ line }, at) => line !== sources[at]?.line)) throw changedFile()
      writer.recall(stored, sources.map(map))
      row += sources.length
      yield
    }
    if (row === rows) return
  }
  throw changedFile()
}
