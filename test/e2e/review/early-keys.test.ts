import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 20 })
let page: Page
let fileId: string

/** Lets no rows of the file through to the screens until they are let go. */
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
      const { id, procedure, input } = JSON.parse(String(text)) as { id: number; procedure: string; input: { withCells?: boolean } }
      if (procedure === 'plans.rows' && input.withCells) rowsHeld.asked.add(id)
      server.send(text)
    })
    server.onMessage((text) => {
      const { id } = JSON.parse(String(text)) as { id?: number }
      const send = () => screens.send(text)
      if (rowsHeld.isOn && id !== undefined && rowsHeld.asked.has(id)) rowsHeld.later.push(send)
      else send()
    })
  })
  const recipe = recipeOf({
    kind: 'contacts',
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'notes', from: ['Notes'] },
    ],
    notFound: 'create',
  })
  const { plan, hash } = await here.served.planned(
    'early.csv',
    ['Name,Phone,Notes', ...Array.from({ length: 600 }, (_, n) => `Person ${n},+1202555${2000 + n},note ${n}`)],
    recipe,
  )
  fileId = plan.fileId
  await page.goto(new URL(hash, here.served.app.url).href)
  await page.reload()
  await page.getByText('What will happen to your account').waitFor()
})

const cells = () => page.getByRole('grid', { name: 'Cells of the file' })
const corrections = async () =>
  (await here.served.app.ask('corrections.list', { fileId, offset: 0, limit: 10 })).corrections.map(({ correction }) => correction)

it('what is typed before the rows have come is written whole as soon as they are there', async () => {
  rowsHeld.isOn = true
  await page.getByText('File', { exact: true }).click()
  await cells().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('Annaa')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect.poll(() => corrections()).toEqual([])

  letGo()
  await cells().getByText('Anna', { exact: true }).waitFor()
  await expect.poll(corrections).toMatchObject([{ kind: 'cell', line: 3, column: 0, before: 'Person 1', after: 'Anna' }])
  await expect.poll(() => cells().evaluate((grid) => grid === document.activeElement)).toBe(true)
})

it('what is typed in a row that is far away opens its cell with all of it; Escape takes it back', async () => {
  rowsHeld.isOn = true
  await page.keyboard.press('Control+End')
  await page.keyboard.type('lost')
  await page.keyboard.press('Escape')
  await page.keyboard.type('found')

  letGo()
  const editor = page.getByRole('textbox', { name: 'Notes, row 600 of the list' })
  await expect.poll(() => editor.inputValue()).toBe('found')
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await expect.poll(() => corrections()).toHaveLength(1)
  expect(here.opened.problems).toEqual([])
})

it('a dialog that asks for a text has the focus where it is typed', async () => {
  await page.getByRole('button', { name: 'Find and replace…' }).focus()
  await page.keyboard.press('Enter')
  const find = page.getByRole('textbox', { name: 'Find' })
  await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('note 1')
  await expect.poll(() => find.inputValue()).toBe('note 1')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
