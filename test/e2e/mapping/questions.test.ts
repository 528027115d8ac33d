import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Recipe } from '../../../src-main/engine/contract.ts'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { mapFile, newImport, toMapping } from '../map-file.ts'
import { draftIdOf, openApp, type OpenedPage, primary } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'
import { clientList } from './client-list.ts'

const here = appInPractice()
let opened: OpenedPage
afterEach(() => opened.close())

const clients = { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(clientList()) }

async function kept(page: Page): Promise<Recipe> {
  const { state } = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
  if (!state.recipe) throw new Error('The draft has no recipe')
  return state.recipe
}
const focusedLine = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-line'))

describe('the first question', () => {
  it('is answered by what was found, can be changed, and nothing is skipped in silence', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), clients)
    await page.getByRole('heading', { name: 'What is in this file?' }).waitFor()
    await page.getByRole('radio', { name: /^Contacts Detected It has phone numbers, names and e-mail addresses\./ }).waitFor()
    await page.getByText('12 of these people are in your account already, 168 are new.').waitFor()
    const both = page.getByRole('radio', { name: /^Update and add Suggested .*168 added 12 brought up to date/ })
    await expect.poll(() => both.isChecked()).toBe(true)
    await expect.poll(async () => (await kept(page)).mode).toBe('updateAndAdd')
    await page.getByRole('radio', { name: /^Only update .*12 brought up to date 168 left out/ }).check()
    await expect.poll(async () => (await kept(page)).mode).toBe('update')
    await page.getByRole('radio', { name: /^Only add/ }).check()
    await expect.poll(async () => (await kept(page)).mode).toBe('add')

    await page.getByText('Column “Texts OK?”: 54 say yes, 36 say no, 90 are blank.').waitFor()
    await page.getByRole('button', { name: 'Bring it in' }).click()
    await page.getByText('Tick this first.').waitFor()
    // The tick alone brings it in: nobody who ticks and goes on loses it.
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Who agreed to texts is brought in too.' }).waitFor()
    const consent = async () => (await kept(page)).fields.find(({ to }) => to === 'consent')
    await expect.poll(consent).toEqual({ to: 'consent', from: ['Texts OK?'], values: { Yes: true, No: false, Y: true, n: false } })
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Leave it out' }).click()
    await page.getByRole('heading', { name: 'Who agreed to texts is left out.' }).waitFor()
    await expect.poll(consent).toBeUndefined()

    await page.getByRole('radio', { name: /^Consent/ }).check()
    await expect.poll(async () => (await kept(page)).kind).toBe('consent')
    await expect.poll(() => page.getByRole('radio', { name: /^Only add/ }).count()).toBe(0)
    expect(opened.problems).toEqual([])
  })
})

