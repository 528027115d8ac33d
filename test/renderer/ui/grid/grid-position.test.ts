import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GridKey, movedBy, nextCell } from '../../../../src-renderer/ui/grid/grid-position.ts'

const size = { rows: 1_000_000, columns: 14, page: 10 }
const key = (name: string, ctrlKey = false): GridKey => ({ key: name, ctrlKey, metaKey: false })
const moving = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']

describe('movedBy', () => {
  it('moves as in a spreadsheet', () => {
    const at = { row: 50, column: 5 }
    expect(moving.map((name) => movedBy(key(name), at, size))).toEqual([
      { row: 49, column: 5 },
      { row: 51, column: 5 },
      { row: 50, column: 4 },
      { row: 50, column: 6 },
      { row: 40, column: 5 },
      { row: 60, column: 5 },
      { row: 50, column: 0 },
      { row: 50, column: 13 },
    ])
    expect(movedBy(key('Home', true), at, size)).toEqual({ row: 0, column: 0 })
    expect(movedBy(key('End', true), at, size)).toEqual({ row: 999_999, column: 13 })
    expect(movedBy(key('ArrowDown', true), at, size)).toEqual({ row: 999_999, column: 5 })
  })

  it('takes no other key for one that moves', () => {
    for (const name of ['a', 'Enter', 'Tab', 'F2', ' ', 'Escape']) expect(movedBy(key(name), { row: 0, column: 0 }, size)).toBeNull()
  })

  it('never leaves the grid, however small that is', () => {
    const sizes = fc.record({
      rows: fc.integer({ min: 1, max: 50 }),
      columns: fc.integer({ min: 1, max: 50 }),
      page: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(sizes, fc.array(fc.tuple(fc.constantFrom(...moving), fc.boolean()), { maxLength: 30 }), (grid, keys) => {
        let at = { row: 0, column: 0 }
        for (const [name, isFar] of keys) at = movedBy(key(name, isFar), at, grid) ?? at
        expect(at.row).toBeGreaterThanOrEqual(0)
        expect(at.row).toBeLessThan(grid.rows)
        expect(at.column).toBeGreaterThanOrEqual(0)
        expect(at.column).toBeLessThan(grid.columns)
      }),
    )
  })
})

describe('nextCell', () => {
  it('goes on in the next row behind the last column, and back again', () => {
    expect(nextCell({ row: 3, column: 13 }, 1, 2, size)).toEqual({ row: 4, column: 2 })
    expect(nextCell({ row: 4, column: 2 }, -1, 2, size)).toEqual({ row: 3, column: 13 })
    expect(nextCell({ row: 3, column: 4 }, 1, 2, size)).toEqual({ row: 3, column: 5 })
  })

  it('stays at the ends', () => {
    expect(nextCell({ row: 999_999, column: 13 }, 1, 2, size)).toEqual({ row: 999_999, column: 13 })
    expect(nextCell({ row: 0, column: 2 }, -1, 2, size)).toEqual({ row: 0, column: 2 })
  })
})
