import { beforeAll, describe, expect, it } from 'vitest'
import { goAhead, primary, showTab, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { lookedAt } from '../looked-at.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })
let hash: string
let planId: string
let textsHash: string

beforeAll(async () => {
  const contacts = await here.served.contacts(300)
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })
  const planned = await here.served.planned('opt-in.csv', ['Phone,OK', ...contacts.map(({ phone }) => `${phone},yes`)], recipe)
  hash = planned.hash
  planId = planned.plan.id
  const send = recipeOf({ kind: 'send', fields: [{ to: 'body', value: 'We moved.' }], sending: { business: 'Smile Dental' } })
  textsHash = (await here.served.planned('texts.csv', ['Phone', ...contacts.map(({ phone }) => phone)], send)).hash
})

const input = () => here.opened.page.getByLabel(/^To import those whose evidence in the file/)
const rows = () => here.opened.page.getByRole('grid', { name: 'Rows of the file' })
const panel = () => here.opened.page.getByRole('complementary')
/** Until the list shows what was answered: before that, no key is about its rows. */
const settled = () => here.opened.page.locator('.list[aria-busy=false]').waitFor()
const held = async () => (await here.served.app.ask('plans.get', { planId })).held

it('people who are not known to have agreed are answered one by one: no number lets all of them go', async () => {
  const { page } = here.opened
  await page.goto(new URL(textsHash, here.served.app.url).href)
  await showTab(page, /^Needs your OK/)
  const card = page.getByRole('region', { name: /^Nothing shows that/ })
  await card.getByText('They are not texted until you answer.').waitFor()
  await card.getByText('Why', { exact: true }).click()
  await card.getByText('Texting them can break the law.', { exact: false }).waitFor()
  expect(await card.getByRole('textbox').count()).toBe(0)
})

describe('rows that a safety check holds', () => {
  it('are shown with the check that stopped them and why it is risky', async () => {
    const { page } = here.opened
    await page.goto(new URL(hash, here.served.app.url).href)
    await page.locator('.bar').getByText('wait for your OK.').waitFor()
    await showTab(page, /^Needs your OK/)
    const [guard] = (await here.served.app.ask('plans.get', { planId })).guards
    expect(guard).toMatchObject({ guard: 'consent', released: false })
    expect(await held()).toBeGreaterThan(10)
    await page.getByRole('heading', { name: `${guard?.contacts} people refused texts, but the file says they agreed` }).waitFor()
    await page.getByText('They get no texts, and are not imported, until you answer.').waitFor()
    await rows().getByText('Refused').first().waitFor()
    await page.getByText('Why, and several answers at once').click()
    await page.getByText(guard?.message ?? '').waitFor()
    await lookedAt(page, 'needs-ok')
  })

  it('stay held when they are not released, and the confirmation says so', async () => {
    const { page } = here.opened
    await primary(page, goAhead).click()
    const waiting = page
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: `${await held()} rows` })
    await waiting.waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
  })

  it('are not released by a wrong number, and the engine says why', async () => {
    const { page } = here.opened
    await input().fill('3')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: /holds \d+ contacts, not 3\. Nothing was answered\./ })
      .waitFor()
    await expect.poll(() => input().getAttribute('aria-invalid')).toBe('true')
    await input().fill('all')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a number.').waitFor()
    expect((await here.served.app.ask('plans.get', { planId })).guards[0]?.released).toBe(false)
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('stay held when the right number is typed but the file shows no evidence that is dated after the refusal', async () => {
    const { page } = here.opened
    const { guards } = await here.served.app.ask('plans.get', { planId })
    await input().fill(String(guards[0]?.contacts))
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: 'None of these rows has evidence in the file that is dated after the refusal.' })
      .waitFor()
    expect((await here.served.app.ask('plans.get', { planId })).send).toBeGreaterThan(0)
    expect((await here.served.app.ask('plans.get', { planId })).guards).toEqual(guards)
  })

  it('are answered with 1 and 2, move on by themselves, and each answer can be undone', async () => {
    const { page } = here.opened
    const before = await held()
    await rows().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('1')
    await page.locator('.review .note').getByText('is left out.').waitFor()
    await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 1)
    expect(await rows().evaluate((grid) => grid === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before)
    await settled()
    await rows().focus()
    await page.keyboard.press('2')
    await panel().getByRole('heading', { name: 'If they agreed again' }).waitFor()
    await expect
      .poll(() =>
        panel()
          .getByLabel('When', { exact: true })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await lookedAt(page, 'needs-ok-panel')
    // Wide enough for every tab beside the panel.
    await page.setViewportSize({ width: 1720, height: 800 })
    const release = panel().getByRole('button', { name: 'They agreed again' })
    expect(await release.isDisabled()).toBe(true)
    await panel().getByLabel('How').fill('Paper form, drawer 3')
    await panel().getByLabel('When', { exact: true }).fill('2023-04-05')
    await release.click()
    await panel().getByRole('alert').filter({ hasText: 'nothing tells when the contact refused' }).waitFor()
    await panel().getByLabel('When they had refused').fill('2024-04-05')
    await panel().getByText('That is before they refused.').waitFor()
    expect(await release.isDisabled()).toBe(true)
    await panel().getByLabel('When they had refused').fill('2021-04-05')
    await release.click()
    await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 1)
    // The next one is shown in its place, and keys answer it.
    await expect.poll(() => rows().evaluate((grid) => grid === document.activeElement)).toBe(true)
    await settled()
    await page.keyboard.press('1')
    await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 2)
    await expect.poll(() => tabCount(page, 'Left out')).toBe(1)
  })

  it('are imported with the evidence, which goes to the ledger', async () => {
    const { page } = here.opened
    const before = await here.served.app.ask('plans.get', { planId })
    await primary(page, goAhead).click()
    await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText(`Consent is set for ${before.send} contacts; ${before.held} rows need your OK.`).waitFor()
    expect((await here.served.counts()).consentsTrue).toBe(before.send)
    const { records } = await here.served.app.ask('ledger.page', { search: 'Paper form', offset: 0, limit: 5 })
    expect(records).toMatchObject([
      { to: true, evidence: { 'Released with': 'Paper form, drawer 3', 'Released with, dated': '2023-04-05' } },
    ])
    expect(here.opened.problems).toEqual([])
  })
})
