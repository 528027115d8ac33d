import { describe, expect, it } from 'vitest'
import { goAhead, primary, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { lookedAt } from '../looked-at.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

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
    const headline = page.locator('.banner.warn').filter({ hasText: 'Nothing was imported; 210 of 210 rows cannot be used.' })
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
    const held = await here.served.app.ask('plans.rows', { planId: yes.plan.id, class: 'held', offset: 0, limit: 60 })
    const evidence = { text: 'Asked at the desk', date: '2024-05-06', refusedDate: '2020-01-02' }
    await here.served.app.ask('plans.releaseRows', { planId: yes.plan.id, lines: held.rows.map(({ line }) => line), evidence })
    await here.served.app.ask('runs.start', { planId: yes.plan.id, wait: true })
    const run = await ran('no.csv', ['Phone,OK', ...people.map(({ phone }) => `${phone},no`)], agreeing('No'))
    expect(run).toMatchObject({ held: 60, done: 0 })

    await visit('#/')
    await page
      .getByRole('region', { name: /^Needs you/ })
      .getByText('60 rows need your OK')
      .waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await visit('#/history')
    await page.getByText('60 need your OK').waitFor()
    await visit(`#/run/${run.id}`)
    await page.locator('.banner.warn').filter({ hasText: 'Nothing was imported; 60 rows need your OK.' }).waitFor()
    await page
      .getByText(/must be honored by/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Answer for/ }).click()
    await page.getByText('Only the rows that waited for your OK before.').waitFor()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(60)
    await primary(page, 'Set consent for 60').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Consent would be withdrawn from 60 contacts').waitFor()
    const confirm = dialog.getByRole('button', { name: goAhead })
    await dialog.getByLabel(/^Type 60,/).fill('59')
    expect(await confirm.isDisabled()).toBe(true)
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel(/^Type 60,/).fill('60')
    await confirm.click()
    await page.getByText('Consent is set for 60 contacts.').waitFor()
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
    await page.getByRole('heading', { name: 'This list is unlike the last ones, so nothing was imported' }).waitFor()
    const rows = page.getByRole('row', { name: /^Rows in the file/ })
    await expect.poll(() => rows.getByRole('cell').allInnerTexts()).toEqual(['5', '200', '200', '200', 'Usually 200'])
    await page.getByText('A part of the usual list, or a file that was cut off.').waitFor()
    // What is as usual is folded, but for the first.
    await page.getByText('3 more things are as usual').waitFor()
    expect(await page.getByRole('row', { name: /^Columns/ }).count()).toBe(0)
    await lookedAt(page, 'unlike')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect
      .poll(() =>
        page
          .getByRole('row', { name: /^Columns/ })
          .getByRole('cell')
          .allInnerTexts(),
      )
      .toEqual(['all', 'all', 'all', 'all', 'All that the recipe reads'])
    await primary(page, 'Open the review').click()
    await page.getByRole('button', { name: 'See what differs' }).click()
    await primary(page, 'Import anyway…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This list has 5 rows; the last 3 had 200.').waitFor()
    const confirm = dialog.getByRole('button', { name: goAhead })
    await dialog.getByLabel(/^Type 5, the number of contacts/).fill('4')
    expect(await confirm.isDisabled()).toBe(true)
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByLabel(/^Type 5, the number of contacts/).fill('5')
    await confirm.click()
    await page.getByText('5 contacts are in.').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})
