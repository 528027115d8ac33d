import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EngineClient } from '../../../src-main/engine/contract.ts'
import { fileInArguments } from '../../../src-main/shells/electron/file-arguments.ts'
import { createRestartedEngine } from '../../../src-main/shells/electron/restarted-engine.ts'
import { createShellLog } from '../../../src-main/shells/electron/shell-log.ts'
import { proxyAddress } from '../../../src-main/shells/electron/proxy-address.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-at-home-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an engine that crashes', () => {
  async function crashing() {
    const outcomes: string[] = []
    const engines: { crash: () => void; emit: (payload: unknown) => void }[] = []
    let nowMs = 0
    const client = await createRestartedEngine({
      nowMs: () => nowMs,
      onCrash: (outcome) => void outcomes.push(outcome),
      async connect(onGone) {
        const number = engines.length
        const listeners = new Set<(payload: never) => void>()
        engines.push({ crash: onGone, emit: (payload) => listeners.forEach((listener) => listener(payload as never)) })
        const engine = {
          call: async () => ({ ok: true, value: { number } }),
          on: (_event: string, listener: (payload: never) => void) => (listeners.add(listener), () => void listeners.delete(listener)),
          close: async () => onGone(),
        }
        return engine as unknown as EngineClient
      },
    })
    return { client, outcomes, engines, pass: (ms: number) => void (nowMs += ms) }
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

  test('is started again; who listens goes on hearing, and who stopped does not', async () => {
    const { client, outcomes, engines } = await crashing()
    const heard: unknown[] = []
    client.on('run.progress', (payload) => heard.push(payload))
    client.on('run.progress', () => heard.push('never'))()
    engines[0]?.crash()
    await nextTurn()
    expect(outcomes).toEqual(['restarted'])
    engines[1]?.emit('second')
    expect(heard).toEqual(['second'])
    expect(await client.call('app.info', {})).toMatchObject({ value: { number: 1 } })
  })

  test('is left down when it crashes again and again, and not when it is closed', async () => {
    const { client, outcomes, engines, pass } = await crashing()
    for (let crash = 0; crash < 4; crash += 1) {
      engines.at(-1)?.crash()
      await nextTurn()
    }
    expect(outcomes).toEqual(['restarted', 'restarted', 'restarted', 'given up'])
    pass(60_001)
    engines.at(-1)?.crash()
    await nextTurn()
    expect(outcomes.at(-1)).toBe('restarted')
    const before = engines.length
    await client.close()
    expect(engines).toHaveLength(before)
  })
})

test('a start opens the last of its arguments that is a file of a known kind', async () => {
  writeFileSync(join(folder, 'a.csv'), '')
  writeFileSync(join(folder, 'b.XLSX'), '')
  writeFileSync(join(folder, 'c.exe'), '')
  const found = (...args: string[]) => fileInArguments(args, folder)
  expect(await found('--flag', 'a.csv', 'b.XLSX', 'c.exe')).toBe(join(folder, 'b.XLSX'))
  expect(await found(join(folder, 'a.csv'), '--inspect.csv', 'missing.csv')).toBe(join(folder, 'a.csv'))
  expect(await found('c.exe', folder, '--x')).toBeNull()
})

test.each([
  ['DIRECT', null],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS proxy.example:8443', 'https://proxy.example:8443'],
  ['SOCKS5 proxy.example:1080', 'socks5://proxy.example:1080'],
  ['DIRECT; PROXY proxy.example:8080', null],
  ['', null],
])("the proxy that the system names is the engine's: %s", (resolved, address) => {
  expect(proxyAddress(resolved)).toBe(address)
})

test('the log is private, stays small, and never fails', () => {
  const log = createShellLog(folder, () => new Date(0))
  for (let line = 0; line < 12_000; line += 1) log.note(`line ${line}\nof many ${'x'.repeat(40)}`)
  expect(readdirSync(folder).sort()).toEqual(['rollcall.log', 'rollcall.log.1'])
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThan(300 * 1024)
    if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
  expect(log.tail()).toContain('1970-01-01T00:00:00.000Z line 11999 of many')
  createShellLog(join(folder, 'nowhere'), () => new Date(0)).note('lost')
})
