import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { savedFile } from '../give-file.ts'
import { openApp } from '../serve-for-test.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 60 })
const pictures = process.env.ROLLCALL_TEST_PICTURES
let person: { name: string; phone: string }

async function post(path: string, body: unknown): Promise<void> {
  const { baseUrl, token } = here.served.service
  const answer = await fetch(`${baseUrl}/api/${path}.json`, {
    method: 'POST',
    headers: { 'X-TGP-ACCESS-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

beforeAll(async () => {
  const all = await here.served.contacts(60)
  const someone = all.find(({ phone, name }) => phone !== null && (name ?? '').length > 5)
  person = { name: someone?.name ?? '', phone: someone?.phone ?? '' }
  for (let at = 1; at <= 70; at += 1) await post('new_customer_post', { phone_number: person.phone, comment: { body: `Question ${at}` } })
  await post('conversations', { phone_number: person.phone, whisper: { body: 'Asks a lot.' } })
})

async function panelOf(page: Page) {
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByLabel('Search contacts').fill(person.phone)
  await page.getByText(/^1 contact matches/).waitFor()
  await page.getByRole('grid', { name: 'Contacts' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: person.name }).waitFor()
  return panel
}

it('the panel of a contact shows the latest posts, the newest first, and older ones as one scrolls', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  const panel = await panelOf(page)
  await panel.getByRole('heading', { name: 'Messages' }).scrollIntoViewIfNeeded()
  await panel.getByText('Asks a lot.').waitFor()
  const bubbles = panel.locator('.bubble')
  expect((await bubbles.allInnerTexts()).slice(0, 2)).toEqual(['Asks a lot.', 'Question 70'])
  expect(await bubbles.count()).toBeLessThan(70)
  await expect
    .poll(async () => {
      await panel.locator('.end').scrollIntoViewIfNeeded()
      return panel.getByText('Question 1', { exact: true }).count()
    })
    .toBe(1)
  await panel.getByText('That is all of this conversation.').waitFor()
  const texts = await bubbles.allInnerTexts()
  expect(new Set(texts).size).toBe(texts.length)
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/conversation-1280.png` })
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    if (pictures) await page.screenshot({ path: `${pictures}/conversation-${width}.png` })
  }
  expect(problems).toEqual([])
  await close()
})

it('a service that does not answer is said in the panel, and asked again', async () => {
  const { page, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await here.served.setFaults('403@find-conversation')
  const panel = await panelOf(page)
  await panel.getByRole('heading', { name: 'Messages' }).scrollIntoViewIfNeeded()
  const again = panel.getByRole('button', { name: /again/i })
  await again.waitFor()
  await here.served.setFaults('')
  await again.press('Enter')
  await panel.getByText('Asks a lot.').waitFor()
  await close()
})

it('conversations of the contacts that are shown are exported by keys alone, and the dialog says that they are complete', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByLabel('Search contacts').fill(person.phone)
  await page.getByText(/^1 contact matches/).waitFor()
  await page.getByRole('button', { name: 'Export contacts' }).press('Enter')
  await page.getByRole('menuitem', { name: /Their conversations/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export the conversations of 1 contact' })
  await dialog.waitFor()
  await dialog.getByLabel('File', { exact: true }).selectOption('CSV')
  await dialog.getByLabel('From (optional)').fill('2020-01-02')
  await dialog.getByLabel('Until (optional, that day included)').fill('2020-01-01')
  await dialog.getByText('This day is before the first one.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Export', exact: true }).isEnabled()).toBe(false)
  await dialog.getByLabel('Until (optional, that day included)').fill('')
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/conversations-dialog.png` })
  const saved = await savedFile(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter'))
  await page.getByText('Complete: the service showed all of them.').waitFor()
  const lines = (await readFile(saved.path, 'utf8')).trim().split('\r\n')
  expect(lines.filter((line) => line.includes('Question')).length).toBe(70)
  expect(lines.at(-1)).toContain('internal,whisper,Asks a lot.')
  if (pictures) await page.screenshot({ path: `${pictures}/conversations-done.png` })
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})
