import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Who may talk to the loopback server: pages that it served itself, to a browser that once had the secret. */
export interface Guard {
  port: number
  cookieName: string
  cookieValue: string
}

export type Refusal = { status: 400 | 401 | 403; reason: string }

/**
 * Why a request (or upgrade) is refused before anything else looks at it; null when it may pass, though perhaps without
 * the cookie. The Host check stops DNS rebinding, the others stop every other site's pages.
 */
export function originRefusal(guard: Guard, request: Pick<IncomingMessage, 'headers' | 'method'>, isUpgrade: boolean): Refusal | null {
  const host = request.headers.host
  if (host === undefined || !ownHosts(guard.port).includes(host)) return { status: 403, reason: 'host' }
  const origin = request.headers.origin
  if (origin !== undefined && origin !== `http://${host}`) return { status: 403, reason: 'origin' }
  if (origin === undefined && (isUpgrade || request.method !== 'GET')) return { status: 403, reason: 'origin missing' }
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return { status: 403, reason: 'cross-site' }
  return null
}

/** Whether the request carries this start's cookie. */
export function hasSession(guard: Guard, request: Pick<IncomingMessage, 'headers'>): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  return cookies.some((cookie) => {
    const equals = cookie.indexOf('=')
    return cookie.slice(0, equals) === guard.cookieName && isSameSecret(cookie.slice(equals + 1), guard.cookieValue)
  })
}

export function isSameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
}
