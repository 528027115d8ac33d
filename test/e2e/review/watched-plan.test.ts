import { expect, it } from 'vitest'
import type { Correction, PlanSummary } from '../../../src-main/engine/contract.ts'
import { goAhead, primary, tabCount } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 20 })

const exclude: Correction[] = [{ kind: 'exclude', lines: [2, 3, 4] }]

it.each<[string, words: string, correct: (plan: PlanSummary) => Promise<unknown>]>([
  [
    'in another window',
    'somebody corrected rows or released some that were held',
    ({ id }) => here.served.app.ask('plans.revise', { planId: id, corrections: exclude }),
  ],
  [
    'by a command',
    'was corrected, or corrections were taken back',
    ({ fileId }) => here.served.app.ask('corrections.add', { fileId, corrections: exclude }),
  ],
])('what was corrected %s since is shown and agreed to before anything is sent', async (how, words, correct) => {
  const { page } = here.opened
  const contacts = await here.served.contacts(12)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const plan = await here.review('list.csv', ['Phone,Notes', ...contacts.map(({ phone }, at) => `${phone},${how} ${at}`)], recipe)
  await primary(page, 'Update 12 contacts').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('12 updated').waitFor()
  await correct(plan)
  const runsBefore = (await here.served.app.ask('history.list', {})).runs.length

  await dialog.getByRole('button', { name: goAhead }).click()
  const said = page.getByRole('alert').filter({ hasText: words })
  await said.waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  expect(await dialog.count()).toBe(0)
  expect((await here.served.app.ask('history.list', {})).runs).toHaveLength(runsBefore)
  await expect.poll(() => tabCount(page, 'Will change')).toBe(9)
  const rows = page.getByRole('grid', { name: 'Rows of the file' })
  await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('10')
  await rows.getByText(`${how} 3`, { exact: true }).waitFor()
  expect(await rows.getByText(`${how} 0`, { exact: true }).count()).toBe(0)
  await said.getByRole('button', { name: 'OK', exact: true }).click()
  await said.waitFor({ state: 'detached' })

  await primary(page, 'Update 9 contacts').click()
  await dialog.getByText('9 updated').waitFor()
  await dialog.getByRole('button', { name: goAhead }).click()
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  expect((await here.served.app.ask('history.list', {})).runs[0]).toMatchObject({ done: 9, skipped: 3 })
  expect(here.opened.problems).toEqual([])
})

it('what is planned anew in another window is listed here at once, with its corrections', async () => {
  const { page } = here.opened
  const contacts = await here.served.contacts(12)
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  const plan = await here.review('anew.csv', ['Phone,Notes', ...contacts.map(({ phone }, at) => `${phone},anew ${at}`)], recipe)
  const rows = page.getByRole('grid', { name: 'Rows of the file' })
  await rows.getByText('anew 0', { exact: true }).waitFor()
  // Contacts that were read since have all of the file compared again.
  await here.served.sync()
  await here.served.app.ask('plans.revise', { planId: plan.id, corrections: exclude })

  await page.getByRole('button', { name: 'Corrections · 1' }).waitFor()
  await rows.getByText('anew 0', { exact: true }).waitFor({ state: 'detached' })
  await rows.getByText('anew 3', { exact: true }).waitFor()
  await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('10')
  await expect.poll(() => tabCount(page, 'Will change')).toBe(9)
  expect(here.opened.problems).toEqual([])
})

it('a comparison that breaks off while it is looked at says at once why, and what to do', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `+1212555${String(n).padStart(4, '0')},Note ${n}`)
  const file = await here.served.openFile('expired.csv', ['Phone,Notes', ...lines])
  const recipe = recipeOf({ kind: 'contacts', fields: [{ to: 'notes', from: ['Notes'] }] })
  await here.served.setFaults('latency=200')
  const plan = await here.served.app.ask('plans.start', { fileId: file.id, recipe, lookup: 'always', wait: false })
  const state = {
    step: 'review' as const,
    fileId: file.id,
    fileName: file.name,
    kind: recipe.kind,
    dialect: recipe.source,
    recipe,
    planId: plan.id,
    runId: null,
  }
  const draft = await here.served.app.ask('drafts.create', { state })
  const { page } = here.opened
  await page.goto(new URL(`#/import/${draft.id}/review`, here.served.app.url).href)
  await page.getByRole('button', { name: /^(Cancel|Stop)/ }).waitFor()

  await here.served.expireTokens()
  await page.getByText('The service does not accept the sign-in any more.').first().waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})
