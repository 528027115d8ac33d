import { beforeAll, expect, it } from 'vitest'
import { showTab, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 30 })
let hash: string
let phones: string[]

beforeAll(async () => {
  phones = (await here.served.contacts(30)).flatMap(({ phone }) => phone ?? [])
  const recipe = recipeOf({
    kind: 'contacts',
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['E-mail'] },
      { to: 'tags', from: ['Tags'], tags: 'add' },
      { to: 'notes', from: ['Notes'] },
    ],
    duplicates: 'last',
    duplicateBy: ['phone', 'email'],
  })
  const rows = [
    `${phones[0]},Ann,ann@example.com,vip,Called in May`,
    `${phones[1]},Ben,ben@example.com,,`,
    `,Anna Lee,ANN@example.com,lead,Prefers texts`,
    `${phones[0]},Anna Lee-Moss,,newsletter,`,
    `${phones[2]},Cid,office@example.com,,`,
    `${phones[3]},Dee,office@example.com,,`,
  ]
  const planned = await here.served.planned('twice.csv', ['Phone,Name,E-mail,Tags,Notes', ...rows], recipe)
  hash = planned.hash
})

const grid = () => here.opened.page.getByRole('grid', { name: 'Contacts that several rows are about' })
const dialog = () => here.opened.page.getByRole('dialog')

it('the contacts that several rows are about have a list of their own, with those where somebody has to decide', async () => {
  const { page } = here.opened
  await page.goto(new URL(hash, here.served.app.url).href)
  await expect.poll(() => tabCount(page, 'Duplicates')).toBe(2)
  await showTab(page, /^Duplicates/)
  await grid().getByText('2, 4, 5').waitFor()
  await grid().getByText('Row 5 counts').waitFor()
  await grid().getByText('Two contacts: you decide').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.getByLabel('Only the 1 where none counts').check()
  await expect.poll(() => grid().getByText('Row 5 counts').count()).toBe(0)
  await page.getByLabel('Only the 1 where none counts').uncheck()
})

it('another way of treating them plans the file again and comes back to the list', async () => {
  const { page } = here.opened
  await page.getByLabel('Several rows about one contact').selectOption({ label: 'Merge them into one' })
  await grid().getByText('Merged into row 5').waitFor()
  await expect.poll(() => tabCount(page, 'Will change')).toBe(2)
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(2)
})

it('a group shows its rows side by side with what is kept, from the keyboard alone', async () => {
  const { page } = here.opened
  await grid().focus()
  await page.keyboard.press('Enter')
  await dialog()
    .getByRole('heading', { name: /^3 rows about/ })
    .waitFor()
  await dialog().getByText('e-mail ann@example.com').waitFor()
  const name = dialog().getByRole('row', { name: /^Name/ })
  await expect
    .poll(() => name.getByRole('cell').allTextContents())
    .toEqual(['Ann (not kept)', 'Anna Lee (not kept)', 'Anna Lee-Moss', 'Anna Lee-Moss'])
  await expect.poll(() => dialog().getByRole('row', { name: /^Tags/ }).getByRole('cell').last().textContent()).toBe('vip, lead, newsletter')
  await expect
    .poll(() =>
      dialog()
        .getByRole('row', { name: /^Notes/ })
        .getByRole('cell')
        .last()
        .textContent(),
    )
    .toBe('Prefers texts')
  await expect.poll(() => violations(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Next' }).click()
  await dialog()
    .getByText(/the service has two contacts for them/)
    .waitFor()
  await expect.poll(() => violations(page)).toEqual([])
})

it('picking a row leaves out the others; undoing brings them back', async () => {
  const { page } = here.opened
  await dialog().getByRole('button', { name: 'Use only this (row 6)' }).click()
  await page.locator('p', { hasText: 'Row 6 counts; 1 row left out.' }).waitFor()
  await expect.poll(() => tabCount(page, 'Duplicates')).toBe(1)
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(0)
  await expect.poll(() => tabCount(page, 'Will change')).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tabCount(page, 'Duplicates')).toBe(2)
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(2)
  expect(here.opened.problems).toEqual([])
})

it('rows that share an address by accident are told apart, and that is undone', async () => {
  const { page } = here.opened
  await grid().getByText('Two contacts: you decide').click()
  await dialog().getByText('Then each row counts for its own phone number.').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await dialog().getByRole('button', { name: 'They are different people' }).click()
  await page.locator('p', { hasText: '2 rows told apart: each counts for its own number.' }).waitFor()
  await expect.poll(() => tabCount(page, 'Duplicates')).toBe(1)
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(0)
  await expect.poll(() => tabCount(page, 'Will change')).toBe(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => tabCount(page, 'Duplicates')).toBe(2)
  await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(2)
  expect(here.opened.problems).toEqual([])
})

it('the mapping screen offers by what rows are about one contact, and how they are merged', async () => {
  const { page } = here.opened
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
  await page.getByLabel('several rows are about one contact?').waitFor()
  await expect.poll(() => page.getByLabel('several rows are about one contact?').inputValue()).toBe('merge')
  await expect.poll(() => page.getByLabel('e-mail address').isChecked()).toBe(true)
  await page.getByLabel('Different notes').selectOption({ label: 'are put below each other' })
  await page.getByLabel('e-mail address').uncheck()
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})

it('a group of more than a thousand rows can be told apart, too', async () => {
  const { page } = here.opened
  const rows = Array.from({ length: 1_100 }, (_, row) => `+1202${5_550_000 + row},Person ${row},office@example.com`)
  const recipe = recipeOf({
    kind: 'contacts',
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['E-mail'] },
    ],
    duplicateBy: ['email'],
    notFound: 'create',
  })
  const { hash, plan } = await here.served.planned('office.csv', ['Phone,Name,E-mail', ...rows], recipe)
  expect(plan).toMatchObject({ send: 0, invalid: 1_100 })
  await page.goto(new URL(hash, here.served.app.url).href)
  await showTab(page, /^Duplicates/)
  await grid().getByText('None counts').click()
  await dialog().getByText('The first 100 of 1,100 rows.').waitFor()
  await dialog().getByRole('button', { name: 'They are different people' }).click()
  await page.locator('p', { hasText: '1,100 rows told apart: each counts for its own number.' }).waitFor()
  await expect.poll(() => tabCount(page, 'Will change')).toBe(1_100)
  expect(here.opened.problems).toEqual([])
})
