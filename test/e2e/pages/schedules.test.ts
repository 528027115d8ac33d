import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { openApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appWithService } from '../shared-app.ts'

// The tools of the computer that the entries go to, before the app is started: no systemd, and a crontab that keeps its lines in a file.
const tools = mkdtempSync(join(tmpdir(), 'rollcall-tools-'))
const table = join(tools, 'table')
writeFileSync(join(tools, 'systemctl'), '#!/bin/sh\nexit 1\n')
writeFileSync(
  join(tools, 'crontab'),
  `#!/bin/sh\nif [ "$1" = -l ]; then cat "${table}" 2>/dev/null || { echo "no crontab" >&2; exit 1; }; else cat > "${table}"; fi\n`,
)
for (const tool of ['systemctl', 'crontab']) chmodSync(join(tools, tool), 0o755)
process.env.PATH = `${tools}${delimiter}${process.env.PATH}`

const here = appWithService({ contacts: 40 })
const pictures = process.env.ROLLCALL_TEST_PICTURES
const sizes = [
  [720, 450],
  [900, 600],
  [1440, 900],
  [2560, 1440],
] as const

/** The page as it stands, in both themes and all sizes: nothing that axe finds, and nothing wider than the window. */
async function lookedAtAll(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => violations(page), { timeout: 15_000 }).toEqual([])
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(seen ?? 0)
      if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Looking at a screen in all sizes takes some seconds, on a busy computer many. */
const atMostMs = 600_000

const notes = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Note'] }], limits: { fewestRows: 3 } })
const settings = async (page: Page) => {
  await page.goto(new URL('#/settings/schedules', page.url()).href)
  await page.getByRole('heading', { name: 'Watched folders' }).waitFor()
}

