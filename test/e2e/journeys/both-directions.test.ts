import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { primary, tabCount } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 120 })

test('a history of both directions comes in with one run: messages, and whispers of the office, with their dates in front', async () => {
  const { page } = here.opened
  const contacts = (await here.served.contacts(60)).slice(0, 20)
  const lines = contacts.flatMap(({ phone }, at) => [
    `${phone},2026-03-0${1 + (at % 9)} 09:02:00,Inbound,"Hi, can I move my appointment number ${at}?"`,
    `${phone},2026-03-0${1 + (at % 9)} 09:11:00,Outbound,Number ${at} works for us.`,
    `${phone},2026-03-0${1 + (at % 9)} 16:40:00,Inbound,Perfect number ${at}`,
  ])
  const { whispers, messagesImported } = await here.served.counts()
  await page.setViewportSize({ width: 1280, height: 900 })
  await mapFile(page, ['Phone,Date,Direction,Text', ...lines].join('\n'))
  await primary(page, 'Review changes').click()
  await page.getByRole('heading', { name: '40 messages and 20 whispers go into 20 conversations' }).waitFor()
  await page
    .getByText(/whisper of your office/)
    .first()
    .waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await page.getByRole('region', { name: 'Dates' }).getByRole('button', { name: 'Put it in front' }).click()
  await page
    .getByText(/^\[.*2026.*\] Number \d+ works for us\.$/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Dates' }).count()).toBe(0)
  expect(await tabCount(page, 'Will change')).toBe(60)
  await primary(page, 'Import 40 messages and 20 whispers').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Whispers are notes that only your office sees. Nobody is texted.').waitFor()
  await dialog.getByText('the date of your file stands in front of each text').waitFor()
  await dialog.getByRole('button', { name: 'Import 40 messages and 20 whispers' }).click()
  await page.getByText('40 messages and 20 whispers are in.').waitFor()
  const after = await here.served.counts()
  expect([after.whispers - whispers, after.messagesImported - messagesImported, after.messagesSent]).toEqual([20, 40, 0])
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})
