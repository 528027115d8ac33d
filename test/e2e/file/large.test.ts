import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { heightAtMost } from '../../../src-renderer/ui/rows/scaled-scroll.ts'
import { giveFile } from '../give-file.ts'
import { draftIdOf, primary, showTab, tabCount } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()

// More rows than fit into an element of the height that the screens allow themselves.
const rows = 160_000
const rowHeight = 54

let page: Page

beforeAll(async () => {
  expect(rows * rowHeight).toBeGreaterThan(heightAtMost)
  page = here.opened.page
})

const grid = () => page.getByRole('grid', { name: 'Rows of the file' })
/** The line numbers in sight, once they have come. */
async function linesInSight(): Promise<number[]> {
  await expect.poll(() => grid().locator('.line.wait').count()).toBe(0)
  return (await grid().locator('[role="gridcell"].number').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')))
}

describe('a file of many rows', () => {
  it('is accepted by the page and planned, through a reload in the middle', async () => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `Person ${row},+1202${String(5_550_000 + (row % 10_000)).padStart(7, '0')},row ${row}`,
    )
    const buffer = Buffer.from(`Name,Phone,Notes\n${lines.join('\n')}\n`)
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), { name: 'large.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await page.getByRole('radio', { name: /^Only update/ }).check()
    await primary(page, 'Map columns').click()
    await primary(page, 'Review changes').click()
    await page.getByRole('heading', { name: /^(Finding out what would change|Looking at [\d,]+ rows)…$/ }).waitFor()
    await page.reload()
    await page.getByText('What will happen to your account').waitFor({ timeout: 50_000 })
    await expect.poll(() => tabCount(page, 'All rows')).toBe(rows)
    const { state } = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
    const plan = await here.app.ask('plans.get', { planId: state.planId ?? '' })
    expect(plan.send + plan.unchanged + plan.held + plan.skipped + plan.invalid).toBe(rows)
  })

  it('shows any row: the first, the last, and where the scroll bar is dragged to', async () => {
    await showTab(page, /^All rows/)
    await expect.poll(async () => (await linesInSight())[0]).toBe(2)
    await grid().focus()
    await page.keyboard.press('End')
    await expect.poll(async () => (await linesInSight()).at(-1)).toBe(rows + 1)
    await grid().evaluate((element) => (element.scrollTop = (element.scrollHeight - element.clientHeight) / 2))
    await expect.poll(async () => Math.abs(((await linesInSight())[0] ?? 0) - rows / 2)).toBeLessThan(50)
    await page.keyboard.press('Home')
    await expect.poll(async () => (await linesInSight())[0]).toBe(2)
  })

  it('scrolls with the wheel without leaving out a row', async () => {
    await grid().hover()
    const seen = new Set<number>()
    for (let turn = 0; turn < 12; turn += 1) {
      for (const line of await linesInSight()) seen.add(line)
      await page.mouse.wheel(0, 240)
      await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))))
    }
    const lines = [...seen].sort((a, b) => a - b)
    expect(lines.at(-1)).toBeGreaterThan(40)
    expect(lines).toEqual(Array.from({ length: lines.length }, (_, index) => index + 2))
  })

  it('shows the cells of any row, and corrects one far down in its place', async () => {
    await page.getByText('File', { exact: true }).click()
    const cells = page.getByRole('grid', { name: 'Cells of the file' })
    const inSight = async () =>
      (await cells.locator('.line:not(.wait) .line').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')))
    await expect.poll(async () => (await inSight())[0]).toBe(2)
    await cells.evaluate((element) => (element.scrollTop = (element.scrollHeight - element.clientHeight) / 2))
    await expect.poll(async () => Math.abs(((await inSight())[5] ?? 0) - rows / 2)).toBeLessThan(100)
    await cells.focus()
    await page.keyboard.press('Control+End')
    await expect.poll(async () => (await inSight()).at(-1)).toBe(rows + 1)
    await page.keyboard.type('corrected at the end')
    await page.keyboard.press('Enter')
    await page.locator('.note').getByText('Row 160,001').waitFor()
    await expect.poll(() => cells.getByRole('gridcell', { name: 'corrected at the end' }).count()).toBe(1)
    await page.locator('.note').getByRole('button', { name: 'Undo' }).click()
    await page.locator('.note').getByText('Undone.').waitFor()
    await expect.poll(() => cells.getByRole('gridcell', { name: `row ${rows - 1}` }).count()).toBe(1)
    await page.getByText('Changes', { exact: true }).click()
  })

  it('finds one row among them', async () => {
    await page.getByRole('searchbox', { name: 'Search these rows' }).fill('+12025551234')
    await expect.poll(async () => Number(await grid().getAttribute('aria-rowcount')), { timeout: 20_000 }).toBe(rows / 10_000 + 1)
    expect(here.opened.problems).toEqual([])
  })
})
