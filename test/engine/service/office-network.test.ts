import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { proxyEnvironment, type SystemProxy } from '../../../src-main/engine/service/http/proxy-environment.ts'
import { createTransport } from '../../../src-main/engine/service/http/transport.ts'
import { createStillClock } from './odd-server.ts'

const fixtures = join(import.meta.dirname, '../../fixtures/tls')
const certificatePath = join(fixtures, 'test-only-certificate.pem')
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A service behind a certificate that nobody knows: it names its organization, and drops the connection under every write. */
async function secureService() {
  const seen: IncomingMessage[] = []
  const options = { key: readFileSync(join(fixtures, 'test-only-key.pem')), cert: readFileSync(certificatePath) }
  const server = createHttpsServer(options, (request, response) => {
    seen.push(request)
    if (request.method === 'POST') request.socket.destroy()
    else response.end('{"organization":{"name":"Office"}}')
  })
  server.on('tlsClientError', () => {})
  return { port: await listen(server), seen }
}

/** A proxy that tunnels everything to one port of this computer, or answers CONNECT with a status. */
async function proxy(target: number | string) {
  const asked: { url: string; authorization: string | undefined }[] = []
  const server = createHttpServer((_request, response) => void response.writeHead(400).end())
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({ url: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    if (typeof target === 'string') return void socket.end(`HTTP/1.1 ${target}\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const [one, other] of [
      [onward, socket],
      [socket, onward],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  return { port: await listen(server), asked }
}

const unset = {
  NODE_EXTRA_CA_CERTS: '',
  SSL_CERT_FILE: '',
  HTTPS_PROXY: '',
  HTTP_PROXY: '',
  NO_PROXY: '',
  https_proxy: '',
  http_proxy: '',
  no_proxy: '',
}

async function inProcess(baseUrl: string, env: Record<string, string>): Promise<unknown> {
  const child = join(import.meta.dirname, 'secure-child.ts')
  const given = Object.fromEntries(
    Object.entries({ ...process.env, ...unset, ...env }).filter(([name, value]) => !(name in unset && value === '')),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [child, baseUrl], { env: given })
  return JSON.parse(stdout) as unknown
}

function transportTo(baseUrl: string, env: Record<string, string> = {}, proxyFor?: SystemProxy) {
  const clock = createStillClock()
  const transport = createTransport({ baseUrl, tokenIn: 'header', clock, connections: 2, timeoutMs: 30_000, env, proxyFor })
  closers.push(() => transport.close())
  return transport
}
const post = { method: 'POST', path: '/api/x.json', body: '{}' } as const

describe('certificates', () => {
  test('a certificate that nobody vouches for is not accepted, and nothing leaves', async () => {
    const { port, seen } = await secureService()
    expect(await transportTo(`https://localhost:${port}`).send(post, 'tok')).toMatchObject({
      kind: 'broken',
      fault: 'insecure',
      hasLeft: false,
    })
    expect(seen).toHaveLength(0)
  })

  test('nor is it where the environment says that certificates do not matter', async () => {
    const { port, seen } = await secureService()
    const office = await proxy(port)
    const careless = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    await expect(inProcess(`https://localhost:${port}`, careless)).rejects.toThrow(/certificate/)
    await expect(inProcess('https://service.test', { ...careless, HTTPS_PROXY: `http://127.0.0.1:${office.port}` })).rejects.toThrow(
      /certificate/,
    )
    expect(office.asked).toHaveLength(1)
    expect(seen).toHaveLength(0)
  })

  test('one that Node is told of is, without a proxy on this computer; a write whose answer is lost is unknown', async () => {
    const { port, seen } = await secureService()
    const env = { NODE_EXTRA_CA_CERTS: certificatePath, HTTPS_PROXY: 'http://127.0.0.1:1' }
    expect(await inProcess(`https://localhost:${port}`, env)).toEqual({ name: 'Office', outcome: 'unknown' })
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  // Elsewhere the system's store is no file that a test could name.
  test.runIf(process.platform === 'linux')('one that this computer trusts is, through the proxy of the office', async () => {
    const { port, seen } = await secureService()
    const office = await proxy(port)
    const env = { SSL_CERT_FILE: certificatePath, HTTPS_PROXY: `http://sam:p%40ss@127.0.0.1:${office.port}` }
    expect(await inProcess('https://service.test', env)).toEqual({ name: 'Office', outcome: 'unknown' })
    expect(seen.map(({ method, httpVersion, headers }) => [method, httpVersion, headers.host, headers['x-tgp-access-token']])).toEqual([
      ['GET', '1.1', 'service.test', 'token-of-the-test'],
      ['POST', '1.1', 'service.test', 'token-of-the-test'],
    ])
    expect(office.asked[0]).toEqual({ url: 'service.test:443', authorization: `Basic ${Buffer.from('sam:p@ss').toString('base64')}` })
  })
})

