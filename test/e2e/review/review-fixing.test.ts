import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { draftIdOf, goAhead, primary, showTab, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 20 })
let page: Page
let planId: string

const badPhone = (index: number) => index % 10 === 3
const badMail = (index: number) => index % 10 === 6
const rowCount = 60
/** Line 1 is the header; two of the notes run over two lines of the file. */
const lines = [
  'Name,Phone,Email,Notes',
  ...Array.from({ length: rowCount }, (_, index) => {
    const phone = badPhone(index) ? '555-12' : `+1202555${2000 + index}`
    const mail = badMail(index) ? 'no mail' : `p${index}@example.com`
    return `Person ${index},${phone},${mail},${index === 1 || index === 2 ? `"Two\nlines ${index}"` : `old note ${index}`}`
  }),
]

beforeAll(async () => {
  page = here.opened.page
  const recipe = recipeOf({
    kind: 'contacts',
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['Email'] },
      { to: 'notes', from: ['Notes'] },
    ],
    notFound: 'create',
  })
  const { plan, hash } = await here.served.planned('fixing.csv', lines, recipe)
  planId = plan.id
  await page.goto(new URL(hash, here.served.app.url).href)
  await page.getByText('What will happen to your account').waitFor()
})

const cells = () => page.getByRole('grid', { name: 'Cells of the file' })
const line = (number: number) =>
  cells()
    .getByRole('row')
    .filter({ has: page.locator('.line', { hasText: new RegExp(`^${number}$`) }) })
const cellOf = (lineNumber: number, column: number) => line(lineNumber).locator(`[role="gridcell"][aria-colindex="${column}"]`)
const plan = async () => {
  const { state } = await here.served.app.ask('drafts.get', { draftId: draftIdOf(page) })
  return here.served.app.ask('plans.get', { planId: state.planId ?? planId })
}
const said = (text: string | RegExp) => page.locator('.note').getByText(text)
const showFile = async () => {
  await page.getByText('File', { exact: true }).click()
  await cells().waitFor()
  await expect.poll(() => cells().getAttribute('aria-rowcount')).not.toBe('1')
}
/** The grid takes keys once it knows its rows. The header counts as one. */
const listed = async (name: RegExp, rows: number) => {
  await showTab(page, name)
  await expect.poll(() => cells().getAttribute('aria-rowcount')).toBe(String(rows + 1))
  await cells().focus()
}
/** The cell that the keyboard is in, as a screen reader is told of it. */
async function activeCell(): Promise<{ text: string; isInvalid: boolean; about: string }> {
  return cells().evaluate((grid) => {
    const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    const about = document.getElementById(cell?.getAttribute('aria-describedby') ?? '')
    return { text: cell?.textContent ?? '', isInvalid: cell?.getAttribute('aria-invalid') === 'true', about: about?.textContent ?? '' }
  })
}

