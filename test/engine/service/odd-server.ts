import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../src-main/engine/model/clock.ts'

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface OddAnswer {
  status?: number
  headers?: Record<string, string>
  /** A string goes out as it is, anything else as JSON. */
  body?: unknown
}

export interface OddServer {
  baseUrl: string
  requests: SeenRequest[]
  close(): Promise<void>
}

/** A real HTTP server on loopback that answers whatever a test says; `null` leaves the response to the test. */
export async function startOddServer(answer: (request: SeenRequest, response: ServerResponse) => OddAnswer | null): Promise<OddServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const seen = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(seen)
      const given = answer(seen, response)
      if (given === null) return
      const isText = typeof given.body === 'string'
      response.writeHead(given.status ?? 200, { 'content-type': isText ? 'text/html' : 'application/json', ...given.headers })
      response.end(given.body === undefined ? undefined : isText ? given.body : JSON.stringify(given.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A clock whose sleeps take no time and are written down. */
export function createStillClock(): Clock & { sleptMs: number[] } {
  const sleptMs: number[] = []
  let nowMs = 1_700_000_000_000
  return {
    sleptMs,
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    random: () => 0.5,
    sleep: async (delayMs, signal) => {
      signal?.throwIfAborted()
      sleptMs.push(delayMs)
      nowMs += delayMs
    },
  }
}
