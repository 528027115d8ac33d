import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { lookedAt } from '../looked-at.ts'
import { primary, showTab, tabCount } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })
const recipe = recipeOf({
  kind: 'messages',
  only: { column: 'Direction', is: ['Inbound'] },
  fields: [
    { to: 'body', from: ['Text'] },
    { to: 'sentAt', from: ['Date'] },
  ],
})
let names: string[] = []

beforeAll(async () => {
  const contacts = (await here.served.contacts(60)).slice(0, 20)
  names = contacts.map(({ name, phone }) => name ?? phone)
  const lines = contacts.flatMap(({ phone }, at) => [
    `${phone},2026-03-${String(1 + at).padStart(2, '0')}T09:02:00Z,Inbound,"Hi, can I move my appointment to day ${at}?"`,
    `${phone},2026-03-${String(1 + at).padStart(2, '0')}T09:11:00Z,Outbound,Day ${at} works.`,
    `${phone},2026-04-${String(1 + at).padStart(2, '0')}T16:40:00Z,Inbound,Perfect number ${at}`,
  ])
  await here.review('message-history.csv', ['Phone,Date,Direction,Text', ...lines], recipe)
  await here.opened.page.getByRole('heading', { name: '40 messages go into 20 conversations' }).waitFor()
})

const list = () => here.opened.page.getByRole('grid', { name: 'Conversations' })
const pane = () => here.opened.page.locator('.conversation-pane')

describe('the review of a message history', () => {
  it('reads as conversations: the latest first, each message with its time, and what the office wrote counted apart', async () => {
    const { page } = here.opened
    await list()
      .getByText(names[19] ?? '')
      .waitFor()
    await pane().getByText('Hi, can I move my appointment to day 19?').waitFor()
    await pane().getByRole('heading', { name: 'Friday, March 20, 2026' }).waitFor()
    await pane()
      .getByText(/^9:02\sAM · from the customer · row 59$/)
      .waitFor()
    await pane().getByText('Perfect number 19').waitFor()
    await page.getByRole('button', { name: 'From your office: 20, left out. Show them' }).click()
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Left out/)
    expect(await tabCount(page, 'Left out')).toBe(20)
    await showTab(page, /^Will change/)
    await list().waitFor()
  })

  it('moves through the conversations with the arrow keys and the arrows', async () => {
    const { page } = here.opened
    await pane().getByText('Perfect number 19').waitFor()
    await list().focus()
    await page.keyboard.press('ArrowDown')
    await pane().getByText('Perfect number 18').waitFor()
    await pane().getByRole('button', { name: 'Next conversation' }).click()
    await pane().getByText('Perfect number 17').waitFor()
    await pane().getByText('3 of 20').waitFor()
  })

  it('narrows to a day of the chart, and back', async () => {
    const { page } = here.opened
    const chart = page.getByRole('slider', { name: /^Messages by day/ })
    await chart.focus()
    await page.keyboard.press('End')
    for (let day = 20; day > 3; day -= 1) await page.keyboard.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).toBe('April 3, 2026: 1 message')
    await page.keyboard.press('Enter')
    await expect.poll(() => list().getAttribute('aria-rowcount')).toBe('2')
    await pane().getByText('Perfect number 2').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => list().getAttribute('aria-rowcount')).toBe('21')
  })

  it('leaves a message out, and takes it back', async () => {
    const { page } = here.opened
    await pane().getByText('Perfect number 19').waitFor()
    await pane().getByRole('button', { name: 'What to do with row 61' }).click()
    await page.getByRole('menuitem', { name: 'Leave it out' }).click()
    await primary(page, 'Import 39 messages').waitFor()
    await expect.poll(() => pane().locator('.bubble').count()).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await primary(page, 'Import 40 messages').waitFor()
    await expect.poll(() => pane().locator('.bubble').count()).toBe(2)
  })

  it('holds WCAG 2.2 AA in both themes, and runs over nowhere', async () => {
    await lookedAt(here.opened.page, 'conversations')
  })

  it('shows the list or a conversation where there is no room for both', async () => {
    const { page } = here.opened
    await page.setViewportSize({ width: 720, height: 450 })
    await list()
      .getByText(names[19] ?? '')
      .waitFor()
    await expect.poll(() => pane().count()).toBe(0)
    const whole = () =>
      list().evaluate((grid) => {
        const bar = document.querySelector('.bar .primary')?.getBoundingClientRect().top ?? 0
        return [...grid.querySelectorAll('.line')].filter((row) => row.getBoundingClientRect().bottom <= bar).length
      })
    await expect.poll(whole).toBeGreaterThanOrEqual(4)
    await list()
      .getByText(names[19] ?? '')
      .click()
    await pane().getByText('Perfect number 19').waitFor()
    expect(await list().isVisible()).toBe(false)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => list().isVisible()).toBe(true)
    expect(here.opened.problems).toEqual([])
  })
})