describe('the proxy of an office', () => {
  test.each([
    ['407 Proxy Authentication Required', 'proxy_sign_in'],
    ['403 Forbidden', 'proxy_refused'],
    ['502 Bad Gateway', 'proxy_refused'],
  ])('%s is %s, and nothing has left', async (status, fault) => {
    const office = await proxy(status)
    const result = await transportTo('https://service.test', { HTTPS_PROXY: `127.0.0.1:${office.port}` }).send(post, 'tok')
    expect(result).toMatchObject({ kind: 'broken', fault, hasLeft: false })
    expect(office.asked.map(({ url }) => url)).toEqual(['service.test:443'])
  })

  test('one that is not there, or hangs up, could not be reached', async () => {
    const gone = await transportTo('https://service.test', { HTTPS_PROXY: 'http://127.0.0.1:1' }).send(post, 'tok')
    expect(gone).toMatchObject({ fault: 'proxy_unreachable', hasLeft: false })
    const port = await listen(createHttpServer().on('connect', (_request, socket: Socket) => void socket.destroy()))
    const hungUp = await transportTo('https://service.test', { HTTP_PROXY: `http://127.0.0.1:${port}` }).send(post, 'tok')
    expect(hungUp).toMatchObject({ fault: 'proxy_unreachable', hasLeft: false })
  })

  test('a proxy that opens the secure connection itself is not trusted unless this computer does', async () => {
    const { port } = await secureService()
    const office = await proxy(port)
    const result = await transportTo('https://service.test', { HTTPS_PROXY: `http://127.0.0.1:${office.port}` }).send(post, 'tok')
    expect(result).toMatchObject({ fault: 'insecure', hasLeft: false })
  })

  test('NO_PROXY is gone to directly', async () => {
    const office = await proxy('403 Forbidden')
    // A name that is too long for the network's directory is refused before anything is asked.
    const nowhere = `https://${'a'.repeat(64)}.test`
    const env = { HTTPS_PROXY: `http://127.0.0.1:${office.port}` }
    expect(await transportTo(nowhere, { ...env, NO_PROXY: 'other.example, .test' }).send(post, 'tok')).toMatchObject({ hasLeft: false })
    expect(office.asked).toHaveLength(0)
    expect(await transportTo(nowhere, { ...env, NO_PROXY: 'other.example' }).send(post, 'tok')).toMatchObject({ fault: 'proxy_refused' })
    expect(office.asked).toHaveLength(1)
  })

  test.each(['http://localhost:8080', 'https://127.0.0.1', 'http://127.9.9.9', 'http://[::1]:1'])('%s never goes through it', (origin) => {
    expect(proxyEnvironment(origin, { HTTPS_PROXY: 'http://proxy.example:8080', HTTP_PROXY: 'http://proxy.example:8080' })).toBeNull()
  })

  test('it is named in small or capital letters, with or without http://; small ones win', () => {
    const origin = 'https://service.example'
    expect(proxyEnvironment(origin, {})).toBeNull()
    expect(proxyEnvironment(origin, { HTTPS_PROXY: ' ' })).toBeNull()
    expect(proxyEnvironment(origin, { https_proxy: 'proxy.example:3128', HTTPS_PROXY: 'http://other.example', NO_PROXY: 'a,b' })).toEqual({
      httpProxy: '',
      httpsProxy: 'http://proxy.example:3128/',
      noProxy: 'a,b',
    })
  })

  test.each(['http://', 'ftp://proxy.example', 'http://name:secret@'])('an address that is none (%s) is said, not repeated', (address) => {
    expect(() => proxyEnvironment('https://service.example', { HTTPS_PROXY: address })).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.not.stringContaining('secret') }),
    )
  })
})

