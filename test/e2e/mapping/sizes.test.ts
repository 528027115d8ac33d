import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { newImport, toMapping } from '../map-file.ts'
import { openApp, type OpenedPage } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'
import { clientList } from './client-list.ts'

const here = appInPractice()
let opened: OpenedPage
afterEach(() => opened.close())

const sizes = [
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 900, height: 600 },
  { width: 720, height: 450 },
]

interface Layout {
  /** Scrollers that can be scrolled sideways; tables of the file may. */
  sideways: string[]
  /** Scrollers inside a scroller. */
  nested: string[]
  /** Controls of which a part is outside of the window, to its left or right. */
  cut: string[]
  /** Lines of columns that are in sight. */
  lines: number
}

/** How the screen lies in its window. */
function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const nameOf = (one: Element) => `${one.tagName.toLowerCase()}.${one.className.toString().split(' ')[0] ?? ''}`
    const scrolls = (one: HTMLElement, way: 'overflowX' | 'overflowY') => ['auto', 'scroll'].includes(getComputedStyle(one)[way])
    const tall = all.filter((one) => scrolls(one, 'overflowY') && one.scrollHeight > one.clientHeight + 1)
    const wide = [document.documentElement, ...all].filter(
      (one) =>
        (one === document.documentElement || scrolls(one, 'overflowX')) &&
        one.scrollWidth > one.clientWidth + 1 &&
        !one.classList.contains('table-scroll'),
    )
    const controls = all.filter((one) => one.matches('button, input, select, [role=combobox]') && one.closest('.table-scroll') === null)
    const cut = controls.filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return right > innerWidth + 1 || left < -1
    })
    const middle = document.querySelector('.middle > .scroll')?.getBoundingClientRect()
    const lines = [...document.querySelectorAll('li > [data-line]')].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return middle !== undefined && top >= middle.top && bottom <= middle.bottom
    })
    return {
      sideways: wide.map(nameOf),
      nested: tall.filter((one) => tall.some((other) => other !== one && other.contains(one))).map(nameOf),
      cut: cut.map((one) => one.getAttribute('aria-label') ?? one.innerText),
      lines: lines.length,
    }
  })
}

describe.each(['light', 'dark'] as const)('the first two steps in %s mode', (colorScheme) => {
  it('fit every size of window: nothing is cut, scrolls sideways or in another scroller, and axe finds nothing', async () => {
    opened = await openApp(here.browser, here.app, { colorScheme, viewport: sizes[0] ?? null })
    const { page } = opened
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(clientList()) })
    await page.getByText('12 of these people are in your account already, 168 are new.').waitFor()
    await page.getByText('say yes').waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      const name = `file at ${size.width}`
      await expect.poll(() => layoutOf(page), { message: name }).toMatchObject({ sideways: [], nested: [], cut: [] })
    }
    await expect.poll(() => violations(page)).toEqual([])
    await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 })
    await expect.poll(() => violations(page)).toEqual([])

    await toMapping(page)
    await page.getByRole('heading', { name: '6 columns are ready, 2 need you' }).waitFor()
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height })
      for (const panel of ['open', 'closed'] as const) {
        const name = `mapping at ${width}, panel ${panel}`
        if (panel === 'closed') await page.keyboard.press('Escape')
        const expected = { sideways: [], nested: [], cut: [] }
        await expect.poll(() => layoutOf(page), { message: name }).toMatchObject(expected)
        // Where there is no room for both, the panel stands in the list's place.
        if (panel === 'closed' || width > 760) expect((await layoutOf(page)).lines, name).toBeGreaterThanOrEqual(4)
      }
      if (width === 1440 || width === 720) await expect.poll(() => violations(page)).toEqual([])
      await page.locator('[data-line="column:Texts OK?"]').click()
      await page.getByRole('region', { name: 'What means: agreed to texts' }).waitFor()
    }
    await expect.poll(() => violations(page)).toEqual([])
    expect(opened.problems).toEqual([])
  })
})
