import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 60 })

it('an engine that stops in the middle of a run is told on every screen, and nothing claims to go on', async () => {
  const { page } = here.opened
  const contacts = await here.served.contacts(50)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const { plan } = await here.served.planned('long.csv', ['Phone,Notes', ...contacts.map(({ phone }) => `${phone},x`)], recipe)
  await here.served.setFaults('latency=400')
  const run = await here.served.app.ask('runs.start', { planId: plan.id })
  await page.goto(new URL(`#/run/${run.id}`, here.served.app.url).href)
  await page.getByRole('heading', { name: /^Importing: / }).waitFor()

  await here.served.app.crash()
  const told = page.getByRole('alert').filter({ hasText: 'Rollcall has stopped working in this window.' })
  await told.waitFor()
  await page.getByRole('heading', { name: 'Interrupted', level: 1 }).waitFor()
  expect(await page.getByText(/ left$/).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Resume' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Cancel the import…' }).isDisabled()).toBe(true)
  await expect.poll(() => violations(page)).toEqual([])
  for (const name of ['Contacts', 'History', 'Consent ledger', 'Settings', 'Imports']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    expect(await told.count(), name).toBe(1)
  }
  expect(here.opened.problems).toEqual([])
})

it('a page that is opened later is told, too', async () => {
  const { page } = here.opened
  const later = await here.browser.newContext()
  const other = await later.newPage()
  await other.goto(here.served.app.url)
  await other.getByRole('alert').filter({ hasText: 'Rollcall has stopped working in this window.' }).waitFor()
  await later.close()
  expect(await page.title()).toContain('Rollcall')
})
