import { expect, it } from 'vitest'
import { openApp } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()

it('a screen whose code could not be loaded once is there when it is opened, without a press', async () => {
  const { page, close } = await openApp(here.browser, here.app)
  // The page before the reload loads screens ahead, too: only what the next one asks for is to get lost.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/HistoryPage-[\w-]+\.js$/.test(name)),
  )
  let losses = 0
  let isDown = true
  // The browser may ask for it once or twice: as what is to be loaded ahead, and as a module.
  await page.route(/\/assets\/HistoryPage-[\w-]+\.js$/, async (route) => {
    if (isDown) losses += 1
    await (isDown ? route.abort() : route.fallback())
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  await expect.poll(() => losses).toBeGreaterThan(0)
  isDown = false
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
  await close()
})
