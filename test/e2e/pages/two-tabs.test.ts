import { expect, it } from 'vitest'
import { isDesktop, openApp } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { appWithService } from '../shared-app.ts'

const here = appWithService({ contacts: 20 })

// The desktop app has one window.
it.skipIf(isDesktop)('of two tabs each works in the account that it shows, whichever was opened last', async () => {
  const { app } = here.served
  await app.ask('recipes.save', {
    recipe: { ...recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Note'] }] }), name: 'Office list' },
  })
  const name = (await here.served.contacts(10)).find((contact) => contact.name !== null)?.name ?? ''
  const office = await openApp(here.browser, app)
  const menu = office.page.getByRole('button', { name: 'What to do with Office list' })
  await menu.waitFor()
  const practice = await openApp(here.browser, app)
  await practice.page.keyboard.press('Control+Shift+Digit2')
  await practice.page.getByText('Practice mode', { exact: true }).waitFor()

  // The first tab goes on in its own account, also after it was on other pages.
  await office.page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await office.page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await office.page.getByText(name).first().waitFor()
  await office.page.getByRole('link', { name: 'Imports' }).click()
  await menu.press('Enter')
  await office.page.getByRole('menuitem', { name: 'Remove…' }).press('Enter')
  await office.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await menu.waitFor({ state: 'detached' })
  expect(await practice.page.getByText('Practice mode', { exact: true }).isVisible()).toBe(true)
  expect([office.problems, practice.problems]).toEqual([[], []])
  await office.close()
  await practice.close()
})
