import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { lookedAt } from '../looked-at.ts'
import { draftIdOf, tabCount } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 300 })

it('a column that may tell who refused is said to be about something else with one press, and its rows go', async () => {
  const { page } = here.opened
  const [ann, ben, cleo] = (await here.served.contacts(300)).filter(
    ({ consent, blocked, archived }) => consent === null && !blocked && !archived,
  )
  const recipe = recipeOf({
    kind: 'contacts',
    fields: [
      { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
      { to: 'tags', from: ['Tags'], tags: 'add' },
    ],
  })
  const lines = ['Phone,OK,Tags,Remark', `${ann?.phone},yes,Unsubscribed,`, `${ben?.phone},yes,,no texts`, `${cleo?.phone},yes,VIP,`]
  expect(await here.review('tags.csv', lines, recipe)).toMatchObject({ send: 1, held: 2 })
  const asked = (column: string) => page.getByRole('button', { name: `“${column}” is about something else` })
  await page.getByText('“Tags” (1 row) and “Remark” (1 row) may say who does not want texts.').waitFor()
  await asked('Remark').waitFor()
  await page.getByRole('tab', { name: /^Needs your OK/ }).click()
  await lookedAt(page, 'refusing-columns')
  await expect.poll(() => violations(page)).toEqual([])

  await asked('Tags').click()
  await asked('Tags').waitFor({ state: 'detached' })
  await asked('Remark').waitFor()
  await expect.poll(() => tabCount(page, 'Needs your OK')).toBe(1)
  const kept = await here.served.app.ask('drafts.get', { draftId: draftIdOf(page) })
  // The tags themselves are written as before.
  expect(kept.state.recipe).toMatchObject({ leftOut: ['Tags'], fields: recipe.fields })
  await asked('Remark').click()
  await expect.poll(() => tabCount(page, 'Will change')).toBe(3)
  expect(await page.getByText('may say who does not want texts').count()).toBe(0)
  expect(here.opened.problems).toEqual([])
})
