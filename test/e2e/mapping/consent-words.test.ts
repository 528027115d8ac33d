import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldRule } from '../../../src-main/engine/contract.ts'
import { draftIdOf, openApp, type OpenedPage } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { appInPractice } from '../shared-app.ts'

const here = appInPractice()
let opened: OpenedPage
afterEach(() => opened.close())

async function mapping(text: string): Promise<Page> {
  opened = await openApp(here.browser, here.app)
  await mapFile(opened.page, text)
  return opened.page
}

async function consentRules(page: Page): Promise<FieldRule[]> {
  const { state } = await here.app.ask('drafts.get', { draftId: draftIdOf(page) })
  return state.recipe?.fields.filter(({ to }) => to === 'consent') ?? []
}

describe('words that give consent', () => {
  it('are ticked one by one, with their rows, from the keyboard too', async () => {
    const page = await mapping(
      'Mobile,SMS consent,Do Not Text\n(202) 555-0101,Yes,\n(202) 555-0102,Yes,\n(202) 555-0103,Y,\n(202) 555-0104,No,Yes\n',
    )
    const region = page.getByRole('region', { name: 'What means: agreed to texts' })
    const yes = region.getByRole('checkbox', { name: '“Yes” (2 rows) means: agreed' })
    await yes.waitFor()
    const y = region.getByRole('checkbox', { name: '“Y” (1 row) means: agreed' })
    expect([await yes.isChecked(), await y.isChecked()]).toEqual([false, false])
    await region.getByText('2 words are not confirmed yet.').waitFor()
    await yes.focus()
    await page.keyboard.press('Space')
    await region.getByText('One word is not confirmed yet.').waitFor()
    await expect.poll(async () => (await consentRules(page))[0]?.unconfirmed).toEqual(['Y'])
    await y.check()
    await region.getByText('Every word is confirmed.').waitFor()
    await expect.poll(async () => (await consentRules(page)).map(({ unconfirmed }) => unconfirmed)).toEqual([undefined, undefined])
    expect(await violations(page)).toEqual([])
  })

  it('wait in a consent for every row, too', async () => {
    const page = await mapping('Mobile,Name\n(202) 555-0101,Ann\n(202) 555-0102,Ben\n')
    await page.getByRole('button', { name: 'Change the rules for all rows' }).click()
    await page.getByLabel('Add a field with the same value for every row').selectOption('consent')
    await page.getByRole('button', { name: /^Every row/ }).click()
    const box = page.getByRole('checkbox', { name: /^Every row \(2 rows\) means: agreed to texts from / })
    await expect.poll(() => box.isChecked()).toBe(false)
    await box.check()
    await expect.poll(async () => (await consentRules(page))[0]).toEqual({ to: 'consent', value: true })
  })

  it('of a header in doubt are a question, and nothing is mapped', async () => {
    const page = await mapping('Mobile,SMS Opt-In Failed\n(202) 555-0101,Yes\n')
    await page.getByText('says that something happened, not that somebody agreed').first().waitFor()
    expect(await consentRules(page)).toEqual([])
  })
})
