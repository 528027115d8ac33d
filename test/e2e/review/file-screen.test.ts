import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { giveFile } from '../give-file.ts'
import { isDesktop, primary } from '../serve-for-test.ts'
import { violations } from '../axe.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()
let page: Page

beforeAll(() => {
  page = here.opened.page
})

async function open(name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('link', { name: 'Imports' }).click()
  await newImport(page)
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  await giveFile(page.getByLabel('File to import'), { name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await page.getByText(/^Read as/).click()
}

const header = () => page.locator('.table.cells thead th:not(.line)').allInnerTexts()

describe('the file screen', () => {
  it('passes over a title, says so, and takes another line as the names of the columns, by mouse and by keyboard', async () => {
    await open(
      'report.csv',
      Buffer.from(
        'Contact report\nMade on 2024-03-01\n\nName,Mobile,City\nPerson,Number,Place\nAna,+12025550123,Bonn\nBo,+12025550124,Rome\nCy,+12025550125,Oslo\n',
      ),
    )
    await expect.poll(() => header()).toEqual(['Name', 'Mobile', 'City'])
    await page.getByText('The first 3 rows are a title').waitFor()
    await page.getByRole('button', { name: 'Row 5: take it' }).click()
    await expect.poll(header).toEqual(['Person', 'Number', 'Place'])
    await page.getByLabel('Skip rows').fill('3')
    await page.getByLabel('Skip rows').blur()
    await expect.poll(header).toEqual(['Name', 'Mobile', 'City'])
    await page.getByRole('button', { name: 'Row 5: take it' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(header).toEqual(['Person', 'Number', 'Place'])
    await expect.poll(() => violations(page)).toEqual([])
  })

  it('shows letters as another encoding would read them, and reads a file of two encodings right after one click', async () => {
    const mixed = Buffer.concat([
      Buffer.from('Name;Phone\nJosé García;+12025550123\nZoë Dubois;+12025550124\n'),
      iconv.encode('Jürgen Müller;+12025550125\n', 'windows-1252'),
    ])
    await open('mixed.csv', mixed)
    await page.getByText('Most of the file is Unicode (UTF-8)').waitFor()
    await page.getByRole('button', { name: 'Read them as Western European' }).click()
    await page.getByRole('cell', { name: 'Jürgen Müller' }).waitFor()
    await page.getByLabel('Encoding').selectOption('windows-1252')
    await page.getByRole('cell', { name: 'JosÃ© GarcÃ­a' }).waitFor()
    await page.getByLabel('Encoding').selectOption('auto')
    await page.getByRole('cell', { name: 'José García' }).waitFor()
  })

  it('takes any character as the separator', async () => {
    await open('odd.csv', Buffer.from('Name:x~Phone\nAna:y~+12025550123\nBo:z~+12025550124\n'))
    await expect.poll(() => header()).toEqual(['Name:x', 'Phone'])
    await page.getByLabel('Separator').selectOption('other')
    await page.getByLabel('The character that separates cells').fill(':')
    await page.getByLabel('The character that separates cells').blur()
    await expect.poll(header).toEqual(['Name', 'x~Phone'])
  })

  it('says what is in a packed file, and that there is no header with one click', async () => {
    await open(
      'contacts.csv.gz',
      gzipSync('Ana,+12025550123,ana@example.com\nBo,+12025550124,bo@example.com\nCy,+12025550125,cy@example.com\n'),
    )
    await page.getByText('contacts.csv inside').first().waitFor()
    await page.getByRole('button', { name: 'There is no header' }).click()
    await expect.poll(header).toEqual(['Column 1', 'Column 2', 'Column 3'])
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor()
  })

  it('offers the sheets of a workbook with their rows', async () => {
    await open('book.xlsx', readFileSync(new URL('../../fixtures/xlsx/openpyxl.xlsx', import.meta.url)))
    const options = await page.getByLabel('Sheet').locator('option').allInnerTexts()
    expect(options.length).toBeGreaterThan(1)
    expect(options[0]).toMatch(/ · [\d,]+ rows?/)
    expect(await page.getByLabel('Encoding').count()).toBe(0)
    const before = await header()
    await page.getByLabel('Sheet').selectOption({ index: 1 })
    await expect.poll(header).not.toEqual(before)
    await expect.poll(() => primary(page, 'Map columns').isEnabled()).toBe(true)
  })

  it('shows contact cards as a table', async () => {
    await open('contacts.vcf', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Dubois\r\nTEL;TYPE=CELL:+12025550123\r\nEND:VCARD\r\n'))
    await expect.poll(() => header()).toEqual(['Full name', 'Phone (mobile)'])
  })

  // The desktop's page sends no file anywhere: the engine reads it where it is.
  it.skipIf(isDesktop)('stops the arrival of a file from the keyboard, also of a second one, and keeps the first', async () => {
    await page.getByRole('link', { name: 'Imports' }).click()
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    const never = new Promise<void>(() => {})
    await page.route('**/upload?name=slow.csv&*', () => never)
    const slow = { name: 'slow.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\nAna,+12025550123\n') }
    await giveFile(page.getByLabel('File to import'), slow)
    await page.getByText('Opening slow.csv…').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Choose a file…')
    expect(await page.locator('.banner.bad').count()).toBe(0)

    await giveFile(page.getByLabel('File to import'), { ...slow, name: 'first.csv' })
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toBe('What is in this file?')
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Name,Phone\nBo,+12025550124\n'], 'slow.csv'))
      return data
    })
    for (const event of ['dragenter', 'drop']) await page.dispatchEvent('body', event, { dataTransfer: dropped })
    await page.getByText('Opening slow.csv…').waitFor()
    await expect.poll(() => primary(page, 'Map columns').isEnabled()).toBe(false)
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await page.getByRole('cell', { name: 'Ana', exact: true }).waitFor()
    await page.locator('.kicker', { hasText: 'first.csv' }).waitFor()
    await page.unroute('**/upload?name=slow.csv&*')
  })

  it('draws of a thousand columns those in sight, on the mapping screen too, and any of them where one goes to it', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => (index === 0 ? 'Phone' : `Field ${index}`))
    await open(
      'wide.csv',
      Buffer.from(
        `${names.join(',')}\n+12025550123,${names
          .slice(1)
          .map((name) => `of ${name}`)
          .join(',')}\n`,
      ),
    )
    const region = page.getByRole('region', { name: 'First rows of the file' })
    await page.getByRole('cell', { name: 'of Field 1', exact: true }).waitFor()
    await expect.poll(() => region.locator('td').count()).toBeLessThan(60)
    await region.evaluate((element) => (element.scrollLeft = element.scrollWidth))
    await page.getByRole('cell', { name: 'of Field 999', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Field 999' }).getAttribute('aria-colindex')).toBe('1001')
    await primary(page, 'Map columns').click()
    const leftOut = page.getByRole('region', { name: 'Left out' })
    await leftOut.getByRole('button', { name: /^Left out/ }).click()
    const rows = leftOut.getByRole('listitem')
    await rows.filter({ hasText: 'Field 1' }).first().waitFor()
    await expect.poll(() => rows.count()).toBeLessThan(100)
    await expect
      .poll(async () => {
        await rows.last().evaluate((element) => element.scrollIntoView({ block: 'end' }))
        return rows.count()
      })
      .toBeGreaterThan(100)
    expect(here.opened.problems).toEqual([])
  })
})
