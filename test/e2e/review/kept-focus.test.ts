import { expect, it } from 'vitest'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 100 })

/** The role and the beginning of the name of what has the focus. */
const focused = () =>
  here.opened.page.evaluate(() => {
    const element = document.activeElement
    return `${element?.getAttribute('role') ?? element?.tagName}: ${(element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim()}`
  })

async function press(name: string | RegExp): Promise<void> {
  await here.opened.page.getByRole('button', { name, exact: true }).focus()
  await here.opened.page.keyboard.press('Enter')
}

it('stays in the review when rows are looked at that a safety check holds, and when they are released', async () => {
  const { page } = here.opened
  const contacts = await here.served.contacts(30)
  const recipe = recipeOf({ kind: 'messages', fields: [{ to: 'body', from: ['Text'] }] })
  const plan = await here.review('held.csv', ['Phone,Text', ...contacts.map(({ phone }) => `${phone},STOP`)], recipe)
  expect(plan.guards).toMatchObject([{ guard: 'keyword', released: false }])
  await page.getByRole('tab', { name: /^Needs your OK/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^tab: Needs your OK/)
  await page.getByText('Why, and several answers at once').click()
  await page.getByLabel('To import them all, type the number of contacts').fill(String(plan.guards[0]?.contacts))
  await page.keyboard.press('Enter')
  await page.getByText('Answered by you').waitFor()
  await expect.poll(focused).toMatch(/^tab: Needs your OK/)
})

it('goes to the cells when the buttons for chosen rows are gone, and pressing twice leaves out once', async () => {
  const { page } = here.opened
  const contacts = await here.served.contacts(20)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const plan = await here.review('chosen.csv', ['Phone,Notes', ...contacts.map(({ phone }, at) => `${phone},note ${at}`)], recipe)
  await page.getByText('File', { exact: true }).click()
  const cells = page.getByRole('grid', { name: 'Cells of the file' })
  await cells.focus()
  await page.keyboard.press('Space')
  const leaveOut = page.getByRole('button', { name: 'Leave out', exact: true })
  await leaveOut.waitFor()
  await leaveOut.focus()
  await leaveOut.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.locator('.note').getByText('1 row left out.').waitFor()
  await expect.poll(focused).toBe('grid: Cells of the file')
  const { corrections } = await here.served.app.ask('corrections.list', { fileId: plan.fileId, offset: 0, limit: 10 })
  expect(corrections.map(({ correction }) => correction)).toEqual([{ kind: 'exclude', lines: [2] }])
})

it('goes to the tab in sight when the last correction is undone in the list of them, whose button is gone then', async () => {
  const { page } = here.opened
  await press('Corrections · 1')
  const dialog = page.getByRole('dialog', { name: 'Corrections' })
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await dialog.getByText('Nothing is corrected.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(focused).toMatch(/^tab: Will change/)
  expect(here.opened.problems).toEqual([])
})

it('goes to where the next one is added when a step of the mapping is removed', async () => {
  const { page } = here.opened
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const { hash } = await here.served.planned('steps.csv', ['Phone,Notes', '+12025550100,a note'], recipe)
  await page.goto(new URL(hash.replace('/review', '/mapping'), here.served.app.url).href)
  await page.locator('[data-line]', { hasText: 'Phone' }).first().click()
  const steps = page.getByRole('combobox', { name: 'Change the text for the phone numbers' })
  await steps.selectOption('trim')
  await press('1. Remove extra spaces: remove')
  await page.getByText('Change the text first…').first().waitFor({ state: 'attached' })
  await expect.poll(() => steps.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(here.opened.problems).toEqual([])
})
