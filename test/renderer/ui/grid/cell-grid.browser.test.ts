import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../../../e2e/axe.ts'
import { activeOf, scenePage, told } from '../scene-page.ts'

const here = scenePage()
const grid = (page: Page) => page.getByRole('grid', { name: 'Cells' })
const editor = (page: Page) => page.getByRole('textbox')
const activeText = async (page: Page) => (await activeOf(grid(page))).innerText()

async function show(asked: { rows?: string; editable?: 'yes' | 'no' } = {}): Promise<Page> {
  const page = await here.show('grid', { rows: '5000', editable: 'yes', ...asked })
  await page.getByRole('gridcell', { name: 'Name 0', exact: true }).waitFor()
  await grid(page).focus()
  return page
}

describe('moving in a grid', () => {
  it('is as in a spreadsheet, and the cell that the keys are at is announced with its place', async () => {
    const page = await show()
    expect(await grid(page).getAttribute('aria-rowcount')).toBe('5001')
    expect(await grid(page).getAttribute('aria-colcount')).toBe('43')
    expect(await activeText(page)).toBe('Name 0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => activeText(page)).toBe('Phone 1')
    expect(await (await activeOf(grid(page))).getAttribute('aria-colindex')).toBe('3')
    await page.keyboard.press('Control+End')
    await expect.poll(() => activeText(page)).toBe('Field 39 4999')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => page.locator('#more').innerText()).toMatch(/^at 0\//)
    expect(await page.locator('.cell').count()).toBeLessThan(600)
    expect(await violations(page)).toEqual([])
  })
})

describe('writing in a grid', () => {
  it('begins with what is typed, and Enter keeps it', async () => {
    const page = await show()
    await page.keyboard.type('Ada L')
    await editor(page).waitFor()
    expect(await editor(page).inputValue()).toBe('Ada L')
    await page.keyboard.press('Enter')
    await editor(page).waitFor({ state: 'detached' })
    expect(await told(page)).toEqual(['0/0: Ada L'])
    await expect.poll(() => activeText(page)).toBe('Ada L')
    expect(await page.locator(':focus').getAttribute('role')).toBe('grid')
  })

  it('goes on in the next cell after Tab, and is given up by Escape', async () => {
    const page = await show()
    await page.keyboard.press('F2')
    expect(await editor(page).inputValue()).toBe('Name 0')
    await page.keyboard.type('Bo')
    await page.keyboard.press('Tab')
    await expect.poll(() => activeText(page)).toBe('Phone 0')
    await page.keyboard.type('12')
    await page.keyboard.press('Escape')
    await editor(page).waitFor({ state: 'detached' })
    expect(await told(page)).toEqual(['0/0: Bo'])
    expect(await activeText(page)).toBe('Phone 0')
  })

  it('tells nothing where the text stays as it was, and empties a cell with Delete', async () => {
    const page = await show()
    await page.keyboard.press('Enter')
    await editor(page).waitFor()
    await page.keyboard.press('Enter')
    await editor(page).waitFor({ state: 'detached' })
    expect(await told(page)).toEqual([])
    await page.keyboard.press('Delete')
    expect(await told(page)).toEqual(['0/0:'])
  })

  it('keeps what was written when the person goes elsewhere', async () => {
    const page = await show()
    await page.keyboard.type('Cy')
    await page.getByRole('gridcell', { name: 'Phone 2', exact: true }).click()
    await editor(page).waitFor({ state: 'detached' })
    expect(await told(page)).toEqual(['0/0: Cy'])
  })

  it('is not possible in the columns that are not of the file, nor where nothing may be written', async () => {
    const page = await show()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await expect.poll(() => told(page)).toEqual(['key x', 'open 0'])
    const fixed = await show({ editable: 'no' })
    expect(await grid(fixed).getAttribute('aria-readonly')).toBe('true')
    await fixed.keyboard.press('Delete')
    await fixed.keyboard.type('y')
    expect(await editor(fixed).count()).toBe(0)
    expect(await told(fixed)).toEqual(['key Delete', 'key y'])
  })
})

describe('choosing rows in a grid', () => {
  it('is done with the space bar and with Shift, and is announced', async () => {
    const page = await show()
    const chosen = () => page.locator('[data-chosen]').innerText()
    await page.keyboard.press('Space')
    await expect.poll(chosen).toBe('0')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(chosen).toBe('0 1 2')
    await page.keyboard.press('Space')
    await expect.poll(chosen).toBe('0 1')
    expect(await page.locator('[data-row="1"]').getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('[data-row="2"]').getAttribute('aria-selected')).toBe('false')
  })
})
