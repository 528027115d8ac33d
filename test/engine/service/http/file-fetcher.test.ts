import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFileFetcher } from '../../../../src-main/engine/service/http/file-fetcher.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'

interface Answered {
  status: number
  body?: string
  /** Of a redirection: where to; `elsewhere` is another server of the same computer. */
  to?: string
}

/** A server that answers the n-th request so, the last answer again and again, and what it was asked. */
async function serve(answers: Answered[]) {
  const asked: { path: string; token: unknown }[] = []
  const server = createServer((request, response) => {
    const { status = 500, body = '', to } = answers[asked.length] ?? answers.at(-1) ?? {}
    asked.push({ path: request.url ?? '', token: request.headers['x-tgp-access-token'] })
    response.writeHead(status, to === undefined ? {} : { location: to }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type FetcherOptions = Parameters<typeof createFileFetcher>[0]
interface Fetched {
  options?: Partial<FetcherOptions>
  write?: (bytes: Uint8Array) => Promise<void>
  signal?: AbortSignal
}

/** Fetches a file from an address; what came of it, and how long was waited between the tries. */
async function fetchFrom(address: string, { options, write, signal = new AbortController().signal }: Fetched = {}) {
  const waitedMs: number[] = []
  const sleep = async (ms: number) => void waitedMs.push(ms)
  const fetcher = createFileFetcher({
    ...{ baseUrl: new URL(address).origin, tokenIn: 'header', token: async () => null, clock: { ...systemClock, sleep }, env: {} },
    ...options,
  })
  onTestFinished(() => fetcher.close())
  let got = ''
  const to = { write: write ?? (async (bytes) => void (got += Buffer.from(bytes).toString())), restart: async () => void (got = '') }
  const problem = await fetcher.fetch(address, to, signal)
  return { problem, got, waitedMs }
}

/** The same of a server that answers so. */
async function fetching(...answers: Answered[]) {
  const { asked, origin } = await serve(answers)
  const fetched = await fetchFrom(`${origin}/file.png`)
  return { ...fetched, asked: asked.length }
}

test('a file that comes is asked for once', async () => {
  expect(await fetching({ status: 200, body: 'all' })).toEqual({ problem: null, got: 'all', asked: 1, waitedMs: [] })
})

test('one that may come later is asked for three times, from its beginning, with longer and longer pauses', async () => {
  expect(await fetching({ status: 503 }, { status: 200, body: 'all' })).toEqual({ problem: null, got: 'all', asked: 2, waitedMs: [500] })
  expect(await fetching({ status: 503 })).toEqual({ problem: { why: 'status', status: 503 }, got: '', asked: 3, waitedMs: [500, 1000] })
})

test('one that is not there is not asked for again', async () => {
  expect(await fetching({ status: 404 })).toEqual({ problem: { why: 'status', status: 404 }, got: '', asked: 1, waitedMs: [] })
})

test('one that is somewhere else by now is fetched from there, five times on at most', async () => {
  const on = (path: string) => ({ status: 302, to: path })
  expect(await fetching(on('/b'), on('c'), { status: 200, body: 'all' })).toMatchObject({ problem: null, got: 'all', asked: 3 })
  expect(await fetching({ status: 300, to: '/b' }, { status: 200, body: 'all' })).toMatchObject({ got: 'all', asked: 2 })
  const five = Array.from({ length: 5 }, () => on('/b'))
  expect(await fetching(...five, { status: 200, body: 'all' })).toMatchObject({ got: 'all', asked: 6 })
  expect(await fetching(...five, on('/b'), { status: 200, body: 'all' })).toMatchObject({ problem: { why: 'redirects' }, asked: 6 })
})

test('one that leads to an address of the office, or nowhere, is not fetched from there', async () => {
  expect(await fetching({ status: 301, to: 'http://10.0.0.1/' })).toMatchObject({ problem: { why: 'address' }, asked: 1 })
  for (const status of [300, 304]) expect(await fetching({ status })).toMatchObject({ problem: { why: 'status', status } })
  expect(await fetching({ status: 400, to: '/b' })).toMatchObject({ problem: { why: 'status', status: 400 } })
})

test.each(['header', 'parameter'] as const)('the token (as a %s) is shown to the service alone', async (tokenIn) => {
  const service = await serve([{ status: 200, body: 'own' }])
  const other = await serve([{ status: 200, body: 'other' }])
  const options = { baseUrl: service.origin, tokenIn, token: async () => 'secret' }
  await fetchFrom(`${service.origin}/a.png`, { options })
  await fetchFrom(`${other.origin}/a.png`, { options })
  expect([service.asked, other.asked]).toEqual([
    [tokenIn === 'header' ? { path: '/a.png', token: 'secret' } : { path: '/a.png?access_token=secret', token: undefined }],
    [{ path: '/a.png', token: undefined }],
  ])
  await fetchFrom(`${service.origin}/b.png`, { options: { ...options, token: async () => null } })
  expect(service.asked.at(-1)).toEqual({ path: '/b.png', token: undefined })
})

test('one that is too large, or takes too long, is given up', async () => {
  const { origin } = await serve([{ status: 200, body: '12345' }])
  const withMost = (options: Partial<FetcherOptions>) => fetchFrom(`${origin}/a.png`, { options })
  expect((await withMost({ mostBytes: 5 })).problem).toBeNull()
  expect((await withMost({ mostBytes: 4 })).problem).toEqual({ why: 'too_large' })
  const passing = (ms: number) => {
    let nowMs = 0
    return { clock: { monotonicMs: () => (nowMs += ms) - ms, sleep: async () => undefined }, mostMs: 100 }
  }
  expect((await withMost(passing(100))).problem).toBeNull()
  expect((await withMost(passing(101))).problem).toEqual({ why: 'too_slow' })
})

test('a host that does not answer is tried three times; what keeps it from being written, or stops it, is thrown', async () => {
  const gone = await fetchFrom('http://127.0.0.1:1/a.png')
  expect(gone).toEqual({ problem: { why: 'unreachable' }, got: '', waitedMs: [500, 1000] })
  const { origin, asked } = await serve([{ status: 200, body: 'all' }])
  const full = async () => {
    throw new Error('The disk is full.')
  }
  await expect(fetchFrom(`${origin}/a.png`, { write: full })).rejects.toThrow('The disk is full.')
  expect(asked).toHaveLength(1)
  await expect(fetchFrom(`${origin}/a.png`, { signal: AbortSignal.abort(new Error('Stopped.')) })).rejects.toThrow('Stopped.')
})

test('the system is asked for a proxy where no variable names one, and never for this computer', async () => {
  const asked: string[] = []
  /** A proxy that does not answer. */
  const proxy = 'http://127.0.0.1:1'
  const proxyFor = async (address: string) => {
    asked.push(address)
    return proxy
  }
  const { origin } = await serve([{ status: 200, body: 'all' }])
  expect((await fetchFrom(`${origin}/a.png`, { options: { proxyFor } })).problem).toBeNull()
  const elsewhere = 'http://files.example.org'
  await fetchFrom(`${elsewhere}/a.png`, { options: { proxyFor, env: { HTTP_PROXY: proxy } } })
  expect(asked).toEqual([])
  expect((await fetchFrom(`${elsewhere}/a.png`, { options: { proxyFor } })).problem).toEqual({ why: 'unreachable' })
  expect(asked).toEqual([elsewhere])
})
