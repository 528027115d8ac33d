import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { primary, tabCount } from '../serve-for-test.ts'
import { recipeOf } from '../service-app.ts'
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
  await dialog.getByText('Whispers are notes that only your office sees.').waitFor()
  await dialog.getByText('the date of your file stands in front of each text').waitFor()
  await dialog.getByRole('button', { name: 'Import 40 messages and 20 whispers' }).click()
  await page.getByText('40 messages and 20 whispers are in.').waitFor()
  const after = await here.served.counts()
  expect([after.whispers - whispers, after.messagesImported - messagesImported, after.messagesSent]).toEqual([20, 40, 0])
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})

test('a recipe that leaves out what the office wrote is offered whispers for it, in a low window, too, and the list counts both', async () => {
  const { page } = here.opened
  const contacts = (await here.served.contacts(60)).slice(20, 26)
  const lines = contacts.flatMap(({ phone }, at) => [
    `${phone},2026-04-0${1 + at} 09:02:00,Inbound,"Is number ${at} ready?"`,
    `${phone},2026-04-0${1 + at} 09:11:00,Outbound,Number ${at} is ready.`,
  ])
  await page.setViewportSize({ width: 1280, height: 680 })
  const recipe = recipeOf({
    kind: 'messages',
    only: { column: 'Direction', is: ['Inbound'] },
    fields: [
      { to: 'body', from: ['Text'] },
      { to: 'sentAt', from: ['Date'] },
    ],
  })
  await here.review('left-out.csv', ['Phone,Date,Direction,Text', ...lines], recipe)
  await page.getByRole('heading', { name: '6 messages go into 6 conversations' }).waitFor()
  await page.getByRole('region', { name: 'Dates' }).getByRole('button', { name: 'Leave the texts' }).click()
  const offer = page.getByRole('region', { name: 'From your office' })
  await offer.getByText('6 messages of your office are left out.').waitFor()
  await offer.getByRole('button', { name: 'Write whispers' }).click()
  await page.getByRole('heading', { name: '6 messages and 6 whispers go into 6 conversations' }).waitFor()
  await page.getByRole('grid', { name: 'Conversations' }).getByText('1 message, 1 whisper').first().waitFor()
  await expect.poll(() => offer.count()).toBe(0)
  await expect.poll(() => violations(page)).toEqual([])
  expect(here.opened.problems).toEqual([])
})
