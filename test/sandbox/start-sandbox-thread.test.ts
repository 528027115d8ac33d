import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { startSandboxThread } from '../../src-main/sandbox/start-sandbox-thread.ts'

const workerUrl = new URL('../../src-main/sandbox/sandbox-worker.ts', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'sandbox-thread-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the sandbox runs in a thread, with a control secret, and keeps its practice token over a restart', async () => {
  const options = { file: join(folder, 'practice', 'service.db'), contacts: 10 }
  const first = await startSandboxThread(workerUrl, options)
  expect(first.credentials).toMatchObject({ email: 'pat@practice.example', mfaCode: expect.stringMatching(/^\d{6}$/) })
  const answer = await request(`${first.baseUrl}/api/customers.json`, { headers: { 'x-tgp-access-token': first.token } })
  expect(((await answer.body.json()) as { customers: unknown[] }).customers).toHaveLength(10)
  const counts = await request(`${first.baseUrl}/sandbox/counts.json`, { headers: { 'x-sandbox-secret': first.controlSecret } })
  expect(await counts.body.json()).toMatchObject({ requests: 1 })
  await first.close()
  await expect(request(`${first.baseUrl}/api/groups.json`)).rejects.toThrow()
  const second = await startSandboxThread(workerUrl, options)
  expect(second.token).toBe(first.token)
  for (const drawn of ['password', 'apiKey'] as const) expect(second.credentials[drawn]).not.toBe(first.credentials[drawn])
  expect(second.controlSecret).not.toBe(first.controlSecret)
  await second.close()
})

test('a thread that cannot start says why', async () => {
  await expect(startSandboxThread(workerUrl, { faults: 'nonsense' })).rejects.toThrow('nonsense')
  await expect(startSandboxThread(workerUrl, { file: folder })).rejects.toThrow(/cannot start/)
})
