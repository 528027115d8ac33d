import { describe, expect, it } from 'vitest'
import { dropFile } from '../give-file.ts'
import { lookedAt } from '../looked-at.ts'
import { openApp } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()
const open = () => openApp(here.browser, here.app)

describe('from every page', () => {
  it('the palette finds pages, actions and contacts, and Enter takes the first', async () => {
    const { page, problems, close } = await open()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do' })
    await field.fill('hist')
    await page.getByRole('option', { name: /^History/ }).waitFor()
    await lookedAt(page, 'palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('History · Practice · Rollcall')

    const [contact] = (await here.app.ask('contacts.page', { offset: 0, limit: 1 })).contacts
    await page.keyboard.press('Control+k')
    await field.fill(contact?.phone ?? '')
    await page
      .getByRole('option')
      .filter({ hasText: contact?.name ?? 'No name' })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await expect.poll(() => page.getByLabel('Search contacts').inputValue()).toBe(contact?.phone)
    expect(problems).toEqual([])
    await close()
  })

  it('keys lead to pages, to the search and to the sheet of all keys', async () => {
    const { page, problems, close } = await open()
    for (const [key, name] of [
      ['Control+2', 'Contacts'],
      ['Control+4', 'Consent ledger'],
      ['Control+,', 'Settings'],
      ['Control+1', 'Imports'],
      ['Alt+n', 'Which file do you want to import?'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await page.keyboard.press('Control+2')
    await page.getByLabel('Search contacts').waitFor()
    await page.keyboard.press('Control+f')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search contacts')
    await page.keyboard.type('?')
    expect(await page.getByLabel('Search contacts').inputValue()).toBe('?')
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).click()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Help and keys' })
    await sheet.getByText('Press the main button').waitFor()
    await lookedAt(page, 'keys')
    await page.keyboard.press('Control+1')
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
    await close()
  })

  it('the first stop of the Tab key leads past the navigation', async () => {
    const { page, close } = await open()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Imports')
    await close()
  })

  it('a file may be dropped on every page, and begins an import', async () => {
    const { page, problems, close } = await open()
    for (const [key, name] of [
      ['Control+2', 'Contacts'],
      ['Control+3', 'History'],
      ['Control+4', 'Consent ledger'],
      ['Control+5', 'Settings'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await dropFile(page, 'dropped.csv', 'Phone,Notes\n+12025550100,Hello')
      await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
      await expect.poll(() => page.title()).toContain('dropped.csv · Practice · Rollcall')
    }
    expect(problems).toEqual([])
    await close()
  })

  it('a main button is pressed by Ctrl Enter, and the tour goes over three real screens', async () => {
    const { page, problems, close } = await open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or do' }).fill('tour')
    await page.keyboard.press('Enter')
    const card = page.getByRole('complementary', { name: 'Tour' })
    await card.getByText('1 of 3').waitFor()
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await card.getByText('2 of 3').waitFor()
    await page.keyboard.press('Control+3')
    await card.getByText('The tour waits where you left it.').waitFor()
    await card.getByRole('button', { name: 'Go on with it' }).click()
    await card.getByText('2 of 3').waitFor()
    await page
      .getByRole('heading', { name: /column/ })
      .filter({ hasNotText: 'Looking' })
      .first()
      .waitFor()
    await lookedAt(page, 'tour')
    await card.getByRole('button', { name: 'Leave the tour' }).click()
    await card.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await close()
  })

  it('practice is marked at the top, in the navigation and in the title of the window', async () => {
    const { page, close } = await open()
    for (const width of [1440, 720]) {
      await page.setViewportSize({ width, height: 450 })
      await page.getByText('Practice mode', { exact: true }).waitFor()
    }
    await expect.poll(() => page.title()).toBe('Imports · Practice · Rollcall')
    await close()
  })
})
