import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import type { EngineClient } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import { createShellProcedures } from '../shell-procedures.ts'
import { createDownloads } from './downloads.ts'
import { createPageCalls } from './page-calls.ts'
import { servePage } from './page-socket.ts'
import { type Guard, hasSession, isSameSecret, originRefusal } from './request-guard.ts'
import { securityHeaders } from './security-headers.ts'
import { findStaticFile, sendStaticFile } from './static-files.ts'
import { receiveUpload } from './upload.ts'

export interface ServeAppOptions {
  client: EngineClient
  /** The built screens. */
  rendererFolder: string
  /** A free one when left out. */
  port?: number
  /** The data folder; files on their way are kept in it for as long as they are needed. */
  home: string
  /** Where the sample files are; beside the built screens' checkout when left out. */
  samplesFolder?: string
}

const messageBytesAtMost = 8_000_000

/**
 * Serves the screens on 127.0.0.1. `url` carries this start's secret; the browser exchanges it for a cookie at once, and
 * nothing is answered without that cookie. Throws `usage` when the port is taken. Closing leaves the engine alone.
 */
export async function serveApp(options: ServeAppOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { client, rendererFolder } = options
  const secret = randomBytes(32).toString('base64url')
  const guard: Guard = { port: 0, cookieName: '', cookieValue: randomBytes(32).toString('base64url') }
  await mkdir(options.home, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(options.home, 'browser-'))
  const downloads = createDownloads(client, folder)
  const samplesFolder = options.samplesFolder ?? join(rendererFolder, '..', '..', 'resources', 'samples')
  const call = createPageCalls(client, createShellProcedures({ client, samplesFolder }), downloads)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = originRefusal(guard, request, false)
    if (refusal) return say(response, refusal.status, 'This request does not come from Rollcall.')
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (request.method === 'POST' && url.pathname === '/upload') {
      if (!hasSession(guard, request)) return say(response, 401, restarted)
      return sendJson(response, await receiveUpload(client, folder, request, url.searchParams.get('name') ?? ''))
    }
    if (request.method !== 'GET') return say(response, 405, 'Only GET is answered here.')
    const key = url.searchParams.get('k')
    if (url.pathname === '/' && key !== null && isSameSecret(key, secret)) return enter(response)
    if (!hasSession(guard, request)) return say(response, 401, restarted)
    if (url.pathname === '/session') return void response.writeHead(204).end()
    if (url.pathname.startsWith('/download/')) {
      if (await downloads.send(url.pathname.slice('/download/'.length), response)) return
      return say(response, 404, 'This file has been fetched already. Ask for it again in Rollcall.')
    }
    const file = await findStaticFile(rendererFolder, url.pathname)
    return file ? sendStaticFile(response, file) : say(response, 404, 'There is nothing here.')
  }

  function enter(response: ServerResponse): void {
    const cookie = `${guard.cookieName}=${guard.cookieValue}; Path=/; HttpOnly; SameSite=Strict`
    response.writeHead(303, { Location: '/', 'Set-Cookie': cookie }).end()
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders(guard.port))) response.setHeader(name, value)
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else say(response, 500, 'Something went wrong inside Rollcall.')
    })
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesAtMost })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const isWanted = request.url === '/engine' && originRefusal(guard, request, true) === null
    if (!isWanted || !hasSession(guard, request))
      return void socket.end(`HTTP/1.1 ${isWanted ? 401 : 403} Refused\r\nConnection: close\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, (page) => servePage(page, client, call))
  })

  try {
    await listen(server, options.port ?? 0)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  guard.port = (server.address() as AddressInfo).port
  // Cookies do not know ports: two Rollcalls on one computer must not overwrite each other's.
  guard.cookieName = `rollcall-${guard.port}`

  return {
    url: `http://127.0.0.1:${guard.port}/?k=${secret}`,
    async close() {
      for (const page of sockets.clients) page.terminate()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const restarted = 'Rollcall was started again, and this address belongs to the earlier start. Open the address that Rollcall shows now.'

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error)
      reject(
        new AppError('usage', `Port ${port} is taken.`, 'Close the program that uses it, or choose another one with --port.', {
          cause: error,
        }),
      )
    })
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${text}\n`)
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
