import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { openApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 20 })
const pictures = process.env.ROLLCALL_TEST_PICTURES

it('a recipe is copied to another account from its tile by keys alone, and its consent is to be confirmed there', async () => {
  const fields = [
    { to: 'consent' as const, from: ['OK'], values: { Yes: true } },
    { to: 'custom:Shoe size' as const, from: ['Size'] },
  ]
  await here.served.app.ask('recipes.save', { recipe: { ...recipeOf({ kind: 'contacts', fields }), name: 'Monthly list' } })
  const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'What to do with Monthly list' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy to Practice' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '“Monthly list” is in Practice, too' })
  await dialog.getByText('Practice has no custom field “Shoe size”.').waitFor()
  await dialog.getByText(/is to be confirmed for Practice/).waitFor()
  expect(await violations(page)).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/recipe-copied.png` })
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'What to do with Monthly list' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy to Practice' }).press('Enter')
  const taken = page.getByRole('dialog', { name: 'Not copied to Practice' })
  await taken
    .getByText('There is already a recipe named “Monthly list”.')
    .or(taken.getByText('There is already a recipe named "Monthly list".'))
    .waitFor()
  await taken.getByRole('button', { name: 'Replace it there' }).press('Enter')
  await dialog.waitFor()
  expect(problems).toEqual([])
  await close()
})