describe('correcting a cell', () => {
  it('begins at the sentence that says what is wrong, and ends with the row among those to send', async () => {
    const before = await plan()
    expect(before.invalid).toBe(12)
    await showTab(page, /^Can’t be used/)
    await page.getByRole('grid', { name: 'Rows of the file' }).getByRole('button', { name: 'Fix it' }).first().click()
    const editor = page.getByRole('textbox', { name: /^Phone/ })
    await editor.waitFor()
    await expect.poll(() => editor.inputValue()).toBe('555-12')
    await page.keyboard.type('+12025559001')
    await page.keyboard.press('Enter')
    await said('Row 7 will change now.').waitFor()
    await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(11)
    await expect.poll(() => tabCount(page, 'Will change')).toBe(before.send + 1)
    await expect.poll(() => plan()).toMatchObject({ invalid: 11, send: before.send + 1, rows: rowCount })
  })

  it('keeps the row in its place with what it was, and puts it back with one click', async () => {
    await cellOf(7, 2).getByText('Will change').waitFor()
    expect((await activeCell()).about).toContain('Corrected by hand; the file says “555-12”.')
    await page.getByRole('button', { name: 'Put back' }).click()
    await said(/^Row 7 can’t be used now/).waitFor()
    await expect.poll(() => plan()).toMatchObject({ invalid: 12 })
    expect((await activeCell()).isInvalid).toBe(true)
    await page.getByRole('button', { name: /^Corrections/ }).waitFor({ state: 'detached' })
  })

  it('works from the keyboard alone: to the cell with the issue, its sentence, typing, Tab, Escape, copy and undo', async () => {
    await cells().focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F8')
    await expect.poll(activeCell).toMatchObject({ text: '555-12', isInvalid: true })
    expect((await activeCell()).about).toContain('has too few digits for a phone number')
    await page.keyboard.press('F8')
    await expect.poll(activeCell).toMatchObject({ text: 'no mail', isInvalid: true })
    // Typing takes the place of what is there; Tab saves and goes on.
    await page.keyboard.type('kim@example.com')
    await page.keyboard.press('Tab')
    await said('Row 10 will change now.').waitFor()
    await expect.poll(async () => (await activeCell()).text).toBe('old note 6')
    await page.keyboard.press('F2')
    await page.keyboard.type('never mind')
    await page.keyboard.press('Escape')
    expect((await activeCell()).text).toBe('old note 6')
    await expect.poll(() => plan()).toMatchObject({ invalid: 11 })
    await page.keyboard.press('Control+z')
    await said('The last correction was undone.').waitFor()
    await expect.poll(() => plan()).toMatchObject({ invalid: 12 })
  })

  it('keeps the lines of a cell that has several', async () => {
    await showTab(page, /^All rows/)
    await cellOf(3, 6).dblclick()
    const editor = page.getByRole('textbox', { name: /^Notes/ })
    await expect.poll(() => editor.inputValue()).toBe('Two\nlines 1')
    await page.keyboard.press('End')
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.type('and a third')
    await page.keyboard.press('Enter')
    await said(/^Row 3 is saved/).waitFor()
    const { rows } = await here.served.app.ask('plans.rows', { planId, offset: 1, limit: 1, withCells: true })
    expect(rows[0]?.cells?.[3]).toContain('\nand a third')
    expect(rows[0]?.corrections).toEqual([{ column: 3, before: 'Two\nlines 1', after: rows[0]?.cells?.[3], kind: 'cell' }])
    await page.locator('.note').getByRole('button', { name: 'Undo' }).click()
    await said('Undone.').waitFor()
  })

  it('moves as in a spreadsheet and never out of the grid', async () => {
    await cells().focus()
    await page.keyboard.press('Control+End')
    await expect.poll(async () => (await activeCell()).text).toBe(`old note ${rowCount - 1}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect((await activeCell()).text).toBe(`old note ${rowCount - 1}`)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await activeCell()).text).toBe(`Person ${rowCount - 1}`)
    await expect.poll(() => cells().getAttribute('aria-rowcount')).toBe(String(rowCount + 1))
    await expect.poll(() => cells().getAttribute('aria-colcount')).toBe('6')
  })
})

describe('finding and replacing', () => {
  it('shows how many cells it would change, does just that, and can be taken back', async () => {
    await page.getByRole('button', { name: 'Find and replace…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Column').selectOption('Notes')
    await dialog.getByLabel('Find').fill('OLD')
    await dialog.getByLabel('Replace with').fill('new')
    await dialog.getByText(`${rowCount - 2} cells in ${rowCount - 2} rows would change, for example:`).waitFor()
    await dialog.getByRole('cell', { name: '“new note 3”' }).waitFor()
    await dialog.getByLabel('Capital and small letters as typed').check()
    await dialog.getByText('Nothing in this column fits.').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Replace' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Find').fill('old note 5')
    await dialog.getByLabel('Only where it is the whole cell').check()
    await dialog.getByText('1 cell in 1 row would change:').waitFor()
    await dialog.getByLabel('Only where it is the whole cell').uncheck()
    await dialog.getByText('11 cells in 11 rows would change, for example:').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Replace in 11 cells' }).click()
    await said('11 cells replaced.').waitFor()
    const { rows, total } = await here.served.app.ask('plans.rows', { planId, corrected: true, withCells: true, offset: 0, limit: 50 })
    expect(total).toBe(11)
    expect(rows.every(({ cells: found }) => found?.[3]?.startsWith('new') === true)).toBe(true)
    await page.locator('.note').getByRole('button', { name: 'Undo' }).click()
    await said('Undone.').waitFor()
    expect((await here.served.app.ask('plans.rows', { planId, corrected: true, offset: 0, limit: 1 })).total).toBe(0)
  })
})

describe('leaving rows out', () => {
  it('takes one row out and back in', async () => {
    await cells().focus()
    await page.keyboard.press('Control+Home')
    await page.getByRole('button', { name: 'Leave row out' }).click()
    await said(/^Row 2 is saved and left out/).waitFor()
    await cellOf(2, 2).getByText('Left out').waitFor()
    await expect.poll(() => plan()).toMatchObject({ skipped: 1 })
    await page.getByRole('button', { name: 'Take back in' }).click()
    await cellOf(2, 2).getByText('Will change').waitFor()
    await expect.poll(() => plan()).toMatchObject({ skipped: 0 })
  })

  it('takes out several rows that were chosen with the keyboard', async () => {
    await cells().focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 rows chosen').first().waitFor()
    await page.keyboard.press('Space')
    await page.getByText('2 rows chosen').first().waitFor()
    await page.getByRole('button', { name: 'Leave out' }).click()
    await said('2 rows left out.').waitFor()
    await expect.poll(() => plan()).toMatchObject({ skipped: 2 })
    const { rows } = await here.served.app.ask('plans.rows', { planId, class: 'skipped', offset: 0, limit: 10 })
    expect(rows.map(({ row }) => row)).toEqual([1, 2])
  })

  it('takes out all rows with one kind of issue', async () => {
    const filter = page.getByRole('combobox', { name: 'Rows by their issues' })
    await filter.selectOption({ label: 'Not an e-mail address (6)' })
    await page.getByRole('button', { name: 'Leave out all 6 of these' }).click()
    await said('6 rows left out.').waitFor()
    await expect.poll(() => plan()).toMatchObject({ skipped: 8, invalid: 6 })
    await filter.selectOption('')
  })
})

describe('the list of corrections', () => {
  it('survives a reload and Back, each can be undone, and the file is as it was', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Corrections · 2' }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: /ready/ }).waitFor()
    await primary(page, 'Review changes').click()
    await page.getByRole('button', { name: 'Corrections · 2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('8 rows left out').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Undo: 6 rows/ }).click()
    await expect.poll(() => dialog.getByRole('button', { name: /^Undo:/ }).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Show the corrected rows' }).click()
    await cells().waitFor()
    await expect.poll(() => cells().getAttribute('aria-rowcount')).toBe('3')
    await page.getByRole('button', { name: 'Corrections · 1' }).click()
    await dialog.getByRole('button', { name: 'Undo all' }).click()
    await dialog.getByText('Nothing is corrected.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Corrected rows only' }).click()
    await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(12)
    await expect.poll(() => tabCount(page, 'Left out')).toBe(0)
  })

  it('holds what was corrected elsewhere since, and the plan follows it', async () => {
    const { fileId } = await plan()
    await here.served.app.ask('corrections.add', {
      fileId,
      corrections: [{ kind: 'replace', column: 2, find: 'no mail', replaceWith: 'someone@example.com' }],
    })
    await page.reload()
    await page.getByRole('button', { name: 'Corrections · 1' }).click()
    await page.getByRole('dialog').getByText('Every “no mail” is now “someone@example.com”').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(6)
    await page.getByRole('button', { name: 'Corrections · 1' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Undo:/ })
      .click()
    await expect.poll(() => tabCount(page, 'Can’t be used')).toBe(12)
    await page.keyboard.press('Escape')
    await showFile()
  })
})

describe('the grid of the file', () => {
  it('holds WCAG 2.2 AA, while a cell is written in, too', async () => {
    await listed(/^Can’t be used/, 12)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F8')
    await expect.poll(activeCell).toMatchObject({ text: '555-12', isInvalid: true })
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /^Phone/ }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(here.opened.problems).toEqual([])
  })

  it('is only looked at once the plan has a run, whose results hold what was corrected', async () => {
    await page.keyboard.type('+12025559002')
    await page.keyboard.press('Enter')
    await said(/will change now\.$/).waitFor()
    await primary(page, goAhead).click()
    await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    const { runs } = await here.served.app.ask('history.list', {})
    const { files } = await here.served.app.ask('runs.writeResults', { runId: runs[0]?.id ?? '', folder: tmpdir() })
    const results = await readFile(files[0]?.path ?? '', 'utf8')
    expect(results).toContain('+12025559002')
    await page.getByRole('button', { name: /Review changes/ }).click()
    await page.getByText('What this import was to change').waitFor()
    expect(await page.getByText('Nothing has been sent yet.').count()).toBe(0)
    await showFile()
    await listed(/^All rows/, rowCount)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('x')
    expect(await page.getByRole('textbox').count()).toBe(0)
    await expect.poll(() => cells().getAttribute('aria-readonly')).toBe('true')
    expect(here.opened.problems).toEqual([])
  })
})

describe('a file of a thousand columns', () => {
  it('draws those in sight alone, and comes to any of them by the keyboard', async () => {
    const columns = Array.from({ length: 1000 }, (_, index) => (index === 0 ? 'Phone' : `Field ${index}`))
    const wide = [
      columns.join(','),
      ...Array.from({ length: 40 }, (_, row) =>
        columns.map((_, index) => (index === 0 ? `+1202555${3000 + row}` : `${row}.${index}`)).join(','),
      ),
    ]
    const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Field 999'] }], notFound: 'create' })
    const { hash, plan: widePlan } = await here.served.planned('wide.csv', wide, recipe)
    await page.goto(new URL(hash, here.served.app.url).href)
    await showTab(page, /^All rows/)
    await showFile()
    await cells().getByRole('row').nth(3).getByText('2.1', { exact: true }).waitFor()
    await expect.poll(() => cells().getByRole('gridcell').count()).toBeLessThan(500)
    await expect.poll(() => cells().getAttribute('aria-colcount')).toBe('1002')
    await cells().focus()
    await page.keyboard.press('Control+End')
    await expect.poll(async () => (await activeCell()).text).toBe('39.999')
    await page.keyboard.type('written')
    await page.keyboard.press('Enter')
    await said('Row 41 is saved and will be imported like this.').waitFor()
    const { rows } = await here.served.app.ask('plans.rows', { planId: widePlan.id, offset: 39, limit: 1 })
    expect(rows[0]?.changes.find(({ field }) => field === 'notes')?.after).toBe('written')
    expect(here.opened.problems).toEqual([])
  })
})
