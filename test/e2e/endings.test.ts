import { describe, expect, it } from 'vitest'
import { primary, tabCount } from './app.ts'
import { violations } from './axe.ts'
import { recipeOf } from './service-app.ts'
import { pageWithService } from './shared-app.ts'

const here = pageWithService({ contacts: 300 })
const visit = (hash: string) => here.opened.page.goto(new URL(hash, here.served.app.url).href)
const notes = (name: string) => recipeOf({ name, kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
const agreeing = (name: string) =>
  recipeOf({ name, kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })

/** The file's lines, run to the end; answers the run. */
async function ran(name: string, lines: string[], recipe: ReturnType<typeof notes>) {
  const { plan } = await here.served.planned(name, lines, recipe)
  return here.served.app.ask('runs.start', { planId: plan.id, wait: true })
}

describe('the end of a run', () => {
  it('is amber where no row could be used, and where the list is that of somebody else', async () => {
    const { page } = here.opened
    const bad = await ran('bad.csv', ['Phone,Notes', ...Array.from({ length: 210 }, (_, at) => `none ${at},x`)], notes('Bad'))
    await visit(`#/run/${bad.id}`)
    const headline = page.locator('.banner.warn').filter({ hasText: 'Nothing was sent; 210 of 210 rows cannot be used.' })
    await headline.waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    const others = await ran(
      'others.csv',
      ['Phone,Notes', ...Array.from({ length: 209 }, (_, at) => `+1 212 555 ${7000 + at},x`)],
      notes('Others'),
    )
    await visit(`#/run/${others.id}`)
    await page
      .locator('.banner.warn')
      .filter({ hasText: '209 of 209 rows are about contacts that are not in this account' })
      .first()
      .waitFor()
    expect(await page.getByText('the service said all of this already').count()).toBe(0)
  })

  it('leaves what is held waiting on the start page and in the history, where it is released later', async () => {
    const { page } = here.opened
    const people = (await here.served.contacts(300)).slice(0, 60)
    const yes = await here.served.planned('yes.csv', ['Phone,OK', ...people.map(({ phone }) => `${phone},yes`)], agreeing('Yes'))
    for (const { guard, contacts } of yes.plan.guards) await here.served.app.ask('plans.release', { planId: yes.plan.id, guard, contacts })
    await here.served.app.ask('runs.start', { planId: yes.plan.id, wait: true })
    const run = await ran('no.csv', ['Phone,OK', ...people.map(({ phone }) => `${phone},no`)], agreeing('No'))
    expect(run).toMatchObject({ held: 60, done: 0 })

    await visit('#/')
    await page.getByRole('region', { name: 'Waiting for you' }).getByText('60 rows need your OK').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await visit('#/history')
    await page.getByText('60 rows need your OK').waitFor()
    await visit(`#/run/${run.id}`)
    await page.locator('.banner.warn').filter({ hasText: 'Nothing was sent; 60 rows need your OK.' }).waitFor()
    await page
      .getByText(/must be honored by/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Look at held rows' }).click()
    await page.getByText('Only the rows that were held before.').waitFor()
    await expect.poll(() => tabCount(page, 'Held')).toBe(60)
    await page.getByLabel('To release, type the number of contacts').fill('60')
    await page.keyboard.press('Enter')
    await page.getByText('Released by you').waitFor()
    await primary(page, /^Send 60 rows/).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
    await page.getByText('All 60 rows that were sent are done.').waitFor()
    await visit('#/')
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    await expect.poll(() => page.getByText('60 rows need your OK').count()).toBe(0)
  })

  it('comes only after one question where the list is unlike the last ones', async () => {
    const { page } = here.opened
    const contacts = (await here.served.contacts(300)).slice(0, 200)
    const list = (count: number, note: string) => ['Phone,Notes', ...contacts.slice(0, count).map(({ phone }) => `${phone},${note}`)]
    for (const note of ['a', 'b', 'c']) await ran(`${note}.csv`, list(200, note), notes('Monthly'))
    const { hash } = await here.served.planned('short.csv', list(5, 'd'), notes('Monthly'))
    await visit(hash)
    await page.getByText('This list has 5 rows; the last 3 had 200.').waitFor()
    await primary(page, /^Send 5 rows/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This list is unlike the last ones of “Monthly”.').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: /^Send 5 rows/ }).isDisabled()).toBe(true)
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel('It is the right list.').check()
    await dialog.getByRole('button', { name: /^Send 5 rows/ }).click()
    await page.getByText('All 5 rows that were sent are done.').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})
