import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldRule, Recipe } from '../../../src-main/engine/contract.ts'
import { draftIdOf, openApp, type OpenedPage } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()
let opened: OpenedPage
afterEach(() => opened.close())

/** Opens a file of the person's own and goes to the mapping screen. */
async function mapping(rows: string[][]): Promise<Page> {
  opened = await openApp(here.browser, here.app)
  await mapFile(opened.page, rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'))
  return opened.page
}

/** The recipe as it is kept. */
async function kept(page: Page): Promise<Recipe> {
  const { state } = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
  if (!state.recipe) throw new Error('The draft has no recipe')
  return state.recipe
}
const ruleTo = async (page: Page, to: string): Promise<FieldRule | undefined> => (await kept(page)).fields.find((rule) => rule.to === to)

const line = (page: Page, column: string) => page.locator(`[data-line="column:${column}"]`)

/** The options of a column, beside the list. */
async function openOptions(page: Page, column: string, field: string) {
  await line(page, column).click()
  return page.getByRole('group', { name: `Options for ${field}` })
}
const becomes = (page: Page) => page.getByRole('region', { name: 'What becomes of the first rows' })
const openLeftOut = (page: Page) =>
  page
    .getByRole('region', { name: 'Left out' })
    .getByRole('button', { name: /^Left out/ })
    .click()
const phone = (at: number) => `(202) 555-${String(at % 10_000).padStart(4, '0')}`

describe('the mapping screen', () => {
  it('lists the values of the whole file with their rows, those without a meaning first', async () => {
    const word = (at: number) => (at < 1_500 ? 'Yes' : at < 2_400 ? 'No' : at < 2_460 ? 'pending' : at < 2_470 ? 'J' : '')
    const page = await mapping([['Mobile', 'SMS consent'], ...Array.from({ length: 2_500 }, (_, at) => [phone(at), word(at)])])
    const options = await openOptions(page, 'SMS consent', 'Consent')
    await options.getByText('4 different values in 2,500 rows; 30 rows without any.').waitFor()
    // "J" stands far down in the file, and is a known word all the same.
    await options.getByText('1 value in 60 rows still without a meaning.').waitFor()
    await expect
      .poll(() => options.getByRole('listitem').allInnerTexts())
      .toMatchObject([
        expect.stringMatching(/^pending\s+60 rows/),
        expect.stringMatching(/^Yes\s+1,500 rows/),
        expect.stringMatching(/^No\s+900 rows/),
        expect.stringMatching(/^J\s+10 rows/),
        expect.stringMatching(/^N\s+not in the file/),
      ])
    await options.getByRole('combobox', { name: '“pending” means, for Consent' }).selectOption('leave')
    await expect
      .poll(async () => (await ruleTo(page, 'consent'))?.values)
      .toEqual({ Yes: true, No: false, J: true, N: false, pending: null })
    // What has a meaning now stays where it was in the list.
    await expect.poll(() => options.getByRole('listitem').first().innerText()).toMatch(/^pending/)
    await expect.poll(() => violations(page)).toEqual([])
    expect(opened.problems).toEqual([])
  })

  it('changes texts before they are understood, and says what is wrong with a change', async () => {
    const page = await mapping([
      ['Mobile', 'First name', 'Last name', 'Customer since'],
      [phone(1), 'ANNA', "O'BRIEN", '25/03/2024'],
      [phone(2), 'BO', 'N/A', '03/04/2024'],
      [phone(3), 'CY', 'LEE', 'soon'],
    ])
    const name = await openOptions(page, 'First name', 'Name')
    await name.getByRole('combobox', { name: 'Change the text for Name' }).selectOption('replace')
    await name.getByRole('checkbox', { name: 'whole cell' }).uncheck()
    await name.getByRole('combobox', { name: 'Change the text for Name' }).selectOption('case')
    await becomes(page).getByText("Anna O'Brien", { exact: true }).waitFor()
    await becomes(page).getByText('Bo', { exact: true }).waitFor()
    const find = name.getByRole('textbox', { name: '1. Find and replace: find' })
    await find.fill('')
    await name.getByText('Fill this in; until then nothing changes.').waitFor()
    await find.fill('(n/a')
    await name.getByRole('checkbox', { name: 'pattern' }).check()
    await name.getByText('This is not a pattern that can be read').waitFor()
    await find.fill('n/a$')
    await becomes(page).getByText('Bo', { exact: true }).waitFor()
    await name.getByRole('button', { name: '2. Capital and small letters: make it earlier' }).click()
    await expect
      .poll(async () => (await ruleTo(page, 'name'))?.steps)
      .toEqual([
        { do: 'case', to: 'title' },
        { do: 'replace', find: 'n/a$', with: '', pattern: true },
      ])

    const since = await openOptions(page, 'Customer since', 'Customer since')
    await since.getByRole('combobox', { name: 'Change the text for Customer since' }).selectOption('date')
    await since.getByRole('combobox', { name: '1. Write dates in one way: how they become' }).selectOption('D MMMM YYYY')
    await becomes(page).getByText('3 April 2024').waitFor()
    await becomes(page).getByText('"soon" cannot be read as a date.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    expect(opened.problems).toEqual([])
  })

  it('takes the first of several columns, cuts lists where the person says, and empties fields by blank cells', async () => {
    const page = await mapping([
      ['Mobile', 'Email', 'Other email', 'Tags'],
      [phone(1), '', 'b@example.com', 'a/b'],
      [phone(2), 'a@example.com', 'c@example.com', 'c'],
    ])
    await openLeftOut(page)
    await line(page, 'Other email').click()
    const email = page.getByRole('combobox', { name: 'Import “Other email” to' })
    await email.fill('E-mail')
    await page.getByRole('option', { name: /^E-mail/ }).click()
    const options = await openOptions(page, 'Email', 'E-mail')
    await options.getByRole('combobox', { name: 'Of the 2 columns' }).selectOption('first')
    await becomes(page).getByText('b@example.com', { exact: true }).last().waitFor()
    await options.getByRole('group', { name: 'A blank cell' }).getByText('Empties the field').click()
    await expect.poll(() => ruleTo(page, 'email')).toEqual({ to: 'email', from: ['Email', 'Other email'], take: 'first', blank: 'clear' })
    const tags = await openOptions(page, 'Tags', 'Tags')
    await tags.getByRole('combobox', { name: 'Between the items of a list' }).selectOption('/')
    await tags.getByText('“a/b” becomes: a, b').waitFor()
    await tags.getByRole('button', { name: 'Replace values by others…' }).click()
    await tags.getByRole('button', { name: 'Say what each becomes' }).click()
    await tags.getByRole('textbox', { name: '“a” becomes, for Tags' }).fill('vip')
    await tags.getByRole('textbox', { name: '“a” becomes, for Tags' }).press('Tab')
    await becomes(page).getByText('vip, b').waitFor()
    await expect.poll(async () => (await ruleTo(page, 'tags'))?.values).toEqual({ a: 'vip', b: 'b', c: 'c' })
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('puts a text together for any field, by buttons, with the result and the mistakes at once', async () => {
    const page = await mapping([
      ['Mobile', 'City', 'Plan name'],
      [phone(1), 'Oslo', 'Gold'],
      [phone(2), 'Rome', ''],
    ])
    await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    await page.getByRole('combobox', { name: 'Combine columns into a text for a field' }).selectOption({ label: 'Notes' })
    const notes = page.getByRole('group', { name: 'Text for Notes' })
    await notes.getByText('Write a text, or insert a column.').waitFor()
    const text = notes.getByRole('textbox', { name: 'Template for Notes' })
    await text.fill('Lives in ')
    await notes.getByRole('combobox', { name: 'Insert a column into the text for Notes' }).selectOption('City')
    await expect.poll(() => text.inputValue()).toBe('Lives in {{City}}')
    await page.keyboard.type(', plan {{Plan')
    await notes.getByText(/is not closed/).waitFor()
    await page.keyboard.type(' nam}}')
    await notes.getByText('is it "Plan name"?').waitFor()
    await text.fill('Lives in {{City}}, plan {{Plan name}}')
    await notes.getByText('Lives in Oslo, plan Gold').waitFor()
    await line(page, 'City').getByText('part of a text').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await notes.getByRole('button', { name: 'Use the columns as they are' }).click()
    await expect.poll(() => ruleTo(page, 'notes')).toEqual({ to: 'notes', from: ['City', 'Plan name'] })
    expect(opened.problems).toEqual([])
  })

  it('offers the second best with its reason, and checks what goes to a field of web addresses', async () => {
    const page = await mapping([
      ['Mobile', 'Email', 'Private email', 'Profile'],
      ...Array.from({ length: 9 }, (_, at) => [
        phone(at),
        `a${at}@example.com`,
        `p${at}@example.com`,
        at === 4 ? 'example' : `https://example.com/${at}`,
      ]),
    ])
    await openLeftOut(page)
    await line(page, 'Private email').getByText('"Email" is used for that already.').waitFor()
    await line(page, 'Private email').click()
    const panel = page.getByRole('complementary')
    await panel.getByText('The header says "Private email".').waitFor()
    await panel.getByRole('button', { name: 'Use as E-mail' }).click()
    await expect.poll(() => ruleTo(page, 'email')).toEqual({ to: 'email', from: ['Private email'] })
    await line(page, 'Email').click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Import “Email” to' }).inputValue()).toBe('Do not import')
    await line(page, 'Profile').click()
    await panel.getByRole('button', { name: 'Use as Profile page' }).click()
    await becomes(page).getByText('"example" is not a web address, and "Profile page" takes only those.').waitFor()
  })

  it('shows any row with all of its fields, and goes to the next one with an issue', async () => {
    const page = await mapping([
      ['Mobile', 'Name', 'Email'],
      ...Array.from({ length: 12_000 }, (_, at) => [at === 11_000 ? '12' : phone(at), `Person ${at + 1}`, `p${at}@example.com`]),
    ])
    await page.getByRole('button', { name: 'Any row…' }).click()
    const pane = page.getByRole('complementary', { name: 'What a row becomes' })
    await pane.getByText('Person 1', { exact: true }).first().waitFor()
    const number = pane.getByRole('spinbutton', { name: 'Entry' })
    await number.fill('9876')
    await number.press('Enter')
    await pane.getByText('Person 9876').first().waitFor()
    await pane.getByText('It is row 9,877 of the file. It can be imported.').waitFor()
    await pane.getByRole('button', { name: 'Next entry with an issue' }).click()
    await pane.getByText('"12" has too few digits for a phone number.').waitFor()
    await expect.poll(() => number.inputValue()).toBe('11001')
    await pane.getByRole('button', { name: 'The entry after' }).click()
    await pane.getByText('Person 11002').first().waitFor()
    await pane.getByRole('button', { name: 'Next entry with an issue' }).click()
    await pane.getByText('No entry below has an issue.').waitFor()
    await number.fill('99999')
    await number.press('Enter')
    await pane.getByText('The file has no such entry.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    expect(opened.problems).toEqual([])
  })
})
