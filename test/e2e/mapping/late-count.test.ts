import { expect, it } from 'vitest'
import { giveFile } from '../give-file.ts'
import { openApp, primary } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'
import { clientList } from './client-list.ts'
import { newImport } from '../map-file.ts'

const here = appInPractice()

it('questions come in the order of the file, and one that a late count answers by itself is not left open', async () => {
  const { page, problems, close } = await openApp(here.browser, here.app, { viewport: { width: 1440, height: 900 } })
  const counts = new Set<number>()
  const later: (() => void)[] = []
  let isHeld = true
  await page.routeWebSocket(/\/engine$/, (screens) => {
    const server = screens.connectToServer()
    screens.onMessage((text) => {
      const { id, procedure } = JSON.parse(String(text)) as { id: number; procedure: string }
      if (procedure === 'mapping.people') counts.add(id)
      server.send(text)
    })
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as { id?: number }
      if (isHeld && id !== undefined && counts.has(id)) later.push(() => screens.send(text))
      else screens.send(text)
    })
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  await newImport(page)
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await giveFile(page.getByLabel('File to import'), { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(clientList()) })
  // Who goes on before the people are counted is asked whom the file is for.
  await primary(page, 'Map columns').click({ timeout: 120_000 })
  await page.getByRole('heading', { name: '6 columns are ready, 3 need you' }).waitFor()
  const lines = page.getByRole('region', { name: /^Needs you/ }).getByRole('button')
  await expect.poll(() => lines.count()).toBe(3)
  const order = await lines.allInnerTexts()
  expect(order.map((text) => text.split('\n')[0]?.trim())).toEqual(['People who are not in your account', 'Alt. phone', 'Texts OK?'])
  isHeld = false
  for (const send of later.splice(0)) send()
  await page.getByRole('heading', { name: '6 columns are ready, 2 need you' }).waitFor()
  await page.getByRole('complementary', { name: 'Alt. phone' }).waitFor()
  expect(problems).toEqual([])
  await close()
})
