import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockSize, countRow, emptyBlocks, rangesOf, totalOf } from '../../../../src-main/engine/model/plans/class-histogram.ts'

test('any page of any class is found by its ranges, and blocks without such rows are left out', () => {
  const runs = fc.array(fc.tuple(fc.constantFrom('send', 'invalid', 'unchanged'), fc.integer({ min: 1, max: 1500 })), { maxLength: 8 })
  fc.assert(
    fc.property(runs, fc.nat(5000), fc.integer({ min: 1, max: 2500 }), (parts, offset, limit) => {
      const classes = parts.flatMap(([rowClass, count]) => Array.from({ length: count }, () => rowClass))
      const blocks = emptyBlocks()
      classes.forEach((rowClass, at) => countRow(blocks, at + 1, rowClass, 1))
      const rowsOf = (from: number, to: number) =>
        classes.flatMap((rowClass, at) => (rowClass === 'send' && at + 1 >= from && at + 1 <= to ? [at + 1] : []))
      const all = rowsOf(1, classes.length)
      const ranges = rangesOf(blocks.send, offset, limit)
      expect(totalOf(blocks.send)).toBe(all.length)
      expect(ranges.flatMap((range) => rowsOf(range.fromRow, range.toRow).slice(range.skip, range.skip + range.take))).toEqual(
        all.slice(offset, offset + limit),
      )
      for (const range of ranges) {
        for (let from = range.fromRow; from <= range.toRow; from += blockSize) expect(rowsOf(from, from + blockSize - 1)).not.toEqual([])
      }
    }),
    { numRuns: 50 },
  )
})
