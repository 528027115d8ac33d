import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { serveApp } from '../../../src-main/shells/browser/serve-app.ts'
import { type BrowserApp, exchange, openPage, send, socketProtocols, startBrowserApp, upgradeStatus } from './browser-app.ts'

let app: BrowserApp
let own: Record<string, string>
const origin = () => `http://127.0.0.1:${app.port}`

beforeAll(async () => {
  app = await startBrowserApp()
  own = { Authorization: `Bearer ${app.session}`, Origin: origin() }
})
afterAll(() => app.close())

const keyOf = (url: string) => /#k=([\w-]{43})$/.exec(url)?.[1] ?? ''
const enter = (key: string, headers: Record<string, string> = { Origin: 'null' }) =>
  send({ port: app.port, path: '/enter', method: 'POST', headers, body: `key=${key}` })

describe('who is let in', () => {
  it('exchanges the key of an address for a session exactly once, and never for a cookie', async () => {
    const url = app.served.newUrl()
    const first = await exchange(app.port, url)
    expect(first).toMatchObject({ status: 200, body: expect.stringMatching(/^[\w-]{43}$/) })
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(first.body).not.toBe(keyOf(url))
    expect(await exchange(app.port, url)).toMatchObject({ status: 401 })
    expect(await exchange(app.port, app.url)).toMatchObject({ status: 401 })
  })

  it('gives each of two that use one key at the same moment not more than one session', async () => {
    const url = app.served.newUrl()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(app.port, url)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
  })

  it('lets keys that nobody uses run out', async () => {
    const oldest = app.served.newUrl()
    for (let count = 0; count < 20; count += 1) app.served.newUrl()
    expect(await exchange(app.port, oldest)).toMatchObject({ status: 401 })
  })

  it('never sends the key to the server with a page, and tells nothing without a session', async () => {
    expect(new URL(app.url).search).toBe('')
    for (const path of ['/session', '/session?k=wrong']) {
      expect(await send({ port: app.port, path }), path).toMatchObject({ status: 401 })
      expect(
        await send({ port: app.port, path, headers: { Cookie: `rollcall=${app.session}; rollcall-${app.port}=${app.session}` } }),
        path,
      ).toMatchObject({ status: 401 })
      expect(
        await send({ port: app.port, path, headers: { Authorization: `Bearer ${app.session.replace(/.$/, '!')}` } }),
        path,
      ).toMatchObject({ status: 401 })
      expect(await send({ port: app.port, path, headers: { Authorization: `Bearer ${app.session}` } }), path).toMatchObject({ status: 204 })
    }
    expect(await send({ port: app.port, path: '/download/x' })).toMatchObject({ status: 404 })
    expect(await exchange(app.port, `${app.url.slice(0, -1)}_`)).toMatchObject({ status: 401 })
    expect(await exchange(app.port, '')).toMatchObject({ status: 401 })
  })

  it('has other sessions at each start', async () => {
    const other = await serveApp({ client: app.client, rendererFolder: join(app.home, 'screens'), home: app.home })
    const port = Number(new URL(other.url).port)
    expect((await exchange(port, app.served.newUrl())).status).toBe(401)
    expect((await send({ port, path: '/session', headers: { Authorization: own.Authorization ?? '' } })).status).toBe(401)
    await other.close()
  })

  it('opens from a private page that posts a key of its own, so that no address ever holds it', async () => {
    const path = await app.served.entryPage()
    if (process.platform !== 'win32') expect([path, dirname(path)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700])
    const page = readFileSync(path, 'utf8')
    const key = /name="key" value="([\w-]{43})"/.exec(page)?.[1] ?? ''
    expect(page).toContain(`method="post" action="${origin()}/enter"`)
    expect(keyOf(app.url)).not.toBe(key)
    const entered = await enter(key, {
      Origin: 'null',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    })
    expect(entered).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    const session = /<meta name="rollcall-session" content="([\w-]{43})">/.exec(entered.body)?.[1] ?? ''
    expect((await send({ port: app.port, path: '/session', headers: { Authorization: `Bearer ${session}` } })).status).toBe(204)
    expect((await enter(key)).status).toBe(401)
    expect(existsSync(path)).toBe(false)
  })

  it('takes such a key from no other site, no script and no frame', async () => {
    const key = keyOf(app.served.newUrl())
    const untrusted: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null', 'Sec-Fetch-Mode': 'cors' },
      { Origin: 'null', 'Sec-Fetch-Dest': 'iframe' },
      { Host: 'rollcall.example' },
    ]
    for (const headers of untrusted) {
      expect(await enter(key, headers), JSON.stringify(headers)).toMatchObject({ status: 403 })
    }
    expect((await enter(key)).status).toBe(200)
    expect((await enter('x'.repeat(100_000))).status).toBe(401)
  })

  it('refuses another Host, so that no other name can be pointed at it', async () => {
    for (const host of ['rollcall.example', `rollcall.example:${app.port}`, '127.0.0.1', `127.0.0.1:${app.port + 1}`]) {
      expect(await send({ port: app.port, path: '/', headers: { Host: host } }), host).toMatchObject({ status: 403 })
    }
    expect((await send({ port: app.port, path: '/', headers: { Host: `localhost:${app.port}` } })).status).toBe(200)
  })

  it('refuses every other origin and every cross-site request', async () => {
    const untrusted: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://localhost:${app.port}` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    for (const headers of untrusted) {
      for (const path of ['/', '/session']) {
        expect(await send({ port: app.port, path, headers: { ...own, ...headers } }), JSON.stringify(headers)).toMatchObject({
          status: 403,
        })
      }
    }
  })

  it('opens a socket only for its own page with the session', async () => {
    const protocols = socketProtocols(app.session)
    expect(await upgradeStatus(app.port, own, protocols)).toBe(101)
    expect(await upgradeStatus(app.port, own, [])).toBe(401)
    expect(await upgradeStatus(app.port, own, ['rollcall'])).toBe(401)
    expect(await upgradeStatus(app.port, own, [protocols[1] ?? ''])).toBe(401)
    expect(await upgradeStatus(app.port, own, socketProtocols(app.session.slice(0, -1)))).toBe(401)
    expect(await upgradeStatus(app.port, {}, protocols)).toBe(403)
    expect(await upgradeStatus(app.port, { Origin: 'https://evil.example' }, protocols)).toBe(403)
    expect(await upgradeStatus(app.port, { ...own, Host: 'rollcall.example' }, protocols)).toBe(403)
    expect(await upgradeStatus(app.port, own, protocols, '/other')).toBe(403)
  })
})

