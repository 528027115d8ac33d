import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpRequest } from '../../../../src-main/engine/service/http/http-exchange.ts'
import { createTransport, type Transport, type TransportOptions } from '../../../../src-main/engine/service/http/transport.ts'
import { createStillClock, startOddServer } from '../odd-server.ts'

const post: HttpRequest = { method: 'POST', path: '/api/x.json', body: '{"a":1}' }
const get: HttpRequest = { method: 'GET', path: '/api/x.json', body: null }
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function transportTo(
  baseUrl: string,
  options: { timeoutMs?: number; maxAnswerBytes?: number; tokenIn?: 'header' | 'parameter'; connections?: number } = {},
): Transport {
  const transport = createTransport({ baseUrl, tokenIn: 'header', clock: createStillClock(), connections: 4, timeoutMs: 5000, ...options })
  closers.push(() => transport.close())
  return transport
}

/** A raw TCP server: `serve` gets each connection and how much of a request it was sent. */
async function rawServer(
  serve: (socket: Socket, request: string, connection: number) => void,
): Promise<{ baseUrl: string; connections: () => number; requests: string[]; server: Server }> {
  let count = 0
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const connection = ++count
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      requests.push(String(chunk))
      serve(socket, String(chunk), connection)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => count, requests, server }
}

describe('what leaves', () => {
  test('the path prefix of the address, JSON and the token in the header', async () => {
    const server = await startOddServer(() => ({ body: { ok: 1 } }))
    closers.push(server.close)
    const result = await transportTo(`${server.baseUrl}/v1`).send({ ...post, query: { phone_number: '+1 2' } }, 'tok')
    expect(result).toMatchObject({ kind: 'answer', status: 200, text: '{"ok":1}' })
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/api/x.json', body: '{"a":1}' })
    expect(server.requests[0]?.query.get('phone_number')).toBe('+1 2')
    expect(server.requests[0]?.query.has('access_token')).toBe(false)
    expect(server.requests[0]?.headers).toMatchObject({
      'x-tgp-access-token': 'tok',
      'content-type': 'application/json',
      accept: 'application/json',
    })
  })

  test('the token as a parameter only where the account is set so', async () => {
    const server = await startOddServer(() => ({ body: {} }))
    closers.push(server.close)
    await transportTo(server.baseUrl, { tokenIn: 'parameter' }).send(get, 't k')
    expect(server.requests[0]?.query.get('access_token')).toBe('t k')
    expect(server.requests[0]?.headers['x-tgp-access-token']).toBeUndefined()
  })

  test('a redirection is answered as it is: the token goes nowhere else', async () => {
    const other = await startOddServer(() => ({ body: {} }))
    const server = await startOddServer(() => ({ status: 302, headers: { location: other.baseUrl }, body: '' }))
    closers.push(server.close, other.close)
    expect(await transportTo(server.baseUrl).send(post, 'tok')).toMatchObject({ kind: 'answer', status: 302 })
    expect(other.requests).toHaveLength(0)
  })
})

describe('what did not leave', () => {
  test('a refused connection', async () => {
    const { baseUrl, server } = await rawServer(() => {})
    server.close()
    await once(server, 'close')
    expect(await transportTo(baseUrl).send(post, 'tok')).toEqual({
      kind: 'broken',
      fault: 'refused',
      hasLeft: false,
      status: null,
      headers: {},
    })
  })

  test('a secure connection that cannot be made', async () => {
    const plain = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const result = await transportTo(plain.baseUrl.replace('http:', 'https:')).send(post, 'tok')
    expect(result).toMatchObject({ kind: 'broken', fault: 'insecure', hasLeft: false })
    const hangingUp = createTlsServer({})
    hangingUp.on('tlsClientError', () => {})
    hangingUp.listen(0, '127.0.0.1')
    await once(hangingUp, 'listening')
    closers.push(() => hangingUp.close())
    const port = (hangingUp.address() as AddressInfo).port
    expect(await transportTo(`https://127.0.0.1:${port}`).send(post, 'tok')).toMatchObject({ kind: 'broken', hasLeft: false })
  })

  test('what was cancelled before or while it waited for a connection', async () => {
    const server = await startOddServer(() => null)
    closers.push(server.close)
    const transport = transportTo(server.baseUrl, { connections: 1 })
    expect(await transport.send(post, 'tok', AbortSignal.abort())).toMatchObject({ fault: 'cancelled', hasLeft: false })
    const first = new AbortController()
    const second = new AbortController()
    const hanging = transport.send(post, 'tok', first.signal)
    const waiting = transport.send({ ...post, body: '{"second":1}' }, 'tok', second.signal)
    await expect.poll(() => server.requests.length).toBe(1)
    second.abort()
    expect(await waiting).toMatchObject({ fault: 'cancelled', hasLeft: false })
    first.abort()
    expect(await hanging).toMatchObject({ fault: 'cancelled', hasLeft: true })
    expect(server.requests.map(({ body }) => body)).toEqual(['{"a":1}'])
  })

  test('a token that no header can hold', async () => {
    const server = await startOddServer(() => ({ body: {} }))
    closers.push(server.close)
    expect(await transportTo(server.baseUrl).send(post, 'a\r\nb')).toMatchObject({ kind: 'broken', fault: 'unsendable', hasLeft: false })
    expect(server.requests).toHaveLength(0)
  })
})

