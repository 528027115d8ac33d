import { describe, expect, it } from 'vitest'
import { primary, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 120 })
const visit = (hash: string) => here.opened.page.goto(new URL(hash, here.served.app.url).href)

describe('a run of contacts that is over', () => {
  let runId = ''

  it('tries its failed rows again as an import of its own, at its review', async () => {
    const contacts = await here.served.contacts(60)
    const recipe = recipeOf({
      kind: 'contacts',
      fields: [
        { to: 'notes', from: ['Notes'] },
        { to: 'tags', from: ['Tags'], tags: 'add' },
      ],
    })
    const { plan } = await here.served.planned(
      'spring.csv',
      ['Phone,Notes,Tags', ...contacts.map(({ phone }, index) => `${phone},Note ${index},spring_list`)],
      recipe,
    )
    await here.served.setFaults('error-in-200@update-customer=0.1/2')
    const run = await here.served.app.ask('runs.start', { planId: plan.id, wait: true })
    await here.served.setFaults('')
    runId = run.id
    expect(run).toMatchObject({ state: 'finished', failed: 2 })
    const { page } = here.opened
    await visit(`#/run/${runId}`)
    await page.getByText('58 of 60 contacts are in; 2 rows could not be finished.').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Retry failed rows' }).click()
    await page.getByText('Only the rows that failed before.').waitFor()
    await expect.poll(() => tabCount(page, 'Will change')).toBe(2)
    await primary(page, /^(Import|Update) 2 contacts/).waitFor()
  })

  it('is taken back after a dry run, and says what came back', async () => {
    const { page } = here.opened
    await visit(`#/run/${runId}`)
    await page.getByRole('button', { name: 'Undo this import…' }).click()
    await page.getByRole('heading', { name: /can be taken back$/ }).waitFor()
    await page.getByRole('button', { name: /^Will be taken back/ }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await primary(page, /^Take back/).click()
    await page
      .getByRole('dialog', { name: 'Take this import back?' })
      .getByRole('button', { name: /^Take back/ })
      .click()
    await page.getByRole('heading', { name: 'What was taken back' }).waitFor()
    await page
      .getByRole('region', { name: 'Field by field' })
      .getByText(/restored|taken back/)
      .first()
      .waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    const { runs } = await here.served.app.ask('history.list', {})
    expect(runs.find(({ kind }) => kind === 'undo')?.undo).toMatchObject({ undoesRunId: runId })
  })

  it('is marked in the history as taken back, with the way to it and back', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'History' }).first().click()
    await expect.poll(() => violations(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Undo spring.csv' }).count()).toBe(0)
    await page.getByRole('link', { name: /^(Taken back on|Is being taken back)/ }).click()
    await page.getByRole('link', { name: 'The import that was taken back' }).click()
    await page.getByText('This import was taken back, or is about to be.').waitFor()
    expect(here.opened.problems).toEqual([])
  })
})

describe('rows of which nobody knows whether they arrived', () => {
  it('can be chosen and marked as done, the others stay as they are', async () => {
    const contacts = await here.served.contacts(12)
    const recipe = recipeOf({ kind: 'messages', fields: [{ to: 'body', from: ['Text'] }] })
    const { plan } = await here.served.planned(
      'history.csv',
      ['Phone,Text', ...contacts.map(({ phone }, index) => `${phone},Hello ${index}`)],
      recipe,
    )
    await here.served.setFaults('latency=400')
    const { id } = await here.served.app.ask('runs.start', { planId: plan.id })
    const progress = async () => (await here.served.app.ask('runs.get', { runId: id })).progress
    // The first two go alone, to prove what an import does; their conversations are read.
    await expect.poll(async () => (await progress()).done, { interval: 50 }).toBeGreaterThanOrEqual(2)
    await here.served.setFaults('latency=400,drop-after@import-message')
    await expect.poll(async () => (await progress()).unknown, { interval: 50 }).toBeGreaterThanOrEqual(2)
    await here.served.setFaults('latency=400,500@find-conversation+get-conversation')
    await here.served.app.ask('runs.pause', { runId: id })
    await expect.poll(async () => (await progress()).state).toBe('paused')
    const { unknown } = await progress()
    const { page } = here.opened
    await visit(`#/run/${id}`)
    await page.getByRole('button', { name: 'Rows so far' }).click()
    await page.getByText('Nobody knows whether these rows arrived:').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page
      .getByRole('checkbox', { name: /^Choose row/ })
      .first()
      .check()
    await page.getByRole('button', { name: 'Mark as done…' }).click()
    await page.getByRole('dialog', { name: 'Mark 1 chosen row as done?' }).getByRole('button', { name: 'Mark as done' }).click()
    await expect.poll(async () => (await progress()).unknown).toBe(unknown - 1)
  })
})
