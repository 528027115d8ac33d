import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { lookedAt } from '../looked-at.ts'
import { tabCount } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })
const recipe = recipeOf({
  kind: 'contacts',
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
  ],
  mode: 'updateAndAdd',
})

it('the button of the start page opens the rows that need an OK, at once, also where others would change', async () => {
  const { page } = here.opened
  const refusing = (await here.served.contacts(300)).filter(({ consent }) => consent === false).slice(0, 7)
  expect(refusing).toHaveLength(7)
  const lines = [
    'Name,Phone,OK',
    ...refusing.map(({ phone }, at) => `Back ${at},${phone},yes`),
    ...Array.from({ length: 150 }, (_, at) => `New ${at},+1202555${3000 + at},`),
    'Nobody,12,',
  ]
  const { plan } = await here.served.planned('later.csv', lines, recipe)
  const run = await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ held: 157, done: 0, invalid: 1 })

  await page.reload()
  const needs = page.getByRole('region', { name: /^Needs you/ })
  await needs.getByRole('button', { name: 'Answer for 157 rows: 157 rows need your OK, 1 row cannot be used' }).click()
  await page.getByText('Only the rows that waited for your OK before.').waitFor()
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(7)
  await expect.poll(() => tabCount(page, 'Will change')).toBe(150)
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Needs your OK/)
  await page.getByRole('heading', { name: '7 people refused texts, but the file says they agreed' }).waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})

it('what cannot be used is offered to be fixed beside what needs an OK, and the window says which file it is', async () => {
  const { page } = here.opened
  const [run] = (await here.served.app.ask('history.list', {})).runs
  await page.goto(new URL(`#/run/${run?.id}`, here.served.app.url).href)
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe('Results · later.csv · Main office · Rollcall')
  // The file is named once, where it is said what was imported.
  await expect.poll(() => page.locator('main').getByText('later.csv').count()).toBe(1)
  await page.getByText('157 need your OK').waitFor()
  await lookedAt(page, 'waiting')
  await page.getByRole('button', { name: 'Fix 1 row' }).click()
  await page.getByRole('grid', { name: 'Cells of the file' }).getByText('Nobody').waitFor()
  expect(here.opened.problems).toEqual([])
})
