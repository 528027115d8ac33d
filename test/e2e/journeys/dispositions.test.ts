import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { mapFile } from '../map-file.ts'
import { primary, tabCount } from '../serve-for-test.ts'
import { pageWithService } from '../shared-app.ts'

const here = pageWithService({ contacts: 120 })

test('a list of conversations is resolved with its dispositions, and is up to date the second time', async () => {
  const { page } = here.opened
  const contacts = (await here.served.contacts(60)).slice(0, 8)
  // Each of them writes, so that their conversation is open.
  const { baseUrl, token } = here.served.service
  for (const { phone } of contacts) {
    const body = JSON.stringify({ phone_number: phone, comment: { body: 'Is it done?' } })
    const headers = { 'content-type': 'application/json', 'X-TGP-ACCESS-TOKEN': token }
    expect((await fetch(`${baseUrl}/api/new_customer_post.json`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const { resolves } = await here.served.counts()
  const lines = contacts.map(({ phone }, at) => `${phone},${at % 2 === 0 ? 'Answered' : ''}`)
  await mapFile(page, ['Phone,Disposition', ...lines].join('\n'))
  await primary(page, 'Review changes').click()
  await page.getByRole('heading', { name: '8 conversations will be resolved' }).waitFor()
  expect(await tabCount(page, 'Will change')).toBe(8)
  await page.getByText('Resolved: Answered').first().waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  await primary(page, 'Resolve 8 conversations').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rollcall cannot open a conversation again').waitFor()
  await dialog.getByRole('button', { name: 'Resolve 8 conversations' }).click()
  await page.getByText('8 conversations are resolved.').waitFor()
  await expect.poll(() => violations(page)).toEqual([])
  const after = await here.served.counts()
  expect([after.resolves - resolves, after.messagesSent]).toEqual([8, 0])
  await page.goto(here.served.app.url)
  await mapFile(page, ['Phone,Disposition', ...lines].join('\n'))
  await primary(page, 'Review changes').click()
  await page.getByRole('heading', { name: 'Your account is up to date' }).waitFor()
  expect(here.opened.problems).toEqual([])
})
