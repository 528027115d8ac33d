import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { goAhead, primary, showTab } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 60 })
const recipe = recipeOf({
  kind: 'consent',
  fields: [
    { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
    { to: 'evidence', from: ['Source'] },
  ],
})

it('shows beside somebody who refused what Rollcall set before, on what evidence, and counts in the navigation who still waits', async () => {
  const { page } = here.opened
  const asked = (await here.served.contacts(60)).filter(({ consent }) => consent !== false)
  const [first, second] = asked
  const list = (answer: string, source: string) => ['Phone,OK,Source', ...[first, second].map((one) => `${one?.phone},${answer},${source}`)]
  const refused = await here.served.planned('refusals.csv', list('no', 'Phone call'), recipe)
  expect((await here.served.app.ask('runs.start', { planId: refused.plan.id, wait: true })).done).toBe(2)

  await here.review('agreed.csv', list('yes', ''), recipe)
  await showTab(page, /^Needs your OK/)
  await page
    .getByRole('grid', { name: 'Rows of the file' })
    .getByText(first?.phone ?? '')
    .first()
    .click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'What is known about consent' }).waitFor()
  const known = panel.getByRole('listitem').filter({ hasText: 'refusals.csv' })
  await known.getByText('Refused, by refusals.csv').waitFor()
  await known.getByText('Source: Phone call').waitFor()
  await expect.poll(() => violations(page)).toEqual([])

  // Nothing of it can be imported; once another row is, both wait on the start page and are counted beside its name.
  const third = asked.find(({ consent, phone }) => consent === null && phone !== first?.phone && phone !== second?.phone)
  await here.review('some.csv', [...list('yes', ''), `${third?.phone},yes,Form`], recipe)
  await primary(page, goAhead).click()
  await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
  await page.getByText('Consent is set for 1 contact; 2 rows need your OK.').waitFor()
  const imports = page.getByRole('link', { name: /^Imports/ })
  await expect.poll(() => imports.innerText()).toMatch(/Imports\s*1/)
  await imports.click()
  await page
    .getByRole('region', { name: /^Needs you/ })
    .getByText('2 rows need your OK')
    .waitFor()
  expect(here.opened.problems).toEqual([])
})
