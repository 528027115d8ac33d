import type { Page } from 'playwright-core'
import { giveFile } from './give-file.ts'
import { isDesktop, primary } from './serve-for-test.ts'

/** From the start page to the one that asks for a file, by its key: the start page takes a file itself. */
export async function newImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file…' }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press(isDesktop ? 'Control+N' : 'Alt+N')
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
}

/** From the start page to the mapping of a file: a CSV with this text, or the file itself. */
export async function mapFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await newImport(page)
  await page.getByRole('heading', { name: 'Which file do you want to import?' }).waitFor()
  const given = typeof file === 'string' ? { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(file) } : file
  await giveFile(page.getByLabel('File to import'), given)
  await toMapping(page)
}

/** From a file that is chosen to its mapping, all of it worked out. */
export async function toMapping(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
  await primary(page, 'Map columns').click()
  await page
    .getByText(/of the first \d+|once you have said which column/)
    .first()
    .waitFor()
}

/** Confirms what means yes, as somebody would who has it in writing, and leaves out what is in doubt. */
export async function answerQuestions(page: Page): Promise<void> {
  const proof = page.getByRole('region', { name: 'What means: agreed to texts' }).getByRole('checkbox')
  const lines = page.getByRole('region', { name: /^Needs you/ }).getByRole('button')
  for (let left = await lines.count(); left > 0; left = await lines.count()) {
    await lines.first().click()
    const leaveOut = page.getByText('No, leave it out')
    await leaveOut.waitFor()
    if (await page.getByRole('radio', { name: 'Yes, bring it in' }).isChecked()) {
      await proof.first().check()
      for (const box of await proof.all()) await box.check()
    } else await leaveOut.click()
    await page.waitForFunction((before) => document.querySelectorAll('[data-line] .mark.asked').length < before, left)
  }
}
