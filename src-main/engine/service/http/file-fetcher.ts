import { type Dispatcher, request } from 'undici'
import type { Clock } from '../../model/clock.ts'
import { isLoopbackHost } from '../service-base-url.ts'
import { exchangeFault } from './exchange-fault.ts'
import { createDispatcher, type Wire } from './http-agent.ts'
import { headerOf } from './http-exchange.ts'
import { type ProxyEnvironment, proxyEnvironment, type SystemProxy } from './proxy-environment.ts'
import { systemProxies } from './system-proxies.ts'
import { usableAddress } from './usable-address.ts'

/** Why a file was not fetched. `status`: what its host answered with. */
export type FetchProblem = { why: 'address' | 'too_large' | 'too_slow' | 'unreachable' | 'redirects' } | { why: 'status'; status: number }

export interface FileFetcher {
  /**
   * Fetches a file and hands its bytes to `write`. Answers null where all of it came. Tries once more where that may help, after `restart`.
   * Throws what `write` throws, and the signal's reason.
   */
  fetch(
    address: string,
    to: { write(bytes: Uint8Array): Promise<void>; restart(): Promise<void> },
    signal: AbortSignal,
  ): Promise<FetchProblem | null>
  close(): Promise<void>
}

interface FetcherOptions {
  /** Of the service: its own files are asked for with the token, those of others never. */
  baseUrl: string
  tokenIn: 'header' | 'parameter'
  token: () => Promise<string | null>
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>
  proxyFor?: SystemProxy | undefined
  env?: Readonly<Record<string, string | undefined>>
  mostBytes?: number
  /** For the whole file. */
  mostMs?: number
}

const mostRedirects = 5
const mostTries = 3
const quietMs = 30_000
const worthTrying: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Fetches files by the addresses that the service shows, over connections of its own. */
export function createFileFetcher(options: FetcherOptions): FileFetcher {
  const { clock, mostBytes = 100 * 1024 * 1024, mostMs = 5 * 60_000 } = options
  const own = new URL(options.baseUrl)
  const wires = new Map<string, Promise<Wire>>()

  async function connect(origin: string): Promise<Wire> {
    const env = options.env ?? process.env
    const named: ProxyEnvironment | null = proxyEnvironment(origin, env)
    const isSystemAsked = options.proxyFor !== undefined && named === null && !isLoopbackHost(new URL(origin).hostname)
    const proxies = isSystemAsked ? await systemProxies(origin, { baseUrl: origin, proxyFor: options.proxyFor, env }) : named
    return createDispatcher({ origin, connections: 4, timeoutMs: quietMs, proxies })
  }

  async function open(url: URL, signal: AbortSignal) {
    const wire = wires.get(url.origin) ?? connect(url.origin)
    wires.set(url.origin, wire)
    const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'rollcall' }
    const asked = new URL(url)
    const token = url.origin === own.origin ? await options.token() : null
    if (token !== null && options.tokenIn === 'header') headers['x-tgp-access-token'] = token
    if (token !== null && options.tokenIn === 'parameter') asked.searchParams.set('access_token', token)
    return request(asked, { dispatcher: (await wire) as Dispatcher, headers, signal, headersTimeout: quietMs, bodyTimeout: quietMs })
  }

  /** One try, along all redirections. */
  async function attempt(address: string, write: (bytes: Uint8Array) => Promise<void>, signal: AbortSignal): Promise<FetchProblem | null> {
    const startedMs = clock.monotonicMs()
    let url = usableAddress(address, own)
    for (let hops = 0; url !== null; hops += 1) {
      if (hops > mostRedirects) return { why: 'redirects' }
      const { statusCode, headers, body } = await open(url, signal)
      const to = statusCode >= 300 && statusCode < 400 ? headerOf(headers, 'location') : null
      if (to !== null) {
        await body.dump()
        url = usableAddress(to, own, url)
        continue
      }
      if (statusCode < 200 || statusCode >= 300) {
        await body.dump()
        return { why: 'status', status: statusCode }
      }
      let sizeBytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length
        if (sizeBytes > mostBytes) return { why: 'too_large' }
        if (clock.monotonicMs() - startedMs > mostMs) return { why: 'too_slow' }
        await write(chunk)
      }
      return null
    }
    return { why: 'address' }
  }

  return {
    async fetch(address, { write, restart }, signal) {
      let thrown: { error: unknown } | null = null
      const noting = (bytes: Uint8Array) =>
        write(bytes).catch((error: unknown) => {
          thrown = { error }
          throw error
        })
      for (let tried = 1; ; tried += 1) {
        let problem: FetchProblem | null
        try {
          problem = await attempt(address, noting, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (thrown !== null) throw (thrown as { error: unknown }).error
          problem = { why: exchangeFault(error) === 'timeout' ? 'too_slow' : 'unreachable' }
        }
        if (problem === null || tried === mostTries || !isWorthTrying(problem)) return problem
        await restart()
        await clock.sleep(500 * 2 ** (tried - 1), signal)
      }
    },
    async close() {
      for (const wire of wires.values()) await (await wire.catch(() => null))?.destroy()
    },
  }
}

function isWorthTrying(problem: FetchProblem): boolean {
  return problem.why === 'unreachable' || (problem.why === 'status' && worthTrying.has(problem.status))
}
