import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { openApp, type ServedApp } from '../../e2e/serve-for-test.ts'
import { benchRecipe, writeCsv } from '../data.ts'

const fileName = 'frames.csv'
/** Rows with something wrong, so that cells are marked as in real files. */
const badPhoneEvery = 25

/** Plans a file of `rows` people in the served practice account, each a new contact, and opens its review. */
export async function openReview(browser: Browser, app: ServedApp, rows: number): Promise<Page> {
  const csvPath = join(app.home, fileName)
  await writeCsv(csvPath, rows, { badPhoneEvery })
  const file = await app.ask('files.open', { path: csvPath, name: fileName })
  rmSync(csvPath)
  const recipe = recipeSchema.parse({
    ...benchRecipe,
    fields: [...benchRecipe.fields.filter(({ to }) => !to.startsWith('custom:')), { to: 'email', from: ['Email'] }],
    notFound: 'create',
  })
  const plan = await app.ask('plans.start', { fileId: file.id, recipe, lookup: 'never', wait: true })
  if (plan.rows !== rows || plan.send === 0)
    throw new Error(`${rows} rows were to be planned, ${plan.rows} were, ${plan.send} of them to be sent.`)
  const { id: fileId } = file
  const { id: planId } = plan
  const draft = await app.ask('drafts.create', {
    state: { step: 'review', fileId, fileName, kind: recipe.kind, dialect: recipe.source, recipe, planId, runId: null },
  })
  const { page } = await openApp(browser, app, { colorScheme: 'light' })
  await page.goto(new URL(`#/import/${draft.id}/review`, app.url).href)
  await page.getByText('What will happen to your account').waitFor()
  return page
}
