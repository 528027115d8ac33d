import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { lookedAt } from '../looked-at.ts'
import { isDesktop } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 10 })

const account = async () => (await here.served.app.ask('accounts.list', {})).accounts.find(({ practice }) => !practice)
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

describe('the settings', () => {
  it('show a change at once, name it, and count it once it is saved, in every account', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Your name').fill('Dana Whitfield')
    await page.getByText('Dark', { exact: true }).click()
    await page.getByText('Large', { exact: true }).click()
    await page.getByText('Advanced', { exact: true }).click()
    await expect.poll(() => themeOf(page)).toBe('dark')
    await page.getByText('3 changes not saved').waitFor()
    await page.getByText('your name, theme, text size').waitFor()
    expect((await account())?.settings.theme).toBe('system')
    await lookedAt(page, 'settings-general')
    await page.keyboard.press('Control+Enter')
    await page.getByText('3 changes not saved').waitFor({ state: 'detached' })
    expect(await account()).toMatchObject({ operator: 'Dana Whitfield', settings: { theme: 'dark', textSize: 'large' } })
    const { accounts } = await here.served.app.ask('accounts.list', {})
    expect(accounts.map(({ settings }) => settings.theme)).toEqual(['dark', 'dark'])
  })

  it('ask before they are left with changes, and stay, discard or save', async () => {
    const { page } = here.opened
    await page.getByText('As the system', { exact: true }).click()
    await page.getByText('1 change not saved').waitFor()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('region', { name: 'Data on this computer' }).waitFor()
    await page.getByRole('link', { name: 'Contacts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save your changes?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    // Keys of the page do nothing as long as a dialog is open.
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/privacy')
    await page.keyboard.press('Control+2')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    await expect.poll(() => themeOf(page)).toBe('dark')
    expect((await account())?.settings.theme).toBe('dark')

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Light', { exact: true }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    expect((await account())?.settings.theme).toBe('light')
  })

  it('say what cannot be saved where it stands, and lead back to automatic', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Speed').selectOption('own')
    await page.getByRole('spinbutton', { name: 'Requests at once, at most' }).fill('100')
    await page.getByText('Type a whole number from 1 to 64.').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Requests at once, at most: back to automatic' }).click()
    await expect.poll(() => page.getByLabel('Speed').inputValue()).toBe('automatic')
    await page.getByText('not saved').waitFor({ state: 'detached' })
  })

  it('give each account a color that no other has', async () => {
    const { page } = here.opened
    const { app } = here.served
    const step = await app.ask('signIn.pasteToken', {
      baseUrl: here.served.service.baseUrl.replace('127.0.0.1', 'localhost'),
      token: here.served.service.token,
      accountName: 'Harbor',
    })
    if (step.step !== 'signedIn') throw new Error(step.step)
    // The browser's shell is told who signs; on the desktop it is the name that was said last.
    expect(step.account).toMatchObject({ color: 'plum', operator: isDesktop ? 'Dana Whitfield' : 'Pat Tester' })
    await page.reload()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByRole('radio', { name: 'Rose' }).waitFor({ state: 'attached' })
    await lookedAt(page, 'settings-accounts')
    const current = (await app.ask('accounts.list', {})).currentId
    const taken = (await app.ask('accounts.list', {})).accounts.find(({ id, practice }) => id !== current && !practice)?.color
    if (!taken) throw new Error('no other account')
    expect(await page.locator(`input[value=${taken}]`).isDisabled()).toBe(true)
    await page.locator('label[data-account=rose]').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await app.ask('accounts.list', {})).accounts.find(({ id }) => id === current)?.color).toBe('rose')
    await expect(app.ask('accounts.update', { accountId: current ?? '', color: taken })).rejects.toThrow('Another account has the color')
    expect(here.opened.problems).toEqual([])
  })

  it('show the licences of all libraries', async () => {
    const { page } = here.opened
    await page.goto(new URL('#/settings/about', here.served.app.url).href)
    await page.getByText('Libraries and their licenses').click()
    await page.getByText(/^Rollcall contains these libraries\.[\s\S]*better-sqlite3 [\s\S]*svelte/).waitFor()
  })
})
