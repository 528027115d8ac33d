import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EventServerOptions {
  /** Of 127.0.0.1; 0 takes a free one. */
  port: number
  /** The path that events have to come to, without its slash. */
  secret: string
  /** The longest body that is taken, in bytes. */
  longestBody: number
  /** How many events may be in work at once; further ones are answered with 503, so that the service can send them again. */
  mostInWork: number
  /** Called with each event's body after it was answered; what it throws is its own affair. */
  onEvent(body: string): Promise<void>
}

/** How long a sender may take for an event. */
const requestMs = 10_000

/**
 * Receives events of the service on this computer alone. Who does not know the secret is answered 404 to everything. An event is answered as
 * soon as it is whole, before anything is done about it. Rejects with the system's error where the port cannot be had.
 */
export async function startEventServer({ port, secret, longestBody, mostInWork, onEvent }: EventServerOptions) {
  const inWork = new Set<Promise<void>>()
  const expected = digest(`/${secret}`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number) => void response.writeHead(status, { Connection: status === 200 ? 'keep-alive' : 'close' }).end()
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    // Digests are of one length, and comparing them takes as long whatever they are.
    if (!timingSafeEqual(digest(path), expected)) return end(404)
    if (request.method !== 'POST') return end(405)
    if (inWork.size >= mostInWork) return end(503)
    const body = await readBody(request, longestBody)
    if (body === null) return end(413)
    end(200)
    const work = onEvent(body)
      .catch(() => undefined)
      .finally(() => inWork.delete(work))
    inWork.add(work)
  }

  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // A sender that goes away in the middle is no error of ours.
      void answer(request, response).catch(() => response.destroy())
    },
  )
  server.maxConnections = 100
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const at = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${at}/${secret}`,
    /** Takes no further events, and resolves when what came is done. */
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await Promise.all(inWork)
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Null where it is longer than that. */
async function readBody(request: IncomingMessage, longest: number): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > longest) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
