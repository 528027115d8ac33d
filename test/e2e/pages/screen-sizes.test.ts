import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { lookedAt } from '../looked-at.ts'
import { openApp, primary } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appInPractice, appWithService } from '../shared-app.ts'

// Screens that no other test looks at in every size, in both themes.

/** Looking at one takes some seconds, and here are many. */
const atMostMs = 600_000

const gridRow = '[role=grid] [role=row][aria-rowindex]:not([aria-rowindex="1"])'
const practice = appInPractice()
const office = appWithService({ contacts: 60 })
const show = (page: Page, hash: string) => page.evaluate((to) => (location.hash = to), hash)

let runId = ''
beforeAll(async () => {
  const { app } = office.served
  const people = await office.served.contacts(40)
  const list = (name: string, note: string) => [
    'Phone,Name,Notes,OK',
    ...people.slice(0, 12).map(({ phone }, at) => `${phone},A rather long name of somebody ${at},${note},${at < 4 ? 'no' : 'yes'}`),
    `12,Nobody ${name},x,`,
  ]
  const recipe = {
    ...recipeOf({
      kind: 'contacts',
      fields: [
        { to: 'name', from: ['Name'] },
        { to: 'notes', from: ['Notes'] },
        { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
      ],
    }),
    name: 'Monthly list of the front desk',
  }
  for (const name of ['a-rather-long-name-of-a-list-2026-10.csv', 'front-desk-2026-11.csv']) {
    const { plan } = await office.served.planned(name, list(name, `Seen in ${name}`), recipe)
    runId = (await app.ask('runs.start', { planId: plan.id, wait: true })).id
    await app.ask('recipes.save', { recipe, fileId: plan.fileId, replace: true })
  }
  await office.served.planned('wholesale-buyers.csv', list('c', 'Waits at its review'), recipe)
})

it(
  'the first day, with the tour in front, and signing in',
  async () => {
    const { page, problems, close } = await openApp(practice.browser, practice.app)
    await page.getByRole('button', { name: 'Start the tour' }).waitFor()
    await page.getByRole('button', { name: /^HubSpot/ }).waitFor()
    await lookedAt(page, 'start-first')
    await page.getByRole('link', { name: 'Sign in to your account' }).click()
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
    await lookedAt(page, 'sign-in')
    expect(problems).toEqual([])
    await close()
  },
  atMostMs,
)

it(
  'a start page in use, the accounts, and the imports of before',
  async () => {
    const { page, problems, close } = await openApp(office.browser, office.served.app)
    await page.getByRole('region', { name: /^Needs you/ }).waitFor()
    await page.getByRole('region', { name: 'Recipes' }).getByText('Monthly list').waitFor()
    await lookedAt(page, 'start-in-use')
    await page.getByRole('button', { name: 'Account: Main office' }).click()
    await page.getByRole('menuitem', { name: /^Practice/ }).waitFor()
    await lookedAt(page, 'switcher')
    await page.keyboard.press('Escape')
    await show(page, `#/run/${runId}`)
    await page.getByRole('region', { name: 'Before and after' }).waitFor()
    await lookedAt(page, 'results-later')
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    await page.getByRole('heading', { name: /can be taken back$/ }).waitFor()
    await lookedAt(page, 'undo', { selector: gridRow, least: 2 })
    expect(problems).toEqual([])
    await close()
  },
  atMostMs,
)

it(
  'a contact beside the list, what changed, and the pages of the settings',
  async () => {
    const { page, problems, close } = await openApp(office.browser, office.served.app)
    await show(page, '#/contacts')
    await page.getByRole('grid').getByText('A rather long name of somebody 1', { exact: true }).click()
    await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
    await lookedAt(page, 'contact-panel')
    await show(page, '#/changes')
    await page.getByRole('heading', { name: 'What changed since the last sync', level: 1 }).waitFor()
    await lookedAt(page, 'changes')
    for (const section of ['privacy', 'accounts', 'about'] as const) {
      await show(page, `#/settings/${section}`)
      await page.locator('main h2').first().waitFor()
      await lookedAt(page, `settings-${section}`)
    }
    expect(problems).toEqual([])
    await close()
  },
  atMostMs,
)

it(
  'the confirmation, a run that waits, and one that is paused',
  async () => {
    const { page, problems, close } = await openApp(office.browser, office.served.app)
    const people = await office.served.contacts(60)
    const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
    const { hash } = await office.served.planned('slow.csv', ['Phone,Notes', ...people.map(({ phone }) => `${phone},Slow`)], recipe)
    await show(page, hash)
    await primary(page, /^Update/).click()
    await page.getByRole('dialog').waitFor()
    await lookedAt(page, 'confirmation')
    await office.served.setFaults('429@update-customer:retry-after=90')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Update/ })
      .click()
    await page.getByText('The service asked to wait.').waitFor()
    await lookedAt(page, 'run-waiting')
    await primary(page, 'Pause').click()
    await page.getByText('You paused this run.').waitFor()
    await lookedAt(page, 'run-paused')
    await office.served.setFaults('')
    expect(problems).toEqual([])
    await close()
  },
  atMostMs,
)
