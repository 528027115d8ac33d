import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../../../e2e/axe.ts'
import { activeOf, scenePage, told } from '../scene-page.ts'

const here = scenePage()
const field = (page: Page) => page.getByRole('combobox', { name: 'Import “Col” to' })
const list = (page: Page) => page.getByRole('listbox')
const options = (page: Page) => page.getByRole('option').locator('.label').allInnerTexts()
const all = ['Leave out', 'Name', 'Notes', 'E-mail', 'Consent']

describe('a combobox', () => {
  it('opens at what is chosen, with everything to choose from, and is announced', async () => {
    const page = await here.show('combobox', { value: 'notes' })
    expect(await field(page).inputValue()).toBe('Notes')
    expect(await field(page).getAttribute('aria-expanded')).toBe('false')
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await list(page).waitFor()
    expect(await field(page).getAttribute('aria-expanded')).toBe('true')
    expect(await options(page)).toEqual(all)
    const active = await activeOf(field(page))
    expect(await active.getAttribute('aria-selected')).toBe('true')
    expect(await active.innerText()).toContain('Notes')
    expect(await violations(page)).toEqual([])
  })

  it('finds by typing, whatever the case, and chooses with Enter, once', async () => {
    const page = await here.show('combobox')
    await field(page).click()
    await page.keyboard.type('n')
    expect(await options(page)).toEqual(['Name', 'Notes', 'Consent'])
    await page.keyboard.type('OT')
    expect(await options(page)).toEqual(['Notes'])
    await page.keyboard.press('Enter')
    await list(page).waitFor({ state: 'detached' })
    expect(await told(page)).toEqual(['notes'])
    await expect.poll(() => field(page).inputValue()).toBe('Notes')
    await page.keyboard.press('Enter')
    expect(await told(page)).toEqual(['notes'])
  })

  it('goes round with the arrows', async () => {
    const page = await here.show('combobox')
    await field(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await (await activeOf(field(page))).innerText()).toContain('Consent')
    await page.keyboard.press('ArrowDown')
    expect(await (await activeOf(field(page))).innerText()).toContain('Leave out')
  })

  it('changes nothing when it is left by Escape, which closes nothing else, or by Tab', async () => {
    const page = await here.show('combobox', { value: 'name' })
    await field(page).click()
    await page.keyboard.type('cons')
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('Name')
    expect(await page.locator('[data-escaped]').innerText()).toBe('0')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-escaped]').innerText()).toBe('1')
    await page.keyboard.type('cons')
    await page.keyboard.press('Tab')
    await list(page).waitFor({ state: 'detached' })
    expect(await field(page).inputValue()).toBe('Name')
    expect(await page.locator(':focus').innerText()).toBe('After it')
    expect(await told(page)).toEqual([])
  })

  it('says when nothing is found, and Enter then chooses nothing', async () => {
    const page = await here.show('combobox', { value: 'name' })
    await field(page).click()
    await page.keyboard.type('zip')
    await page.getByText('No such field').waitFor()
    await page.keyboard.press('Enter')
    expect(await told(page)).toEqual([])
    expect(await field(page).inputValue()).toBe('Name')
  })

  it('is worked with the mouse while the field keeps the focus', async () => {
    const page = await here.show('combobox', { value: 'name' })
    await page.getByRole('button', { name: 'Show all fields' }).click()
    expect(await options(page)).toEqual(all)
    await page.getByRole('option', { name: /E-mail/ }).click()
    expect(await told(page)).toEqual(['email'])
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox')
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await page.getByRole('button', { name: 'Show all fields' }).click()
    await list(page).waitFor({ state: 'detached' })
  })
})
