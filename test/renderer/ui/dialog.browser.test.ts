import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { scenePage, told } from './scene-page.ts'

const here = scenePage()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'How many?' })
const isFocusInside = (page: Page) => dialog(page).evaluate((element) => element.contains(document.activeElement))

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open it' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
}

describe('the focus of a dialog', () => {
  it('is where a text is asked for, so that typing begins at once', async () => {
    const page = await here.show('dialog', { input: 'yes' })
    await open(page)
    await expect.poll(() => page.locator(':focus').getAttribute('class')).toContain('input')
    await page.keyboard.type('1 2')
    await page.getByRole('button', { name: 'Go' }).click()
    expect(await told(page)).toEqual(['go 1 2'])
  })

  it('is on the answer that does nothing where nothing is asked for, and the page behind is out of reach', async () => {
    const page = await here.show('dialog')
    await open(page)
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Not yet')
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Tab')
      expect(await isFocusInside(page)).toBe(true)
    }
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Shift+Tab')
      expect(await isFocusInside(page)).toBe(true)
    }
    expect(await violations(page)).toEqual([])
  })

  it.each([
    ['Escape', 'closed', (page: Page) => page.keyboard.press('Escape')],
    ['the cross', 'closed', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
    ['its own button', 'not yet', (page: Page) => page.getByRole('button', { name: 'Not yet' }).click()],
  ])('goes back to what opened it after %s', async (_name, how, close) => {
    const page = await here.show('dialog')
    await open(page)
    await expect.poll(() => isFocusInside(page)).toBe(true)
    await close(page)
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Open it')
    expect(await told(page)).toEqual([how])
  })
})
