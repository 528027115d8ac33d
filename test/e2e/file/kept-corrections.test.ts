import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { violations } from '../axe.ts'
import { giveFile } from '../give-file.ts'
import { pageInPractice } from '../shared-app.ts'

const here = pageInPractice()

it('a file that was corrected before is shown so when it comes again, and can be begun without', async () => {
  const { page, problems } = here.opened
  const path = join(here.app.home, 'members.csv')
  await writeFile(path, 'Name,Mobile\nAda,+14155550134\nBob,12\n')
  const before = await here.app.ask('files.open', { path })
  await here.app.ask('corrections.add', {
    fileId: before.id,
    corrections: [
      { kind: 'cell', line: 3, column: 1, before: '12', after: '+14155550135' },
      { kind: 'replace', column: 0, find: 'Ada', replaceWith: 'Ida' },
    ],
  })

  await giveFile(page.locator('input[type=file]').first(), path)
  const table = page.getByRole('region', { name: 'First rows of the file' })
  await table.waitFor()
  await page.getByText('2 corrections of this file are kept.').waitFor()
  await expect.poll(() => table.innerText()).toContain('+14155550135')
  await expect.poll(() => violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Begin without them' }).click()
  await page.getByText('2 corrections of this file are kept.').waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'Ada' }).waitFor()
  await expect.poll(() => table.innerText()).not.toContain('+14155550135')
  await expect
    .poll(() => here.app.ask('corrections.list', { fileId: before.id, offset: 0, limit: 10 }))
    .toMatchObject({ corrections: [{ isUndone: true }, { isUndone: true }] })
  expect(problems).toEqual([])
})
