import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SandboxHandle, startSandboxThread } from '../../../src-main/sandbox/start-sandbox-thread.ts'
import { giveFile } from '../give-file.ts'
import { openApp, primary } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()
let service: SandboxHandle

beforeAll(async () => {
  service = await startSandboxThread(new URL('../../../out/main/sandbox-worker.js', import.meta.url), { contacts: 20 })
})
afterAll(async () => {
  await service.close()
})

describe('signing in', () => {
  it('asks for the code that was sent, and says so when it is wrong', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Sign in to your account' }).click()
    await expect.poll(() => page.getByLabel('Keep me signed in on this computer').isChecked()).toBe(false)
    await page.getByLabel('Address of the service').fill(service.baseUrl)
    await page.getByLabel('E-mail').fill(service.credentials.email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByLabel('API key').fill(service.credentials.apiKey)
    await page.getByLabel('Name for this account').fill('Main office')
    await primary(page, 'Sign in').click()
    await page.locator('.banner.bad').waitFor()

    await page.getByLabel('Password').fill(service.credentials.password)
    await primary(page, 'Sign in').click()
    await page.getByText(/A code was sent/).waitFor()
    await page.getByLabel('Code').fill('999999')
    await primary(page, 'Sign in').click()
    await expect.poll(() => page.locator('.banner.bad, .banner.warn').count()).toBeGreaterThan(0)
    await page.getByLabel('Code').fill(service.credentials.mfaCode)
    await primary(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account: Main office' }).waitFor()
    const { accounts, currentId } = await here.app.ask('accounts.list', {})
    expect(accounts.find(({ id }) => id === currentId)).toMatchObject({ name: 'Main office', signedIn: true, practice: false })
  })

  it('keeps an import through being signed out, and goes on with a pasted token', async () => {
    const { page, problems } = here.opened
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), {
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Phone\nAna,+12025550123\n'),
    })
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    const address = page.url()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('main').getByText('Signed out', { exact: true }).waitFor()
    await page.goto(address)
    await page.getByText('You are signed out of “Main office”').waitFor()
    await page.getByRole('button', { name: 'Use an access token instead' }).click()
    await page.getByLabel('Access token').fill('not-a-token')
    await primary(page, 'Sign in').click()
    await page.locator('.banner.bad').waitFor()
    await page.getByLabel('Access token').fill(service.token)
    await primary(page, 'Sign in').click()
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    // The browser itself notes the refusals that were wanted; nothing else went wrong.
    expect(problems).toEqual([])
  })

  it('switches between accounts, each with its own imports', async () => {
    const { page } = here.opened
    await page.getByRole('button', { name: 'Account: Main office' }).click()
    await page.getByRole('menuitem', { name: /^Practice/ }).click()
    await page.getByText('Practice mode', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('a.csv').count()).toBe(0)
    await page.getByRole('button', { name: 'Account: Practice' }).click()
    await page.getByRole('menuitem', { name: /^Main office/ }).click()
    await page.getByRole('link', { name: /a\.csv/ }).waitFor()
  })
})

describe('a connection that breaks off', () => {
  it('is said in a banner and made again by itself, and what is asked meanwhile is answered', async () => {
    const { page, close } = await openApp(here.browser, here.app)
    let breakOff = () => {}
    let isDown = false
    await page.route('**/session', (route) => (isDown ? route.abort() : route.continue()))
    await page.routeWebSocket(/\/engine$/, (socket) => {
      socket.connectToServer()
      breakOff = () => void socket.close()
    })
    await page.reload()
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    isDown = true
    breakOff()
    await page.getByText('The connection to Rollcall is interrupted.').waitFor()
    const choose = page.getByRole('button', { name: 'Choose a file…', exact: true })
    expect(await choose.isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'History' }).click()
    isDown = false
    await page.getByText(/^No imports yet/).waitFor()
    await page.getByRole('link', { name: 'Imports' }).click()
    await expect.poll(() => choose.isEnabled()).toBe(true)
    expect(await page.getByText('The connection to Rollcall is interrupted.').count()).toBe(0)
    await close()
  })
})
