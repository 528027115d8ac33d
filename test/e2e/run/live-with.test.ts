import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { goAhead, primary } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 60 })
const names = recipeOf({ kind: 'contacts', fields: [{ to: 'name', from: ['Name'] }] })

it('a service that clears what is left out stops the run, which goes on by one button that sends it along', async () => {
  const people = await here.served.contacts(30)
  const lines = ['Phone,Name', ...people.map(({ phone }, n) => `${phone},New ${n}`)]
  const { hash } = await here.served.planned('names.csv', lines, names)
  await here.served.setFaults('clear-left-out=tags')
  const { page } = here.opened
  await page.goto(new URL(hash, here.served.app.url).href)
  await primary(page, goAhead).click()
  await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
  await page.getByText('The service changes more than it is asked to').waitFor()
  await page.getByRole('button', { name: 'Resume as before' }).waitFor()
  await expect.poll(() => violations(page)).toEqual([])

  await primary(page, 'Resume, and write all tags each time').click()
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  await page.getByText('30 contacts are in.').waitFor()
  await here.served.setFaults('')
  await here.served.sync()
  const after = new Map((await here.served.contacts(60)).map((contact) => [contact.uuid, contact]))
  expect(people.map(({ uuid }) => after.get(uuid)?.tags)).toEqual(people.map(({ tags }) => tags))
  expect(people.map(({ uuid }) => after.get(uuid)?.name)).toEqual(people.map((_, n) => `New ${n}`))
  expect(here.opened.problems).toEqual([])
})