describe('what is served', () => {
  it('serves the screens with headers that keep everything else out', async () => {
    const answer = await send({ port: app.port, path: '/' })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<title>Rollcall</title>')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
  })

  it('never leaves its folder', async () => {
    for (const path of [
      '/../secret.html',
      '/%2e%2e/secret.html',
      '/..%2fsecret.html',
      '/assets/../../secret.html',
      '/assets/..%5c..%5csecret.html',
      '/%00',
      '/%',
      '//etc/passwd',
      '/assets',
    ]) {
      expect(await send({ port: app.port, path }), path).toMatchObject({ status: 404 })
    }
  })

  it('answers only GET, and POST only for uploads', async () => {
    for (const [method, path] of [
      ['POST', '/'],
      ['PUT', '/upload'],
      ['DELETE', '/'],
      ['OPTIONS', '/'],
    ] as const) {
      expect(await send({ port: app.port, path, method, headers: own }), method).toMatchObject({ status: 405 })
    }
  })

  it('says in words that a port is taken', async () => {
    await expect(serveApp({ client: app.client, rendererFolder: app.home, home: app.home, port: app.port })).rejects.toMatchObject({
      code: 'usage',
      message: `Port ${app.port} is taken.`,
    })
  })
})

test('a start removes what one that ended hard left, and nothing of one that runs', async () => {
  const gone = spawnSync(process.execPath, ['-e', ''])
  await mkdir(join(app.home, `browser-${gone.pid}-left`, 'upload-1'), { recursive: true })
  await mkdir(join(app.home, `browser-${process.pid}-mine`))
  const other = await serveApp({ client: app.client, rendererFolder: join(app.home, 'screens'), home: app.home })
  const names = await readdir(app.home)
  expect(names).not.toContain(`browser-${gone.pid}-left`)
  expect(names).toContain(`browser-${process.pid}-mine`)
  await other.close()
})

