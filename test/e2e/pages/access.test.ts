import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { draftIdOf, openApp, primary, showTab } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()

describe.each(['light', 'dark'] as const)('WCAG 2.2 AA in %s mode', (colorScheme) => {
  it('holds on every screen and in every dialog', async () => {
    const { page, problems, close } = await openApp(here.browser, here.app, { colorScheme })
    const found: string[] = []
    const check = async (screen: string) => {
      for (const violation of await violations(page)) found.push(`${screen}: ${violation}`)
    }

    await page.getByRole('button', { name: /^HubSpot/ }).waitFor()
    await check('start')
    await page.getByRole('button', { name: /^HubSpot/ }).click()
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await check('file')
    await primary(page, 'Map columns').click()
    await page
      .getByText(/rows? of the first 100/)
      .first()
      .waitFor()
    for (const summary of await page.locator('summary').all()) await summary.click()
    await check('mapping')
    await page.locator('[data-line="column:Email"]').click()
    await check('a column')
    await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    await check('rules for all rows')
    await page.locator('[data-line="column:Email"]').click()
    await page.getByRole('combobox', { name: 'Import “Email” to' }).click()
    await page.getByRole('option', { name: /^Notes Free/ }).waitFor()
    await check('choosing a target')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Recipe' }).click()
    await page.getByRole('menuitem', { name: /^Save as a recipe/ }).click()
    await page.getByRole('dialog').waitFor()
    await check('saving a recipe')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await primary(page, 'Review changes').click()
    const grid = page.getByRole('grid', { name: 'Rows of the file' })
    await grid.getByRole('row').nth(3).waitFor()
    await check('review')
    await showTab(page, /^Can’t be used/)
    await grid.getByText('has too few digits').first().waitFor()
    await check('invalid rows')
    await grid.getByRole('row').nth(2).click()
    await page.getByRole('complementary').waitFor()
    await check('one row')
    await page.keyboard.press('Escape')
    await primary(page, /^(Import|Update|Set consent|Finish)/).waitFor()
    for (const place of ['Contacts', 'History', 'Consent ledger', 'Settings']) {
      await page.getByRole('link', { name: place }).click()
      await page.getByRole('heading', { name: place, level: 1 }).waitFor()
      await check(place)
    }
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: /Sign in to another account/ }).click()
    await page.getByLabel('API key').waitFor()
    await check('sign in')

    expect(found).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})

describe('the keyboard alone', () => {
  /** Moves the focus on until it is on what the text names. Fails when it never gets there: a trap, or nothing to focus. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    for (let step = 0; step < 150; step += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        return element instanceof HTMLElement ? (element.getAttribute('aria-label') ?? element.innerText ?? '') : ''
      })
      if (name.test(focused.trim())) return
    }
    throw new Error(`The focus never came to ${String(name)}.`)
  }

  it('takes an import from the start page to its results', async () => {
    const { page, problems, close } = await openApp(here.browser, here.app, { viewport: { width: 1700, height: 900 } })
    await page.getByRole('button', { name: /^Mailchimp/ }).waitFor()
    await tabTo(page, /^Mailchimp/)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    // A new screen begins at its title, not where the old one ended.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await tabTo(page, /^Map columns$/)
    await tabTo(page, /^Map columns$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /are ready/ }).waitFor()
    await tabTo(page, /^Phone Number/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-line'))).toBe('column:Email Address')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Import “Email Address” to')
    await page.keyboard.type('not')
    await page.getByRole('option', { name: /^Notes Free/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('combobox', { name: 'Import “Email Address” to' }).inputValue()).toBe('Notes')
    await tabTo(page, /^Review changes$/)
    await page.keyboard.press('Enter')
    await page.getByText('What will happen to your account').waitFor()
    await tabTo(page, /^Will change/)
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Contacts that several rows of the file are about.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.getByRole('tab', { name: /^All rows/ }).getAttribute('aria-selected')).toBe('true')
    await tabTo(page, /^Rows of the file/)
    const last = (
      await here.app.ask('plans.rows', {
        planId: (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.planId ?? '',
        offset: 0,
        limit: 1,
      })
    ).total
    await page
      .locator(`[role="grid"][aria-rowcount="${last + 1}"]`)
      .getByRole('row')
      .nth(2)
      .waitFor()
    await page.keyboard.press('End')
    await page.locator(`[role="row"][aria-rowindex="${last + 1}"][aria-selected="true"] [role="gridcell"].number`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await tabTo(page, /^(Import|Update|Set consent for) \d/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^(Import|Update|Set consent for) \d/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
