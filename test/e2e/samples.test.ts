import { describe, expect, it } from 'vitest'
import { draftIdOf, primary, tabCount } from './app.ts'
import { pageInPractice } from './shared-app.ts'

const here = pageInPractice()
const samples = ['HubSpot', 'Salesforce', 'Google Contacts', 'Outlook', 'Mailchimp', 'Consent list', 'Message history']

describe('each sample in practice mode', () => {
  it.each(samples)('%s goes from file to results, with the same numbers on the screens as in the engine', async (sample) => {
    const { page, problems } = here.opened
    await page.getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('button', { name: new RegExp(`^${sample}`) }).click()
    await page.getByRole('heading', { name: 'Is the file read correctly?' }).waitFor()
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await primary(page, 'Map columns').click()
    await page
      .getByText(/of the first \d+/)
      .first()
      .waitFor()
    await primary(page, 'Review changes').click()
    await page.getByRole('heading', { name: 'These changes would be made' }).waitFor()

    const draft = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
    const plan = await here.app.ask('plans.get', { planId: draft.state.planId ?? '' })
    const classes = {
      'To send': plan.send,
      Unchanged: plan.unchanged,
      Held: plan.held,
      Skipped: plan.skipped,
      Invalid: plan.invalid,
      'All rows': plan.rows,
    }
    for (const [title, rows] of Object.entries(classes)) await expect.poll(() => tabCount(page, title), { message: title }).toBe(rows)
    expect(plan.send + plan.unchanged + plan.held + plan.skipped + plan.invalid).toBe(plan.rows)
    expect(plan.send).toBeGreaterThan(0)
    await expect.poll(() => page.getByRole('grid', { name: 'Rows of the file' }).getAttribute('aria-rowcount')).toBe(String(plan.send + 1))

    await primary(page, /^Send/).click()
    await page.getByRole('dialog', { name: 'Send to the practice account?' }).getByRole('button', { name: /^Send/ }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^All rows/ }).waitFor()

    const runId = (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.runId ?? ''
    const { summary } = await here.app.ask('runs.get', { runId })
    expect(summary.state).toBe('finished')
    await expect.poll(() => tabCount(page, 'Done')).toBe(summary.done)
    await expect.poll(() => tabCount(page, 'All rows')).toBe(plan.rows)
    expect(summary.done + summary.failed + summary.unknown + summary.unchanged + summary.held + summary.skipped + summary.invalid).toBe(
      plan.rows,
    )
    expect(summary.done).toBe(plan.send)
    expect(problems).toEqual([])
  })

  it('finds nothing left to send when a file comes again', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('button', { name: /^Mailchimp/ }).click()
    await primary(page, 'Map columns').click()
    await primary(page, 'Review changes').click()
    await page.getByText('There is nothing to send').waitFor()
    await expect.poll(() => tabCount(page, 'To send')).toBe(0)
    await primary(page, 'Finish without sending').click()
    // The sample's damaged rows wait for somebody: no green light.
    await page.locator('.banner.warn').filter({ hasText: 'Nothing was sent;' }).waitFor()
  })

  it('lists what was done in the history, and gives the files again', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'History' }).click()
    const rows = page.getByRole('region', { name: 'Runs' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(samples.length + 2)
    await page.getByRole('link', { name: 'hubspot.csv', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'All rows' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/hubspot.*\.csv$/)
    expect(await download.failure()).toBeNull()
  })
})
