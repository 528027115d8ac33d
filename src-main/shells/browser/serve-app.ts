import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import type { EngineClient } from '../../engine/contract.ts'
import { cleanUp } from '../../engine/files/patient-files.ts'
import { AppError } from '../../engine/model/errors.ts'
import { isGone } from '../../engine/store/process-owner.ts'
import { type FolderDialog, systemFolderDialog } from '../folder-dialog.ts'
import { inAccount } from '../in-account.ts'
import { createShellProcedures } from '../shell-procedures.ts'
import { createDownloads } from './downloads.ts'
import { createPageCalls } from './page-calls.ts'
import { servePage } from './page-socket.ts'
import { removeEntryPage, withSession, writeEntryPage } from './entry-page.ts'
import { entryRefusal, originRefusal } from './request-guard.ts'
import { securityHeaders } from './security-headers.ts'
import { createSessions, socketProtocol } from './browser-sessions.ts'
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
  /** How a person chooses a folder; by the dialog of this computer when left out. */
  chooseFolder?: FolderDialog
}

export interface ServedApp {
  /** Opens the app once, in one tab. */
  url: string
  /** Another such address. */
  newUrl(): string
  /** A private file that opens the app once, for a browser whose arguments others can read. */
  entryPage(): Promise<string>
  close(): Promise<void>
}

const messageBytesAtMost = 8_000_000
const keyBytesAtMost = 1_000

/**
 * Serves the screens on 127.0.0.1 to anybody there, and the engine to the pages that have a session: see `browser-sessions.ts`. Throws
 * `usage` when the port is taken. Closing leaves the engine alone.
 */
export async function serveApp(options: ServeAppOptions): Promise<ServedApp> {
  const { client, rendererFolder } = options
  const sessions = createSessions()
  let port = 0
  await mkdir(options.home, { recursive: true, mode: 0o700 })
  await tidyLeftovers(options.home)
  const folder = await mkdtemp(join(options.home, `browser-${process.pid}-`))
  const downloads = createDownloads(folder)
  const samplesFolder = options.samplesFolder ?? join(rendererFolder, '..', '..', 'resources', 'samples')
  const call = createPageCalls(
    client,
    (bound) => createShellProcedures({ client: bound, samplesFolder }),
    downloads,
    options.chooseFolder ?? systemFolderDialog,
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '/', `http://127.0.0.1:${port}`)
    if (url === null) return say(response, 400, 'This is no address.')
    if (request.method === 'POST' && url.pathname === '/enter') return enter(request, response)
    if (originRefusal(port, request, false)) return say(response, 403, 'This request does not come from Rollcall.')
    if (url.pathname === '/session') return answerSession(request, response)
    if (request.method === 'POST' && url.pathname === '/upload') {
      if (!sessions.has(request)) return say(response, 401, restarted)
      const bound = inAccount(client, url.searchParams.get('account') ?? undefined)
      return sendJson(response, await receiveUpload(bound, folder, request, url.searchParams.get('name') ?? ''))
    }
    if (request.method !== 'GET') return say(response, 405, 'Only GET is answered here.')
    // A download's ticket is a secret of its own, told to a page with a session, and works once.
    if (url.pathname.startsWith('/download/')) {
      if (await downloads.send(url.pathname.slice('/download/'.length), response)) return
      return say(response, 404, 'This file has been fetched already. Ask for it again in Rollcall.')
    }
    const file = await findStaticFile(rendererFolder, url.pathname)
    return file ? sendStaticFile(response, file) : say(response, 404, 'There is nothing here.')
  }

  /** The private page posts its key: the answer is the app, with a session in it. */
  async function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (entryRefusal(port, request)) return say(response, 403, 'This request does not come from Rollcall.')
    const session = sessions.exchange(new URLSearchParams(await shortText(request)).get('key') ?? '')
    if (session === null) return say(response, 401, spent)
    await removeEntryPage(folder)
    const page = withSession(await readFile(join(rendererFolder, 'index.html'), 'utf8'), session)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
  }

  async function answerSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return sessions.has(request) ? void response.writeHead(204).end() : say(response, 401, restarted)
    if (request.method !== 'POST') return say(response, 405, 'Only GET and POST are answered here.')
    const session = sessions.exchange(await shortText(request))
    if (session === null) return say(response, 401, spent)
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(session)
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders(port))) response.setHeader(name, value)
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else say(response, 500, 'Something went wrong inside Rollcall.')
    })
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesAtMost,
    // Never the session, which the page names beside it.
    handleProtocols: (offered) => offered.has(socketProtocol) && socketProtocol,
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const isWanted = request.url === '/engine' && originRefusal(port, request, true) === null
    if (!isWanted || !sessions.opensSocket(request))
      return void socket.end(`HTTP/1.1 ${isWanted ? 401 : 403} Refused\r\nConnection: close\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, (page) => servePage(page, client, call))
  })

  try {
    await listen(server, options.port ?? 0)
  } catch (error) {
    await cleanUp(folder)
    throw error
  }
  port = (server.address() as AddressInfo).port
  const origin = `http://127.0.0.1:${port}`
  const newUrl = () => `${origin}/#k=${sessions.newKey()}`

  return {
    url: newUrl(),
    newUrl,
    entryPage: () => writeEntryPage(folder, origin, sessions.newKey()),
    async close() {
      for (const page of sockets.clients) page.terminate()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await cleanUp(folder)
    },
  }
}

const restarted = 'Rollcall was started again, and this address belongs to the earlier start. Open the address that Rollcall shows now.'

const spent = 'This address of Rollcall has been used. Each opens it once: ask for a new one in the window in which Rollcall was started.'

async function shortText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > keyBytesAtMost) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Removes what a program that ended hard left on its way: its name holds the process that it belonged to. */
async function tidyLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^browser-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && isGone(`${hostname()}:${pid}`)) await cleanUp(join(home, name))
  }
}

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
