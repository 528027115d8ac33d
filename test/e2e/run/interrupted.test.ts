import { expect, it } from 'vitest'
import { giveFile } from '../give-file.ts'
import { draftIdOf, openApp, primary, serveForTest, tabCount } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()
const rows = 120_000

it('makes a comparison that Rollcall was closed over again by itself, once', async () => {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Person ${row},+1202${String(5_550_000 + (row % 10_000)).padStart(7, '0')},row ${row}`,
  )
  const buffer = Buffer.from(`Name,Phone,Notes\n${lines.join('\n')}\n`)
  const { page } = here.opened
  await newImport(page)
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await giveFile(page.getByLabel('File to import'), { name: 'large.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await page.getByRole('radio', { name: /^Only update/ }).check()
  await primary(page, 'Map columns').click()
  const reached = new Promise<void>((resolve) =>
    here.app.client.on('plan.progress', ({ rowsRead }) => void (rowsRead > rows / 10 && resolve())),
  )
  await primary(page, 'Review changes').click()
  await reached
  const draftId = draftIdOf(page)
  const { home } = here.app
  await here.app.stop()
  await here.opened.close()

  here.app = await serveForTest({ home })
  const { state } = await here.app.ask('drafts.get', { draftId })
  const begun = await here.app.ask('plans.get', { planId: state.planId ?? '' })
  expect(begun).toMatchObject({ state: 'failed', error: { code: 'cancelled' } })
  here.opened = await openApp(here.browser, here.app)
  await here.opened.page.getByRole('link', { name: 'Open large.csv' }).click()
  await here.opened.page.getByText('What will happen to your account').waitFor({ timeout: 50_000 })
  await expect.poll(() => tabCount(here.opened.page, 'All rows')).toBe(rows)
  const again = await here.app.ask('drafts.get', { draftId })
  expect(again.state.planId).not.toBe(begun.id)
  const plan = await here.app.ask('plans.get', { planId: again.state.planId ?? '' })
  expect(plan.send + plan.unchanged + plan.held + plan.skipped + plan.invalid).toBe(rows)
  expect(here.opened.problems).toEqual([])
})

it('a comparison that was stopped says so at its title, and is made again with the one primary button', async () => {
  const { page } = here.opened
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
  await page.getByLabel('several rows are about one contact?').selectOption('first')
  // By the engine: on a busy computer the button's turn may come when all is compared.
  const stopped = new Promise<void>((resolve, reject) => {
    const off = here.app.client.on('plan.progress', ({ planId, rowsRead }) => {
      if (rowsRead === 0) return
      off()
      here.app.ask('plans.cancel', { planId }).then(() => resolve(), reject)
    })
  })
  await primary(page, 'Review changes').click()
  await stopped
  await page.reload()
  await page.getByText('The comparison was stopped.').waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('What would change is not known yet')
  await primary(page, 'Compare again').press('Enter')
  await page.getByText('What will happen to your account').waitFor({ timeout: 50_000 })
  await expect.poll(() => tabCount(page, 'All rows')).toBe(rows)
  expect(here.opened.problems).toEqual([])
})
