import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSandbox, ordinary, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox({ contacts: 120 })
})
afterEach(() => {
  sandbox.clearFaults()
  sandbox.reset()
})
afterAll(() => sandbox.close())

const list = async (page: number, pageSize = 50) => {
  const answer = await sandbox.call('GET', `/api/customers.json?page=${page}&page_size=${pageSize}`)
  return ((answer.json.customers ?? []) as { uuid: string; phone_number: string | null }[]).map((customer) => customer.uuid)
}
const everything = async (pages: number, pageSize = 50) => {
  const all: string[] = []
  for (let page = 0; page < pages; page += 1) all.push(...(await list(page, pageSize)))
  return all
}
const rename = (uuid: string) => sandbox.call('PUT', `/api/customer/${uuid}.json`, { customer: { name: 'Active' } })

test('lists are ordered by activity: the one that changed last comes first, and everybody is in it once', async () => {
  const plain = await everything(3)
  await rename(plain[70] ?? '')
  await rename(plain[10] ?? '')
  sandbox.setFaults('reorder-lists')
  const reordered = await everything(3)
  expect(reordered.slice(0, 3)).toEqual([plain[10], plain[70], plain[0]])
  expect([...reordered].sort()).toEqual([...plain].sort())
  expect(reordered.filter((uuid) => uuid !== plain[10] && uuid !== plain[70])).toEqual(
    plain.filter((uuid) => uuid !== plain[10] && uuid !== plain[70]),
  )
})

test('others who become active while the list is read make it skip and repeat', async () => {
  sandbox.setFaults('reorder-lists=10,seed=3')
  const read = await everything(12, 10)
  expect(read).toHaveLength(120)
  expect(new Set(read).size).toBeLessThan(120)
})

test('a page can be empty though it is not the last, once', async () => {
  const plain = await everything(3)
  sandbox.setFaults('empty-page@list-customers:nth=2')
  expect(await everything(3)).toEqual([...plain.slice(0, 50), ...plain.slice(100)])
  sandbox.setFaults('empty-page@list-conversations')
  expect((await sandbox.call('GET', '/api/conversations.json')).json).toEqual({ conversations: [] })
  sandbox.setFaults('empty-page@find-conversation')
  const { phoneE164 } = ordinary()
  expect((await sandbox.call('GET', `/api/conversations.json?phone_number=${encodeURIComponent(phoneE164)}`)).json).toMatchObject({
    posts: [],
  })
})

test('pages beyond one can be 404', async () => {
  sandbox.setFaults('no-page-after=1')
  const statuses = []
  for (const page of [0, 1, 2, 9]) statuses.push((await sandbox.call('GET', `/api/customers.json?page=${page}`)).status)
  expect(statuses).toEqual([200, 200, 404, 404])
})

test('a list can have no end: it begins anew, or goes on with contacts that do not exist', async () => {
  const plain = await everything(3)
  sandbox.setFaults('endless-list=wrap')
  expect([await list(3), await list(302)]).toEqual([plain.slice(0, 50), plain.slice(100)])
  sandbox.setFaults('endless-list=invented')
  const further = [...(await list(3)), ...(await list(6))]
  expect(further).toHaveLength(100)
  expect(new Set([...plain, ...further]).size).toBe(220)
  expect((await sandbox.call('GET', `/api/customer/${further[0]}.json`)).status).toBe(404)
})

test('contacts that are deleted while the list is read make it miss others', async () => {
  const plain = await everything(3)
  sandbox.setFaults('delete-while-listed@list-customers=3')
  const read = await everything(3)
  expect(read).toEqual([...plain.slice(0, 50), ...plain.slice(53, 103), ...plain.slice(106)])
  expect(sandbox.contactCount()).toBe(120 - 9)
  expect((await sandbox.call('GET', `/api/customer/${plain[0]}.json`)).status).toBe(404)
})

test('phone numbers can be shown as 001…, wherever a contact is shown, or for one contact', async () => {
  const { uuid, phoneE164 } = ordinary()
  sandbox.setFaults('phone-zeros')
  const shown = phoneE164.replace('+', '00')
  expect(shown).toMatch(/^001\d{10}$/)
  expect((await sandbox.call('GET', `/api/customer/${uuid}.json`)).json).toMatchObject({ customer: { phone_number: shown } })
  const { customers } = (await sandbox.call('GET', '/api/customers.json?page_size=50')).json as {
    customers: { phone_number: string | null }[]
  }
  expect(customers.every((customer) => customer.phone_number === null || customer.phone_number.startsWith('00'))).toBe(true)
  sandbox.setFaults(`phone-zeros:contact=${uuid}`)
  const some = (await sandbox.call('GET', '/api/customers.json?page_size=50')).json as {
    customers: { uuid: string; phone_number: string | null }[]
  }
  expect(some.customers.filter((customer) => customer.phone_number?.startsWith('00')).map((customer) => customer.uuid)).toEqual([uuid])
})
