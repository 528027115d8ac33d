import { beforeAll, describe, expect, it } from 'vitest'
import { lookedAt } from '../looked-at.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 40 })
async function imported(name: string, notes: string): Promise<string> {
  const contacts = await here.served.contacts(5)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const { plan } = await here.served.planned(name, ['Phone,Notes', ...contacts.map(({ phone }) => `${phone},${notes}`)], recipe)
  return (await here.served.app.ask('runs.start', { planId: plan.id, wait: true })).id
}

beforeAll(async () => {
  await imported('first.csv', 'First')
  await imported('second.csv', 'Second')
})

describe('the data of an account, in the settings', () => {
  it('lists the backups, and makes one', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Privacy' }).click()
    const data = page.getByRole('region', { name: 'Data on this computer' })
    await data.getByText('After an import').first().waitFor()
    await data.getByRole('button', { name: 'Make a backup now' }).click()
    await data.getByText('You asked for it').waitFor()
    await lookedAt(page, 'settings')
  })

  it('keeps the ledger for as many years as are typed', async () => {
    const { page } = here.opened
    const field = page.getByLabel('Keep the ledger for')
    await field.fill('7')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const years = async () =>
      (await here.served.app.ask('accounts.list', {})).accounts.find(({ practice }) => !practice)?.settings.ledgerYears
    await expect.poll(years).toBe(7)
  })

  it('forgets an import after showing what goes and what stays, once the word is typed', async () => {
    const { page } = here.opened
    await page.getByLabel('One import').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Forget the import…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What goes, for good').waitFor()
    await dialog.getByText('first.csv').last().waitFor()
    await lookedAt(page, 'forget')
    const forget = dialog.getByRole('button', { name: 'Forget', exact: true })
    expect(await forget.isDisabled()).toBe(true)
    await dialog.getByLabel('Type “forget” to confirm').fill('forget')
    await page.keyboard.press('Enter')
    await dialog.getByText('1 import forgotten.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const { runs } = await here.served.app.ask('history.list', {})
    expect(runs.map(({ fileName, forgottenAtSeconds }) => [fileName, forgottenAtSeconds !== null])).toEqual([
      ['second.csv', false],
      ['first.csv', true],
    ])
  })

  it('says that there is nothing to forget where no import is that old', async () => {
    const { page } = here.opened
    await page.getByRole('button', { name: 'Forget old imports…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('There is nothing to forget.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(here.opened.problems).toEqual([])
  })
})
