import { describe, expect, it } from 'vitest'
import { primary } from './app.ts'
import { violations } from './axe.ts'
import { recipeOf } from './service-app.ts'
import { pageWithService } from './shared-app.ts'

const here = pageWithService({ contacts: 400 })
const notes = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })

/** Opens the review of a file that gives so many contacts a note, and sends it. */
async function send(name: string, rows: number, faults: string): Promise<void> {
  const contacts = await here.served.contacts(rows)
  const { hash } = await here.served.planned(name, ['Phone,Notes', ...contacts.map(({ phone }) => `${phone},From ${name}`)], notes)
  await here.served.setFaults(faults)
  const { page } = here.opened
  await page.goto(new URL(hash, here.served.app.url).href)
  await primary(page, /^Send/).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('region', { name: 'Progress of the run' }).waitFor()
}

describe('a run that is under way', () => {
  it('says what it waits for, why, and until when', async () => {
    await send('waiting.csv', 100, '429@update-customer:retry-after=90')
    const { page } = here.opened
    await page.getByText('The service asked to wait.').waitFor()
    await page.getByText('no row fails because of it').waitFor()
    await page.getByText(/^1:[0-2]\d min$/).waitFor()
    await page.getByRole('img', { name: /^Speed/ }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('pauses at once, says why it stands still, and goes on where it was', async () => {
    const { page } = here.opened
    await primary(page, 'Pause').click()
    await page.getByText('You paused this run.').waitFor()
    await here.served.setFaults('')
    await primary(page, 'Resume').click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText('All 100 rows that were sent are done.').waitFor()
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
      .getByText(/on line \d+\.$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Cancel the run…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  })

  it('asks for a sign-in when the token expires, and goes on after it without a failed row', async () => {
    await send('expired.csv', 80, 'latency=100')
    const { page } = here.opened
    await here.served.expireTokens()
    await primary(page, 'Sign in and resume').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
    await dialog.getByRole('button', { name: 'Use an access token instead' }).click()
    await dialog.getByLabel('Access token').fill(await here.served.issueToken())
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await page.getByText('All 80 rows that were sent are done.').waitFor()
  })

  it('stops seriously when the service loses what it accepts', async () => {
    await send('lost.csv', 50, 'trim-notes=3')
    const { page } = here.opened
    await page.getByText(/^The service accepts changes without applying them: Notes/).waitFor()
    await page.getByText(/When the cause is mended, resume/).waitFor()
    await expect.poll(() => page.getByRole('alert').filter({ hasText: 'without applying' }).count()).toBe(1)
    await expect.poll(() => violations(page)).toEqual([])
    await here.served.setFaults('')
    await primary(page, 'Resume').click()
    await page.getByText('49 rows done; 1 row could not be finished.').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})
