import { z } from 'zod'
import { rowClasses, type RowClass } from './plan-schema.ts'

/** Rows in one block. Row numbers run from 1 without gaps, so row r is in block floor((r - 1) / blockSize). */
export const blockSize = 1000

/** How many rows of each class each block holds: finds the n-th row of a class without an index over all rows. */
export const classBlocksSchema = z.record(z.enum(rowClasses), z.array(z.int().min(0)))
export type ClassBlocks = z.infer<typeof classBlocksSchema>

export function emptyBlocks(): ClassBlocks {
  return { send: [], unchanged: [], held: [], skipped: [], invalid: [] }
}

/** Counts a row in (`by` 1) or out (`by` -1). */
export function countRow(blocks: ClassBlocks, row: number, rowClass: RowClass, by: 1 | -1): void {
  const counts = blocks[rowClass]
  const block = Math.floor((row - 1) / blockSize)
  while (counts.length <= block) counts.push(0)
  counts[block] = (counts[block] ?? 0) + by
}

/** All rows of a class become rows of another one. */
export function moveRows(blocks: ClassBlocks, from: RowClass, to: RowClass): void {
  for (const [block, count] of blocks[from].entries()) {
    if (count === 0) continue
    while (blocks[to].length <= block) blocks[to].push(0)
    blocks[from][block] = (blocks[from][block] ?? 0) - count
    blocks[to][block] = (blocks[to][block] ?? 0) + count
  }
}

/** The same, whichever rows were counted in and out again: no class ends with blocks that have none of its rows. */
export function withoutEmptyEnds(blocks: ClassBlocks): ClassBlocks {
  const all = emptyBlocks()
  for (const name of rowClasses) all[name] = blocks[name].slice(0, blocks[name].findLastIndex((count) => count > 0) + 1)
  return all
}

/** Consecutive rows to look at: of the class's rows among them, leave out `skip` and take `take`. */
export interface BlockRange {
  fromRow: number
  toRow: number
  skip: number
  take: number
}

/** Where the rows `offset` … `offset + limit - 1` of a class are; ranges hold no block without such rows. */
export function rangesOf(counts: readonly number[], offset: number, limit: number): BlockRange[] {
  const ranges: BlockRange[] = []
  let before = 0
  let left = limit
  for (let block = 0; block < counts.length && left > 0; block += 1) {
    const count = counts[block] ?? 0
    const skip = Math.max(0, offset - before)
    before += count
    if (count === 0 || skip >= count) continue
    const take = Math.min(left, count - skip)
    left -= take
    const fromRow = block * blockSize + 1
    const last = ranges.at(-1)
    if (last !== undefined && last.toRow === fromRow - 1) {
      last.toRow += blockSize
      last.take += take
    } else {
      ranges.push({ fromRow, toRow: fromRow + blockSize - 1, skip, take })
    }
  }
  return ranges
}

export function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
