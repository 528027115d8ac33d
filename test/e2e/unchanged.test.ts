import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Recipe } from '../../src-main/engine/contract.ts'
import { draftIdOf, primary, tabCount } from './app.ts'
import { violations } from './axe.ts'
import { recipeOf } from './service-app.ts'
import { pageWithService } from './shared-app.ts'

const here = pageWithService({ contacts: 40 })

async function mapFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto(new URL('#/', here.served.app.url).href)
  await page.getByRole('button', { name: 'New import' }).click()
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await page.getByLabel('File to import').setInputFiles(file)
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await primary(page, 'Map columns').click()
  await page
    .getByText(/of the first \d+/)
    .first()
    .waitFor()
}

describe('what a mapping may change', () => {
  it('only adds where the person says so, fills only what is empty, and says why rows are left out', async () => {
    const { page } = here.opened
    const [known] = await here.served.contacts(1)
    const lines = ['Mobile,Full name', `${known?.phone},Somebody else`, '(202) 555-0177,New One']
    await mapFile(page, { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    const kept = async (): Promise<Recipe | null> => (await here.served.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.recipe
    await page.getByRole('combobox', { name: 'there is no such contact, or there is one?' }).selectOption('add')
    await page.getByRole('button', { name: /Options.* for Name$/ }).click()
    const options = page.getByRole('group', { name: 'Options for Name' })
    await options.getByRole('combobox', { name: 'Where the contact has a value' }).selectOption('ifEmpty')
    await expect.poll(async () => (await kept())?.mode).toBe('add')
    await expect.poll(async () => (await kept())?.fields.find(({ to }) => to === 'name')?.overwrite).toBe('ifEmpty')
    // What is filled only where it is empty is not emptied by a blank cell.
    expect(await options.getByRole('combobox', { name: 'A blank cell' }).count()).toBe(0)
    await expect.poll(() => violations(page)).toEqual([])
    await primary(page, 'Review changes').click()
    await expect.poll(() => tabCount(page, 'To send')).toBe(1)
    await expect.poll(() => tabCount(page, 'Skipped')).toBe(1)
    await page.getByRole('tab', { name: /^Skipped/ }).click()
    await page.getByText('The contact exists already, and the recipe only adds new ones.').first().waitFor()
    expect(here.opened.problems).toEqual([])
  })
})

describe('what is up to date', () => {
  it('says that the service was asked about a refusal that was known already', async () => {
    const { page } = here.opened
    const refused = (await here.served.contacts(500)).find(({ consent }) => consent === false)
    const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['Consent'] }] })
    await here.review('consent.csv', ['Phone,Consent', `${refused?.phone},No`], recipe)
    await page.getByRole('tab', { name: /^Unchanged/ }).click()
    await page.getByText('The service was asked 1 time to make sure.').waitFor()
  })
})

describe('the address book', () => {
  it('is saved as a workbook that changes nothing when it is loaded again', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Contacts' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export for Excel' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('contacts.xlsx')
    const bytes = readFileSync(await file.path())
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')

    await mapFile(page, {
      name: 'contacts.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: bytes,
    })
    await primary(page, 'Review changes').click()
    await expect.poll(() => tabCount(page, 'Unchanged')).toBe(40)
    await expect.poll(() => tabCount(page, 'To send')).toBe(0)
    expect(here.opened.problems).toEqual([])
  })
})
