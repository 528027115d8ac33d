import { describe, expect, it } from 'vitest'
import { goAhead, primary } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 400 })
const notes = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })

/**
 * Opens the review of a file that gives so many contacts a note, and sends it. `from`: the first of them. Contacts of which calls
 * were cut off by the end of an earlier run are left alone for two minutes.
 */
async function send(name: string, rows: number, faults: string, from = 0): Promise<void> {
  const contacts = (await here.served.contacts(from + rows)).slice(from)
  const { hash } = await here.served.planned(name, ['Phone,Notes', ...contacts.map(({ phone }) => `${phone},From ${name}`)], notes)
  await here.served.setFaults(faults)
  const { page } = here.opened
  await page.goto(new URL(hash, here.served.app.url).href)
  await primary(page, goAhead).click()
  await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
  await page.getByRole('region', { name: 'Progress', exact: true }).waitFor()
}

describe('a run that is under way', () => {
  it('says what it waits for, why, and until when', async () => {
    await send('waiting.csv', 100, '429@update-customer:retry-after=90')
    const { page } = here.opened
    await page.getByText('The service asked to wait.').waitFor()
    await page.getByText('no row fails because of it').waitFor()
    await page.getByText(/^1:[0-2]\d min$/).waitFor()
    await page.getByRole('img', { name: /^Changes/ }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('pauses at once, says why it stands still, and goes on where it was', async () => {
    const { page } = here.opened
    await primary(page, 'Pause').click()
    await page.getByText('You paused this run.').waitFor()
    await here.served.setFaults('')
    await primary(page, 'Resume').click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText('100 contacts are in.').waitFor()
  })

  it('groups what went wrong while it goes on', async () => {
    await send('failing.csv', 300, 'latency=150,error-in-200@update-customer=0.3')
    const { page } = here.opened
    const causes = page.getByRole('region', { name: 'What went wrong so far' })
    await causes
      .getByText(/^\d+ rows?$/)
      .first()
      .waitFor()
    await causes
      .getByText(/on row \d+\.$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Cancel the import…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  })

  it('asks for a sign-in when the token expires, and goes on after it without a failed row', async () => {
    // So slow that the token ends before the last row, on a busy computer too.
    await send('expired.csv', 40, 'latency=300', 300)
    const { page } = here.opened
    await here.served.expireTokens()
    await primary(page, 'Sign in and resume').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
    await dialog.getByRole('button', { name: 'Use an access token instead' }).click()
    await dialog.getByLabel('Access token').fill(await here.served.issueToken())
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText('40 contacts are in.').waitFor()
  })

  it('stops seriously when the service loses what it accepts', async () => {
    await send('lost.csv', 50, 'echo-only@update-customer', 335)
    const { page } = here.opened
    // "Not stored" is said after a minute: until then reads may be late.
    await page.getByText(/^The service accepts changes without applying them: Notes/).waitFor({ timeout: 120_000 })
    await page.getByText(/When the cause is fixed, resume/).waitFor()
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'without applying' }).count()).toBe(1)
    await expect.poll(() => violations(page)).toEqual([])
    await here.served.setFaults('')
    await primary(page, 'Resume').click()
    await page.getByText('49 of 50 contacts are in; 1 row could not be finished.').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})