describe('the proxy that the system names', () => {
  /** What a system with an office's script says: another proxy for each address. */
  const system = (port: number) => {
    const asked: string[] = []
    const proxyFor: SystemProxy = async (address) => {
      asked.push(address)
      return address.includes('texting.example') ? `http://127.0.0.1:${port}` : null
    }
    return { asked, proxyFor }
  }

  test('is asked for the address of the service itself, once, and gone through', async () => {
    const office = await proxy('403 Forbidden')
    const { asked, proxyFor } = system(office.port)
    const transport = transportTo('https://texting.example/office', {}, proxyFor)
    const sent = await Promise.all([transport.send(post, 'tok'), transport.send(post, 'tok')])
    expect(sent).toMatchObject([
      { fault: 'proxy_refused', hasLeft: false },
      { fault: 'proxy_refused', hasLeft: false },
    ])
    expect(asked).toEqual(['https://texting.example/office'])
    expect(office.asked[0]?.url).toBe('texting.example:443')
  })

  test('is asked anew when a connection has failed, so that a laptop may leave the office and come back', async () => {
    const [left, next] = [await proxy('502 Bad Gateway'), await proxy('403 Forbidden')]
    const ways = [`http://127.0.0.1:${left.port}`, `http://127.0.0.1:${next.port}`, null, `http://127.0.0.1:${left.port}`]
    const asked: string[] = []
    const proxyFor: SystemProxy = async (address) => {
      asked.push(address)
      return ways[asked.length - 1] ?? null
    }
    // A name that is too long for the network's directory is refused before anything is asked.
    const transport = transportTo(`https://${'a'.repeat(64)}.test`, {}, proxyFor)
    const faults = async () => ((await transport.send(post, 'tok')) as { fault: string }).fault
    expect([await faults(), left.asked.length, next.asked.length]).toEqual(['proxy_refused', 1, 0])
    expect([await faults(), left.asked.length, next.asked.length]).toEqual(['proxy_refused', 1, 1])
    expect(await faults()).not.toContain('proxy')
    expect([await faults(), left.asked.length, next.asked.length]).toEqual(['proxy_refused', 2, 1])
    expect(asked).toHaveLength(4)
  })

  test('keeps its connections where it is the same, and is not asked after an answer or a certificate that is not trusted', async () => {
    const { port } = await secureService()
    const office = await proxy(port)
    const { asked, proxyFor } = system(office.port)
    const transport = transportTo('https://texting.example', {}, proxyFor)
    for (let sent = 0; sent < 3; sent += 1) expect(await transport.send(post, 'tok')).toMatchObject({ fault: 'insecure', hasLeft: false })
    expect(asked).toHaveLength(1)
  })

  test('is not asked where the environment names one, and for nothing on this computer', async () => {
    const office = await proxy('403 Forbidden')
    const { asked, proxyFor } = system(1)
    await transportTo('https://texting.example', { HTTPS_PROXY: `http://127.0.0.1:${office.port}` }, proxyFor).send(post, 'tok')
    expect(office.asked).toHaveLength(1)
    await transportTo('http://127.0.0.1:1', {}, proxyFor).send(post, 'tok')
    expect(asked).toEqual([])
  })

  test('keeps nothing from being sent where the system does not answer, or what it names is none', async () => {
    for (const proxyFor of [async () => 'not a proxy at all', async () => Promise.reject(new Error('gone'))]) {
      const answer = await transportTo('https://nobody.invalid', {}, proxyFor).send(post, 'tok')
      expect(answer).toMatchObject({ kind: 'broken', fault: expect.not.stringContaining('proxy'), hasLeft: false })
    }
  })
})
