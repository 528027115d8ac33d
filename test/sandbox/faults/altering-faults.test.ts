import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customFieldUuids } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.reset()
})
afterAll(() => sandbox.close())

const { phoneE164, uuid } = ordinary()
const importPost = async (body: string) =>
  (await sandbox.call('POST', '/api/new_customer_post.json', { phone_number: phoneE164, comment: { body } })).json.post

test.each([
  ['html-escape', `a & b <c> "d" 'e'`, 'a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39;'],
  ['mask-words', 'Win a FREE phone', '*** a **** phone'],
  ['mask-words=sure+a.c', 'For sure: a.c, not abc', 'For ****: ***, not abc'],
  ['truncate=5', 'ab👍cd-rest', 'ab👍cd'],
  ['trim', '  \n in between \t', 'in between'],
  ['unicode=nfd', 'Café', 'Cafe\u0301'],
  ['unicode=nfc', 'Cafe\u0301', 'Café'],
  ['unicode=nfkc', 'ﬁne №1', 'fine No1'],
  ['truncate=4,trim', '  abcdef', 'abcd'],
])('%s: the altered text is stored and answered, and the one that was asked is still counted', async (fault, asked, stored) => {
  sandbox.setFaults(fault)
  expect(await importPost(asked)).toMatchObject({ body: stored })
  expect(sandbox.posts(phoneE164).at(-1)).toMatchObject({ body: stored, askedBody: asked })
  expect([
    sandbox.arrivals(phoneE164, asked),
    sandbox.arrivals(phoneE164, asked, 'import'),
    sandbox.arrivals(phoneE164, asked, 'whisper'),
  ]).toEqual([1, 1, 0])
  await importPost(asked)
  expect(sandbox.arrivals(phoneE164, asked)).toBe(2)
})

test('links become short ones, the same for the same link', async () => {
  sandbox.setFaults('shorten-links')
  const posts = [
    await importPost('See https://example.com/a?b=c now'),
    await importPost('http://example.com https://example.com/a?b=c'),
  ] as { body: string }[]
  const [first, second] = posts.map((post) => [...post.body.matchAll(/https:\/\/sho\.rt\/\w+/g)].map(String))
  expect(posts[0]?.body).toMatch(/^See https:\/\/sho\.rt\/\w+ now$/)
  expect(second?.[1]).toBe(first?.[0])
  expect(second?.[0]).not.toBe(first?.[0])
})

test('names are cut at 255, and other fields are left alone', async () => {
  sandbox.setFaults('truncate=255:field=name')
  const name = 'n'.repeat(300)
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name, notes: name } })
  expect(sandbox.customer(uuid)).toMatchObject({ name: 'n'.repeat(255), notes: name })
})

test('several can alter several fields, of messages, whispers, records and custom fields', async () => {
  sandbox.setFaults('truncate=3:field=name,truncate=5:field=notes,html-escape:field=custom_fields,trim:field=body')
  await sandbox.call('PUT', `/api/customer/${uuid}.json`, {
    customer: { name: ' Name', notes: '1 & 2345', custom_fields: { [customFieldUuids.plan]: 'A & B' } },
  })
  expect(sandbox.customer(uuid)).toMatchObject({ name: ' Na', notes: '1 & 2', customFields: { [customFieldUuids.plan]: 'A &amp; B' } })
  await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, whisper: { body: ' quiet ' } })
  await sandbox.call('POST', '/api/conversations.json', { phone_number: phoneE164, comment: { body: ' loud ' } })
  expect(
    sandbox
      .posts(phoneE164)
      .slice(-2)
      .map((post) => post.body),
  ).toEqual(['quiet', 'loud'])
})
