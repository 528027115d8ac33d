import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { draftIdOf, openApp, primary } from '../serve-for-test.ts'
import { appInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = appInPractice()
let folder: string
let path: string

const header = ['First Name', 'Last Name', 'Mobile Phone', 'Email', 'Zip', 'Birthday', 'Notes']

function damagedFile(): string {
  const rows = Array.from({ length: 200 }, (_, index) => [
    'Anna',
    index % 10 === 0 ? `GarcÃ­a${index}` : `Lee${index}`,
    index === 7 ? '1.20222E+10' : `+1202${2_201_000 + index}`,
    index === 9 ? 'NULL' : `anna${index}@mail.de`,
    index === 3 ? '2134' : String(20_000 + index),
    index === 20 ? '44562' : '1980-05-17',
    index === 30 ? '#N/A' : '',
  ])
  return [header, ...rows].map((cells) => cells.join(',')).join('\r\n')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-damage-'))
  path = join(folder, 'damaged.csv')
  await writeFile(path, damagedFile())
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('the damage of a file', () => {
  it.each(['light', 'dark'] as const)('is shown, repaired, taken back and repaired again (%s)', async (colorScheme) => {
    const { page, problems, close } = await openApp(here.browser, here.app, { colorScheme, reducedMotion: 'reduce' })
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), path)
    const card = page.getByRole('region', { name: 'Broken values in the file' })
    await card.getByText(/ look broken in 200 rows$/).waitFor()
    const findings = () => card.locator('summary .badge:not(.good)').count()
    const show = card.getByRole('button', { name: 'Show them', exact: true })
    if (await show.isVisible()) await show.click()
    await expect.poll(findings).toBe(6)
    await card.getByText('Garbled letters', { exact: true }).click()
    await card.getByRole('cell', { name: 'García0', exact: true }).waitFor()
    await primary(page, 'Map columns').and(page.locator(':enabled')).waitFor()
    await expect.poll(() => violations(page)).toEqual([])

    await card.getByRole('button', { name: 'Repair 20 cells' }).click()
    await expect.poll(findings).toBe(5)
    await card.getByText('repaired: 20 cells in Last Name').waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Hide them')
    await page.getByRole('region', { name: 'First rows of the file' }).getByText('García0').waitFor()
    const { fileId } = (await here.app.ask('drafts.get', { draftId: draftIdOf(page) })).state
    const made = await here.app.ask('corrections.list', { fileId: fileId ?? '', offset: 0, limit: 10 })
    expect(made.corrections.filter(({ isUndone }) => !isUndone)).toMatchObject([
      { correction: { kind: 'mend', mend: 'mojibake', column: 1 } },
    ])

    await card.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(findings).toBe(6)
    await page.getByRole('region', { name: 'First rows of the file' }).getByText('GarcÃ­a0').waitFor()

    await card.getByRole('button', { name: /^Repair all that can be repaired/ }).click()
    await expect.poll(findings).toBe(3)
    await card.getByRole('button', { name: 'Blank 1 cell' }).first().click()
    await expect.poll(findings).toBe(2)
    await primary(page, 'Map columns').and(page.locator(':enabled')).waitFor()
    await expect.poll(() => violations(page)).toEqual([])

    await page.reload()
    await card.getByText(/ look broken in 200 rows$/).waitFor()
    if (await show.isVisible()) await show.click()
    await expect.poll(findings).toBe(2)
    await primary(page, 'Map columns').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(problems).toEqual([])

    const undone = await here.app.ask('corrections.list', { fileId: fileId ?? '', offset: 0, limit: 100 })
    await here.app.ask('corrections.undo', {
      fileId: fileId ?? '',
      numbers: undone.corrections.filter(({ isUndone }) => !isUndone).map(({ number }) => number),
    })
    await close()
  })

  it.each(['light', 'dark'] as const)(
    'shows a total below a long table at once, and leaves it out with one click (%s)',
    async (colorScheme) => {
      const report = join(folder, `report-${colorScheme}.csv`)
      const rows = Array.from({ length: 2_500 }, (_, index) => `Ann Lee${index},+1202${2_201_000 + index},Bonn`)
      await writeFile(
        report,
        ['Name,Mobile Phone,City', ...rows, 'Total: 2500 contacts,,', `Exported on 1 March in ${colorScheme}`].join('\n'),
      )
      const { page, problems, close } = await openApp(here.browser, here.app, {
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: colorScheme === 'dark' ? 900 : 1280, height: 800 },
      })
      await newImport(page)
      await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
      await giveFile(page.getByLabel('File to import'), report)
      const card = page.getByRole('region', { name: 'Broken values in the file' })
      await card.getByText('2 rows look broken in 2,502 rows').waitFor()
      const show = card.getByRole('button', { name: 'Show them', exact: true })
      if (await show.isVisible()) await show.click()
      await card.getByText('Notes or totals below the table', { exact: true }).click()
      await card.getByText('Rows 2,502 and 2,503').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await card.getByRole('button', { name: 'Leave out 2 rows' }).click()
      await card.getByText('Nothing else looks broken in 2,500 rows').waitFor()
      await card.getByText('left out: 2 rows').waitFor()
      await card.getByRole('button', { name: /^Undo/ }).click()
      await card.getByText('2 rows look broken in 2,502 rows').waitFor()
      expect(problems).toEqual([])
      await close()
    },
  )

  it('is one quiet line where there is none', async () => {
    const clean = join(folder, 'clean.csv')
    await writeFile(
      clean,
      ['Name,Mobile Phone', ...Array.from({ length: 50 }, (_, index) => `Ann Lee${index},+1202${2_201_000 + index}`)].join('\n'),
    )
    const { page, close } = await openApp(here.browser, here.app, { viewport: { width: 900, height: 800 } })
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), clean)
    const card = page.getByRole('region', { name: 'Broken values in the file' })
    await card.getByText('No damage by spreadsheets found in 50 rows').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    await close()
  })
})
