import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../../../e2e/axe.ts'
import { activeOf, scenePage, told } from '../scene-page.ts'

const here = scenePage()
const people = (page: Page) => page.getByRole('grid', { name: 'People' })
const rowOf = (page: Page, index: number) => page.locator(`[role="row"][aria-rowindex="${index + 2}"]`)

describe('a list of a million rows', () => {
  it('says how long it is, and has no more elements than rows in sight and a few', async () => {
    const page = await here.show('rows', { rows: '1000000' })
    await page.getByRole('gridcell', { name: 'Person 0', exact: true }).waitFor()
    expect(await people(page).getAttribute('aria-rowcount')).toBe('1000001')
    expect(await page.locator('.line').count()).toBeLessThan(40)
    await page.getByText('1,000,000 rows listed').waitFor({ state: 'attached' })
    expect(await violations(page)).toEqual([])
  })

  it('goes to its end and back by keyboard, and names the row that the keys are at', async () => {
    const page = await here.show('rows', { rows: '1000000' })
    await people(page).focus()
    await page.keyboard.press('End')
    await page.getByRole('gridcell', { name: 'Person 999999', exact: true }).waitFor()
    await expect.poll(async () => (await activeOf(people(page))).getAttribute('aria-rowindex')).toBe('1000001')
    const last = await rowOf(page, 999_999).boundingBox()
    const frame = await people(page).boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0) + 1)
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => (await activeOf(people(page))).getAttribute('aria-rowindex')).toBe('1000000')
    await page.keyboard.press('Home')
    await page.getByRole('gridcell', { name: 'Person 0', exact: true }).waitFor()
    await expect.poll(() => rowOf(page, 0).getAttribute('aria-selected')).toBe('true')
  })

  it('shows the rows of any place it is scrolled to, one below the other, and no other rows', async () => {
    const page = await here.show('rows', { rows: '1000000' })
    await people(page).evaluate((viewport) => (viewport.scrollTop = viewport.scrollHeight / 3))
    // The list follows the scroll event, which comes with the next frame.
    await expect.poll(() => page.locator('.line:not(.wait)').first().getAttribute('aria-rowindex').then(Number)).toBeGreaterThan(200_000)
    await expect.poll(() => page.locator('.line.wait').count()).toBe(0)
    const shown = await page.locator('.line').evaluateAll((lines) =>
      lines
        .map((line) => ({
          index: Number(line.getAttribute('aria-rowindex')) - 2,
          top: line.getBoundingClientRect().top,
          text: line.textContent?.trim(),
        }))
        .sort((a, b) => a.top - b.top),
    )
    expect(shown[0]?.index).toBeGreaterThan(200_000)
    shown.forEach(({ index, top, text }, at) => {
      expect(text).toBe(`Person ${index}`)
      expect(index).toBe((shown[0]?.index ?? 0) + at)
      expect(top).toBeCloseTo((shown[0]?.top ?? 0) + 40 * at, 0)
    })
  })
})

describe('a row', () => {
  it('is opened by a click, Enter and the space bar, and by no key for nothing', async () => {
    const page = await here.show('rows', { rows: '30' })
    await page.getByRole('gridcell', { name: 'Person 3', exact: true }).click()
    await people(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('x')
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => told(page)).toHaveLength(4)
    expect((await told(page)).slice(0, 3)).toEqual(['3: Person 3', '4: Person 4', '5: Person 5'])
    expect(Number.parseInt((await told(page))[3] ?? '')).toBeGreaterThan(10)
  })
})

describe('a list', () => {
  it('without rows says so, and no key moves in it', async () => {
    const page = await here.show('rows', { rows: '0' })
    await page.getByText('Nobody is here.').waitFor()
    await people(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    expect(await people(page).getAttribute('aria-activedescendant')).toBeNull()
    expect(await told(page)).toEqual([])
  })

  it('that cannot be fetched says so, and is there after "Try again"', async () => {
    const page = await here.show('rows', { rows: '30', failures: '1' })
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('gridcell', { name: 'Person 0', exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
