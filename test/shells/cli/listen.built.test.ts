import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { ordinary } from '../../sandbox/sandbox-client.ts'
import { canSignal, rollcall, startRollcall } from '../../helpers/run-rollcall.ts'

const secret = 'known-to-the-service'

async function office() {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-listen-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts: 20 })
  onTestFinished(() => sandbox.close())
  const environment = { ROLLCALL_BASE_URL: sandbox.baseUrl, ROLLCALL_TOKEN: sandbox.token, ROLLCALL_LISTEN_SECRET: secret }
  return { home, sandbox, options: { home, environment } }
}

test('what a colleague changes at the service is known a moment later, and Ctrl-C ends it', async () => {
  const { sandbox, options } = await office()
  expect((await rollcall(['sync', '--json'], options)).code).toBe(0)
  const running = startRollcall(['listen', '--json'], options)
  const { url } = JSON.parse(await running.firstLine) as { url: string }
  expect(new URL(url).pathname).toBe(`/${secret}`)
  sandbox.sendEventsTo(url)
  const uuid = sandbox.customerByPhone(ordinary().phoneE164)?.uuid
  const answer = await fetch(`${sandbox.baseUrl}/api/customer/${uuid}.json`, {
    method: 'PUT',
    headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customer: { name: 'Zoë Renamed' } }),
  })
  expect(answer.status).toBe(200)
  await running.saying('1 contact read again')
  // The same data folder, while it listens.
  const file = join(options.home, 'renamed.csv')
  expect((await rollcall(['contacts', 'export', '--out', file, '--search', 'Zoë Renamed', '--json'], options)).json()).toMatchObject({
    rows: 1,
  })
  running.process.kill('SIGINT')
  const ended = await running.ended
  if (canSignal)
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining('1 event: 1 read again, 0 gone, 0 unknown, 0 could not be read.'),
    ])
  expect(ended.stderr).not.toContain('Zoë')
  expect(ended.json()).toMatchObject({ url })
})

test('a secret that is too short, and a port that is taken, are refused in words', async () => {
  const { options } = await office()
  const short = await rollcall(['listen'], { ...options, environment: { ...options.environment, ROLLCALL_LISTEN_SECRET: 'short' } })
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('ROLLCALL_LISTEN_SECRET cannot be used.')])
  expect(short.stderr).not.toContain('short')
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = taken.address() as AddressInfo
    const refused = await rollcall(['listen', '--port', String(port)], options)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`Port ${port} cannot be had.`)])
  } finally {
    taken.close()
  }
})
