import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { openApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 60 })
const pictures = process.env.ROLLCALL_TEST_PICTURES

const sizes = [
  { width: 1440, height: 900, edge: 32 },
  { width: 2560, height: 1440, edge: 32 },
  { width: 900, height: 600, edge: 24 },
  { width: 720, height: 450, edge: 16 },
]
/** What is a row of each page, and how many of them are to be in sight in the smallest window. */
const pages = [
  { hash: '#/contacts', title: 'Contacts', row: '[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])', least: 4 },
  { hash: '#/history', title: 'History', row: 'li.run', least: 2 },
  { hash: '#/ledger', title: 'Consent ledger', row: '[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])', least: 2 },
  { hash: '#/settings', title: 'Settings', row: '.setting', least: 2 },
]

beforeAll(async () => {
  const contacts = await here.served.contacts(40)
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })
  for (const answer of ['no', 'no', 'no']) {
    const { plan } = await here.served.planned(
      `a-rather-long-name-of-a-list-${answer}-2026-11.csv`,
      ['Phone,OK', ...contacts.splice(0, 12).map(({ phone }) => `${phone},${answer}`)],
      recipe,
    )
    await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
  }
})

interface Layout {
  sideways: string[]
  cut: string[]
  /** Where the content begins, beside the navigation. */
  edge: number
  rows: number
}

function layoutOf(page: Page, row: string): Promise<Layout> {
  return page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const scrolls = (one: HTMLElement) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
    const wide = [document.documentElement, ...all].filter(
      (one) => (one === document.documentElement || scrolls(one)) && one.scrollWidth > one.clientWidth + 1,
    )
    const cut = all.filter((one) => {
      if (!one.matches('button, a, input, select') || one.closest('.visually-hidden, .skip') !== null) return false
      const { left, right } = one.getBoundingClientRect()
      return !one.classList.contains('skip') && (right > innerWidth + 1 || left < -1)
    })
    const main = document.querySelector('main')?.getBoundingClientRect()
    const title = document.querySelector('h1')?.getBoundingClientRect()
    const rows = [...document.querySelectorAll(selector)].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return bottom > top && top >= 0 && bottom <= innerHeight
    })
    return {
      sideways: wide.map((one) => `${one.tagName.toLowerCase()}.${one.className}`),
      cut: cut.map((one) => one.getAttribute('aria-label') ?? one.innerText),
      edge: Math.round((title?.left ?? 0) - (main?.left ?? 0)),
      rows: rows.length,
    }
  }, row)
}

describe.each(['light', 'dark'] as const)('pages around the import in %s mode', (colorScheme) => {
  it('fit every size of window: one left edge, rows in sight, nothing cut, nothing that axe finds', async () => {
    const { page, problems, close } = await openApp(here.browser, here.served.app, { colorScheme })
    for (const { hash, title, row, least } of pages) {
      await page.evaluate((to) => (location.hash = to), hash)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.locator(row).first().waitFor()
      for (const { width, height, edge } of sizes) {
        await page.setViewportSize({ width, height })
        await expect.poll(() => layoutOf(page, row), { message: `${title} at ${width}` }).toMatchObject({ sideways: [], cut: [], edge })
        expect((await layoutOf(page, row)).rows, `rows of ${title} at ${width}`).toBeGreaterThanOrEqual(width === 720 ? least : 3)
        if (pictures !== undefined) await page.screenshot({ path: join(pictures, `size-${title}-${width}-${colorScheme}.png`) })
        if (width === 1440 || width === 720) await expect.poll(() => violations(page), { timeout: 15_000 }).toEqual([])
      }
    }
    expect(problems).toEqual([])
    await close()
  })
})
