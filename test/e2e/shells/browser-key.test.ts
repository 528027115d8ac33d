import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveApp } from '../../../src-main/shells/browser/serve-app.ts'
import { launchBrowser } from '../../helpers/browser.ts'
import { type ServedApp, serveForTest } from '../serve-for-test.ts'

let browser: Browser
let app: ServedApp

beforeAll(async () => {
  browser = await launchBrowser()
  app = await serveForTest()
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

it('opens once by its address, keeps the tab over a reload, and leaves neither key nor cookie', async () => {
  const { url } = app
  const first = await (await browser.newContext()).newPage()
  await first.goto(url)
  await first.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  expect(first.url()).not.toContain('k=')
  expect(await first.context().cookies()).toEqual([])
  await first.reload()
  await first.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()

  const second = await (await browser.newContext()).newPage()
  await second.goto(url)
  await second.getByText('This address has been used.').waitFor()
  expect(await second.getByRole('heading', { name: 'Imports', level: 1 }).count()).toBe(0)
  await first.context().close()
  await second.context().close()
})

it('opens from the private page, which posts its key', async () => {
  const own = await serveApp({ client: app.client, rendererFolder: join(import.meta.dirname, '../../../out/renderer'), home: app.home })
  const page = await (await browser.newContext()).newPage()
  await page.goto(pathToFileURL(await own.entryPage()).href)
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.reload()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  expect(readdirSync(app.home).filter((name) => name.startsWith('browser-'))).toHaveLength(2)
  await page.context().close()
  await own.close()
})
