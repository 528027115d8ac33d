import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 30 })

it('an account whose sign-in has expired is told on the start page of another one, and its button leads to signing in to it', async () => {
  const { page } = here.opened
  const { app } = here.served
  await here.served.expireTokens()
  await here.served.sync().catch(() => null)
  const { accounts, currentId } = await app.ask('accounts.list', {})
  expect(accounts.map(({ name, signInExpired }) => [name, signInExpired ?? false])).toEqual([
    ['Main office', true],
    ['Practice', false],
  ])
  await app.ask('accounts.open', { accountId: accounts.find(({ practice }) => practice)?.id ?? '' })
  await page.reload()
  const needs = page.getByRole('region', { name: /^Needs you/ })
  await needs.getByText('Main office: sign-in expired').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await needs.getByRole('link', { name: 'Sign in again: Main office: sign-in expired' }).click()
  await page.getByText('To “Main office” again, or to another account of your messaging service.').waitFor()
  expect((await app.ask('accounts.list', {})).currentId).toBe(currentId)

  await app.ask('signIn.pasteToken', {
    baseUrl: here.served.service.baseUrl,
    token: await here.served.issueToken(),
    accountName: 'Main office',
  })
  await page.goto(new URL('#/', app.url).href)
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  await expect.poll(() => needs.count()).toBe(0)
  expect((await app.ask('accounts.list', {})).accounts.some(({ signInExpired }) => signInExpired)).toBe(false)

  // Whoever signed out on purpose is not asked to come back.
  await here.served.expireTokens()
  await here.served.sync().catch(() => null)
  await needs.getByText('Main office: sign-in expired').waitFor()
  await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
  expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
  // Where something is refused because of it, the way back is beside what is said.
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'The service does not accept the sign-in any more. The service says: ' })
  await refused.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Imports' }).click()
  await app.ask('signIn.signOut', { accountId: currentId ?? '' })
  await expect.poll(() => needs.count()).toBe(0)
  expect(here.opened.problems).toEqual([])
})
