import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { primary } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageWithService({ contacts: 60 })
const sizes = [
  [720, 450],
  [900, 600],
  [1440, 900],
  [2560, 1440],
] as const
/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env.ROLLCALL_TEST_PICTURES

/** Numbers of a place where it is day for two hours more at least, at whatever time this runs: Honolulu, Kolkata or London. */
const places = [
  { zone: 'Pacific/Honolulu', number: (at: number) => `+180855501${40 + at}` },
  { zone: 'Asia/Kolkata', number: (at: number) => `+9198765432${40 + at}` },
  { zone: 'Europe/London', number: (at: number) => `+4479111234${40 + at}` },
] as const
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(Date.now()))
const byDay = places.find(({ zone }) => hourIn(zone) >= 8 && hourIn(zone) < 18) ?? places[0]
/** Where it is night, with hours of the day that both places share. */
const nightHour = hourIn(byDay.zone) < 13 ? 2 : 22
const ahead = ((nightHour - new Date().getUTCHours() + 35) % 24) - 11
const byNight = `Etc/GMT${ahead >= 0 ? '-' : '+'}${Math.abs(ahead)}`

const names = ['Ann', 'Ben', 'Cleo', 'Dan']
const lines = ['First Name,Phone,Visit', ...names.map((name, at) => `${name},${byDay.number(at)},May ${at + 3}`)]

async function atService(path: string, body: unknown): Promise<void> {
  const { baseUrl, token } = here.served.service
  const headers = { 'content-type': 'application/json', 'X-TGP-ACCESS-TOKEN': token }
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

beforeAll(async () => {
  for (const [at, name] of names.entries()) {
    await atService('/api/customers.json', { customer: { phone_number: byDay.number(at), name } })
    // The last of them has refused.
    await atService('/api/customers/set_consent.json', { phone_number: byDay.number(at), consent: name === 'Dan' ? 0 : 1 })
  }
  await here.served.sync()
})

async function setZone(timeZone: string): Promise<void> {
  const { currentId } = await here.served.app.ask('accounts.list', {})
  await here.served.app.ask('accounts.update', { accountId: currentId ?? '', settings: { timeZone } })
}

/** The page in both themes and all sizes: nothing that axe finds, nothing wider than the window. */
async function lookedAtInAllSizes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      if (width === 720 || width === 1440) expect(await violations(page), name).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${name} at ${width}`).toBe(false)
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function chooseTexting(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(here.served.app.url)
  await newImport(page)
  await giveFile(page.getByLabel('File to import'), { name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  // Nothing about the file says that people are to be texted: a person does.
  await page.getByRole('button', { name: /^Something else/ }).click()
  expect(await page.getByRole('radio', { name: /^Text people/ }).isChecked()).toBe(false)
  await page.getByRole('radio', { name: /^Text people/ }).check()
  await page.getByText('People who refused are never texted.').waitFor()
}

async function write(page: Page, message: string): Promise<void> {
  await primary(page, 'Map columns').click()
  await page.getByRole('button', { name: /^The text/ }).waitFor()
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Message', { exact: true }).fill(message)
  await panel.getByLabel('Name of your business').fill('Smile Dental')
  await panel.getByLabel('Name of your business').press('Tab')
  await page.getByText('Nothing changes in your account yet.').waitFor()
}

test('people are texted once a person has chosen so, written the text and typed their number', { timeout: 600_000 }, async () => {
  const { page } = here.opened
  await setZone(byDay.zone)
  const before = await here.served.counts()
  await chooseTexting(page)
  await primary(page, 'Map columns').click()
  await page.getByRole('button', { name: /^The text/ }).waitFor()
  await lookedAtInAllSizes(page, 'texting-2-text')
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Message', { exact: true }).fill('Hi , your visit is on ')
  await panel.getByLabel('Message', { exact: true }).press('Home')
  for (let at = 0; at < 3; at += 1) await panel.getByLabel('Message', { exact: true }).press('ArrowRight')
  await panel.getByRole('button', { name: 'Insert First Name' }).click()
  await panel.getByLabel('Message', { exact: true }).press('End')
  await panel.getByRole('button', { name: 'Insert Visit' }).click()
  await panel.getByLabel('Name of your business').fill('Smile Dental')
  await panel.getByLabel('Name of your business').press('Tab')
  await page.getByText('Nothing changes in your account yet.').waitFor()

  await primary(page, 'Review changes').click()
  await page.getByRole('heading', { name: '3 people will be texted' }).waitFor()
  await page.getByText('Smile Dental: Hi Ann, your visit is on May 3\nReply STOP to stop.').first().waitFor()
  await page.getByText('1 SMS message', { exact: false }).first().waitFor()
  await lookedAtInAllSizes(page, 'texting-4-review')
  await page.getByRole('tab', { name: /^Left out/ }).click()
  await page.getByText('Dan').first().waitFor()

  await primary(page, 'Text 3 people').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A text cannot be taken back').waitFor()
  await dialog.getByText(/8:00 to 20:00/).waitFor()
  await lookedAtInAllSizes(page, 'texting-5-confirm')
  const now = dialog.getByRole('button', { name: 'Text 3 people now' })
  expect(await now.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('3')
  await now.click()
  await page.getByText('3 people were texted.').waitFor()
  await lookedAtInAllSizes(page, 'texting-6-results')
  const after = await here.served.counts()
  expect(after.messagesSent - before.messagesSent).toBe(3)
  expect(here.opened.problems).toEqual([])
})

test('by night nobody is texted, and the run says until when', { timeout: 600_000 }, async () => {
  const { page } = here.opened
  await setZone(byNight)
  const before = await here.served.counts()
  await chooseTexting(page)
  await write(page, 'We moved to Main Street.')
  await primary(page, 'Review changes').click()
  await primary(page, 'Text 3 people').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('3')
  await dialog.getByRole('button', { name: 'Text 3 people now' }).click()
  await page
    .getByText(/Texts may leave again .*at \d+:00/)
    .first()
    .waitFor()
  await page.getByText('Nobody is texted at night, wherever they may be.', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Try now' }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Texting: 0 of 3 people were texted' }).waitFor()
  expect(await page.getByRole('button', { name: 'Cancel the run…' }).count()).toBe(1)
  await lookedAtInAllSizes(page, 'texting-7-night')
  expect((await here.served.counts()).messagesSent).toBe(before.messagesSent)
  expect(here.opened.problems).toEqual([])
})
