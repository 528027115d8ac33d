import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { openApp } from '../serve-for-test.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 60 })
const pictures = process.env.ROLLCALL_TEST_PICTURES

it('contacts are chosen by keys, changed in a table, a tag is given to all of them at once, and it is one import', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1440, height: 900 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await grid.getByRole('row').nth(3).waitFor()
  await page.getByRole('button', { name: /^Change these 60 in a table$/ }).waitFor()
  await grid.focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await page.getByText('2 contacts chosen').first().waitFor()
  expect(await grid.getByRole('row', { selected: true }).count()).toBe(2)
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-chosen-1440.png` })
  for (const [width, height] of [
    [2560, 1440],
    [900, 600],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await violations(page)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/contacts-chosen-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Change these 2 in a table' }).press('Enter')
  await page.getByRole('grid', { name: 'Cells of the file' }).waitFor()
  await page.getByRole('button', { name: 'Change a column…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Column').selectOption({ label: 'Tags' })
  await dialog.getByLabel('Tag', { exact: true }).fill('spring list')
  await dialog.getByText('2 cells').first().waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/change-column-1280.png` })
  await dialog.getByRole('button', { name: 'Change 2 cells' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('2 cells changed.').first().waitFor()
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-table-1280.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-table-dark.png` })
  await page.getByRole('button', { name: 'Update 2 contacts' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Update 2 contacts' }).press('Enter')
  const tagged = async () => (await here.served.app.ask('contacts.page', { offset: 0, limit: 5, tags: ['spring list'] })).total
  await expect.poll(tagged).toBe(2)
  const lastRun = async () => (await here.served.app.ask('history.list', {})).runs[0]
  await expect.poll(lastRun).toMatchObject({ kind: 'contacts', fileName: 'Changes to 2 contacts.csv', done: 2, state: 'finished' })
  expect(problems).toEqual([])
  await close()
})

it('a tag and a field are asked for by name, and the sentence says what is shown', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByRole('button', { name: 'Tag or field…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag', { exact: true }).fill('vip')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show them' }).press('Enter')
  await page.getByText(/(has|have) the tag vip/).waitFor()
  await page.getByRole('button', { name: 'Tag: vip' }).press('Enter')
  await page.getByText(/(has|have) the tag vip/).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await close()
})

it('people who were never asked are offered to be asked for consent, and a number is typed before anybody is', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByRole('button', { name: /^Not asked/ }).press('Enter')
  const ask = page.getByRole('button', { name: /^Ask these \d+ for consent…$/ })
  await ask.waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/ask-contacts-1280.png` })
  await ask.press('Enter')
  await page.getByRole('heading', { name: /people will be asked for consent$/, level: 1 }).waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/ask-review-1280.png` })
  await page.getByRole('button', { name: /^Ask \d+ people$/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.getByRole('button', { name: /^Ask \d+ people( now)?$/ }).isEnabled()).toBe(false)
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/ask-confirm-1280.png` })
  expect((await here.served.counts()).consentRequests).toBe(0)
  expect(problems).toEqual([])
  await close()
})
