import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentHeight,
  heightAtMost,
  isStuck,
  placeAt,
  rowsInSight,
  scrolled,
  type ScrollSizes,
  topShowing,
} from '../../../../src-renderer/ui/rows/scaled-scroll.ts'

const small: ScrollSizes = { rows: 1000, rowHeight: 54, viewportHeight: 600 }
const million: ScrollSizes = { rows: 1_000_000, rowHeight: 54, viewportHeight: 600 }
const anySizes = fc.record({
  rows: fc.integer({ min: 1, max: 3_000_000 }),
  rowHeight: fc.integer({ min: 20, max: 80 }),
  viewportHeight: fc.integer({ min: 100, max: 2000 }),
})
const end = (sizes: ScrollSizes) => Math.max(0, contentHeight(sizes) - sizes.viewportHeight)

describe('scaledScroll', () => {
  it('never asks a browser for an element higher than it can have', () => {
    fc.assert(fc.property(anySizes, (sizes) => contentHeight(sizes) <= heightAtMost && contentHeight(sizes) > 0))
  })

  it('leaves a list that fits to the browser, pixel by pixel', () => {
    expect(scrolled({ top: 0, scrollTop: 0 }, 12_345, small)).toEqual({ top: 12_345, scrollTop: 12_345 })
  })

  it('shows the first row at the top of the scroll bar and the last one at its end', () => {
    fc.assert(
      fc.property(anySizes, (sizes) => {
        const atEnd = scrolled(placeAt(0, sizes), end(sizes), sizes)
        const settled = isStuck(atEnd, sizes) ? placeAt(sizes.rows * sizes.rowHeight, sizes) : atEnd
        expect(rowsInSight(settled, sizes, 0).to).toBe(sizes.rows)
        expect(rowsInSight(placeAt(0, sizes), sizes, 0).from).toBe(0)
      }),
    )
  })

  it('reaches every row of a million', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (row) => {
        const place = placeAt(topShowing(row, placeAt(0, million), million), million)
        const sight = rowsInSight(place, million, 0)
        expect(row).toBeGreaterThanOrEqual(sight.from)
        expect(row).toBeLessThan(sight.to)
        expect(place.scrollTop).toBeLessThanOrEqual(end(million))
      }),
    )
  })

  it('moves a scaled list by exactly what a wheel or a key moved', () => {
    const place = placeAt(20_000_000, million)
    expect(scrolled(place, place.scrollTop + 40, million).top).toBe(20_000_040)
    expect(scrolled(place, place.scrollTop - 120, million).top).toBe(19_999_880)
  })

  it('moves a scaled list by the scale when the scroll bar is dragged', () => {
    const half = scrolled(placeAt(0, million), end(million) / 2, million)
    expect(rowsInSight(half, million, 0).from).toBeGreaterThan(499_900)
    expect(rowsInSight(half, million, 0).from).toBeLessThan(500_100)
  })

  it('notices that the scroll bar is at an end and the list is not', () => {
    expect(isStuck({ top: 5000, scrollTop: 0 }, million)).toBe(true)
    expect(isStuck({ top: 0, scrollTop: 0 }, million)).toBe(false)
    expect(isStuck({ top: 5000, scrollTop: end(million) }, million)).toBe(true)
    expect(isStuck({ top: 5000, scrollTop: 0 }, small)).toBe(false)
  })

  it('draws a screenful whatever the place, and no row that there is not', () => {
    fc.assert(
      fc.property(anySizes, fc.nat(200_000_000), (sizes, top) => {
        const { from, to } = rowsInSight(placeAt(top, sizes), sizes, 6)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(sizes.rows)
        expect(to - from).toBeGreaterThan(0)
        expect(to - from).toBeLessThanOrEqual(Math.ceil(sizes.viewportHeight / sizes.rowHeight) + 14)
      }),
    )
  })
})