describe('what needs the person', () => {
  it('is answered from the keyboard alone, one question after the other; each choice can be undone', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await mapFile(page, clients)
    await page.getByRole('heading', { name: '6 columns are ready, 2 need you' }).waitFor()
    await page.getByRole('complementary', { name: 'Alt. phone' }).waitFor()
    // The primary leads to the questions before it goes on.
    await primary(page, 'Review changes').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Texts OK?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedLine(page)).toBe('column:Texts OK?')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focusedLine(page)).toBe('column:Alt. phone')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Yes, use it' }).waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: '7 columns are ready, 1 needs you' }).waitFor()
    await expect.poll(async () => (await kept(page)).match).toMatchObject({ column: 'Cell', otherColumns: ['Alt. phone'] })
    await expect.poll(() => focusedLine(page)).toBe('column:Texts OK?')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: '8 columns are ready' }).waitFor()
    await expect.poll(async () => (await kept(page)).fields.find(({ to }) => to === 'consent')?.unconfirmed).toBeUndefined()

    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: '7 columns are ready, 1 needs you' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: '6 columns are ready, 2 need you' }).waitFor()
    await expect.poll(async () => (await kept(page)).match.otherColumns).toBeUndefined()
    await page.keyboard.press('Control+Shift+Z')
    await page.keyboard.press('Control+Shift+Z')
    await page.getByRole('heading', { name: '8 columns are ready' }).waitFor()
    await primary(page, 'Review changes').focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.planId).not.toBeNull()
    expect(opened.problems).toEqual([])
  })

  it('puts the phone columns in the order that the person wants, behind an ID too', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await mapFile(page, 'ID,Mobile,Home phone,Name\n0f8fad5b-d9cb-469f-a165-70867728950e,(646) 555-0101,(646) 555-0102,Ann\n')
    await page.locator('[data-line="column:Mobile"]').click()
    const found = page.getByRole('region', { name: 'How contacts are found' })
    await found.getByRole('button', { name: 'Use “Home phone” sooner' }).click()
    await expect.poll(async () => (await kept(page)).match.otherColumns).toEqual(['Mobile'])
    await page
      .getByRole('region', { name: 'Left out' })
      .getByRole('button', { name: /^Left out/ })
      .click()
    await page.locator('[data-line="column:ID"]').click()
    await page.getByRole('combobox', { name: 'Import “ID” to' }).fill('Contact')
    await page.getByRole('option', { name: /^Contact ID/ }).click()
    await expect.poll(async () => (await kept(page)).match).toEqual({ by: 'uuid', column: 'ID', phoneColumns: ['Home phone', 'Mobile'] })
    await found.getByRole('button', { name: 'Do not use “Mobile”' }).click()
    await found.getByRole('combobox', { name: 'Add a phone column' }).selectOption('Mobile')
    await expect.poll(async () => (await kept(page)).match.phoneColumns).toEqual(['Home phone', 'Mobile'])
    expect(opened.problems).toEqual([])
  })

  it('asks which column holds the phone numbers where none looks like it', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await mapFile(page, 'Product,Price,Stock\n5125550123,9.99,12\n5125550124,19.99,3\n')
    await page.getByRole('complementary', { name: 'Which column finds the contact?' }).waitFor()
    expect(
      await page
        .getByRole('region', { name: /^Will be imported/ })
        .getByRole('button')
        .count(),
    ).toBe(0)
    // Nothing is said of any row until that is known, and then it takes one press.
    await page.getByText('They are shown here once you have said which column finds the contact.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page
      .getByRole('list', { name: 'Phone numbers are in' })
      .getByRole('button', { name: /^Product/ })
      .click()
    await page.locator('[data-line="column:Product"]').getByText('finds the contact').waitFor()
    await expect.poll(async () => (await kept(page)).match.column).toBe('Product')
  })

  it('asks who wrote messages: all the customers, or those whose column says so', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await mapFile(page, 'Phone,Message,Kind\n(646) 555-0101,Hello there everybody,aa\n(646) 555-0102,See you next week,bb\n')
    const panel = page.getByRole('complementary', { name: 'Who wrote these messages?' })
    await panel.getByRole('radio', { name: /^All are the customers’ own words/ }).check()
    await expect.poll(async () => (await kept(page)).direction).toBe('inbound')
    await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    const rules = page.getByRole('complementary', { name: 'Rules for all rows' })
    await rules.getByRole('radio', { name: /^A column tells/ }).check()
    await rules.getByRole('combobox', { name: 'Told by' }).selectOption('Kind')
    const ofCustomers = rules.getByRole('group', { name: /^The customer wrote/ })
    await ofCustomers.getByRole('checkbox', { name: /^bb/ }).check()
    await ofCustomers.getByRole('checkbox', { name: /^aa/ }).uncheck()
    await expect.poll(async () => (await kept(page)).only).toEqual({ column: 'Kind', is: ['bb'] })
    expect((await kept(page)).whispers).toBeUndefined()
    await rules
      .getByRole('group', { name: /^Your office wrote/ })
      .getByRole('checkbox', { name: /^aa/ })
      .check()
    await expect.poll(async () => (await kept(page)).whispers).toEqual({ column: 'Kind', is: ['aa'] })
    await expect.poll(async () => (await kept(page)).direction).toBeUndefined()
    expect(opened.problems).toEqual([])
  })

  it('goes on as a question where the first step did not answer it', async () => {
    opened = await openApp(here.browser, here.app)
    const { page } = opened
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), clients)
    await toMapping(page)
    await page
      .getByRole('region', { name: /^Needs you/ })
      .getByText('Consent to texts?')
      .waitFor()
  })
})