it(
  'a folder is watched from the tile of its recipe; what is dropped is imported, and what is unlike waits, is shown and discarded',
  async () => {
    const { app } = here.served
    await app.ask('recipes.save', { recipe: { ...notes, name: 'Monthly list' } })
    const contacts = await here.served.contacts(10)
    const lists = join(app.home, 'Consent exports')
    mkdirSync(lists)
    const drop = (name: string, count: number) =>
      writeFileSync(join(lists, name), ['Phone,Note', ...contacts.slice(0, count).map(({ phone }) => `${phone},${name}`), ''].join('\n'))
    const { page, problems, close } = await openApp(here.browser, app)
    await page.getByRole('button', { name: 'What to do with Monthly list' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Watch a folder…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
    expect(await dialog.getByRole('combobox', { name: 'Recipe' }).locator('option:checked').textContent()).toBe('Monthly list')
    await expect.poll(() => dialog.getByRole('button', { name: 'Watch it' }).isDisabled()).toBe(true)
    app.willChooseFolder(lists)
    await dialog.getByRole('button', { name: 'Choose a folder…' }).press('Enter')
    await dialog.getByText(lists).waitFor()
    await lookedAtAll(page, 'watch-dialog')
    await dialog.getByRole('button', { name: 'Watch it' }).press('Enter')
    await page.getByText('Watched folder', { exact: true }).waitFor()

    drop('november.csv', 8)
    await page.getByRole('link', { name: /november\.csv/ }).waitFor()
    await expect.poll(() => readdirSync(join(lists, 'done'))).toContain('november - results.csv')

    drop('cut-off.csv', 1)
    await page.getByRole('link', { name: /See what differs: cut-off\.csv/ }).waitFor()
    expect(readdirSync(join(lists, 'needs attention'))).toContain('cut-off.csv')
    writeFileSync(join(lists, 'again.csv'), readFileSync(join(lists, 'done', 'november.csv')))
    await page.getByRole('button', { name: /Run again: again\.csv came again/ }).waitFor()
    await lookedAtAll(page, 'start-by-itself')
    await page.getByRole('button', { name: /Put aside: again\.csv/ }).press('Enter')
    await page.getByRole('button', { name: /Run again: again\.csv/ }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: /See what differs: cut-off\.csv/ }).press('Enter')
    await page.getByRole('heading', { name: 'This list is unlike the last ones, so nothing was imported' }).waitFor()
    await page.getByRole('button', { name: 'Discard…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    await page.goto(new URL('#/history', page.url()).href)
    await page.getByText('2 lists of watched folders were not imported').click()
    await page.getByText('Discarded: it was unlike the last ones.').waitFor()
    await lookedAtAll(page, 'history-by-itself')

    await settings(page)
    await page.getByText(/Last file: Today.*the same file again/).waitFor()
    await page.getByRole('button', { name: 'Edit the folder of Monthly list' }).press('Enter')
    await page.getByRole('button', { name: 'Stop watching' }).press('Enter')
    await page.getByText(/No folder is watched/).waitFor()
    expect(problems).toEqual([])
    await close()
  },
  atMostMs,
)

it('an entry of the scheduler is shown first, then written, listed, shown and removed; it names the account', async () => {
  const { app } = here.served
  await app.ask('recipes.save', { recipe: { ...notes, name: 'Referrals' } })
  const folder = join(app.home, 'Referrals')
  mkdirSync(folder)
  const { page, problems, close } = await openApp(here.browser, app)
  await settings(page)
  await page.getByRole('button', { name: 'Add a schedule…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Add a schedule' })
  await form.getByRole('combobox', { name: 'Recipe' }).selectOption('Referrals')
  app.willChooseFolder(folder)
  await form.getByRole('button', { name: 'Choose a folder…' }).press('Enter')
  await form.getByText(folder).waitFor()
  await form.getByRole('combobox', { name: 'Day' }).selectOption('Day 1 of the month')
  await form.getByLabel('Time').fill('06:30')
  await lookedAtAll(page, 'schedule-dialog')
  await form.getByRole('button', { name: 'Show the entry…' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Add this entry to cron?' })
  await preview.getByText(/30 6 1 \* \*/).waitFor()
  expect(await preview.locator('pre').textContent()).toMatch(/--account' 'main-office'/)
  expect(() => readFileSync(table)).toThrow()
  await lookedAtAll(page, 'schedule-entry')
  await preview.getByRole('button', { name: 'Add the entry' }).press('Enter')
  await preview.waitFor({ state: 'detached' })
  await page.getByText(/On day 1 of each month at 6:30 AM\. Next:/).waitFor()
  expect(readFileSync(table, 'utf8')).toMatch(/^30 6 1 \* \* '\/opt\/rollcall' 'watch' .*'--once' '--notify' '--account' 'main-office'/)
  await page.getByRole('button', { name: 'Show the entry Referrals, Main office' }).press('Enter')
  await page.getByRole('dialog', { name: 'The entry in cron' }).getByRole('button', { name: 'Close' }).last().press('Enter')
  await page.goto(new URL('#/', page.url()).href)
  await page.getByText('On day 1 of each month at 6:30 AM').waitFor()
  await page.getByText(/Next due/).waitFor()
  await settings(page)
  await page.getByRole('button', { name: 'Remove the entry Referrals, Main office' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await page.getByText(/^No schedule\./).waitFor()
  expect(readFileSync(table, 'utf8')).toBe('')
  expect(problems).toEqual([])
  await close()
})

it('who is told is set and tried; the address is kept, and not shown again', async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => received.push(text))
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { page, problems, close } = await openApp(here.browser, here.served.app)
  await settings(page)
  await page.getByRole('combobox', { name: 'Tell me' }).selectOption('Only when something needs me')
  await page.getByRole('textbox', { name: 'Also by e-mail to' }).fill('office')
  await page.getByText('Type one e-mail address, or nothing.').waitFor()
  await page.getByRole('textbox', { name: 'Also by e-mail to' }).fill('office@example.com')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Also to a web address' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Post to a web address' })
  await dialog.getByRole('textbox').fill('http://example.com/plain')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('This is no address that can be called.').waitFor()
  await dialog.getByRole('textbox').fill(`http://127.0.0.1:${port}/hook/s3cret`)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText(`Counts are posted to 127.0.0.1:${port}.`).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('s3cret')
  await page.getByRole('button', { name: 'Try it' }).press('Enter')
  await expect.poll(() => received.length).toBe(1)
  expect(JSON.parse(received[0] ?? '')).toMatchObject({ program: 'rollcall', event: 'import.ended', account: 'Main office' })
  await lookedAtAll(page, 'schedules')
  expect(problems).toEqual([])
  await close()
  server.close()
})

it('events of the service keep the contacts fresh; the address is a secret that can be renewed', async () => {
  const { app } = here.served
  const [contact] = await here.served.contacts(1)
  const { page, problems, close } = await openApp(here.browser, app)
  await settings(page)
  await page.getByRole('button', { name: 'Receive events' }).press('Enter')
  await page.getByRole('button', { name: 'Show the address' }).press('Enter')
  const shown = async () => (await page.locator('code').innerText()).trim()
  const before = await shown()
  expect(before).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/)
  const post = (address: string) =>
    fetch(address, { method: 'POST', body: JSON.stringify({ event: 'customer_updated', customer: { uuid: contact?.uuid } }) })
  expect((await post(before)).status).toBe(200)
  const another = before.replace(/.$/, (last) => (last === '_' ? '-' : '_'))
  expect((await post(another)).status).toBe(404)
  await page.getByText(/1 event since Rollcall was started, 1 contact read again/).waitFor()
  await page.getByRole('button', { name: 'New address…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'A new address' }).press('Enter')
  await expect.poll(shown).not.toBe(before)
  expect((await post(before)).status).toBe(404)
  expect((await post(await shown())).status).toBe(200)
  await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Receive events' }).waitFor()
  await expect(post(before)).rejects.toThrow()
  expect(problems).toEqual([])
  await close()
})
