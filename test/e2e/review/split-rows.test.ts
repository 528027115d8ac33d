import { expect, it } from 'vitest'
import { showTab, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 5 })

it('the pieces of a text that the separator has split are joined, surplus cells are dropped, and both are undone', async () => {
  const { page } = here.opened
  const recipe = recipeOf({
    kind: 'contacts',
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'notes', from: ['Notes'] },
    ],
    notFound: 'create',
  })
  const rows = ['+12025553001,Ann,fine,Bonn', '+12025553002,Ben,before noon, not on Mondays,Rome', '+12025553003,Cid,fine,Oslo,stray']
  const { hash, plan } = await here.served.planned('split.csv', ['Phone,Name,Notes,City', ...rows], recipe)
  expect(plan).toMatchObject({ rows: 3, send: 1, invalid: 2 })
  await page.goto(new URL(hash, here.served.app.url).href)
  await showTab(page, /^All rows/)
  await page.getByText('File', { exact: true }).click()
  const cells = page.getByRole('grid', { name: 'Cells of the file' })
  await cells.getByText('before noon', { exact: true }).click()
  await page.getByText('after the last column: Rome').waitFor()
  const join = page.getByRole('button', { name: 'Join with next cell' })
  await join.waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await join.click()
  await page.locator('.note').getByText('Row 3 will change now.').waitFor()
  await join.waitFor({ state: 'detached' })
  const sent = (await here.served.app.ask('plans.rows', { planId: plan.id, offset: 1, limit: 1, withCells: true })).rows[0]
  expect(sent?.cells).toEqual(['+12025553002', 'Ben', 'before noon, not on Mondays', 'Rome'])
  expect(sent?.changes.find(({ field }) => field === 'notes')?.after).toBe('before noon, not on Mondays')

  await cells.getByText('Cid', { exact: true }).click()
  await page.getByRole('button', { name: 'Drop 1 extra cell' }).click()
  await page.locator('.note').getByText('Row 4 will change now.').waitFor()
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(0)
  await page.locator('.note').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(1)

  await page.getByRole('button', { name: /^Corrections/ }).click()
  await page.getByRole('dialog').getByText('joined with the next cell').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo all' }).click()
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(2)
  expect(here.opened.problems).toEqual([])
})
