import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeNear } from '../../../../src-renderer/ui/popover/place-near.ts'

const window = { width: 1000, height: 800 }

test('a popover stands below what it belongs to, at its edge or in its middle', () => {
  const anchor = { left: 400, top: 100, width: 100, height: 20 }
  const size = { width: 200, height: 300 }
  expect(placeNear(anchor, size, window, 'start')).toMatchObject({ left: 400, top: 126 })
  expect(placeNear(anchor, size, window, 'end')).toMatchObject({ left: 300, top: 126 })
  expect(placeNear(anchor, size, window, 'center')).toMatchObject({ left: 350, top: 126 })
})

test('it stands above where there is more room', () => {
  expect(placeNear({ left: 0, top: 700, width: 100, height: 20 }, { width: 200, height: 300 }, window, 'start')).toMatchObject({ top: 394 })
})

test('it is always inside the window, cut where there is no room for all of it', () => {
  const length = (most: number) => fc.integer({ min: 0, max: most })
  fc.assert(
    fc.property(
      length(980),
      length(780),
      length(200),
      length(20),
      length(900),
      length(3000),
      fc.constantFrom('start' as const, 'center' as const, 'end' as const),
      (left, top, anchorWidth, anchorHeight, width, height, align) => {
        const placed = placeNear({ left, top, width: anchorWidth, height: anchorHeight }, { width, height }, window, align)
        expect(placed.left).toBeGreaterThanOrEqual(8)
        expect(placed.left + width).toBeLessThanOrEqual(window.width - 8)
        const shown = Math.min(height, placed.maxHeight)
        expect(placed.top).toBeGreaterThanOrEqual(shown === 0 ? 0 : 8)
        expect(placed.top + shown).toBeLessThanOrEqual(window.height - (shown === 0 ? 0 : 8))
      },
    ),
    { examples: [[0, 0, 0, 0, 0, 1, 'start']] },
  )
})
