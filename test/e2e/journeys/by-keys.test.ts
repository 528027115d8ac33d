import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { clientList } from '../mapping/client-list.ts'
import { chooseByKey, giveFile, pressKey } from '../give-file.ts'
import { openApp, type ServedApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appInPractice, appWithService } from '../shared-app.ts'

// What a new user does, without a mouse: the keys are counted.

const practice = appInPractice()
const office = appWithService({ contacts: 60 })

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function begin(app: ServedApp) {
  const { page, problems, close } = await openApp(practice.browser, app, { viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: 'Choose a file…' }).and(page.locator(':enabled')).waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await pressKey(page, key)
  }
  return {
    page,
    press,
    counted: () => keys,
    choose: (file: { name: string; mimeType: string; buffer: Buffer }) => chooseByKey(page, file, press),
    /** Presses the primary once it can be pressed. */
    async goOn(name: string | RegExp) {
      await page.getByRole('button', { name }).and(page.locator('.primary:enabled')).last().waitFor()
      await press('Control+Enter')
    },
    async end(most: number) {
      expect(keys).toBeLessThanOrEqual(most)
      expect(problems).toEqual([])
      await close()
    },
  }
}

it('a list of 180 new clients is in with twelve keys, its two questions answered', async () => {
  const { page, press, choose, goOn, end } = await begin(practice.app)
  await choose(csv('clients.csv', clientList()))
  await page.getByText('12 of these people are in your account already, 168 are new.').waitFor()
  await goOn('Map columns')
  await title(page).getByText('6 columns are ready, 2 need you').waitFor()
  // The title has the focus: the keys that the panel names work from there.
  const panel = page.getByRole('complementary').getByRole('heading', { level: 2 })
  await panel.getByText('Alt. phone').waitFor()
  await press('ArrowDown')
  await panel.getByText('Texts OK?').waitFor()
  await press('ArrowDown')
  await panel.getByText('Cell').waitFor()
  await press('ArrowUp')
  await panel.getByText('Texts OK?').waitFor()
  await press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
  await press('ArrowRight')
  await title(page).getByText('1 needs you').waitFor()
  await press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
  await press('Space')
  await title(page).getByText('7 columns are ready').waitFor()
  await goOn('Review changes')
  await title(page).getByText('168 contacts will be added, 12 updated').waitFor()
  await goOn('Import 180 contacts')
  await page.getByRole('dialog').getByText('New contacts cannot be deleted by Rollcall.').waitFor()
  await goOn('Import 180 contacts')
  await page.getByText('180 contacts are in.').waitFor()
  await end(12)
})

it('nothing moves on the screen while a file is looked into', async () => {
  const { page, close } = await openApp(practice.browser, practice.app, { viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: 'Choose a file…' }).and(page.locator(':enabled')).waitFor()
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!moved.hadRecentInput) document.body.dataset.moved = String(Number(document.body.dataset.moved ?? 0) + moved.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await giveFile(page.getByLabel('File to import', { exact: true }), csv('clients.csv', clientList()))
  await page.getByText(/people are in your account already/).waitFor()
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await page.getByText('No damage by spreadsheets found in 180 rows').waitFor()
  expect(Number(await page.evaluate(() => document.body.dataset.moved ?? 0))).toBeLessThan(0.01)
  await close()
})

it('a monthly list with a known recipe: choose, look, import', async () => {
  const people = (await office.served.contacts(50)).filter(({ consent }) => consent !== false).slice(0, 9)
  const list = (refuse: number) => ['Phone,OK', ...people.map(({ phone }, at) => `${phone},${at < refuse ? 'no' : 'yes'}`)]
  const recipe = {
    ...recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] }),
    name: 'Monthly consent list',
  }
  const { plan } = await office.served.planned('october.csv', list(1), recipe)
  await office.served.app.ask('runs.start', { planId: plan.id, wait: true })
  await office.served.app.ask('recipes.save', { recipe, fileId: plan.fileId })
  const { page, choose, goOn, end } = await begin(office.served.app)
  await choose(csv('november.csv', list(3).join('\n')))
  await title(page).getByText('Consent will be set for 2 contacts').waitFor()
  await goOn('Set consent for 2')
  await page.getByRole('dialog').getByText('Undo never gives back consent by itself.').waitFor()
  await goOn('Set consent for 2')
  await page.getByText(/^Consent is set for 2 contacts/).waitFor()
  await end(3)
})

it('a message history is in with five keys', async () => {
  const people = await office.served.contacts(5)
  const lines = ['Phone,Date,Direction,Text', ...people.map(({ phone }, at) => `${phone},2026-10-0${at + 1} 09:00,Inbound,Hello ${at}`)]
  const { page, choose, goOn, end } = await begin(office.served.app)
  await choose(csv('messages.csv', lines.join('\n')))
  await title(page).getByText('What is in this file?').waitFor()
  await goOn('Map columns')
  await title(page).getByText('4 columns are ready').waitFor()
  // A recipe of another kind is no help here.
  expect(await page.getByText('nearly fits this file').count()).toBe(0)
  await goOn('Review changes')
  await title(page).getByText('5 messages go into 5 conversations').waitFor()
  await goOn('Import 5 messages')
  await page.getByRole('dialog').getByText('Imported messages cannot be taken back').waitFor()
  await goOn('Import 5 messages')
  await page.getByText('5 messages are in.').waitFor()
  await end(5)
})
