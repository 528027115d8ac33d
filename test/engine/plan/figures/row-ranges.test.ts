import { expect, test } from 'vitest'
import { rowRanges } from '../../../../src-main/engine/plan/figures/row-ranges.ts'

test.each([
  [0, 3, []],
  [1, 3, [[1, 1]]],
  [3, 3, [[1, 3]]],
  [4, 3, [[1, 3], [4, 4]]],
  [6, 3, [[1, 3], [4, 6]]],
  [3, 1, [[1, 1], [2, 2], [3, 3]]],
])('%d rows in pieces of %d are %j', (rows, size, ranges) => {
  expect([...rowRanges(rows, size)].map(({ fromRow, toRow }) => [fromRow, toRow])).toEqual(ranges)
}) // prettier-ignore
