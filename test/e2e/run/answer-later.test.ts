import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
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
  ]
  const { plan } = await here.served.planned('later.csv', lines, recipe)
  const run = await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ held: 157, done: 0 })

  await page.reload()
  const needs = page.getByRole('region', { name: /^Needs you/ })
  await needs.getByRole('button', { name: 'Answer for 157 rows: 157 rows need your OK' }).click()
  await page.getByText('Only the rows that waited for your OK before.').waitFor()
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(7)
  await expect.poll(() => tabCount(page, 'Will change')).toBe(150)
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Needs your OK/)
  await page.getByRole('heading', { name: '7 people opted out of texts, but the file says they agreed' }).waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})
