import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { savedFile } from '../give-file.ts'
import { openApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 60 })
const pictures = process.env.ROLLCALL_TEST_PICTURES

it('a contact is searched as one types, opened beside the list by keys alone, and tells what an import changed', async () => {
  const [someone] = (await here.served.contacts(60)).filter(({ phone }) => phone !== null)
  const { plan } = await here.served.planned(
    'names.csv',
    ['Phone,Name', `${someone?.phone},Márton Zzyzx`],
    recipeOf({ kind: 'contacts', fields: [{ to: 'name', from: ['Name'] }] }),
  )
  await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1440, height: 900 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByLabel('Search contacts').fill('MARTON zz')
  await page.getByText('1 contact matches “MARTON zz”').waitFor()
  const cell = page.getByRole('grid', { name: 'Contacts' }).getByRole('gridcell').nth(1)
  await expect.poll(() => cell.innerText()).toBe(`Márton Zzyzx\n${someone?.phone}`)
  await page.getByRole('grid', { name: 'Contacts' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('heading', { name: 'Márton Zzyzx' }).waitFor()
  await panel.getByText('row 2', { exact: false }).waitFor()
  expect(await panel.getByRole('link', { name: 'names.csv' }).getAttribute('href')).toContain('#/run/')
  // Numbers are shown in groups, with gaps that are not copied.
  const number = panel.locator('.phone').first()
  expect(await number.locator('span').allInnerTexts()).toEqual(/^(\+1)(...)(...)(....)$/.exec(someone?.phone ?? '')?.slice(1))
  const copied = await number.evaluate((one) => {
    getSelection()?.selectAllChildren(one)
    return getSelection()?.toString()
  })
  expect(copied).toBe(someone?.phone)
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contact-panel-1440.png` })
  for (const [width, height] of [
    [2560, 1440],
    [900, 600],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await panel.getByRole('button', { name: 'Close' }).waitFor()
    expect(await violations(page)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/contact-panel-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contact-panel-dark.png` })
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-720.png` })
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect.poll(() => page.getByLabel('Search contacts').inputValue()).toBe('')
  expect(problems).toEqual([])
  await close()
})

it('texts are stopped with two presses on a contact, and for a number that nobody has from the palette', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByRole('button', { name: /^Agreed/ }).press('Enter')
  await page.getByText(/are Agreed/).waitFor()
  await page.getByRole('grid', { name: 'Contacts' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop texts to this person…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What they said').fill('Called the front desk')
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/stop-texts.png` })
  await dialog.getByRole('button', { name: 'Stop texts' }).press('Enter')
  await dialog.getByText(/: consent is refused now\./).waitFor()
  await dialog.getByText(/is on the do-not-text list/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const { records } = await here.served.app.ask('ledger.page', { offset: 0, limit: 1 })
  expect(records).toMatchObject([{ to: false, file: null, evidence: { How: 'Phone call', Note: 'Called the front desk' } }])

  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Find or do' }).fill('stop texts')
  await page.getByRole('option', { name: /Stop texts to a person/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Phone number').fill('+1 202 555 0199')
  await dialog.getByRole('button', { name: 'Stop texts' }).press('Enter')
  await dialog.getByText('Nobody in your account has this number, so only the list knows of it.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})

it('what changed since the sync before is a page of its own, reached from the age of the contacts, filtered and saved', async () => {
  const { baseUrl, token } = here.served.service
  const [someone] = (await here.served.contacts(60)).filter(({ phone }) => phone !== null)
  const headers = { 'X-TGP-ACCESS-TOKEN': token, 'Content-Type': 'application/json' }
  await here.served.sync()
  const edited = await fetch(`${baseUrl}/api/customer/${someone?.uuid}.json`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ customer: { name: 'Edited By Colleague' } }),
  })
  const added = await fetch(`${baseUrl}/api/customers.json`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ customer: { phone_number: '+12025550147', name: 'Walk In' } }),
  })
  expect([edited.ok, added.ok]).toEqual([true, true])
  await here.served.sync()
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByRole('link', { name: '2 changed since the sync before' }).press('Enter')
  await page.getByRole('heading', { name: 'What changed since the last sync' }).waitFor()
  const grid = page.getByRole('grid', { name: 'What changed' })
  await grid.getByText('Walk In').waitFor()
  await grid.getByText('Edited By Colleague').first().waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/what-changed-1280.png` })
  await page.getByRole('button', { name: 'Changed 1' }).press('Enter')
  await grid.getByText('Walk In').waitFor({ state: 'detached' })
  for (const [width, height] of [
    [2560, 1440],
    [900, 600],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await grid.getByText('Edited By Colleague').first().waitFor()
    expect(await violations(page)).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/what-changed-${width}.png` })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save as a file' }).press('Enter')
  const saved = await savedFile(page, () => page.getByRole('menuitem', { name: /As CSV/ }).press('Enter'))
  expect(saved.name).toBe('contacts-changed.csv')
  await page.getByText(/^(contacts-changed\.csv \(2 rows\) is in your browser’s downloads|Saved as .+contacts-changed\.csv)\.$/).waitFor()
  expect(problems).toEqual([])
  await close()
})

