import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { savedFile } from '../give-file.ts'
import { lookedAt } from '../looked-at.ts'
import { recipeOf } from '../service-app.ts'
import { pageWithService } from '../shared-app.ts'

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
    const panel = page.getByRole('complementary')
    await panel.getByText('SHA-256').waitFor()
    await panel.getByText('Source:').waitFor()
    await lookedAt(page, 'ledger-record')
    await panel.getByRole('heading', { name: `Record ${records - 1}`, exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Next record' }).click()
    await panel.getByRole('heading', { name: `Record ${records - 2}`, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('shows one contact: what holds now, what was set last, and whether both agree', async () => {
    const { page } = here.opened
    const [newest] = (await here.served.app.ask('ledger.page', { offset: 0, limit: 1 })).records
    await page.getByRole('grid', { name: 'Consent changes' }).getByRole('row').nth(1).click()
    await page.getByRole('complementary').getByRole('link', { name: 'All of this contact' }).click()
    await page.getByText('Yes, nobody changed it since').waitFor()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    expect(new URL(page.url()).hash).toBe(`#/ledger/${newest?.contact}`)
    await lookedAt(page, 'ledger-contact')
    await page.getByRole('link', { name: 'All contacts' }).click()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(records + 1))
  })

  it('is narrowed down to what was withdrawn', async () => {
    const { page } = here.opened
    const { total } = await here.served.app.ask('ledger.page', { offset: 0, limit: 1, only: 'withdrawn' })
    expect(total).toBeLessThan(records)
    await page.getByRole('button', { name: 'Withdrawn' }).click()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(total + 1))
    await page.getByRole('button', { name: 'Withdrawn' }).click()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(records + 1))
  })

  it('is narrowed down to one contact who is looked for, and to who wrote it', async () => {
    const { page } = here.opened
    const grid = page.getByRole('grid', { name: 'Consent changes' })
    await page.getByLabel('Set by').selectOption('Pat Tester')
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(records + 1))
    await page.getByLabel('Set by').selectOption('')
    const { records: shown } = await here.served.app.ask('ledger.page', { offset: 3, limit: 1 })
    await page.getByRole('button', { name: 'One contact…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Whose records?' })
    await dialog.getByRole('listitem').first().waitFor()
    await lookedAt(page, 'ledger-choose')
    await dialog.getByLabel('Search contacts').fill(shown[0]?.phone ?? '')
    await dialog
      .getByRole('listitem')
      .getByText(shown[0]?.phone ?? '')
      .click()
    await page.getByText('Do they agree?').waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2')
    await page.getByRole('link', { name: 'All contacts' }).click()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(records + 1))
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

  it('is checked when it opens, and again when somebody asks', async () => {
    const { page } = here.opened
    await page.getByText(`All ${records} records are as written.`).waitFor()
    await page.getByRole('button', { name: 'Check again' }).click()
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
      const saved = await savedFile(page, () => page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click())
      expect(saved.name).toBe(name)
      expect(await readFile(saved.path, 'utf8')).toContain('Form ')
    }
    expect(here.opened.problems).toEqual([])
  })
})
