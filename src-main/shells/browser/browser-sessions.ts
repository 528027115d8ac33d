import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A page that waits to be reopened needs no more keys than this; the oldest stop working first. */
const unusedKeysAtMost = 20

/** The name of the protocol that the page's socket speaks; beside it, the page names its session as a second one. */
export const socketProtocol = 'rollcall'
const sessionProtocol = 'rollcall.session.'

/**
 * Keys and sessions of one start. A key opens the app exactly once: it is exchanged for a session, which the page keeps and
 * sends itself. There is no cookie, which every other port of 127.0.0.1 would be sent as well.
 */
export interface Sessions {
  newKey(): string
  /** The session for a key, which is spent by that; null for one that is spent or was never given. */
  exchange(key: string): string | null
  /** Whether the request carries a session in its `Authorization` header. */
  has(request: Pick<IncomingMessage, 'headers'>): boolean
  /** Whether a socket that is being opened names a session among its protocols. */
  opensSocket(request: Pick<IncomingMessage, 'headers'>): boolean
}

export function createSessions(): Sessions {
  const keys = new Set<string>()
  const sessions: string[] = []
  const isSession = (given: string) => sessions.some((session) => isSameSecret(given, session))

  return {
    newKey() {
      const key = secret()
      keys.add(key)
      for (const oldest of keys) {
        if (keys.size <= unusedKeysAtMost) break
        keys.delete(oldest)
      }
      return key
    },
    exchange(given) {
      const key = [...keys].find((one) => isSameSecret(given, one))
      if (key === undefined || !keys.delete(key)) return null
      const session = secret()
      sessions.push(session)
      return session
    },
    has({ headers }) {
      const given = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1]
      return given !== undefined && isSession(given)
    },
    opensSocket({ headers }) {
      const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
      const named = offered.find((each) => each.startsWith(sessionProtocol))
      return offered.includes(socketProtocol) && named !== undefined && isSession(named.slice(sessionProtocol.length))
    },
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that neither the length nor the place of the first difference can be told from the time it takes. */
function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
