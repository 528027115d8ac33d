import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { goAhead, openApp, primary, tabCount } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })
const fields = [
  { to: 'name', from: ['Name'] },
  { to: 'notes', from: ['Notes'] },
  { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
] as const
const recipe = (notFound: 'create' | 'skip') =>
  recipeOf({
    kind: 'contacts',
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: fields.map((rule) => ({ ...rule, from: [...rule.from] })),
    notFound,
  })
let lines: string[] = []
let address = ''

beforeAll(async () => {
  const contacts = (await here.served.contacts(300)).filter(({ consent }) => consent !== false).slice(0, 9)
  lines = [
    'Name,Phone,Notes,OK',
    ...contacts.map(({ phone }, at) => `Known ${at},${phone},note ${at},`),
    ...Array.from({ length: 168 }, (_, at) => `New ${at},+1202555${2000 + at},,yes`),
    'Nobody,12,x,',
  ]
  const { hash } = await here.served.planned('clients.csv', lines, recipe('create'))
  address = new URL(hash, here.served.app.url).href
})

describe.each(['light', 'dark'] as const)('the review in %s mode', (colorScheme) => {
  it.each([
    [720, 450],
    [900, 600],
    [1440, 900],
    [2560, 1440],
  ])('has room for its rows at %i x %i, runs over nowhere, and holds WCAG 2.2 AA', async (width, height) => {
    const { page, problems, close } = await openApp(here.browser, here.served.app, { colorScheme, viewport: { width, height } })
    await page.goto(address)
    await page.getByRole('heading', { name: '168 contacts will be added, 9 updated' }).waitFor()
    const rows = page.getByRole('grid', { name: 'Rows of the file' })
    await rows.getByText('Known 0', { exact: true }).first().waitFor()
    const seen = await rows.evaluate((grid) => {
      const bar = document.querySelector('.bar .primary')?.getBoundingClientRect().top ?? 0
      const whole = [...grid.querySelectorAll('.line')].filter((row) => row.getBoundingClientRect().bottom <= bar - 8)
      return {
        rows: whole.length,
        isWide: document.documentElement.scrollWidth > innerWidth,
        scrollers: [...document.querySelectorAll('.scroll, .rows-viewport')].filter((one) => one.scrollWidth > one.clientWidth).length,
      }
    })
    expect(seen).toMatchObject({ isWide: false, scrollers: 0 })
    expect(await page.locator('.tab-line').evaluate((line) => line.getBoundingClientRect().height)).toBeLessThan(48)
    expect(seen.rows).toBeGreaterThanOrEqual(4)
    expect(await violations(page)).toEqual([])
    await rows.getByText('Known 1', { exact: true }).first().click()
    await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
    // Tabs, view and search stay in one line beside the details too; what has no room in it goes under a button.
    if (width > 760)
      await expect.poll(() => page.locator('.tab-line').evaluate((line) => line.getBoundingClientRect().height)).toBeLessThan(48)
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})

describe('the review', () => {
  it('keeps the tabs that have no room under a button, with the rows that wait counted on it', async () => {
    const { page, problems, close } = await openApp(here.browser, here.served.app, { viewport: { width: 900, height: 600 } })
    await page.goto(address)
    const rows = page.getByRole('grid', { name: 'Rows of the file' })
    await rows.getByText('Known 1', { exact: true }).first().click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { level: 2 }).waitFor()
    await page.getByRole('button', { name: /^More rows: .*Can’t be used 1/ }).click()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Can’t be used 1' }).click()
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Can’t be used/)
    // What was there before stands at the edge of its label.
    await page.getByRole('tab', { name: /^Will change/ }).click()
    await rows.getByText('Known 1', { exact: true }).first().click()
    const edges = await panel
      .locator('dl > div')
      .first()
      .evaluate((one) => {
        const left = (selector: string) => one.querySelector(selector)?.getBoundingClientRect().left
        return [left('dt'), left('del'), left('ins')]
      })
    expect(new Set(edges).size).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  it('shows by a press what a number counts, and all of it again', async () => {
    const { page } = here.opened
    // The desktop app has one window, and a low one has no room for these numbers.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(address)
    const rows = page.getByRole('grid', { name: 'Rows of the file' })
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('178')
    await page.getByRole('button', { name: /^Updated contacts: 9/ }).click()
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('10')
    await page.getByRole('button', { name: /^New contacts: 168/ }).click()
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('169')
    await page.getByRole('button', { name: /^New contacts: 168/ }).click()
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('178')
  })

  it('moves through the rows with the arrow keys, the details beside them, and Escape leads back', async () => {
    const { page } = here.opened
    const rows = page.getByRole('grid', { name: 'Rows of the file' })
    await rows.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await panel.getByText('1 of 177').waitFor()
    await rows.focus()
    await page.keyboard.press('ArrowDown')
    await panel.getByText('2 of 177').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => rows.evaluate((grid) => grid === document.activeElement)).toBe(true)
    await page.keyboard.press('Delete')
    await page.locator('.review .note').getByText('is left out.').waitFor()
    await expect.poll(() => tabCount(page, 'Left out')).toBe(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => tabCount(page, 'Left out')).toBe(0)
  })

  it('offers to add people who are not in the account, and then asks for one number because they are so many', async () => {
    const { page } = here.opened
    await here.review('only.csv', lines, recipe('skip'))
    await page.getByRole('heading', { name: '9 contacts will be updated' }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add them' }).click()
    await page.getByRole('heading', { name: '168 contacts will be added, 9 updated' }).waitFor()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(177)
    await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(0)
    await primary(page, 'Import 177 contacts').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('New contacts cannot be deleted by Rollcall.').waitFor()
    await dialog.getByText('Nobody is texted by this import.').waitFor()
    const confirm = dialog.getByRole('button', { name: goAhead })
    expect(await confirm.isDisabled()).toBe(true)
    // What cannot be taken back, and the number, are in sight in the lowest of windows too.
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ width: 720, height: 450 })
    for (const part of [dialog.getByText('New contacts cannot be deleted by Rollcall.'), dialog.getByLabel(/^Type 177,/)])
      await expect
        .poll(() =>
          part.evaluate((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            const body = one.closest('.body')?.getBoundingClientRect()
            return body !== undefined && top >= body.top && bottom <= body.bottom
          }),
        )
        .toBe(true)
    await page.setViewportSize({ width, height })
    await dialog.getByLabel(/^Type 177,/).fill('177')
    await expect.poll(() => violations(page)).toEqual([])
    await confirm.click()
    await page.getByText('177 contacts are in').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})
