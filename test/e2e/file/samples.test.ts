import { describe, expect, it } from 'vitest'
import { savedFile } from '../give-file.ts'
import { answerQuestions, toMapping } from '../map-file.ts'
import { draftIdOf, goAhead, primary, tabCount } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'

const here = pageInPractice()
/** After the first import they are folded away. */
async function chooseSample(name: string): Promise<void> {
  const { page } = here.opened
  await page.getByRole('link', { name: 'Imports' }).click()
  const sample = page.getByRole('button', { name: new RegExp(`^${name}`), includeHidden: true })
  await sample.waitFor({ state: 'attached' })
  if (!(await sample.isVisible())) await page.getByText('Sample lists, and the tour').click()
  await sample.click()
}

const samples = [
  'HubSpot',
  'Salesforce',
  'Google Contacts',
  'Outlook',
  'Mailchimp',
  'Consent list',
  'Message history',
  'Excel, new clients',
]

describe('each sample in practice mode', () => {
  it.each(samples)('%s goes from file to results, with the same numbers on the screens as in the engine', async (sample) => {
    const { page, problems } = here.opened
    await chooseSample(sample)
    await page.getByRole('heading', { name: 'What is in this file?' }).waitFor()
    await toMapping(page)
    await answerQuestions(page)
    await primary(page, 'Review changes').click()
    await page.getByText('What will happen to your account').waitFor()

    const draft = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
    const plan = await here.app.ask('plans.get', { planId: draft.state.planId ?? '' })
    const classes = {
      'Will change': plan.send + plan.fileHeld.rows,
      'Up to date': plan.unchanged,
      'Needs your OK': plan.held - plan.fileHeld.rows,
      'Left out': plan.skipped,
      'Can’t be used': plan.invalid,
      'All rows': plan.rows,
    }
    for (const [title, rows] of Object.entries(classes)) await expect.poll(() => tabCount(page, title), { message: title }).toBe(rows)
    expect(plan.send + plan.unchanged + plan.held + plan.skipped + plan.invalid).toBe(plan.rows)
    expect(plan.send).toBeGreaterThan(0)
    const isMessages = plan.kind === 'messages'
    const { conversations } = await here.app.ask('plans.figures', { planId: plan.id })
    await expect
      .poll(() => page.getByRole('grid', { name: isMessages ? 'Conversations' : 'Rows of the file' }).getAttribute('aria-rowcount'))
      .toBe(String((isMessages ? conversations : plan.send + plan.fileHeld.rows) + 1))

    await primary(page, goAhead).click()
    const dialog = page.getByRole('dialog', { name: /into the practice account\?$/ })
    const number = dialog.getByLabel(/^Type /)
    if (plan.fileHeld.contacts > 0) await number.fill(String(plan.fileHeld.contacts))
    await dialog.getByRole('button', { name: goAhead }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByRole('tab', { name: /^All rows/ }).waitFor()

    const runId = (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state.runId ?? ''
    const { summary } = await here.app.ask('runs.get', { runId })
    expect(summary.state).toBe('finished')
    await expect.poll(() => tabCount(page, plan.kind === 'consent' ? 'Set' : 'Imported')).toBe(summary.done)
    await expect.poll(() => tabCount(page, 'All rows')).toBe(plan.rows)
    expect(summary.done + summary.failed + summary.unknown + summary.unchanged + summary.held + summary.skipped + summary.invalid).toBe(
      plan.rows,
    )
    expect(summary.done).toBe(plan.send + plan.fileHeld.rows)
    expect(problems).toEqual([])
  })

  it('finds nothing left to import when a file comes again', async () => {
    const { page } = here.opened
    await chooseSample('Mailchimp')
    await toMapping(page)
    await answerQuestions(page)
    await primary(page, 'Review changes').click()
    await page.getByRole('heading', { name: 'Nothing would change yet' }).waitFor()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(0)
    await primary(page, 'Finish without changes').click()
    // The sample's damaged rows wait for somebody: no green light.
    await page.locator('.banner.warn').filter({ hasText: 'Nothing was imported;' }).waitFor()
  })

  it('lists what was done in the history, and gives the files again', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'History' }).click()
    const rows = page.locator('main').getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(samples.length + 1)
    await page.getByRole('link', { name: 'hubspot.csv', exact: true }).click()
    const saved = await savedFile(page, () => page.getByRole('button', { name: 'All rows', exact: true }).click())
    expect(saved.name).toMatch(/hubspot.*\.csv$/)
  })
})
