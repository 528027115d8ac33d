import type { IncomingMessage } from 'node:http'

export type Refusal = { status: 403; reason: string }

/**
 * Why a request (or upgrade) is refused before anything else looks at it; null when it may pass, though perhaps without a
 * session. The Host check stops DNS rebinding, the others stop every other site's pages.
 */
export function originRefusal(port: number, request: Pick<IncomingMessage, 'headers' | 'method'>, isUpgrade: boolean): Refusal | null {
  const host = request.headers.host
  if (host === undefined || !ownHosts(port).includes(host)) return { status: 403, reason: 'host' }
  const origin = request.headers.origin
  if (origin !== undefined && origin !== `http://${host}`) return { status: 403, reason: 'origin' }
  if (origin === undefined && (isUpgrade || request.method !== 'GET')) return { status: 403, reason: 'origin missing' }
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return { status: 403, reason: 'cross-site' }
  return null
}

/**
 * The same for the one request that comes from elsewhere: the private page that opens the app, a file of this computer. A file
 * has no origin, so what lets it in is the key that it posts.
 */
export function entryRefusal(port: number, request: Pick<IncomingMessage, 'headers'>): Refusal | null {
  const { host, origin } = request.headers
  if (host === undefined || !ownHosts(port).includes(host)) return { status: 403, reason: 'host' }
  if (origin !== undefined && origin !== 'null' && origin !== `http://${host}`) return { status: 403, reason: 'origin' }
  const mode = request.headers['sec-fetch-mode']
  if (mode !== undefined && mode !== 'navigate') return { status: 403, reason: 'not a page' }
  const part = request.headers['sec-fetch-dest']
  if (part !== undefined && part !== 'document') return { status: 403, reason: 'framed' }
  return null
}

function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}
