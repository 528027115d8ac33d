import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { recipeOf } from '../service-app.ts'
import { showTab, tabCount } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })
let page: Page
let planId: string

/** Lets no rows through to the screens until they are let go: what a slow computer does, without its chance. */
const rowsHeld = { isOn: false, asked: new Set<number>(), later: [] as (() => void)[] }

function letGo(): void {
  rowsHeld.isOn = false
  for (const send of rowsHeld.later.splice(0)) send()
}

beforeAll(async () => {
  page = here.opened.page
  await page.routeWebSocket(/\/engine$/, (screens) => {
    const server = screens.connectToServer()
    screens.onMessage((text) => {
      const { id, procedure } = JSON.parse(String(text)) as { id: number; procedure: string }
      if (procedure === 'plans.rows') rowsHeld.asked.add(id)
      server.send(text)
    })
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as { id?: number }
      const send = () => screens.send(text)
      if (rowsHeld.isOn && id !== undefined && rowsHeld.asked.has(id)) rowsHeld.later.push(send)
      else send()
    })
  })
  const contacts = await here.served.contacts(300)
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })
  const { plan, hash } = await here.served.planned('quick.csv', ['Phone,OK', ...contacts.map(({ phone }) => `${phone},yes`)], recipe)
  planId = plan.id
  await page.goto(new URL(hash, here.served.app.url).href)
  await page.reload()
  await showTab(page, /^Needs your OK/)
})

const rows = () => page.getByRole('grid', { name: 'Rows of the file' })
const panel = () => page.getByRole('complementary')
const settled = () => page.locator('.list[aria-busy=false]').waitFor()
const lineOf = async () => Number(/row ([\d,]+)/i.exec(await panel().innerText())?.[1]?.replace(',', ''))
const leftOut = async () =>
  (await here.served.app.ask('plans.rows', { planId, class: 'skipped', offset: 0, limit: 50 })).rows.map(({ line }) => line)

it('a key that comes while the list still shows the row that was answered leaves that answer alone, and is not about the next row', async () => {
  const before = await tabCount(page, 'Needs your OK')
  await rows().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('2')
  await panel().getByRole('heading', { name: 'If they agreed again' }).waitFor()
  const released = await lineOf()
  await panel().getByLabel('How').fill('Paper form, drawer 3')
  await panel().getByLabel('When', { exact: true }).fill('2023-04-05')
  await panel().getByLabel('When they had refused').fill('2021-04-05')
  rowsHeld.isOn = true
  await panel().getByRole('button', { name: 'They agreed again' }).click()
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 1)
  await expect.poll(() => rows().evaluate((grid) => grid === document.activeElement)).toBe(true)
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  letGo()
  await settled()
  // The next one is in its place now; it, and it alone, is answered.
  const next = await lineOf()
  expect(next).not.toBe(released)
  expect(await leftOut()).toEqual([])
  await page.keyboard.press('1')
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 2)
  expect(await leftOut()).toEqual([next])
})

it('a key that is held down answers one row', async () => {
  await settled()
  const before = await tabCount(page, 'Needs your OK')
  await rows().focus()
  const already = await leftOut()
  await page.keyboard.down('1')
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 1)
  await settled()
  await page.keyboard.down('1')
  await page.keyboard.down('1')
  await page.keyboard.up('1')
  await page.keyboard.press('1')
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(before - 2)
  expect(await leftOut()).toHaveLength(already.length + 2)
})

it('evidence that is typed beside a row is about that row, wherever an undo moves it', async () => {
  await settled()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await settled()
  rowsHeld.isOn = true
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await rows().focus()
  await page.keyboard.press('2')
  await panel().getByLabel('How').fill('Typed for this one')
  const line = await lineOf()
  letGo()
  await settled()
  expect(await lineOf()).toBe(line)
  expect(await panel().getByLabel('How').inputValue()).toBe('Typed for this one')
  expect(here.opened.problems).toEqual([])
})
