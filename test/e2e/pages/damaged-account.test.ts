import { existsSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lookedAt } from '../looked-at.ts'
import { serveForTest } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()

it('says what happened to a damaged account, keeps the file, and opens it again with the newest backup', async () => {
  const { home } = here.app
  const folder = join(home, 'accounts', 'practice')
  await here.app.ask('accounts.open', { accountId: 'practice' })
  await here.app.ask('drafts.create', {
    state: { step: 'file', fileId: null, fileName: null, kind: null, dialect: null, recipe: null, planId: null, runId: null },
  })
  await here.app.ask('backups.make', { accountId: 'practice' })
  await here.app.stop()
  truncateSync(join(folder, 'rollcall.db'), 0)
  here.app = await serveForTest({ home })

  const context = await here.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(here.app.url)
  await page.getByRole('heading', { name: /cannot be opened/ }).waitFor()
  await page.getByText('its file rollcall.db has 0 bytes, and it had more before').waitFor()
  await page.getByText('You asked for it').first().waitFor()
  await lookedAt(page, 'damaged')

  // An empty file is not taken as it is.
  await page.getByRole('button', { name: 'Take it as it is…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take it as it is' }).click()
  await page.getByRole('dialog').getByText('The file rollcall.db is empty').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()

  await page.getByRole('button', { name: 'Restore…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('heading', { name: 'The account opens again' }).waitFor()
  await lookedAt(page, 'restored')
  const [kept = ''] = readdirSync(join(folder, 'replaced'))
  expect(existsSync(join(folder, 'replaced', kept, 'rollcall.db'))).toBe(true)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  expect((await here.app.ask('drafts.list', {})).drafts).toHaveLength(1)
  await context.close()
})
