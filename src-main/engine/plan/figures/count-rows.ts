import { setImmediate } from 'node:timers/promises'
import { blockSize } from '../../model/plans/class-histogram.ts'
import type { RowClass } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'

/** Rows that are counted without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 20 * blockSize

export interface CountOptions {
  /** When it aborts, counting ends with its reason. */
  signal?: AbortSignal | undefined
  onProgress?: ((rowsCounted: number, rows: number) => void) | undefined
}

/** The rows of a plan that are stored with one class and reason, by block. */
export interface StoredCount {
  class: RowClass
  reason: string | null
  blocks: number[]
}

/** Counts the first `rows` rows of a plan as they are stored, with other work in between. */
export async function countRows(store: Store, planId: string, rows: number, options: CountOptions): Promise<StoredCount[]> {
  const { releasedRows } = tablesOf(store)
  const counts = new Map<string, StoredCount>()
  for await (const { fromRow, toRow } of stretches(rows, options)) {
    for (const { block, rows: own, class: rowClass, reason } of releasedRows.counts(planId, fromRow, toRow)) {
      const key = `${rowClass} ${reason}`
      const count = counts.get(key) ?? { class: rowClass, reason, blocks: [] }
      counts.set(key, count)
      while (count.blocks.length <= block) count.blocks.push(0)
      count.blocks[block] = own
    }
  }
  return [...counts.values()]
}

/** How many numbers the rows of a plan are about that are planned to be sent, or are stored as held for such a reason. */
export async function countNumbers(
  store: Store,
  planId: string,
  rows: number,
  isSent: (reason: string) => boolean,
  options: CountOptions,
): Promise<number> {
  const { releasedRows } = tablesOf(store)
  const keys = createContactKeys()
  const seen = createContactNumbers()
  let numbers = 0
  for await (const { fromRow, toRow } of stretches(rows, options)) {
    for (const { reason, phone } of releasedRows.phones(planId, fromRow, toRow)) {
      const key = keys.ofPhone(phone)
      if (seen.get(key) !== 0 || (reason !== null && !isSent(reason))) continue
      seen.set(key, 1)
      numbers += 1
    }
  }
  return numbers
}

async function* stretches(rows: number, { signal, onProgress }: CountOptions): AsyncGenerator<{ fromRow: number; toRow: number }> {
  for (let fromRow = 1; fromRow <= rows; fromRow += rowsAtOnce) {
    const toRow = Math.min(rows, fromRow + rowsAtOnce - 1)
    yield { fromRow, toRow }
    onProgress?.(toRow, rows)
    await setImmediate()
    signal?.throwIfAborted()
  }
}
