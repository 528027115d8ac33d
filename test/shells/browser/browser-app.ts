import { request } from 'node:http'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { EngineClient } from '../../../src-main/engine/contract.ts'
import { serveApp, type ServedApp } from '../../../src-main/shells/browser/serve-app.ts'
import { createFileVault } from '../../../src-main/shells/file-vault.ts'
import { startApp } from '../../../src-main/shells/start-app.ts'

const source = (path: string) => new URL(`../../../src-main/${path}`, import.meta.url)

export interface BrowserApp {
  home: string
  port: number
  url: string
  client: EngineClient
  /** The session that the address of this start is exchanged for. */
  session: string
  served: ServedApp
  close(): Promise<void>
}

/** The engine with its practice service, and the browser shell over a folder of screens with one page in it. */
export async function startBrowserApp(): Promise<BrowserApp> {
  const home = await mkdtemp(join(tmpdir(), 'rollcall-browser-'))
  const screens = join(home, 'screens')
  await mkdir(join(screens, 'assets'), { recursive: true })
  await writeFile(join(screens, 'index.html'), '<!doctype html><title>Rollcall</title>')
  await writeFile(join(screens, 'assets', 'app.js'), 'export {}')
  await writeFile(join(home, 'secret.html'), 'not for the page')
  const app = await startApp({
    home,
    vault: createFileVault({ home, environment: null }),
    practice: true,
    engineWorkerUrl: source('engine/worker.ts'),
    sandboxWorkerUrl: source('sandbox/sandbox-worker.ts'),
  })
  const samplesFolder = join(home, 'samples')
  await mkdir(samplesFolder)
  await writeFile(join(samplesFolder, 'hubspot.csv'), 'First Name,Phone Number\nAna,+12025550123\n')
  const served = await serveApp({ client: app.client, rendererFolder: screens, samplesFolder, home })
  const port = Number(new URL(served.url).port)
  return {
    home,
    port,
    url: served.url,
    client: app.client,
    session: (await exchange(port, served.url)).body,
    served,
    async close() {
      await served.close()
      await app.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** What the page does first with the key in its address. */
export function exchange(port: number, url: string): Promise<Answered> {
  const key = /#k=([\w-]+)$/.exec(url)?.[1] ?? ''
  return send({ port, path: '/session', method: 'POST', headers: { Origin: `http://127.0.0.1:${port}` }, body: key })
}

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** One request as it is written, so that a test can lie about Host, Origin and path. */
export function send(options: {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: options.port,
        path: options.path,
        method: options.method ?? 'GET',
        headers: options.headers,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        )
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(options.body)
  })
}

/** The status with which a WebSocket was refused, or 101 when it was opened (and closed again). */
export function upgradeStatus(port: number, headers: Record<string, string>, protocols: string[], path = '/engine'): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers })
    socket.on('open', () => {
      if (socket.protocol !== 'rollcall') throw new Error(`the socket speaks "${socket.protocol}"`)
      socket.close()
      resolve(101)
    })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {}) // reported as an unexpected response before
  })
}

export interface Page {
  call(procedure: string, input: unknown): Promise<{ ok: boolean; value?: unknown; error?: { code: string; message: string } }>
  sendRaw(text: string): void
  closed: Promise<number>
  close(): void
}

export const socketProtocols = (session: string) => ['rollcall', `rollcall.session.${session}`]

/** A page's socket, as the screens use it. */
export async function openPage({ port, session }: BrowserApp): Promise<Page> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/engine`, socketProtocols(session), {
    headers: { Origin: `http://127.0.0.1:${port}` },
  })
  const waiting = new Map<number, (answer: never) => void>()
  let nextId = 0
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { id?: number; answer?: never }
    if (message.id !== undefined && message.answer !== undefined) waiting.get(message.id)?.(message.answer)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return {
    call: (procedure, input) =>
      new Promise((resolve) => {
        const id = nextId++
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, procedure, input }))
      }),
    sendRaw: (text) => socket.send(text),
    closed,
    close: () => socket.close(),
  }
}
