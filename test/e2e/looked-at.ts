import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'

/** From a small laptop at 200 % zoom to a large screen. */
export const windowSizes = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 900, height: 600 },
  { width: 720, height: 450 },
] as const
/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env.ROLLCALL_TEST_PICTURES

interface Layout {
  /** What can be scrolled sideways; tables of the file may. */
  sideways: string[]
  /** Controls of which a part is outside of the window, to its left or right. */
  cut: string[]
  /** Whether the window has scrolled, instead of what is in it. */
  isMoved: boolean
}

/** How the screen lies in its window. */
export function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const scrolls = (one: HTMLElement) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
    const isOfFile = (one: HTMLElement) => one.closest('.table-scroll, [aria-label="Cells of the file"]') !== null
    const wide = [document.documentElement, ...all].filter(
      (one) => (one === document.documentElement || scrolls(one)) && one.scrollWidth > one.clientWidth + 1 && !isOfFile(one),
    )
    const cut = all.filter((one) => {
      if (!one.matches('button, a, input, select, textarea, h1, h2') || one.closest('.visually-hidden, .skip') !== null || isOfFile(one))
        return false
      const { left, right } = one.getBoundingClientRect()
      return right > innerWidth + 1 || left < -1
    })
    return {
      sideways: wide.map((one) => `${one.tagName.toLowerCase()}.${one.className}`),
      cut: cut.map((one) => one.getAttribute('aria-label') ?? one.innerText),
      isMoved: scrollY > 0,
    }
  })
}

/**
 * The page in both themes and in all sizes of window: nothing that axe finds, and nothing that is cut or runs over. `rows`: what is a
 * row of it, and how many of them are to be in sight in the smallest window.
 */
export async function lookedAt(page: Page, name: string, rows?: { selector: string; least: number }): Promise<void> {
  const before = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const size of windowSizes) {
      await page.setViewportSize(size)
      await expect
        .poll(() => layoutOf(page), { message: `${name} at ${size.width}`, timeout: 60_000 })
        .toEqual({ sideways: [], cut: [], isMoved: false })
      if (rows !== undefined)
        await expect
          .poll(() => rowsInSight(page, rows.selector), { message: `rows of ${name} at ${size.width}` })
          .toBeGreaterThanOrEqual(rows.least)
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${size.width}-${colorScheme}.png`) })
      // In the smallest window in both themes, where most is folded, and once in a wide one: that takes longest. In all with the pictures.
      if (pictures !== undefined || size.width === 720 || (size.width === 1440 && colorScheme === 'dark'))
        await expect.poll(() => violations(page), { timeout: 90_000 }).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before !== null) await page.setViewportSize(before)
}

/** How many are whole in the window, and not below the bar at its lower edge. */
function rowsInSight(page: Page, selector: string): Promise<number> {
  return page.evaluate((wanted) => {
    // A page may show a bar of its figures, too, above its rows.
    const end = [...document.querySelectorAll('main .bar')].at(-1)?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll(wanted)].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return bottom > top && top >= 0 && bottom <= end + 1
    }).length
  }, selector)
}