it('who is no longer at the service is a filter of its own, marked in the list, opened as last known, and exported with the age', async () => {
  const { baseUrl, controlSecret } = here.served.service
  const someone = (await here.served.contacts(60)).find(({ phone, name }) => phone !== null && name !== null && name.length > 4)
  await here.served.sync()
  const removed = await fetch(`${baseUrl}/sandbox/customer.json?uuid=${someone?.uuid}`, {
    method: 'DELETE',
    headers: { 'X-Sandbox-Secret': controlSecret },
  })
  expect(removed.ok).toBe(true)
  await here.served.sync()
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  await page.getByRole('button', { name: /^No longer there/ }).press('Enter')
  await page.getByText('is no longer at the service').waitFor()
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await grid.getByText(/^Gone since/).waitFor()
  await page.getByLabel('Search contacts').fill(someone?.name ?? '')
  await grid.getByText(someone?.name ?? '').waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/gone-1280.png` })
  await page.getByRole('button', { name: 'Export contacts' }).press('Enter')
  expect(await page.getByRole('menuitem', { name: /Their conversations/ }).count()).toBe(0)
  await page.getByRole('menuitem', { name: /^Contacts…/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('File', { exact: true }).selectOption('csv')
  await dialog.getByLabel('Notes', { exact: true }).uncheck()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-export-1280.png` })
  const exported = await savedFile(page, () => dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter'))
  const lines = (await readFile(exported.path, 'utf8')).trim().split('\r\n')
  expect(lines.length).toBe(2)
  expect(lines[0]).toMatch(/,Read At$/)
  expect(lines[0]).not.toContain('Notes')
  expect(lines[1]).toContain(someone?.name ?? 'nobody')
  await grid.focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('complementary')
    .getByText(/^Not at the service any more/)
    .waitFor()
  expect(problems).toEqual([])
  await close()
})

it('the value of a custom field in the panel shows everybody with it, as a filter that is taken away again', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await grid.getByRole('row').nth(3).waitFor()
  const value = page
    .getByRole('complementary')
    .getByRole('button', { name: /Show everybody whose .+ says this/ })
    .first()
  await grid.focus()
  await page.keyboard.press('Enter')
  for (let row = 0; row < 20 && (await value.count()) === 0; row += 1) {
    await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(150)
  }
  const said = (await value.innerText()).trim()
  await value.press('Enter')
  await page.getByText(new RegExp(`(has|have) the .+ “${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}”`)).waitFor()
  const chip = page.getByRole('button', { name: new RegExp(`: ${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) })
  expect(await chip.getAttribute('aria-pressed')).toBe('true')
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/field-filter-1280.png` })
  await chip.press('Enter')
  await page.getByText(new RegExp(`(has|have) the .+ “${said.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}”`)).waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await close()
})

it('the list is sorted by the header that is pressed, and the other way round by a second press, from the keyboard, too', async () => {
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1440, height: 900 } })
  await page.goto(new URL('#/contacts', here.served.app.url).href)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  const header = (name: string) => grid.getByRole('columnheader', { name })
  const first = (column: number) => grid.locator('[aria-rowindex="2"] [role=gridcell]').nth(column).innerText()
  await grid.locator('[aria-rowindex="3"]').waitFor()
  expect(await header('Contact').getAttribute('aria-sort')).toBe('ascending')
  const { contacts } = await here.served.app.ask('contacts.page', { offset: 0, limit: 100 })
  const last = contacts.at(-1)
  await header('Contact').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => first(1)).toContain(last?.name ?? last?.phone ?? '')
  expect(await header('Contact').getAttribute('aria-sort')).toBe('descending')
  await header('Consent').getByRole('button').click()
  await expect.poll(() => first(4)).toBe('Agreed')
  expect(await header('Contact').getAttribute('aria-sort')).toBe('none')
  await header('Consent').getByRole('button').click()
  await expect.poll(() => first(4)).toBe('Not asked')
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/contacts-sorted-1440.png` })
  expect(problems).toEqual([])
  await close()
})
