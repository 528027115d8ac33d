import { setImmediate } from 'node:timers/promises'
import { blockSize } from '../../model/plans/class-histogram.ts'
import type { RowClass } from '../../model/plans/plan-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { type ContactNumbers, createContactKeys, createContactNumbers } from '../match/contact-keys.ts'
import { rowRanges } from './row-ranges.ts'

/** Takes some ten milliseconds. */
const rowsInOnePiece = 20 * blockSize

export interface CountOptions {
  /** How many rows are counted without letting other work in between: whole blocks. */
  rowsAtOnce?: number
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
export async function countStoredRows(store: Store, planId: string, rows: number, options: CountOptions): Promise<StoredCount[]> {
  const { releasedHolds } = tablesOf(store)
  const counts = new Map<string, StoredCount>()
  for await (const { fromRow, toRow } of stretches(rows, options)) {
    for (const { block, rows: own, class: rowClass, reason } of releasedHolds.counts(planId, fromRow, toRow)) {
      const key = `${rowClass} ${reason}`
      const count = counts.get(key) ?? { class: rowClass, reason, blocks: [] }
      counts.set(key, count)
      while (count.blocks[block] === undefined) count.blocks.push(0)
      count.blocks[block] = own
    }
  }
  return [...counts.values()]
}

/**
 * How many numbers the rows of a plan are about that are held for each reason, and, by null, that are to be sent. `reasonNow`: for
 * what a row is held now that is stored as held for a reason; null where it is to be sent.
 */
export async function countNumbers(
  store: Store,
  planId: string,
  rows: number,
  reasonNow: (stored: string) => string | null,
  options: CountOptions,
): Promise<Map<string | null, number>> {
  const { releasedHolds } = tablesOf(store)
  const keys = createContactKeys()
  const numbers = new Map<string | null, number>()
  const seenFor = new Map<string | null, ContactNumbers>()
  for await (const { fromRow, toRow } of stretches(rows, options)) {
    for (const { reason, phone } of releasedHolds.phones(planId, fromRow, toRow)) {
      const key = keys.ofPhone(phone)
      const now = reason === null ? null : reasonNow(reason)
      const seen = seenFor.get(now) ?? createContactNumbers()
      seenFor.set(now, seen)
      if (seen.get(key) !== 0) continue
      seen.set(key, 1)
      numbers.set(now, (numbers.get(now) ?? 0) + 1)
    }
  }
  return numbers
}

async function* stretches(
  rows: number,
  { rowsAtOnce = rowsInOnePiece, signal, onProgress }: CountOptions,
): AsyncGenerator<{ fromRow: number; toRow: number }> {
  for (const range of rowRanges(rows, rowsAtOnce)) {
    yield range
    onProgress?.(range.toRow, rows)
    await setImmediate()
    signal?.throwIfAborted()
  }
}
