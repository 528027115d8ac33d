import type { Session, WebContents } from 'electron'

/** The scheme of the app's own protocol; the only thing a window of Rollcall ever shows is `rollcall://app/`. */
export const appScheme = 'rollcall'
export const appOrigin = `${appScheme}://app`
export const appStartUrl = `${appOrigin}/index.html`

/** Whether the text is an address of the app itself. */
export function isAppUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === `${appScheme}:` && url.host === 'app' && url.username === '' && url.password === ''
}

/** Whether an IPC message comes from the app's own page, in the top frame. Frames that are gone are not trusted. */
export function isTrustedSender(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url)
}

/** The address to hand to the system's browser: `https:` to one of the hosts, without credentials; null for anything else. */
export function externalUrl(text: string, hosts: ReadonlySet<string>): string | null {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return hosts.has(url.host) ? url.href : null
}

/** A draft for the mail program: to one of these people, with nothing but a subject and a text; null for anything else. */
export function mailDraftUrl(text: string, people: ReadonlySet<string>): string | null {
  const url = URL.parse(text)
  if (!url || url.protocol !== 'mailto:' || url.hash !== '' || !people.has(decodedOrEmpty(url.pathname))) return null
  return [...url.searchParams.keys()].every((name) => name === 'subject' || name === 'body') ? url.href : null
}

function decodedOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** No page of the app is granted any permission (camera, notifications, clipboard reading …) or device. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

/**
 * Chromium's own ways to reach out that no policy of a page covers: resolving names ahead, and connections between browsers, which
 * would also tell the computer's address in the office. For the command line, before the app is ready.
 */
export const offlineSwitches: readonly (readonly [name: string, value: string])[] = [
  ['dns-prefetch-disable', ''],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
]

/** Whatever a page asks for that is not the app itself never leaves: WebSockets, images and workers included. */
export function stayOffline(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isLocal(details.url) }))
}

/** Data and blobs are the page's own, and the developer tools are their own app. */
function isLocal(address: string): boolean {
  return isAppUrl(address) || /^(data|blob|devtools):/.test(address)
}

/** The page stays where it is: no navigation, no new windows, no embedded pages. `open` gets what a link asked for. */
export function stayHome(contents: WebContents, open: (url: string) => void): void {
  contents.on('will-navigate', (event) => {
    if (isAppUrl(event.url)) return
    event.preventDefault()
    open(event.url)
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    open(url)
    return { action: 'deny' }
  })
}
