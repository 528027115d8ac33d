import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { newImport } from '../map-file.ts'
import { primary } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 60 })
/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env.ROLLCALL_TEST_PICTURES

/** Numbers of a place where it is day for two hours more at least, at whatever time this runs: Honolulu, Kolkata or London. */
const places = [
  { zone: 'Pacific/Honolulu', number: (at: number) => `+180855503${40 + at}` },
  { zone: 'Asia/Kolkata', number: (at: number) => `+9198765434${40 + at}` },
  { zone: 'Europe/London', number: (at: number) => `+4479111236${40 + at}` },
] as const
const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(Date.now()))
const byDay = places.find(({ zone }) => hourIn(zone) >= 8 && hourIn(zone) < 18) ?? places[0]

const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gina']
const families = [
  [0, 1, 2],
  [3, 4],
  // The last of them has refused, the one before was never asked.
  [4, 6],
  [1, 5],
]
const lines = [
  'Family,Mobile Phone,Phone 2,Phone 3',
  ...families.map((family, at) => [`Family ${at + 1}`, ...family.map(byDay.number), '', ''].slice(0, 4).join(',')),
]

async function atService(path: string, body: unknown): Promise<void> {
  const { baseUrl, token } = here.served.service
  const headers = { 'content-type': 'application/json', 'X-TGP-ACCESS-TOKEN': token }
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

beforeAll(async () => {
  for (const [at, name] of names.entries()) {
    await atService('/api/customers.json', { customer: { phone_number: byDay.number(at), name } })
    if (name !== 'Finn')
      await atService('/api/customers/set_consent.json', { phone_number: byDay.number(at), consent: name === 'Gina' ? 0 : 1 })
  }
  await here.served.sync()
  const { currentId } = await here.served.app.ask('accounts.list', {})
  await here.served.app.ask('accounts.update', { accountId: currentId ?? '', settings: { timeZone: byDay.zone } })
})

/** The page in both themes, wide and narrow: nothing that axe finds, nothing wider than the window. */
async function lookedAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [720, 450],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await violations(page), name).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), `${name} at ${width}`).toBe(false)
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('groups are texted once a person has chosen so, written the text and typed the number of people', { timeout: 600_000 }, async () => {
  const { page } = here.opened
  const before = await here.served.counts()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(here.served.app.url)
  await newImport(page)
  await giveFile(page.getByLabel('File to import'), { name: 'families.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await page.getByRole('button', { name: /^Something else/ }).click()
  await page.getByRole('radio', { name: /^Text groups/ }).check()
  // Only departments for group messaging can be chosen; the one that there is, is.
  const department = page.getByLabel('Department that texts the groups')
  await expect.poll(() => department.locator('option').allInnerTexts(), { timeout: 60_000 }).toEqual(['Choose…', 'Group Texts'])
  await expect.poll(() => department.locator('option:checked').innerText(), { timeout: 60_000 }).toBe('Group Texts')
  await lookedAt(page, 'groups-1-file')

  await primary(page, 'Map columns').click()
  await page.getByRole('button', { name: /^The text/ }).waitFor()
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Message', { exact: true }).fill('Dear {{Family}}, practice is at ten.')
  await panel.getByLabel('Name of your business').fill('Smile Dental')
  await panel.getByLabel('Name of your business').press('Tab')
  await page.getByText('Nothing changes in your account yet.').waitFor()
  await lookedAt(page, 'groups-2-mapping')

  await primary(page, 'Review changes').click()
  await page.getByRole('heading', { name: '5 people in 2 groups will be texted' }).waitFor()
  await page.getByText('Smile Dental: Dear Family 1, practice is at ten. Reply STOP to stop.').first().waitFor()
  await page.getByText('Ann, Ben, Cleo').first().waitFor()
  await lookedAt(page, 'groups-4-review')
  await page.getByRole('tab', { name: /^Left out/ }).click()
  await page.getByText('Eva, Gina').first().waitFor()
  await page
    .getByText(`The whole group is left out: ${byDay.number(6)} has refused texts.`)
    .first()
    .waitFor()
  await lookedAt(page, 'groups-4-left-out')
  await page.getByRole('tab', { name: /^Needs your OK/ }).click()
  await page.getByText('Ben, Finn').first().waitFor()
  await lookedAt(page, 'groups-4-waits')

  await primary(page, 'Text 5 people in 2 groups').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A text cannot be taken back').waitFor()
  await lookedAt(page, 'groups-5-confirm')
  const now = dialog.getByRole('button', { name: 'Text 5 people in 2 groups now' })
  await dialog.getByRole('textbox').fill('2')
  expect(await now.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('5')
  await now.click()
  await page
    .getByText(/2 groups were texted/)
    .first()
    .waitFor()
  await lookedAt(page, 'groups-6-results')
  const after = await here.served.counts()
  expect([after.groupMessagesSent - before.groupMessagesSent, after.messagesSent - before.messagesSent]).toEqual([2, 0])
  expect(here.opened.problems).toEqual([])
})
