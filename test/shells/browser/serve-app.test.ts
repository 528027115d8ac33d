import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveApp } from '../../../src-main/shells/browser/serve-app.ts'
import { type BrowserApp, openPage, send, startBrowserApp, upgradeStatus } from './browser-app.ts'

let app: BrowserApp
let own: Record<string, string>
const origin = () => `http://127.0.0.1:${app.port}`

beforeAll(async () => {
  app = await startBrowserApp()
  own = { Cookie: app.cookie, Origin: origin() }
})
afterAll(() => app.close())

describe('who is let in', () => {
  it('exchanges the secret of the address for a cookie that no script and no other site gets', async () => {
    const answer = await send({ port: app.port, path: app.url.slice(app.url.indexOf('/?')) })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/')
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^rollcall-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  it('answers nothing without the cookie, and nothing for a wrong secret', async () => {
    for (const path of ['/', '/assets/app.js', '/session', '/download/x', '/?k=wrong']) {
      expect(await send({ port: app.port, path }), path).toMatchObject({ status: 401 })
    }
    expect((await send({ port: app.port, path: '/', headers: { Cookie: app.cookie.replace(/.$/, '!') } })).status).toBe(401)
  })

  it('has another secret at each start', async () => {
    const other = await serveApp({ client: app.client, rendererFolder: join(app.home, 'screens'), home: app.home })
    const port = Number(new URL(other.url).port)
    expect(new URL(other.url).searchParams.get('k')).not.toBe(new URL(app.url).searchParams.get('k'))
    expect((await send({ port, path: '/', headers: { Cookie: app.cookie } })).status).toBe(401)
    await other.close()
  })

  it('refuses another Host, so that no foreign name can be pointed at it', async () => {
    for (const host of ['rollcall.example', `rollcall.example:${app.port}`, '127.0.0.1', `127.0.0.1:${app.port + 1}`]) {
      expect(await send({ port: app.port, path: '/', headers: { Host: host, Cookie: app.cookie } }), host).toMatchObject({ status: 403 })
    }
    expect((await send({ port: app.port, path: '/', headers: { Host: `localhost:${app.port}`, Cookie: app.cookie } })).status).toBe(200)
  })

  it('refuses every other origin and every cross-site request', async () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://localhost:${app.port}` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    for (const headers of foreign) {
      expect(await send({ port: app.port, path: '/', headers: { Cookie: app.cookie, ...headers } }), JSON.stringify(headers)).toMatchObject(
        { status: 403 },
      )
    }
  })

  it('opens a socket only for its own page with the cookie', async () => {
    expect(await upgradeStatus(app.port, own)).toBe(101)
    expect(await upgradeStatus(app.port, { Origin: origin() })).toBe(401)
    expect(await upgradeStatus(app.port, { Cookie: app.cookie })).toBe(403)
    expect(await upgradeStatus(app.port, { ...own, Origin: 'https://evil.example' })).toBe(403)
    expect(await upgradeStatus(app.port, { ...own, Host: 'rollcall.example' })).toBe(403)
    expect(await upgradeStatus(app.port, own, '/other')).toBe(403)
  })
})

describe('what is served', () => {
  it('serves the screens with headers that keep everything else out', async () => {
    const answer = await send({ port: app.port, path: '/', headers: { Cookie: app.cookie } })
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
      expect(await send({ port: app.port, path, headers: { Cookie: app.cookie } }), path).toMatchObject({ status: 404 })
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
    expect(await big.closed).toBe(1009)
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
    expect((await upload({ Cookie: app.cookie })).status).toBe(403)
    expect((await upload({ Origin: origin() })).status).toBe(401)
    expect((await upload({ ...own, Origin: 'https://evil.example' })).status).toBe(403)
  })

  it('hands a file out once, as a download, and removes it', async () => {
    const page = await openPage(app)
    await app.client.call('sync.start', {})
    const prepared = await page.call('shell.downloadContacts', {})
    expect(prepared).toMatchObject({ ok: true, value: { name: 'contacts.csv' } })
    const { url } = prepared.value as { url: string }
    const first = await send({ port: app.port, path: `/${url}`, headers: { Cookie: app.cookie } })
    expect(first.status).toBe(200)
    expect(first.headers['content-disposition']).toBe(`attachment; filename="contacts.csv"; filename*=UTF-8''contacts.csv`)
    expect((await send({ port: app.port, path: `/${url}`, headers: { Cookie: app.cookie } })).status).toBe(404)
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
      const answer = await send({ port: app.port, path: `/${(prepared.value as { url: string }).url}`, headers: { Cookie: app.cookie } })
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
