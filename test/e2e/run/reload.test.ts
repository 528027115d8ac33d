import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { draftIdOf, goAhead, primary, serveForTest, tabCount } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'

const here = pageInPractice()
let page: Page

beforeAll(() => {
  page = here.opened.page
})

/** Reloads and checks that the step is still the same. */
async function reload(step: string): Promise<void> {
  await page.reload()
  await expect.poll(() => page.locator('[aria-current="step"]').innerText()).toContain(step)
}

describe('reloading the page in any step', () => {
  it('loses no choice about the file', async () => {
    await page.getByRole('button', { name: /^Outlook/ }).click()
    await page.getByText(/^Read as/).click()
    await page.getByLabel('Skip rows').fill('0')
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await reload('Choose file')
    await page.getByText(/^Read as/).click()
    await expect.poll(() => page.getByLabel('Encoding').inputValue()).toBe('windows-1252')
    await page.getByLabel('Encoding').selectOption('auto')
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  })

  it('loses no change of the mapping, not even the last one before it', async () => {
    await primary(page, 'Map columns').click()
    const company = page.getByRole('combobox', { name: 'Import “Company” to' })
    const openRules = () => page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    await page
      .getByRole('region', { name: 'Left out' })
      .getByRole('button', { name: /^Left out/ })
      .click()
    await page.locator('[data-line="column:Company"]').click()
    await company.click()
    await page.getByRole('option', { name: /^Notes Free/ }).click()
    await openRules()
    await page.getByLabel('a cell is blank?').selectOption('clear')
    await page.reload()
    await page.locator('[data-line="column:Company"]').click()
    await expect.poll(() => company.inputValue()).toBe('Notes')
    await openRules()
    await expect.poll(() => page.getByLabel('a cell is blank?').inputValue()).toBe('clear')
    await page.getByLabel('a cell is blank?').selectOption('keep')
    await reload('Map columns')
  })

  it('keeps the review and its numbers, and Back keeps the mapping', async () => {
    await primary(page, 'Review changes').click()
    await page.getByText('What will happen to your account').waitFor()
    const before = await tabCount(page, 'Will change')
    await reload('Review changes')
    await page.getByText('What will happen to your account').waitFor()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(before)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.locator('[data-line="column:Company"]').click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Import “Company” to' }).inputValue()).toBe('Notes')
    await primary(page, 'Review changes').click()
    await page.getByText('What will happen to your account').waitFor()
  })

  it('shows a run where it is, and pause, resume and an engine that was stopped lose nothing', async () => {
    await here.app.ask('accounts.update', { accountId: 'practice', settings: { requestsPerMinute: 240 } })
    const toSend = await tabCount(page, 'Will change')
    await primary(page, goAhead).click()
    await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
    await page.getByRole('heading', { name: /^Importing: / }).waitFor()
    await reload('Run')
    await primary(page, 'Pause').click()
    await page.getByRole('heading', { name: 'Paused' }).waitFor()
    await reload('Run')
    await page.getByRole('heading', { name: 'Paused' }).waitFor()
    await primary(page, 'Resume').click()
    await page.getByRole('heading', { name: /^Importing: / }).waitFor()

    const { home, port } = here.app
    await here.app.stop()
    await page.getByText('The connection to Rollcall is interrupted.').waitFor()
    here.app = await serveForTest({ home, port })
    await page.getByText('Rollcall was started again.').waitFor()

    const address = page.url()
    await page.goto(here.app.url)
    await page.goto(address)
    await page.getByRole('heading', { name: /^(Interrupted|Paused)$/ }).waitFor()
    await here.app.ask('accounts.update', { accountId: 'practice', settings: { requestsPerMinute: null } })
    await primary(page, 'Resume').click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^Imported/ }).waitFor()
    await expect.poll(() => tabCount(page, 'Imported')).toBe(toSend)
    const { state } = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
    const { summary } = await here.app.ask('runs.get', { runId: state.runId ?? '' })
    expect(summary).toMatchObject({ state: 'finished', done: toSend, failed: 0, unknown: 0, calls: toSend })
  })

  it('keeps the results', async () => {
    await reload('Results')
    await page.getByText(/\d+ contacts are in; /).waitFor()
  })

  it('leads away from an import that is not there', async () => {
    await page.goto(`http://127.0.0.1:${here.app.port}/#/import/no-such-draft/mapping`)
    await page.reload()
    await page.getByRole('heading', { name: 'This import cannot be opened' }).waitFor()
    await page.getByRole('button', { name: 'All imports' }).click()
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  })
})
