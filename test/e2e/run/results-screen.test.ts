import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { savedFile } from '../give-file.ts'
import { lookedAt } from '../looked-at.ts'
import { violations } from '../axe.ts'
import { goAhead, openApp, primary } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 60 })
const recipe = recipeOf({
  kind: 'contacts',
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'notes', from: ['Notes'] },
  ],
  notFound: 'create',
})

it('leads with what is in, what it came to, and a few contacts before and after', async () => {
  const { page } = here.opened
  const [first, second] = await here.served.contacts(2)
  const lines = [
    'Name,Phone,Notes',
    `Zoë,${first?.phone},likes mornings`,
    `<b>Ann</b>,${second?.phone},x`,
    'Aoife,+12025550177,new here',
    'Nils,12,no number',
    'Dana,none,no number either',
  ]
  await here.review('clients.csv', lines, recipe)
  await primary(page, goAhead).click()
  await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  await page.getByText('3 contacts are in').first().waitFor()
  // The headline comes first: above it is only what was imported where, when and by whom.
  await page
    .locator('.banner')
    .first()
    .getByText(/^clients\.csv into Main office · .+ · by Pat Tester$/)
    .waitFor()
  const waits = page.getByRole('region', { name: 'What waits for you' })
  await waits.getByText('2 of 5 rows cannot be used').waitFor()
  expect(await waits.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Row 5\s+Nils.*12.* has too few digits/s),
    expect.stringMatching(/^Row 6\s+Dana.*none/s),
  ])
  const figures = page.getByRole('region', { name: 'What it came to' })
  await figures.getByText('new contact', { exact: true }).waitFor()
  await figures.getByText('contacts updated', { exact: true }).waitFor()
  await figures.getByText('Main office has 61 contacts now, 60 before').waitFor()
  const examples = page.getByRole('region', { name: /^Before and after/ })
  expect(await examples.getByRole('heading', { level: 3 }).count()).toBe(3)
  await examples.getByText('likes mornings').waitFor()
  await lookedAt(page, 'results')
})

it('saves a report as one page in which nothing that a person wrote is markup', async () => {
  const { page } = here.opened
  const saved = await savedFile(page, () => page.getByRole('button', { name: /^Save (the )?report/ }).click())
  expect(saved.name).toBe('clients - report.html')
  const report = await readFile(saved.path, 'utf8')
  expect(report).toContain('3 contacts are in')
  expect(report).toContain('&lt;b&gt;Ann&lt;/b&gt;')
  expect(report).not.toContain('<b>Ann')

  // As a browser shows and prints it: each row in a line of its own, under the heads of the columns.
  const { page: shown, close } = await openApp(here.browser, here.served.app, { viewport: { width: 900, height: 700 } })
  await shown.setContent(report)
  for (const media of ['screen', 'print'] as const) {
    await shown.emulateMedia({ media })
    expect(await shown.locator('table.rows tbody tr').count()).toBe(5)
    expect(await shown.locator('table.rows tbody tr').first().locator('td').count()).toBe(5)
    expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await shown.emulateMedia({ media: 'screen' })
  expect(await violations(shown)).toEqual([])
  await close()
})

it('is printed without what is there to be pressed, and with all that it says', async () => {
  const { page } = here.opened
  await page.emulateMedia({ media: 'print' })
  await page.getByText('3 contacts are in').first().waitFor()
  for (const name of ['Imports', 'All imports', 'Save report', 'Undo this import…'])
    expect(await page.getByText(name, { exact: true }).isVisible(), name).toBe(false)
  // All of it is on the paper: nothing is left to be scrolled to.
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('.screen, .scroll, main')].every((one) => one.scrollHeight <= one.clientHeight + 1),
    ),
  ).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => Object.assign(window, { wasPrinted: 0, print: () => Object.assign(window, { wasPrinted: 1 }) }))
  await page.getByRole('button', { name: 'Print or save as PDF…' }).click()
  await expect.poll(() => page.evaluate(() => (window as unknown as { wasPrinted: number }).wasPrinted)).toBe(1)
})

it('leads from the sentence about rows that could not be used to these rows', async () => {
  const { page } = here.opened
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Show these 2 rows' }).press('Enter')
  const tab = page.getByRole('tab', { name: /^Can’t be used/ })
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
  await expect.poll(() => page.locator(':focus').innerText()).toMatch(/^Can’t be used/)
  const rows = page.getByRole('grid', { name: 'Rows and what became of them' })
  await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('3')
  await expect.poll(() => rows.getByText('has too few digits').count()).toBe(1)
})

it('offers the rows that could not be used to be fixed, in the grid at the first such cell', async () => {
  const { page } = here.opened
  await page.setViewportSize({ width: 1280, height: 800 })
  await primary(page, 'Fix 2 rows').click()
  const cells = page.getByRole('grid', { name: 'Cells of the file' })
  await cells.waitFor()
  await cells.getByText('none', { exact: true }).waitFor()
  await expect.poll(() => cells.getAttribute('aria-rowcount')).toBe('3')
  expect(here.opened.problems).toEqual([])
})
