import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../helpers/browser.ts'
import { openApp, type OpenedPage } from './app.ts'
import { violations } from './axe.ts'
import { recipeOf, type ServiceApp, serveWithService } from './service-app.ts'

let browser: Browser
let served: ServiceApp
let opened: OpenedPage

beforeAll(async () => {
  browser = await launchBrowser()
  served = await serveWithService({ contacts: 20 })
  opened = await openApp(browser, served.app)
})
afterAll(async () => {
  await browser.close()
  await served.close()
})

it('a comparison that breaks off while it is looked at says at once why, and what to do', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `+1212555${String(n).padStart(4, '0')},Note ${n}`)
  const file = await served.openFile('expired.csv', ['Phone,Notes', ...lines])
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  await served.setFaults('latency=200')
  const plan = await served.app.ask('plans.start', { fileId: file.id, recipe, lookup: 'always', wait: false })
  const state = { step: 'review' as const, fileId: file.id, fileName: file.name, kind: recipe.kind, dialect: recipe.source, recipe, planId: plan.id, runId: null }
  const draft = await served.app.ask('drafts.create', { state })
  const { page } = opened
  await page.goto(new URL(`#/import/${draft.id}/review`, served.app.url).href)
  await page.getByRole('button', { name: /^(Cancel|Stop)/ }).waitFor()

  await served.expireTokens()
  await page.getByText('The service does not accept the sign-in any more.').first().waitFor()
  expect(await violations(page)).toEqual([])
  expect(opened.problems).toEqual([])
})
