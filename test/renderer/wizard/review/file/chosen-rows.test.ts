import { expect, test } from 'vitest'
import type { PlanRow } from '../../../../../src-main/engine/contract.ts'
import { createChosenRows } from '../../../../../src-renderer/wizard/review/file/chosen-rows.svelte.ts'

/** A list of rows of which those up to `here` are on the page. */
function list(length: number, here: number) {
  const rowAt = (at: number) => ({ row: at + 1, line: at + 2 }) as PlanRow
  return {
    row: (at: number) => (at < here ? rowAt(at) : null),
    fetch: async (offset: number, limit: number) => ({
      rows: Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, n) => rowAt(offset + n)),
    }),
  }
}

test('rows are chosen over what is not on the page, too, and turned one by one', async () => {
  const chosen = createChosenRows(list(1_300, 3))
  await chosen.choose(1, 5_000, 'add')
  expect([chosen.count, chosen.has(1), chosen.has(2), chosen.has(1_300)]).toEqual([1_299, false, true, true])
  await chosen.choose(1, 1, 'turn')
  expect(chosen.has(2)).toBe(false)
})

test('what is taken is taken once, and is chosen again when nothing came of it', async () => {
  const chosen = createChosenRows(list(10, 10))
  await chosen.choose(2, 4, 'add')
  const lines = chosen.take()
  expect([...lines.values()]).toEqual([4, 5, 6])
  expect(chosen.take().size).toBe(0)
  chosen.putBack(lines)
  expect([chosen.count, chosen.has(3)]).toEqual([3, true])
})
