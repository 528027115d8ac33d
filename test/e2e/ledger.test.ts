import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from './axe.ts'
import { recipeOf } from './service-app.ts'
import { pageWithService } from './shared-app.ts'

const here = pageWithService({ contacts: 60 })
let records = 0

beforeAll(async () => {
  const contacts = await here.served.contacts(60)
  const recipe = recipeOf({
    kind: 'consent',
    fields: [
      { to: 'consent', from: ['OK'], values: { yes: true, no: false } },
      { to: 'evidence', from: ['Source'] },
    ],
  })
  const { plan } = await here.served.planned(
    'desk.csv',
    ['Phone,OK,Source', ...contacts.map(({ phone }, index) => `${phone},${index % 2 ? 'yes' : 'no'},Form ${index}`)],
    recipe,
  )
  records = (await here.served.app.ask('runs.start', { planId: plan.id, wait: true })).done
})

describe('the consent ledger', () => {
  it('lists every consent that was set, with all of the record behind it', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Consent ledger' }).click()
    const grid = page.getByRole('grid', { name: 'Consent changes' })
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(records + 1))
    await expect.poll(() => violations(page)).toEqual([])
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('SHA-256').waitFor()
    await dialog.getByText('Source:').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('finds records by their evidence', async () => {
    const { page } = here.opened
    const { evidence } = (await here.served.app.ask('ledger.page', { offset: 0, limit: 1 })).records[0] ?? { evidence: {} }
    await page.getByLabel('Search the ledger').fill(String(Object.values(evidence)[0]))
    const { total } = await here.served.app.ask('ledger.page', { offset: 0, limit: 1, search: String(Object.values(evidence)[0]) })
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(total + 1))
    await page.getByLabel('Search the ledger').fill('')
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(records + 1))
  })

  it('is verified with a clear verdict', async () => {
    const { page } = here.opened
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText(`All ${records} records are as written.`).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('is exported as CSV and as JSON', async () => {
    const { page } = here.opened
    for (const [item, name] of [
      ['As CSV', 'consent-ledger.csv'],
      ['As JSON', 'consent-ledger.json'],
    ] as const) {
      await page.getByRole('button', { name: 'Export the ledger' }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(name)
      expect(await readFile(await download.path(), 'utf8')).toContain('Form ')
    }
    expect(here.opened.problems).toEqual([])
  })
})
