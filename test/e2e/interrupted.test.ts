import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../helpers/browser.ts'
import { draftIdOf, openApp, type OpenedPage, primary, type ServedApp, serveForTest, tabCount } from './app.ts'

const rows = 120_000
let browser: Browser
let app: ServedApp
let opened: OpenedPage

beforeAll(async () => {
  browser = await launchBrowser()
  app = await serveForTest()
  opened = await openApp(browser, app)
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

it('goes on by itself with a comparison that Rollcall was closed over, and says from which row', async () => {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Person ${row},+1202${String(5_550_000 + (row % 10_000)).padStart(7, '0')},row ${row}`,
  )
  const buffer = Buffer.from(`Name,Phone,Notes\n${lines.join('\n')}\n`)
  const { page } = opened
  await page.getByRole('button', { name: 'New import' }).click()
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await page.getByLabel('File to import').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await primary(page, 'Map columns').click()
  const reached = new Promise<void>((resolve) => app.client.on('plan.progress', ({ rowsRead }) => void (rowsRead > rows / 10 && resolve())))
  await primary(page, 'Review changes').click()
  await reached
  const draftId = draftIdOf(page)
  const { home } = app
  await app.stop()
  await opened.close()

  app = await serveForTest({ home })
  const { state } = await app.ask('drafts.get', { draftId })
  const begun = await app.ask('plans.get', { planId: state.planId ?? '' })
  expect(begun).toMatchObject({ state: 'failed', error: { code: 'cancelled' } })
  expect(begun.goesOnAfter).toBeGreaterThan(rows / 10)
  const said = new Promise<number>((resolve) => app.client.on('plan.progress', ({ continuedAfter }) => resolve(continuedAfter)))
  opened = await openApp(browser, app)
  await opened.page
    .getByRole('button', { name: /large\.csv/ })
    .or(opened.page.getByRole('link', { name: /large\.csv/ }))
    .first()
    .click()
  expect(await said).toBe(begun.goesOnAfter)
  await opened.page.getByText(`Going on where it stopped: after row ${(begun.goesOnAfter ?? 0).toLocaleString('en-US')}.`).waitFor()
  await opened.page.getByRole('heading', { name: 'These changes would be made' }).waitFor({ timeout: 50_000 })
  await expect.poll(() => tabCount(opened.page, 'All rows')).toBe(rows)
  const plan = await app.ask('plans.get', { planId: begun.id })
  expect(plan.send + plan.unchanged + plan.held + plan.skipped + plan.invalid).toBe(rows)
  expect(opened.problems).toEqual([])
})

it('a comparison that was stopped says so at its title, and is made again with the one primary button', async () => {
  const { page } = opened
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('several rows are about one contact?').selectOption('first')
  // By the engine: on a busy computer the button's turn may come when all is compared.
  const stopped = new Promise<void>((resolve, reject) => {
    const off = app.client.on('plan.progress', ({ planId, rowsRead }) => {
      if (rowsRead === 0) return
      off()
      app.ask('plans.cancel', { planId }).then(() => resolve(), reject)
    })
  })
  await primary(page, 'Review changes').click()
  await stopped
  await page.reload()
  await page.getByText('The comparison was stopped.').waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('What would change is not known yet')
  await primary(page, 'Compare again').press('Enter')
  await page.getByRole('heading', { name: 'These changes would be made' }).waitFor({ timeout: 50_000 })
  await expect.poll(() => tabCount(page, 'All rows')).toBe(rows)
  expect(opened.problems).toEqual([])
})
