import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, primary } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-changed-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

it('a file that was corrected after its review is said before anything is sent, and reviewed anew', async () => {
  const { page, problems } = await openApp(here.browser, here.app)
  const path = join(folder, 'list.csv')
  await writeFile(path, 'Name,Phone\nAna,+12025550171\n')
  const file = await here.app.ask('files.open', { path })
  const { recipe: suggested } = await here.app.ask('mapping.suggest', { fileId: file.id })
  const recipe = { ...suggested, notFound: 'create' as const }
  const plan = await here.app.ask('plans.start', { fileId: file.id, recipe, wait: true })
  const draft = await here.app.ask('drafts.create', {
    state: {
      step: 'review',
      fileId: file.id,
      fileName: file.name,
      kind: recipe.kind,
      dialect: recipe.source,
      recipe,
      planId: plan.id,
      runId: null,
    },
  })
  await page.goto(`${here.app.url.replace(/#.*$/, '')}#/import/${draft.id}/review`)
  await page.reload()
  await primary(page, 'Import 1 contact').waitFor()
  await writeFile(path, 'Name,Phone\nAna,+12025550171\nBo,+12025550172\n')
  await primary(page, 'Import 1 contact').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click()
  await dialog.getByText('"list.csv" has been changed since it was opened here.').waitFor()
  expect((await here.app.ask('history.list', {})).runs).toEqual([])
  await dialog.getByRole('button', { name: 'Review again' }).click()
  await primary(page, 'Import 2 contacts').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 2 contacts' }).click()
  await page
    .getByRole('heading', { name: /import|done|result/i })
    .first()
    .waitFor()
  await expect
    .poll(async () => (await here.app.ask('history.list', {})).runs.map(({ done, state }) => [done, state]))
    .toEqual([[2, 'finished']])
  expect(problems).toEqual([])
})
