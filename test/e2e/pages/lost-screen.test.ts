import { expect, it } from 'vitest'
import { openApp } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()

it('a screen whose code could not be loaded once is there when it is opened, without a press', async () => {
  const { page, close } = await openApp(here.browser, here.app)
  let losses = 0
  await page.route(/\/assets\/HistoryPage-[\w-]+\.js$/, async (route) => {
    losses += 1
    await (losses === 1 ? route.abort() : route.continue())
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  await expect.poll(() => losses).toBe(1)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
  await close()
})
