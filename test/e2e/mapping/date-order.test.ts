import { afterEach, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { openApp, type OpenedPage, primary } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()
let opened: OpenedPage
afterEach(() => opened.close())

const history = (...days: string[]) =>
  ['Date,Phone,Direction,Message', ...days.map((day, at) => `${day},+1512555100${at},Inbound,Can I move my appointment?`)].join('\n')

it('a history whose dates could be read in two ways is asked about once, and all of its rows can be used then', async () => {
  opened = await openApp(here.browser, here.app)
  const { page } = opened
  await mapFile(page, history('09/01/2026 12:07 PM', '09/02/2026 3:14 PM'))
  await page.getByRole('heading', { name: '3 columns are ready, 1 needs you' }).waitFor()
  await page.getByText('Which day is “09/01/2026 12:07 PM”?').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.getByText('January 9', { exact: true }).waitFor()
  await page.getByText('September 1', { exact: true }).click()
  await page.getByRole('heading', { name: '4 columns are ready' }).waitFor()
  await page.getByText('All of the first 2 rows can be used.').waitFor()
  await primary(page, 'Review changes').click()
  await page.getByText('What will happen to your account').waitFor()
  expect(opened.problems).toEqual([])
})

it('is not asked about where one of its dates tells', async () => {
  opened = await openApp(here.browser, here.app)
  const { page } = opened
  await mapFile(page, history('09/01/2026 12:07 PM', '09/13/2026 3:14 PM'))
  await page.getByRole('heading', { name: '4 columns are ready' }).waitFor()
  await page.getByText('All of the first 2 rows can be used.').waitFor()
})