describe('calls of the page', () => {
  it('carries calls to the engine and answers to the page', async () => {
    const page = await openPage(app)
    expect(await page.call('app.info', {})).toMatchObject({ ok: true, value: { practice: true } })
    page.close()
  })

  it('refuses procedures that take paths, unknown ones, and names of the language', async () => {
    const page = await openPage(app)
    for (const [procedure, input] of [
      ['files.open', { path: '/etc/passwd' }],
      ['runs.writeResults', { runId: 'x', folder: '/tmp' }],
      ['contacts.export', { path: '/tmp/x.csv' }],
      ['ledger.export', { path: '/tmp/x.csv', format: 'csv' }],
      ['toString', {}],
      ['__proto__', {}],
      ['no.such', {}],
    ] as const) {
      expect(await page.call(procedure, input), procedure).toMatchObject({ ok: false, error: { code: 'usage' } })
    }
    page.close()
  })

  it('opens a sample by its name only', async () => {
    const page = await openPage(app)
    expect(await page.call('shell.samples', {})).toMatchObject({
      ok: true,
      value: { samples: [{ name: 'hubspot.csv', title: 'HubSpot' }] },
    })
    expect(await page.call('shell.openSample', { name: 'hubspot.csv' })).toMatchObject({ ok: true, value: { name: 'hubspot.csv' } })
    expect(await page.call('shell.openSample', { name: '../secret.html' })).toMatchObject({ ok: false, error: { code: 'file.not_found' } })
    page.close()
  })

  it('hangs up on what is no call, and on a message that is too big', async () => {
    const garbled = await openPage(app)
    garbled.sendRaw('{"id":"1"}')
    expect(await garbled.closed).toBe(1008)
    const big = await openPage(app)
    big.sendRaw('x'.repeat(8_000_001))
    // In Wine the connection ends before the page has read why.
    expect(process.platform === 'win32' ? [1009, 1006] : [1009]).toContain(await big.closed)
  })

  it('outlives messages that are nested deeper than anything can walk through', async () => {
    const nested = (open: string, close: string, levels: number) =>
      `{"id":1,"procedure":"recipes.save","input":{"recipe":${open.repeat(levels)}1${close.repeat(levels)}}}`
    for (const message of [nested('[', ']', 1_000_000), nested('{"a":', '}', 100_000), nested('[', ']', 5_000), nested('[', ']', 200)]) {
      const page = await openPage(app)
      page.sendRaw(message)
      expect(await page.closed).toBe(1008)
    }
    const page = await openPage(app)
    expect(await page.call('app.info', {})).toMatchObject({ ok: true })
    expect(await page.call('recipes.parse', { text: '['.repeat(100_000) })).toMatchObject({ ok: false })
    expect(await page.call('recipes.parse', { text: `${'['.repeat(50_000)}${']'.repeat(50_000)}` })).toMatchObject({ ok: false })
    expect(await page.call('app.info', {})).toMatchObject({ ok: true })
    page.close()
  })
})

describe('files of the page', () => {
  const leftOver = async () =>
    (
      await Promise.all(
        (await readdir(app.home)).filter((name) => name.startsWith('browser-')).map((name) => readdir(join(app.home, name))),
      )
    ).flat()

  it('opens an uploaded file under its own name and leaves nothing behind', async () => {
    const body = 'First Name,Phone\r\nÄnne,+12025550123\r\n'
    const answer = await send({
      port: app.port,
      path: `/upload?name=${encodeURIComponent('C:\\fakepath\\März.csv')}`,
      method: 'POST',
      headers: own,
      body,
    })
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true, value: { name: 'März.csv', sizeBytes: Buffer.byteLength(body) } })
    expect(await leftOver()).toEqual([])
  })

  it('says what is wrong with a file that cannot be used', async () => {
    const answer = await send({ port: app.port, path: '/upload?name=empty.csv', method: 'POST', headers: own, body: '' })
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'file.empty' } })
    expect(await leftOver()).toEqual([])
  })

  it('takes no upload from elsewhere', async () => {
    const upload = (headers: Record<string, string>) =>
      send({ port: app.port, path: '/upload?name=a.csv', method: 'POST', headers, body: 'a,b\n1,2\n' })
    expect((await upload({ Authorization: own.Authorization ?? '' })).status).toBe(403)
    expect((await upload({ Origin: origin() })).status).toBe(401)
    expect((await upload({ ...own, Origin: 'https://evil.example' })).status).toBe(403)
  })

  it('hands a file out once, as a download, and removes it', async () => {
    const page = await openPage(app)
    await app.client.call('sync.start', {})
    const prepared = await page.call('shell.downloadContacts', { format: 'csv' })
    expect(prepared).toMatchObject({ ok: true, value: { name: 'contacts.csv' } })
    const { url } = prepared.value as { url: string }
    const first = await send({ port: app.port, path: `/${url}` })
    expect(first.status).toBe(200)
    expect(first.headers['content-disposition']).toBe(`attachment; filename="contacts.csv"; filename*=UTF-8''contacts.csv`)
    expect((await send({ port: app.port, path: `/${url}` })).status).toBe(404)
    await expect.poll(leftOver).toEqual([])
    page.close()
  })

  it('hands the consent ledger out under a name of its own, in the format that is asked for', async () => {
    const page = await openPage(app)
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['json', 'application/json; charset=utf-8'],
    ] as const) {
      const prepared = await page.call('shell.downloadLedger', { format })
      expect(prepared).toMatchObject({ ok: true, value: { name: `consent-ledger.${format}`, rows: 0 } })
      const answer = await send({ port: app.port, path: `/${(prepared.value as { url: string }).url}` })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe(type)
    }
    for (const input of [{}, { format: 'xml' }, { format: '../csv' }, { path: '/tmp/x' }]) {
      expect(await page.call('shell.downloadLedger', input)).toMatchObject({ ok: false, error: { code: 'usage' } })
    }
    await expect.poll(leftOver).toEqual([])
    page.close()
  })
})
