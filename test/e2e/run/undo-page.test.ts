import { expect, it } from 'vitest'
import { primary } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 20 })

const hasFocus = (element: Element) => element === document.activeElement

/** A run of twelve rows that is over, and what taking it back would do, on the screen. */
async function undoShown(tag: string): Promise<string> {
  const contacts = await here.served.contacts(12)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'tags', value: tag, tags: 'add' }] })
  const { plan } = await here.served.planned('list.csv', ['Phone', ...contacts.map(({ phone }) => phone)], recipe)
  const run = await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
  const { page } = here.opened
  await page.goto(new URL(`#/run/${run.id}`, here.served.app.url).href)
  await page.getByRole('button', { name: 'Undo this import…' }).click()
  await primary(page, 'Take back 12 changes').click()
  await page.getByRole('dialog').waitFor()
  return new URL(page.url()).hash.split('/').at(-1) ?? ''
}

it('a run that another window takes back first is said to be, with the way to that', async () => {
  const { page } = here.opened
  const planId = await undoShown('first')
  const undo = await here.served.app.ask('runs.start', { planId, wait: true })

  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Take back/ })
    .click()
  const said = page.getByRole('alert').filter({ hasText: 'This plan has been started already' })
  await said.waitFor()
  await primary(page, 'Show the undo').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => violations(page)).toEqual([])
  await said.getByRole('button', { name: 'OK', exact: true }).click()
  await said.waitFor({ state: 'detached' })
  await primary(page, 'Show the undo').click()
  await page.getByRole('heading', { name: 'What was taken back', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/run/${undo.id}`)
  expect((await here.served.app.ask('history.list', {})).runs.filter(({ kind }) => kind === 'undo')).toHaveLength(1)
  expect(here.opened.problems).toEqual([])
})

it('taking back that is cancelled says how many rows were left as they are, where the focus is, too', async () => {
  const { page } = here.opened
  await undoShown('second')
  await here.served.expireTokens()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Take back/ })
    .click()
  await page.getByRole('heading', { name: 'Undo: Paused', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Cancel the undo…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the undo', exact: true }).click()
  await page.getByText('0 fields taken back. Canceled: 12 rows not taken back.').waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'What was taken back', level: 1 }).evaluate(hasFocus)).toBe(true)
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})
