import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Recipe } from '../../../src-main/engine/contract.ts'
import { savedFile } from '../give-file.ts'
import { draftIdOf, primary, showTab, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { answerQuestions, mapFile } from '../map-file.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 40 })

async function mapAnew(page: Page, file: Parameters<typeof mapFile>[1]): Promise<void> {
  await page.goto(new URL('#/', here.served.app.url).href)
  await mapFile(page, file)
}

describe('what a mapping may change', () => {
  it('only adds where the person says so, fills only what is empty, and says why rows are left out', async () => {
    const { page } = here.opened
    const [known] = await here.served.contacts(1)
    const lines = ['Mobile,Full name', `${known?.phone},Somebody else`, '(202) 555-0177,New One']
    await mapAnew(page, { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    const kept = async (): Promise<Recipe | null> => (await here.served.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.recipe
    await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    await page.getByRole('combobox', { name: 'somebody is in your account already, or not yet?' }).selectOption('add')
    await page.locator('[data-line="column:Full name"]').click()
    const options = page.getByRole('group', { name: 'Options for Name' })
    await options.getByRole('checkbox', { name: 'Only where the contact has none' }).check()
    await expect.poll(async () => (await kept())?.mode).toBe('add')
    await expect.poll(async () => (await kept())?.fields.find(({ to }) => to === 'name')?.overwrite).toBe('ifEmpty')
    // What is filled only where it is empty is not emptied by a blank cell.
    expect(await options.getByRole('group', { name: 'A blank cell' }).count()).toBe(0)
    await expect.poll(() => violations(page)).toEqual([])
    await primary(page, 'Review changes').click()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(1)
    await expect.poll(() => tabCount(page, 'Left out')).toBe(1)
    await showTab(page, /^Left out/)
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
    await showTab(page, /^Up to date/)
    await page.getByText('The service was asked 1 time to make sure.').waitFor()
  })
})

describe('the address book', () => {
  it('is saved as a workbook that changes nothing when it is loaded again', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('button', { name: 'Export contacts' }).click()
    await page.getByRole('menuitem', { name: /^Contacts…/ }).click()
    const file = await savedFile(page, () => page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click())
    expect(file.name).toBe('contacts.xlsx')
    const bytes = readFileSync(file.path)
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')

    await mapAnew(page, {
      name: 'contacts.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: bytes,
    })
    await answerQuestions(page)
    await primary(page, 'Review changes').click()
    await expect.poll(() => tabCount(page, 'Up to date')).toBe(40)
    await expect.poll(() => tabCount(page, 'Will change')).toBe(0)
    expect(here.opened.problems).toEqual([])
  })
})
