import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { goAhead, primary } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 30 })
const recipe = { ...recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] }), name: 'Monthly notes' }

async function list(note: string) {
  const contacts = await here.served.contacts(5)
  const text = ['Phone,Notes', ...contacts.map(({ phone }, at) => `${phone},${note} ${at}`)].join('\n')
  return { name: `${note}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

it('takes a known list to its review when it is dropped, and to its results with two presses', async () => {
  const { page } = here.opened
  const { plan } = await here.served.planned('first.csv', (await list('first')).buffer.toString().split('\n'), recipe)
  await here.served.app.ask('recipes.save', { recipe, fileId: plan.fileId })
  await page.reload()
  const tiles = page.getByRole('region', { name: 'Recipes' })
  await tiles.getByText('Monthly notes').waitFor()
  await expect.poll(() => violations(page)).toEqual([])

  await giveFile(page.getByLabel('File for Monthly notes', { exact: true }), await list('second'))
  await primary(page, 'Update 5 contacts').click()
  await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
  await page.getByText(/^5 contacts are in/).waitFor()

  await page.getByRole('link', { name: 'Imports' }).click()
  const last = page.getByRole('region', { name: 'Last imports' })
  await last.getByText('second.csv').waitFor()
  await last.getByText('5 imported').waitFor()
  await page.getByText(/^30 contacts, synced (just now|.+ ago)\.$/).waitFor()
  // Dropped anywhere, it is known by its columns.
  await giveFile(page.getByLabel('File to import', { exact: true }), await list('third'))
  await primary(page, 'Update 5 contacts').waitFor()

  await page.getByRole('link', { name: 'Imports' }).click()
  await page
    .getByRole('region', { name: /^Drafts/ })
    .getByText('third.csv')
    .waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  for (const [width, height] of [
    [720, 450],
    [900, 600],
    [1440, 900],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    expect(await page.locator('.page').evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
  }
  expect(here.opened.problems).toEqual([])
})

it('renames and removes a recipe from its tile', async () => {
  const { page } = here.opened
  await page.setViewportSize({ width: 1280, height: 800 })
  const tiles = page.getByRole('region', { name: 'Recipes' })
  await tiles.getByRole('button', { name: 'What to do with Monthly notes' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Notes of the month')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await tiles.getByText('Notes of the month').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await tiles.getByRole('button', { name: 'What to do with Notes of the month' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await tiles.waitFor({ state: 'detached' })
  expect((await here.served.app.ask('recipes.list', {})).recipes).toEqual([])
  expect(here.opened.problems).toEqual([])
})
