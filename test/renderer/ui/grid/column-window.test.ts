import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsInSight, columnStarts, leftShowing } from '../../../../src-renderer/ui/grid/column-window.ts'

const anyWidths = fc.array(fc.integer({ min: 40, max: 400 }), { minLength: 1, maxLength: 1000 })
const anyPlace = fc.record({ left: fc.nat(100_000), width: fc.integer({ min: 1, max: 2000 }) })

describe('columnsInSight', () => {
  it('is every column of which a pixel shows, and no other', () => {
    fc.assert(
      fc.property(anyWidths, anyPlace, (widths, { left, width }) => {
        const starts = columnStarts(widths)
        const { from, to } = columnsInSight(starts, left, width)
        widths.forEach((_, column) => {
          const shows = (starts[column + 1] ?? 0) > left && (starts[column] ?? 0) < left + width
          expect(column >= from && column < to).toBe(shows)
        })
      }),
    )
  })

  it('is a handful of a thousand columns', () => {
    const { from, to } = columnsInSight(columnStarts(Array(1000).fill(120)), 60_000, 1000)
    expect([from, to]).toEqual([500, 509])
  })
})

describe('leftShowing', () => {
  it('brings the column into sight and moves nothing when it is', () => {
    fc.assert(
      fc.property(anyWidths, anyPlace, fc.nat(), (widths, { left, width }, some) => {
        const starts = columnStarts(widths)
        const column = some % widths.length
        const next = leftShowing(starts, column, left, width)
        const [start, end] = [starts[column] ?? 0, starts[column + 1] ?? 0]
        expect(start).toBeGreaterThanOrEqual(next)
        if (end - start <= width) expect(end).toBeLessThanOrEqual(next + width)
        if (start >= left && end <= left + width) expect(next).toBe(left)
      }),
    )
  })
})
