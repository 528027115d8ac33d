import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type EventServerOptions, startEventServer } from '../../../src-main/engine/schedule/listen/event-server.ts'

async function serving(options: Partial<EventServerOptions> = {}) {
  const taken: string[] = []
  const server = await startEventServer({
    port: 0,
    secret: 'a-secret-of-sixteen',
    longestBody: 1_000,
    mostInWork: 3,
    onEvent: async (body) => void taken.push(body),
    ...options,
  })
  onTestFinished(() => server.close())
  const send = async (url: string, init: RequestInit = { method: 'POST', body: '{}' }) => (await fetch(url, init)).status
  return { server, taken, send }
}

test('an event that comes to the secret path is answered and passed on, whatever it is', async () => {
  const { server, taken, send } = await serving()
  expect(new URL(server.url).hostname).toBe('127.0.0.1')
  for (const body of ['{"a":1}', 'a=1', 'é', '']) expect(await send(server.url, { method: 'POST', body })).toBe(200)
  expect(await send(`${server.url}?from=service`)).toBe(200)
  expect(taken).toEqual(['{"a":1}', 'a=1', 'é', '', '{}'])
})

test('all others are turned away, and nothing of them is passed on', async () => {
  const { server, taken, send } = await serving()
  const { origin } = new URL(server.url)
  for (const path of ['', '/', '/a-secret-of-sixtee', '/a-secret-of-sixteen/', '//a-secret-of-sixteen', '/A-SECRET-OF-SIXTEEN'])
    expect(await send(`${origin}${path}`), path).toBe(404)
  expect(await send(origin, { method: 'GET' })).toBe(404)
  expect(await send(server.url, { method: 'GET' })).toBe(405)
  expect(await send(server.url, { method: 'POST', body: 'x'.repeat(1_001) })).toBe(413)
  expect(await send(server.url, { method: 'POST', body: 'x'.repeat(1_000) })).toBe(200)
  expect(taken).toHaveLength(1)
})

test('of more than it can work on, the sender is told to come again; what failed is nobody else’s affair', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let calls = 0
  const { server, send } = await serving({
    async onEvent() {
      calls += 1
      await gate
      throw new Error('not read')
    },
  })
  expect([await send(server.url), await send(server.url), await send(server.url), await send(server.url)]).toEqual([200, 200, 200, 503])
  open()
  await wait(0)
  expect(await send(server.url)).toBe(200)
  expect(calls).toBe(4)
})

test('a sender that goes away in the middle ends nothing', async () => {
  const { server, taken, send } = await serving()
  const { port, pathname } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":`)
  await wait(20)
  socket.destroy()
  expect(await send(server.url)).toBe(200)
  expect(taken).toEqual(['{}'])
})

test('closing waits for what it has taken', async () => {
  let isDone = false
  const { server, send } = await serving({
    async onEvent() {
      await wait(50)
      isDone = true
    },
  })
  await send(server.url)
  expect(isDone).toBe(false)
  await server.close()
  expect(isDone).toBe(true)
})
