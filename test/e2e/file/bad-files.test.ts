import { describe, expect, it } from 'vitest'
import { dropFile, giveFile } from '../give-file.ts'
import { primary } from '../serve-for-test.ts'
import { pageInPractice } from '../shared-app.ts'
import { newImport } from '../map-file.ts'

const here = pageInPractice()
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

describe('files that cannot be used', () => {
  it.each([
    ['empty.csv', Buffer.alloc(0), /empty/i],
    ['picture.csv', png, /.+/],
  ])('%s is refused in words, with what to do, and the page goes on', async (name, buffer, words) => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Imports' }).click()
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), { name, mimeType: 'text/csv', buffer })
    const alert = page.locator('.banner.bad')
    await alert.waitFor()
    const [title, hint] = (await alert.innerText()).split('\n')
    expect(title).toMatch(words)
    expect(title).not.toMatch(/file\.|usage|internal/)
    expect(hint?.length).toBeGreaterThan(10)
    await expect.poll(() => primary(page, 'Map columns').isDisabled()).toBe(true)

    await giveFile(page.getByLabel('File to import'), {
      name: 'good.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Phone\nAna,+12025550123\n'),
    })
    await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await expect.poll(() => primary(page, 'Map columns').isEnabled()).toBe(true)
  })

  it('a file with a header only is refused in words', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Imports' }).click()
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await giveFile(page.getByLabel('File to import'), { name: 'header.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\n') })
    await page.locator('.banner.bad').waitFor()
    await expect.poll(() => page.locator('.banner.bad').innerText()).toMatch(/header|row/i)
  })

  it('several dropped files are refused with a word on why', async () => {
    const { page } = here.opened
    await page.getByRole('link', { name: 'Imports' }).click()
    await newImport(page)
    await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
    await page.getByText('Drop a file anywhere on this page').waitFor()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['a'], 'a.csv'))
      data.items.add(new File(['b'], 'b.csv'))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    await page.getByText('You dropped 2 files.').waitFor()
  })

  it('a file can be dropped anywhere on the page', async () => {
    const { page, problems } = here.opened
    await dropFile(page, 'dropped.csv', 'Name;Phone\nÄnne;+12025550123\n')
    await page.getByRole('region', { name: 'First rows of the file' }).getByText('Änne').waitFor()
    expect(problems).toEqual([])
  })
})
