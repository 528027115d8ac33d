import { expect, it } from 'vitest'
import { primary } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 20 })

it('a computer without a network says so above the review, and begins no import until it is back', async () => {
  const { page } = here.opened
  const [contact] = await here.served.contacts(1)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const { hash } = await here.served.planned('one.csv', ['Phone,Notes', `${contact?.phone},Hello`], recipe)
  await page.evaluate((to) => (location.hash = to), hash)
  const update = primary(page, 'Update 1 contact')
  await update.and(page.locator(':enabled')).waitFor()
  // The page's own connection to Rollcall goes over this computer alone, and stays.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.getByRole('alert').filter({ hasText: 'This computer is not connected to a network.' }).waitFor()
  await page.locator('.bar').getByText('This computer is offline. This works again once it is connected.').waitFor()
  expect(await update.isDisabled()).toBe(true)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await update.and(page.locator(':enabled')).waitFor()
  expect(here.opened.problems).toEqual([])
})
