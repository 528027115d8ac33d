import { beforeAll, describe, expect, it } from 'vitest'
import { primary, tabCount } from './app.ts'
import { violations } from './axe.ts'
import { recipeOf } from './service-app.ts'
import { pageWithService } from './shared-app.ts'

const here = pageWithService({ contacts: 300 })
let hash: string
let planId: string

beforeAll(async () => {
  const contacts = await here.served.contacts(300)
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })
  const planned = await here.served.planned('opt-in.csv', ['Phone,OK', ...contacts.map(({ phone }) => `${phone},yes`)], recipe)
  hash = planned.hash
  planId = planned.plan.id
})

const input = () => here.opened.page.getByLabel('To release, type the number of contacts')

describe('rows that a safety check holds', () => {
  it('are shown with the check that stopped them and why it is risky', async () => {
    const { page } = here.opened
    await page.goto(new URL(hash, here.served.app.url).href)
    await page.getByText(/rows are held and will not be sent\.$/).waitFor()
    await page.getByRole('button', { name: 'Look at what is held' }).click()
    const { guards, held } = await here.served.app.ask('plans.get', { planId })
    const [guard] = guards
    expect(guard).toMatchObject({ guard: 'consent', released: false })
    expect(held).toBeGreaterThan(10)
    await page.getByText(guard?.message ?? '').waitFor()
    await page.getByRole('grid').getByText('The row gives consent, but the contact has refused it.').first().waitFor()
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('stay held when they are not released, and the confirmation says so', async () => {
    const { page } = here.opened
    const { held } = await here.served.app.ask('plans.get', { planId })
    await primary(page, /^Send/).click()
    await page.getByRole('dialog').getByText(`${held} rows stay held and are not sent.`).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
  })

  it('are not released by a wrong number, and the engine says why', async () => {
    const { page } = here.opened
    await input().fill('3')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: /holds \d+ contacts, not 3\. Nothing was released\./ })
      .waitFor()
    await expect.poll(() => input().getAttribute('aria-invalid')).toBe('true')
    await input().fill('all')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a number.').waitFor()
    expect((await here.served.app.ask('plans.get', { planId })).guards[0]?.released).toBe(false)
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('move to the rows to send when the right number is typed, from the keyboard alone', async () => {
    const { page } = here.opened
    const before = await here.served.app.ask('plans.get', { planId })
    await input().fill(String(before.guards[0]?.contacts))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Released by you').waitFor()
    await expect.poll(() => tabCount(page, 'Held')).toBe(0)
    await expect.poll(() => tabCount(page, 'To send')).toBe(before.send + before.held)
    await page.getByText(`${before.held} rows moved from held to the rows to send.`).first().waitFor()
    await primary(page, /^Send/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`You released: consent that needs your OK (${before.guards[0]?.contacts} contacts).`).waitFor()
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText(`All ${before.send + before.held} rows that were sent are done.`).waitFor()
    expect((await here.served.counts()).consentsTrue).toBe(before.send + before.held)
    expect(here.opened.problems).toEqual([])
  })
})
