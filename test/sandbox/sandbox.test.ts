import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src-main/sandbox/sandbox.ts'
import { seedCustomer } from '../../src-main/sandbox/seed/seed-customer.ts'
import { openSandbox, ordinary } from './sandbox-client.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a sandbox with a file', () => {
  test('keeps its data and its token over a restart, and is not seeded again', async () => {
    const file = join(folder, 'practice', 'service.db')
    const first = await openSandbox({ file, contacts: 20 })
    await first.call('PUT', `/api/customer/${seedCustomer(3).uuid}.json`, { customer: { name: 'Kept' } })
    const issued = first.issueToken()
    await first.close()
    const second = await openSandbox({ file, contacts: 50 })
    expect(second.token).toBe(first.token)
    expect(second.contactCount()).toBe(20)
    expect(second.customer(seedCustomer(3).uuid)?.name).toBe('Kept')
    for (const token of [first.token, issued]) expect((await second.call('GET', '/api/groups.json', undefined, { token })).status).toBe(200)
    await second.close()
  })

  test('makes a damaged practice file anew', async () => {
    const file = join(folder, 'service.db')
    writeFileSync(file, 'this is not a database at all, '.repeat(100))
    const sandbox = await openSandbox({ file, contacts: 5 })
    expect(sandbox.contactCount()).toBe(5)
    await sandbox.close()
  })
})

test('the contacts of a sandbox are the seeded ones, of its seed', async () => {
  const sandbox = await createSandbox({ contacts: 300, seed: 9 })
  for (let index = 0; index < 300; index += 1) {
    const seed = seedCustomer(index, 9)
    expect(sandbox.customer(seed.uuid)).toEqual({
      uuid: seed.uuid,
      phone: seed.phoneE164,
      name: seed.name,
      notes: seed.notes,
      email: seed.email,
      tags: seed.tags,
      customFields: seed.customFields,
      consent: seed.consentStatus,
      archived: seed.archived,
      blocked: seed.blocked,
      unreachable: seed.unreachable,
      updates: 0,
      consentChanges: 0,
    })
  }
  await sandbox.close()
})

test('requests for another host are refused', async () => {
  const sandbox = await createSandbox({ contacts: 1 })
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const url = new URL('/api/groups.json', sandbox.baseUrl)
      const headers = { host, 'x-tgp-access-token': sandbox.token }
      httpRequest(url, { headers, agent: false }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
  const { port } = new URL(sandbox.baseUrl)
  expect(await status('evil.example')).toBe(403)
  expect(await status(`evil.example:${port}`)).toBe(403)
  expect(await status(`localhost:${port}`)).toBe(200)
  expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await sandbox.close()
})

test('a port that is taken, and faults that cannot be read, are said', async () => {
  const sandbox = await createSandbox({ contacts: 1 })
  await expect(createSandbox({ contacts: 1, port: Number(new URL(sandbox.baseUrl).port) })).rejects.toThrow('EADDRINUSE')
  await expect(createSandbox({ faults: 'nonsense' })).rejects.toThrow('nonsense')
  await sandbox.close()
})

test('paths and methods that do not exist are 404', async () => {
  const sandbox = await openSandbox({ contacts: 1 })
  const { uuid } = seedCustomer(0)
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/customers'],
    ['GET', `/api/customer/${uuid}`],
    ['GET', `/api/customer/${uuid}/more.json`],
    ['DELETE', `/api/customer/${uuid}.json`],
    ['GET', '/api/new_customer_post.json'],
  ] as const) {
    expect((await sandbox.call(method, path)).status, `${method} ${path}`).toBe(404)
  }
  await sandbox.close()
})

test('a body that is too large is refused and not read', async () => {
  const sandbox = await openSandbox({ contacts: 1 })
  const body = { phone_number: '+12125559400', comment: { body: 'x'.repeat(11 * 1024 * 1024) } }
  expect((await sandbox.call('POST', '/api/new_customer_post.json', body)).status).toBe(413)
  expect(sandbox.counts().messagesImported).toBe(0)
  await sandbox.close()
})

test('writes to one contact that overlap are counted, those to different contacts are not', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const sandbox = await openSandbox({ faults: 'latency=1', clock: { nowMs: () => 0, monotonicMs: () => 0, sleep: () => gate } })
  const put = (n: number) => sandbox.call('PUT', `/api/customer/${ordinary(n).uuid}.json`, { customer: { name: 'x' } })
  const all = [put(0), put(1), put(2), put(0)]
  while (((await sandbox.control('GET', '/sandbox/counts.json')).json.peakInFlight as number) < 4) continue
  release()
  await Promise.all(all)
  expect(sandbox.counts()).toMatchObject({ overlappingWrites: 1, peakInFlight: 4, customerUpdates: 4 })
  sandbox.resetCounts()
  await put(0)
  await put(0)
  expect(sandbox.counts()).toMatchObject({ overlappingWrites: 0, peakInFlight: 1 })
  await sandbox.close()
})
