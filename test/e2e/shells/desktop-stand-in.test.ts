import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../../../src-main/engine/contract.ts'
import { askEngine, callEngine } from '../../desktop/desktop-app.ts'
import { describeDesktop } from '../../desktop/desktop-tests.ts'
import { type StandIn, startStandIn, startWithoutWindow } from '../../desktop/stand-in/start-stand-in.ts'
import { launchBrowser } from '../../helpers/browser.ts'

/** Set, they would count. */
const noProxies = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((name) => [name, '']))

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describeDesktop('the desktop app as built, in the stand-in for Electron', (home) => startStandIn(browser, { home }))

describe('what only the stand-in can tell', () => {
  let home: string
  let app: StandIn
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'rollcall-stand-in-'))
    app = await startStandIn(browser, { home })
    await app.page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
  })
  afterAll(async () => {
    await app.kill()
    rmSync(home, { recursive: true, force: true })
  })

  test('does everything in the order that Electron wants, and locks its doors before a window opens', async () => {
    const calls = await app.calls()
    const names = calls.map(({ name }) => name)
    const at = (name: string) => names.indexOf(name)
    for (const early of ['setName', 'setPath', 'enableSandbox', 'registerSchemesAsPrivileged', 'setAppUserModelId']) {
      expect(at(early), early).toBeGreaterThanOrEqual(0)
      expect(at(early), early).toBeLessThan(at('ready'))
    }
    expect(at('setPath')).toBeLessThan(at('requestSingleInstanceLock'))
    expect(at('protocol.handle')).toBeLessThan(at('BrowserWindow'))
    expect(calls.filter(({ name }) => name === 'appendSwitch').map(({ args }) => args)).toEqual([
      ['dns-prefetch-disable', ''],
      ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
    ])
    expect(
      calls
        .filter(({ name }) => name.endsWith('PermissionCheckHandler') || name.endsWith('DevicePermissionHandler'))
        .map(({ args }) => args),
    ).toEqual([[false], [false]])
    expect(await app.ask('permission', { permission: 'media' })).toBe(false)
    const window = calls.find(({ name }) => name === 'BrowserWindow')
    expect(window?.args[0]).toMatchObject({
      show: false,
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
        navigateOnDragDrop: false,
        devTools: true,
      },
    })
    expect(at('setWebRTCIPHandlingPolicy')).toBeLessThan(at('loadURL'))
    expect(at('loadURL')).toBeLessThan(at('show'))
  })

  test('hands a second start to the first, which comes to the front', async () => {
    const second = startWithoutWindow({ home })
    expect(await second.ended).toBe(0)
    await expect.poll(async () => (await app.calls()).map(({ name }) => name)).toContain('focus')
    expect(await callEngine(app.page, 'app.info', {})).toMatchObject({ ok: true })
  })

  test('goes nowhere else, opens no window, and hands only known links to the system', async () => {
    const { page } = app
    await page.evaluate("location.href = 'https://evil.example/'")
    await page.evaluate("window.open('https://evil.example/')")
    await page.evaluate(
      "const link = document.createElement('a'); link.href = 'file:///etc/passwd'; link.target = '_top'; document.body.append(link); link.click(); link.remove()",
    )
    expect(await page.evaluate("fetch('https://evil.example/').then(() => 'loaded', () => 'refused')")).toBe('refused')
    expect(page.url()).toMatch(/^https:\/\/rollcall-app\.test\/index\.html/)
    expect((await app.calls()).filter(({ name }) => name === 'openExternal')).toEqual([])
    expect(await app.ask('windowOpen', { windowId: 1, url: 'rollcall://app/' })).toEqual({ action: 'deny' })
    app.problems.length = 0
  })

  test('answers no frame and no other page', async () => {
    const call = { windowId: 1, channel: 'rollcall:ask', args: ['call', { procedure: 'app.info', input: {} }] }
    for (const sender of [
      { url: 'https://evil.example/', isTop: true },
      { url: 'rollcall://app/index.html', isTop: false },
      { url: 'rollcall://other/', isTop: true },
    ]) {
      expect(await app.ask('ipc', { ...call, ...sender })).toMatchObject({ error: expect.stringContaining('does not come from Rollcall') })
    }
    expect(await app.ask('ipc', { ...call, url: 'rollcall://app/index.html', isTop: true })).toMatchObject({ value: { ok: true } })
    expect(await app.ask('ipc', { ...call, channel: 'other', url: 'rollcall://app/', isTop: true })).toMatchObject({
      error: expect.stringContaining('No handler'),
    })
  })

  test('reads a dropped file and never writes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-dropped-'))
    writeFileSync(join(folder, 'dropped.csv'), 'Phone,Notes\n+12125550123,a\n')
    await app.droppedFrom(folder)
    const path = await app.page.evaluate("rollcall.pathOfFile(new File(['x'], 'dropped.csv'))")
    expect(path).toBe(`${folder}/dropped.csv`)
    expect(await callEngine(app.page, 'files.open', { path })).toMatchObject({ ok: true, value: { name: 'dropped.csv' } })
    expect(await callEngine(app.page, 'contacts.export', { path, overwrite: true })).toMatchObject({ ok: false, error: { code: 'usage' } })
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('at home', () => {
  let home: string
  let app: StandIn
  const named = async (name: string) => (await app.calls()).filter((call) => call.name === name).map(({ args }) => args)

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'rollcall-stand-in-'))
    writeFileSync(join(home, 'given.csv'), 'Phone,Notes\n+12125550123,a\n')
    const environment = { ROLLCALL_TOKEN: 'of-the-environment', ROLLCALL_PASSWORD: 'hunter2' }
    app = await startStandIn(browser, { home, args: [join(home, 'given.csv')], environment })
  })
  afterAll(async () => {
    await app.kill()
    rmSync(home, { recursive: true, force: true })
  })

  test('opens the file that it was started with, and the one that a second start was', async () => {
    await app.page.getByRole('region', { name: 'First rows of the file' }).waitFor()
    await app.page.getByText('given.csv').first().waitFor()
    writeFileSync(join(home, 'second.csv'), 'Phone,Notes\n+12125550123,b\n')
    expect(await startWithoutWindow({ home, args: [join(home, 'second.csv')] }).ended).toBe(0)
    await app.page.getByText('second.csv').first().waitFor()
  })

  test('hands none of its variables on but the data folder', async () => {
    expect((await app.ask<string[]>('variables')).filter((name) => name.startsWith('ROLLCALL_'))).toEqual(['ROLLCALL_HOME'])
  })

  test('has menus that act', async () => {
    await app.ask('chooseMenu', { label: 'History' })
    await app.page.getByRole('heading', { name: 'History', level: 1 }).waitFor()
    await app.ask('chooseMenu', { label: 'Copy diagnostics' })
    const [[text] = []] = await named('clipboard')
    expect(text).toMatch(/^Rollcall \d+\.\d+\.\d+\n/)
    expect(text).toContain(' start ')
    for (const secret of [home, 'given.csv', '2125550123']) expect(text).not.toContain(secret)
  })

  test('shows a run in the taskbar, keeps the computer awake, and survives a crash of the engine, after which the run goes on', async () => {
    const { page } = app
    expect(await named('utilityProcess.fork')).toEqual([['Rollcall engine']])
    await askEngine(page, 'sync.start', {})
    await expect.poll(() => askEngine(page, 'sync.status', {})).toMatchObject({ state: 'complete' })
    const { contacts } = await askEngine<Output<'contacts.page'>>(page, 'contacts.page', { offset: 0, limit: 100 })
    const phones = contacts.flatMap(({ phone }) => (phone === null ? [] : [phone])).slice(0, 40)
    writeFileSync(join(home, 'crash.csv'), ['Phone,Notes', ...phones.map((phone) => `${phone},Crash`)].join('\n'))
    await app.droppedFrom(home)
    const path = await page.evaluate("rollcall.pathOfFile(new File(['x'], 'crash.csv'))")
    const file = await askEngine<{ id: string }>(page, 'files.open', { path })
    await askEngine(page, 'accounts.update', { accountId: 'practice', settings: { requestsPerMinute: 240 } })
    const { recipe } = await askEngine<{ recipe: unknown }>(page, 'mapping.suggest', { fileId: file.id })
    const plan = await askEngine<{ id: string }>(page, 'plans.start', { fileId: file.id, recipe, wait: true })
    const run = await askEngine<{ id: string }>(page, 'runs.start', { planId: plan.id })
    await expect.poll(() => named('powerSaveBlocker.start')).toEqual([['prevent-app-suspension']])
    await expect.poll(async () => (await named('setProgressBar')).length).toBeGreaterThan(0)

    app.willAnswer({ kind: 'message', response: 0 })
    await app.ask('focus', { isFront: false })
    await app.ask('crashEngine')
    await expect.poll(() => app.dialogs.at(-1)?.options.message).toBe('A part of Rollcall has stopped and was started again.')
    await expect.poll(async () => (await named('utilityProcess.fork')).length).toBe(2)
    await expect.poll(() => callEngine(page, 'app.info', {}).catch(() => null)).toMatchObject({ ok: true })
    await askEngine(page, 'accounts.update', { accountId: 'practice', settings: { requestsPerMinute: null } })
    await expect
      .poll(async () => (await askEngine<{ summary: unknown }>(page, 'runs.get', { runId: run.id })).summary, { timeout: 120_000 })
      .toMatchObject({ state: 'finished', done: 40, failed: 0, unknown: 0 })
    await expect.poll(() => named('Notification')).toEqual([[{ title: 'Rollcall', body: 'The import is finished: 40 rows done.' }]])
    expect((await named('powerSaveBlocker.stop')).length).toBeGreaterThan(0)
    expect((await named('setProgressBar')).at(-1)?.[0]).toBe(-1)
    for (const secret of [...phones, 'crash.csv', 'Crash', 'hunter2', 'of-the-environment']) expect(app.output()).not.toContain(secret)
  })

  test.skipIf(process.platform === 'win32')('keeps everything in its data folder to itself', async () => {
    const entries = readdirSync(home, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name))
    const given = ['given.csv', 'second.csv', 'crash.csv'].map((name) => join(home, name))
    expect(entries.filter((path) => !given.includes(path) && (statSync(path).mode & 0o077) !== 0)).toEqual([])
    expect(entries).toEqual(expect.arrayContaining([join(home, 'rollcall.log'), join(home, 'accounts', 'practice', 'rollcall.db')]))
  })

  test.skipIf(process.platform === 'win32')('ends cleanly when the session of the computer does', async () => {
    app.process.kill('SIGHUP')
    expect(await app.ended).toBe(0)
  })
})