describe('what may have arrived', () => {
  test.each([
    ['a connection closed without an answer', (socket: Socket) => socket.end(), 'closed', null],
    ['a connection reset', (socket: Socket) => socket.resetAndDestroy(), 'closed', null],
    ['half of a status line', (socket: Socket) => socket.end('HTTP/1.1 2'), 'closed', null],
    ['no HTTP at all', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'), 'closed', null],
    ['half of a body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"cus'), 'closed', 200],
    ['a broken chunk', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'), 'closed', 200],
  ] as const)('%s is told as such, and the request is sent once', async (_name, serve, fault, status) => {
    const raw = await rawServer((socket) => serve(socket))
    expect(await transportTo(raw.baseUrl).send(post, 'tok')).toMatchObject({ kind: 'broken', fault, hasLeft: true, status })
    expect(raw.requests).toHaveLength(1)
  })

  test('no answer in time, and an answer that stops in the middle', async () => {
    const silent = await rawServer(() => {})
    expect(await transportTo(silent.baseUrl, { timeoutMs: 200 }).send(post, 'tok')).toMatchObject({
      kind: 'broken',
      fault: 'timeout',
      hasLeft: true,
      status: null,
    })
    const slow = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a'))
    // Time enough for the answer's beginning to come on a busy computer.
    expect(await transportTo(slow.baseUrl, { timeoutMs: 2000 }).send(post, 'tok')).toMatchObject({
      kind: 'broken',
      fault: 'timeout',
      hasLeft: true,
      status: 200,
    })
  })

  test('an answer that never ends is cut at the limit', async () => {
    const server = await startOddServer(() => ({ body: 'x'.repeat(5000) }))
    closers.push(server.close)
    const result = await transportTo(server.baseUrl, { maxAnswerBytes: 1000 }).send(get, 'tok')
    expect(result).toMatchObject({ kind: 'broken', fault: 'too_large', hasLeft: true, status: 200 })
  })

  test('a kept connection that dies under a request does not send it a second time', async () => {
    const raw = await rawServer((socket, request) => {
      if (request.includes('"second"')) socket.destroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    const transport = transportTo(raw.baseUrl, { connections: 1 })
    expect((await transport.send(post, 'tok')).kind).toBe('answer')
    expect(await transport.send({ ...post, body: '{"second":1}' }, 'tok')).toMatchObject({ kind: 'broken', hasLeft: true })
    expect(await transport.send(post, 'tok')).toMatchObject({ kind: 'answer' })
    expect(raw.requests.filter((request) => request.includes('"second"'))).toHaveLength(1)
  })
})

test('characters that are split over packets are read whole', async () => {
  const bytes = Buffer.from('{"name":"Zoë 🦊"}')
  const raw = await rawServer((socket) => {
    socket.setNoDelay(true)
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`)
    const parts = [...bytes].map((byte) => Buffer.from([byte]))
    const next = () => {
      const part = parts.shift()
      if (part) socket.write(part, () => setImmediate(next))
    }
    next()
  })
  expect(await transportTo(raw.baseUrl).send(get, 'tok')).toMatchObject({ kind: 'answer', text: '{"name":"Zoë 🦊"}' })
})

describe('on connections that are given', () => {
  type Handler = Parameters<Dispatcher['dispatch']>[1]
  const headers = { 'content-type': 'application/json' }

  /** A transport whose requests are carried by `carry`, and what was aborted and left of that. */
  function carriedBy(
    carry: (handler: Required<Handler>, controller: Dispatcher.DispatchController) => void,
    options: Partial<TransportOptions> = {},
  ) {
    const seen = { aborted: 0, destroyed: 0 }
    const controller = { abort: () => void (seen.aborted += 1) } as unknown as Dispatcher.DispatchController
    const wire = {
      dispatch: (_request: unknown, handler: Handler) => (carry(handler as Required<Handler>, controller), true),
      destroy: async () => void (seen.destroyed += 1),
    } as unknown as NonNullable<TransportOptions['wire']>
    const transport = createTransport({
      ...{ baseUrl: 'https://service.test', tokenIn: 'header', clock: createStillClock(), connections: 1, timeoutMs: 1000, env: {}, wire },
      ...options,
    })
    closers.push(() => transport.close())
    return { transport, seen }
  }
  const answering =
    (body: Buffer, encoding: Record<string, string> = {}) =>
    (handler: Required<Handler>, controller: Dispatcher.DispatchController) => {
      handler.onRequestStart(controller, {})
      handler.onResponseStart(controller, 200, { ...headers, ...encoding }, 'OK')
      handler.onResponseData(controller, body)
      handler.onResponseEnd(controller, {})
    }

  test('a request that is about to be written a second time, or was given up before, does not go out', async () => {
    const again = carriedBy((handler, controller) => {
      handler.onRequestStart(controller, {})
      handler.onRequestStart(controller, {})
    })
    expect(await again.transport.send(post, 'tok')).toMatchObject({ kind: 'broken', fault: 'closed', hasLeft: true })
    expect(again.seen.aborted).toBe(1)
    const stop = new AbortController()
    const late = carriedBy((handler, controller) => {
      stop.abort()
      handler.onRequestStart(controller, {})
    })
    expect(await late.transport.send(post, 'tok', stop.signal)).toMatchObject({ kind: 'broken', fault: 'cancelled', hasLeft: false })
    expect(late.seen.aborted).toBe(1)
  })

  test('an answer may be as long as is allowed, as it comes and when it is unpacked, and no longer', async () => {
    const outcome = async (body: Buffer, encoding?: Record<string, string>) => {
      const result = await carriedBy(answering(body, encoding), { maxAnswerBytes: 1000 }).transport.send(get, 'tok')
      return result.kind === 'answer' ? result.text.length : result.fault
    }
    expect([await outcome(Buffer.alloc(1000, 'x')), await outcome(Buffer.alloc(1001, 'x'))]).toEqual([1000, 'too_large'])
    const zip = { 'content-encoding': 'gzip' }
    expect(await outcome(gzipSync(Buffer.alloc(1000, 'x')), zip)).toBe(1000)
    expect(await outcome(gzipSync(Buffer.alloc(1001, 'x')), zip)).toBe('too_large')
    expect(await outcome(Buffer.from('no gzip'), zip)).toBe('closed')
  })

  test('an answer may take four times as long as its beginning, and no longer', async () => {
    const taking = async (ms: number) => {
      let nowMs = 0
      const clock = { ...createStillClock(), monotonicMs: () => nowMs }
      const { transport } = carriedBy(
        (handler, controller) => {
          handler.onRequestStart(controller, {})
          handler.onResponseStart(controller, 200, headers, 'OK')
          nowMs = ms
          handler.onResponseData(controller, Buffer.from('{}'))
          handler.onResponseEnd(controller, {})
        },
        { clock },
      )
      const result = await transport.send(get, 'tok')
      return result.kind === 'answer' ? 'answer' : result.fault
    }
    expect([await taking(4000), await taking(4001)]).toEqual(['answer', 'timeout'])
  })

  test('the system is asked for another way once one has failed, not where the environment names one nor for what is not about the way', async () => {
    const failing = async (fault: object, options: Partial<TransportOptions>) => {
      let asked = 0
      const proxyFor = async () => {
        asked += 1
        return null
      }
      const { transport } = carriedBy((handler, controller) => handler.onResponseError(controller, Object.assign(new Error('x'), fault)), {
        proxyFor,
        ...options,
      })
      for (let time = 0; time < 3; time += 1) expect((await transport.send(get, 'tok')).kind).toBe('broken')
      return asked
    }
    expect(await failing({ code: 'ECONNREFUSED' }, {})).toBe(3)
    expect(await failing({ code: 'CERT_HAS_EXPIRED' }, {})).toBe(1)
    expect(await failing({ code: 'ECONNREFUSED' }, { env: { HTTPS_PROXY: 'http://127.0.0.1:1' } })).toBe(0)
    expect(await failing({ code: 'ECONNREFUSED' }, { baseUrl: 'http://127.0.0.1:1' })).toBe(0)
  })

  test('the way that is left for another one is closed with it', async () => {
    const { transport, seen } = carriedBy(() => {}, { proxyFor: async () => 'http://127.0.0.1:1' })
    expect(await transport.send(get, 'tok')).toMatchObject({ kind: 'broken', hasLeft: false })
    expect(seen.destroyed).toBe(0)
    await transport.close()
    expect(seen.destroyed).toBe(1)
  })
})
