import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
]
/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env.ROLLCALL_TEST_PICTURES

/** The page in both themes and in two sizes: nothing that axe finds, and nothing that is wider than the window. */
export async function lookedAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect.poll(() => violations(page), { timeout: 15_000 }).toEqual([])
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
      expect(wide, `${name} at ${size.width}`).toBeLessThanOrEqual(seen ?? 0)
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${size.width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