test('has no developer tools when it is packaged', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-stand-in-'))
  const app = await startStandIn(browser, { home, environment: { STAND_IN_PACKAGED: '1' } })
  const window = (await app.calls()).find(({ name }) => name === 'BrowserWindow')
  expect(window?.args[0]).toMatchObject({ webPreferences: { devTools: false } })
  expect(JSON.stringify(await app.ask('menu'))).not.toContain('toggleDevTools')
  await app.kill()
  rmSync(home, { recursive: true, force: true })
})

test('goes through the proxy that the system names for the address of the service', async () => {
  const tunnels: string[] = []
  const office = createServer()
  office.on('connect', (request: IncomingMessage, socket: Socket) => {
    tunnels.push(request.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
  })
  office.listen(0, '127.0.0.1')
  await once(office, 'listening')
  const home = mkdtempSync(join(tmpdir(), 'rollcall-stand-in-'))
  const environment = { STAND_IN_PROXY: `PROXY 127.0.0.1:${(office.address() as AddressInfo).port}`, ...noProxies }
  const app = await startStandIn(browser, { home, environment })
  app.willAnswer({ kind: 'message', response: 0 })
  const input = { baseUrl: 'https://texting.example/office', token: 'token', tokenIn: 'header', keep: false }
  expect(await callEngine(app.page, 'signIn.pasteToken', input)).toMatchObject({ ok: false, error: { code: 'service.unreachable' } })
  const asked = (await app.calls()).filter(({ name }) => name === 'resolveProxy').map(({ args }) => args)
  // Once before the first request, and again after each that failed: another network may name another one.
  expect(asked.length).toBeGreaterThan(1)
  expect(new Set(asked.flat())).toEqual(new Set(['https://texting.example/office']))
  expect(new Set(tunnels)).toEqual(new Set(['texting.example:443']))
  await app.kill()
  office.close()
  rmSync(home, { recursive: true, force: true })
})
