import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readWindowState, visibleBounds, writeWindowState } from '../../../../src-main/shells/electron/window/window-state.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-window-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const screen = { x: 0, y: 0, width: 1920, height: 1040 }

describe("the window's place", () => {
  test('is remembered', () => {
    const state = { bounds: { x: 10, y: 20, width: 1000, height: 700 }, maximized: true }
    writeWindowState(join(home, 'new'), state)
    expect(readWindowState(join(home, 'new'))).toEqual(state)
  })

  test.each(['', '{', '{"bounds":{"x":"left"},"maximized":false}', '[]'])('is the usual one when what is remembered reads %j', (text) => {
    writeFileSync(join(home, 'window.json'), text)
    expect(readWindowState(home)).toEqual({ bounds: null, maximized: false })
  })

  test('is kept where it can be seen, and given up where it cannot', () => {
    const seen = { x: 100, y: 80, width: 1200, height: 800 }
    expect(visibleBounds(seen, [screen])).toEqual(seen)
    expect(visibleBounds({ ...seen, x: 5000 }, [screen])).not.toHaveProperty('x')
    expect(visibleBounds({ ...seen, x: 5000 }, [screen, { ...screen, x: 4800 }])).toMatchObject({ x: 5000 })
    expect(visibleBounds(null, [screen])).not.toHaveProperty('x')
  })

  test('always lies within one screen when it has a place', () => {
    const bounds = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
      width: fc.integer({ min: 1, max: 6000 }),
      height: fc.integer({ min: 1, max: 6000 }),
    })
    fc.assert(
      fc.property(bounds, (wanted) => {
        const placed = visibleBounds(wanted, [screen])
        if (placed.x === undefined || placed.y === undefined) return
        expect(placed.x).toBeGreaterThanOrEqual(screen.x)
        expect(placed.y).toBeGreaterThanOrEqual(screen.y)
        expect(placed.x + placed.width).toBeLessThanOrEqual(screen.x + screen.width)
        expect(placed.y + placed.height).toBeLessThanOrEqual(screen.y + screen.height)
      }),
    )
  })
})
