import { expect, it } from 'vitest'
import { openApp } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 2_500 })

it('the reading of the address book is stopped, said to be unfinished, and gone on with where it stopped', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 900, height: 800 } })
  const far = new Promise<void>((resolve) =>
    here.served.app.client.on('sync.progress', ({ state, contacts }) => void (state === 'running' && contacts >= 1_200 && resolve())),
  )
  // Slow enough that it is under way still when the page has told of it and the service is made slower.
  await here.served.setFaults('latency=250')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('button', { name: 'Sync now' }).press('Enter')
  await far
  await here.served.setFaults('latency=1000') // there is time to stop it on a busy computer, too
  await page.getByRole('button', { name: 'Stop the sync' }).press('Enter')
  await page.getByRole('button', { name: 'Go on with the sync' }).waitFor()
  await page.getByText(/Reading it stopped after [\d,]+ contacts; it goes on\s+there\./).waitFor()
  expect(await page.locator('.banner.bad').count()).toBe(0)
  await expect.poll(() => violations(page)).toEqual([])

  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByText(/The address book was not read to its end: it stopped after [\d,]+ contacts\./).waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Go on with the sync' }).press('Enter')
  await page.getByText(/contacts of about 2,500 so far, [\d,]+ of them before it stopped/).waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Stop')
  await here.served.setFaults('latency=0')
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByText(/^2,500 contacts, synced /).waitFor()
  expect(problems).toEqual([])
  await close()
})
