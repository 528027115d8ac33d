import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callEngine } from '../../desktop/desktop-app.ts'
import { startStandIn, startWithoutWindow } from '../../desktop/stand-in/start-stand-in.ts'
import { launchBrowser } from '../../helpers/browser.ts'
import { startSandboxProcess } from '../../helpers/sandbox-process.ts'

// What the built desktop program does when it is started as a command, or to show that it works: in the stand-in for Electron.

let browser: Browser
let home: string
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-installed-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function command(args: readonly string[], environment: Record<string, string> = {}) {
  const started = startWithoutWindow({ home, args: ['--command', '--', ...args], environment })
  const code = await started.ended
  return {
    code,
    json: () => JSON.parse(started.stdout()) as never,
    output: started.output(),
    names: started.calls().map(({ name }) => name),
  }
}

describe('as a command', () => {
  test('plans without a window or a lock, with the engine in its process, and prints one object', async () => {
    const { code, json, names } = await command(['plan', 'resources/samples/hubspot.csv', '--practice', '--json'])
    expect(code).toBe(0)
    expect(json()).toMatchObject({ rows: 309 })
    expect(names).toContain('utilityProcess.fork')
    for (const never of ['BrowserWindow', 'requestSingleInstanceLock', 'protocol.handle']) expect(names).not.toContain(never)
  })

  test.each([
    [['plan', 'nowhere.csv', '--practice', '--json'], 2],
    [['plna', 'list.csv', '--json'], 2],
    [['history', '--json'], 4],
    [['--version'], 0],
  ])('ends %j with %i', async (args, code) => {
    expect((await command(args)).code).toBe(code)
  })

  test('keeps a sign-in sealed by the system, and works beside the open app', async () => {
    const sandbox = await startSandboxProcess({ home, contacts: 10 })
    const app = await startStandIn(browser, { home })
    try {
      const signedIn = await command(['sign-in', '--base-url', sandbox.baseUrl, '--paste-token', '--keep', '--json'], {
        ROLLCALL_TOKEN: sandbox.token,
      })
      expect(signedIn).toMatchObject({ code: 0 })
      expect(existsSync(join(home, 'tokens'))).toBe(false)
      const [sealed = ''] = readdirSync(join(home, 'sealed-tokens'))
      expect(readFileSync(join(home, 'sealed-tokens', sealed), 'latin1')).not.toContain(sandbox.token)
      expect(await command(['sync', '--json'])).toMatchObject({ code: 0 })
      expect(await callEngine(app.page, 'app.info', {})).toMatchObject({ ok: true })
    } finally {
      await app.kill()
      await sandbox.close()
    }
  })
})

describe('the smoke test', () => {
  test('opens the window, plans a sample through it, and ends with 0', async () => {
    const app = await startStandIn(browser, { home, args: ['--smoke-test'] })
    expect(await app.ended, app.output()).toBe(0)
    expect(app.output()).toContain('the window shows "Imports"')
    expect(app.output()).toMatch(/hubspot\.csv: 309 rows planned, \d+ to send/)
    expect(app.output()).toMatch(/\d+ samples are read/)
    expect(app.output()).toContain('the system seals tokens')
    await app.kill()
  })

  test('ends with 1, in words, where the program cannot work', async () => {
    writeFileSync(join(home, 'practice'), 'a file in the place of a folder')
    const started = startWithoutWindow({ home, args: ['--smoke-test'] })
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain('FAILED')
    expect(started.output()).toContain('Check that you may write to the data folder')
  })
})
