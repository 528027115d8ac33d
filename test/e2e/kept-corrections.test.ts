import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../helpers/browser.ts'
import { openApp, type OpenedPage, type ServedApp, serveForTest } from './app.ts'
import { violations } from './axe.ts'

let browser: Browser
let app: ServedApp
let opened: OpenedPage

beforeAll(async () => {
  browser = await launchBrowser()
  app = await serveForTest()
  opened = await openApp(browser, app)
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

it('a file that was corrected before is shown so when it comes again, and can be begun without', async () => {
  const { page, problems } = opened
  const path = join(app.home, 'members.csv')
  await writeFile(path, 'Name,Mobile\nAda,+14155550134\nBob,12\n')
  const before = await app.ask('files.open', { path })
  await app.ask('edits.add', {
    fileId: before.id,
    edits: [
      { kind: 'cell', line: 3, column: 1, before: '12', after: '+14155550135' },
      { kind: 'replace', column: 0, find: 'Ada', replaceWith: 'Ida' },
    ],
  })

  await page.locator('input[type=file]').first().setInputFiles(path)
  const table = page.getByRole('region', { name: 'First rows of the file' })
  await table.waitFor()
  await page.getByText('2 corrections of this file are kept.').waitFor()
  await expect.poll(() => table.innerText()).toContain('+14155550135')
  await expect.poll(() => violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Begin without them' }).click()
  await page.getByText('2 corrections of this file are kept.').waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'Ada' }).waitFor()
  await expect.poll(() => table.innerText()).not.toContain('+14155550135')
  await expect
    .poll(() => app.ask('edits.list', { fileId: before.id, offset: 0, limit: 10 }))
    .toMatchObject({ edits: [{ isUndone: true }, { isUndone: true }] })
  expect(problems).toEqual([])
})
