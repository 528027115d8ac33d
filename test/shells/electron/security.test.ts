import { describe, expect, test } from 'vitest'
import {
  externalUrl,
  mailDraftUrl,
  isAppUrl,
  isTrustedSender,
  stayHome,
  offlineSwitches,
  stayOffline,
} from '../../../src-main/shells/electron/security.ts'

describe('addresses of the app', () => {
  test.each(['rollcall://app/index.html', 'rollcall://app/', 'rollcall://app/assets/index-1.js?v=1#top'])('%s is one', (url) => {
    expect(isAppUrl(url)).toBe(true)
  })

  test.each([
    'rollcall://app.evil.example/index.html',
    'rollcall://other/index.html',
    'rollcall://user@app/index.html',
    'rollcall://app:8080/index.html',
    'https://app/index.html',
    'file:///app/index.html',
    'rollcall:app',
    'rollcalls://app/',
    'about:blank',
    '',
  ])('%j is none', (url) => {
    expect(isAppUrl(url)).toBe(false)
  })
})

describe('senders of messages', () => {
  test("only the top frame of the app's own page is trusted", () => {
    const top = { url: 'rollcall://app/index.html', parent: null }
    expect(isTrustedSender(top)).toBe(true)
    expect(isTrustedSender({ url: 'rollcall://app/index.html', parent: top })).toBe(false)
    expect(isTrustedSender({ url: 'https://evil.example/', parent: null })).toBe(false)
    expect(isTrustedSender(null)).toBe(false)
  })
})

describe('links that lead outside', () => {
  const hosts = new Set(['texts.example.com', 'texts.example.org:8443'])

  test('https to a listed host is opened', () => {
    expect(externalUrl('https://texts.example.com/settings?tab=api', hosts)).toBe('https://texts.example.com/settings?tab=api')
    expect(externalUrl('https://texts.example.org:8443/', hosts)).toBe('https://texts.example.org:8443/')
  })

  test.each([
    'http://texts.example.com/',
    'https://texts.example.com.evil.example/',
    'https://texts.example.com:444/',
    'https://user:password@texts.example.com/',
    'https://evil.example/?texts.example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://texts.example.com/share',
    'not an address',
  ])('%s is not', (url) => {
    expect(externalUrl(url, hosts)).toBeNull()
  })
})

describe('the page stays where it is', () => {
  /** What `stayHome` registers, as Electron would call it. */
  function contents() {
    const handlers = new Map<string, (event: { url: string; preventDefault(): void }) => void>()
    let openHandler: ((details: { url: string }) => { action: string }) | null = null
    const opened: string[] = []
    stayHome(
      {
        on: (name: string, handler: (event: { url: string; preventDefault(): void }) => void) => handlers.set(name, handler),
        setWindowOpenHandler: (handler: typeof openHandler) => (openHandler = handler),
      } as never,
      (url) => opened.push(url),
    )
    return {
      opened,
      isStopped(name: string, url: string) {
        let stopped = false
        handlers.get(name)?.({ url, preventDefault: () => (stopped = true) })
        return stopped
      },
      openWindow: (url: string) => openHandler?.({ url }),
    }
  }

  test('navigation within the app goes on, any other is stopped and handed on', () => {
    const page = contents()
    expect(page.isStopped('will-navigate', 'rollcall://app/index.html#/history')).toBe(false)
    expect(page.isStopped('will-navigate', 'https://evil.example/')).toBe(true)
    expect(page.isStopped('will-navigate', 'file:///home/pat/contacts.csv')).toBe(true)
    expect(page.opened).toEqual(['https://evil.example/', 'file:///home/pat/contacts.csv'])
  })

  test('redirects and embedded pages are stopped', () => {
    const page = contents()
    expect(page.isStopped('will-redirect', 'rollcall://app/')).toBe(true)
    expect(page.isStopped('will-attach-webview', 'rollcall://app/')).toBe(true)
  })

  test('no window is ever opened', () => {
    const page = contents()
    expect(page.openWindow('rollcall://app/index.html')).toEqual({ action: 'deny' })
    expect(page.openWindow('https://texts.example.com/')).toEqual({ action: 'deny' })
  })
})

test('nothing but the app itself is ever asked for', () => {
  let listener: ((details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void) | null = null
  stayOffline({ webRequest: { onBeforeRequest: (one: typeof listener) => (listener = one) } } as never)
  const isCancelled = (url: string) => {
    let cancelled: boolean | undefined
    listener?.({ url }, ({ cancel }) => (cancelled = cancel))
    return cancelled
  }
  for (const url of ['rollcall://app/index.html', 'data:,', 'blob:rollcall://app/1']) expect(isCancelled(url), url).toBe(false)
  for (const url of [
    'https://evil.example/',
    'wss://evil.example/',
    'http://127.0.0.1:8080/',
    'rollcall://evil/',
    'file:///etc/passwd',
    'ftp://evil.example/',
  ]) {
    expect(isCancelled(url), url).toBe(true)
  }
  expect(Object.fromEntries(offlineSwitches)).toMatchObject({
    'dns-prefetch-disable': '',
    'force-webrtc-ip-handling-policy': 'disable_non_proxied_udp',
  })
})

test.each([
  ['mailto:office%40example.com?subject=Rollcall&body=3%20done', true],
  ['mailto:office@example.com', true],
  ['mailto:other@example.com?subject=x', false],
  ['mailto:office@example.com?bcc=everybody@example.com', false],
  ['mailto:office@example.com?cc=a@b.c&subject=x', false],
  ['mailto:office@example.com,other@example.com', false],
  ['mailto:%', false],
  ['https://office@example.com', false],
])('a draft may be opened: %s is %s', (address, may) => {
  expect(mailDraftUrl(address, new Set(['office@example.com'])) !== null).toBe(may)
})
