import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveFile } from '../give-file.ts'
import { draftIdOf, primary } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-recipes-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Opens a file and goes to its mapping. */
async function map(page: Page, name: string, lines: string[]): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  await page.getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  await newImport(page)
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await giveFile(page.getByLabel('File to import'), path)
  await primary(page, 'Map columns').click()
  await page
    .getByText(/of the first \d+/)
    .first()
    .waitFor()
}

const january = [
  'First Name,Last Name,Mobile Phone,Member No,City',
  'Ada,Byron,+1 415 555 0134,7,Leeds',
  'Grace,Hopper,+1 415 555 0135,8,York',
]

test('a recipe is saved with a name', async () => {
  const { page } = here.opened
  await map(page, 'january.csv', january)
  await page.getByRole('button', { name: 'Recipe', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Save as a recipe/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Monthly members')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await here.app.ask('recipes.list', {})).recipes.map(({ name }) => name)).toEqual(['Monthly members'])
})

test('it is offered for a file whose columns were moved and added to, which says so', async () => {
  const { page } = here.opened
  await map(page, 'february.csv', ['Mobile Phone,Street,Last Name,First Name,Member No,City', '+1 415 555 0134,High St,Byron,Ada,7,Leeds'])
  await page.getByText('1 column is new (“Street”) and the columns stand in another order.').waitFor()
  await page.getByRole('button', { name: 'Use “Monthly members” again' }).click()
  await expect.poll(async () => (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.recipe?.name).toBe('Monthly members')
})

test('where it no longer fits, what is missing is named with what it was for, and replaced', async () => {
  const { page, problems } = here.opened
  await map(page, 'march.csv', ['First Name,Surname,Handynummer,Member No', 'Ada,Byron,+1 415 555 0134,7'])
  await page.getByText('The recipe “Monthly members” nearly fits this file.').waitFor()
  await page.getByRole('button', { name: 'Adapt “Monthly members”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adapt “Monthly members” to this file' })
  await dialog.getByRole('row', { name: /Mobile Phone finding the contacts/ }).waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  const instead = dialog.getByRole('combobox', { name: 'Instead of Last Name' })
  await expect.poll(() => instead.locator('option:checked').innerText()).toBe('Surname (likely)')
  await dialog.getByRole('combobox', { name: 'Instead of Mobile Phone' }).selectOption({ label: 'Handynummer (likely)' })
  await dialog.getByRole('button', { name: 'Use it like this' }).click()
  const recipeNow = async () => (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.recipe
  await expect.poll(async () => (await recipeNow())?.match.column).toBe('Handynummer')
  expect((await recipeNow())?.fields).toContainEqual(expect.objectContaining({ to: 'name', from: ['First Name', 'Surname'] }))
  // The saved one is not touched.
  expect((await here.app.ask('recipes.list', {})).recipes[0]?.recipe.match.column).toBe('Mobile Phone')
  await primary(page, 'Review changes').click()
  await page.getByText('What will happen to your account').waitFor()
  expect(problems).toEqual([])
})

test('where a column is left out that told who refused, nobody is given consent until a person says that nobody has', async () => {
  const { page } = here.opened
  const saved = await here.app.ask('recipes.save', {
    recipe: {
      version: 1,
      name: 'Consents',
      kind: 'consent',
      source: {},
      match: { by: 'phone', column: 'Phone' },
      fields: [
        { to: 'consent', from: ['Texts'], values: { Yes: true, No: false } },
        { to: 'consent', from: ['Never Text Again'], values: { x: false } },
      ],
      blank: 'keep',
      notFound: 'skip',
      duplicates: 'last',
    },
  })
  await map(page, 'consents.csv', ['Phone,Texts', '+1 415 555 0134,Yes'])
  await page.getByRole('button', { name: 'Adapt “Consents”…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adapt “Consents” to this file' })
  await dialog.getByRole('combobox', { name: 'Instead of Never Text Again' }).selectOption({ label: 'Nothing: leave it out' })
  await dialog.getByRole('button', { name: 'Use it like this' }).click()
  await page.getByText('This list no longer has “Never Text Again”, which told who refused.').waitFor()
  const lacks = async () => (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.recipe?.lacks
  await expect.poll(lacks).toEqual(['Never Text Again'])
  await page.getByRole('button', { name: 'Nobody in this list has refused' }).click()
  await expect.poll(lacks).toBeUndefined()
  await here.app.ask('recipes.remove', { recipeId: saved.id })
})

test('saved recipes are renamed and deleted', async () => {
  const { page } = here.opened
  await map(page, 'april.csv', january)
  await page.getByRole('button', { name: 'Recipe', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Saved recipes/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved recipes' })
  await dialog.getByText('fits this file').waitFor()
  await dialog.getByRole('button', { name: 'Rename Monthly members' }).click()
  await dialog.getByRole('textbox', { name: 'New name of Monthly members' }).fill('Members')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete Members' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('There are none yet.').waitFor()
  expect((await here.app.ask('recipes.list', {})).recipes).toEqual([])
})
