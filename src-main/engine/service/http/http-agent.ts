import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import type { ProxyEnvironment } from './proxy-environment.ts'
import { trustedCertificates } from './trusted-certificates.ts'

export interface DispatcherOptions {
  origin: string
  connections: number
  timeoutMs: number
  proxies: ProxyEnvironment | null
}

/** What carries requests: connections of undici, or what stands in for them. */
export type Wire = Pick<Dispatcher, 'dispatch' | 'destroy'>

const connectTimeoutMs = 10_000

/** The connections to the service, through the office's proxy where there is one. */
export function createDispatcher({ origin, connections, timeoutMs, proxies }: DispatcherOptions): Wire {
  const timeout = Math.min(connectTimeoutMs, timeoutMs)
  const isSecure = origin.startsWith('https:')
  // Said even though it is the default: NODE_TLS_REJECT_UNAUTHORIZED in the environment would turn it off.
  const tls = isSecure ? { secureContext: trustedCertificates(), rejectUnauthorized: true } : {}
  // HTTP/2 would repeat requests that a closing server refused, out of our sight.
  const http1 = { allowH2: false } as const
  const options = { ...http1, connections, pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout, ...tls } }
  if (proxies === null) return new Pool(origin, options)
  const connectOptions = { ...http1, timeout, ...tls }
  return new EnvHttpProxyAgent({
    ...options,
    ...proxies,
    requestTls: connectOptions,
    proxyTls: connectOptions,
    clientFactory: (proxy, given) => new Pool(proxy, { ...given, headersTimeout: timeout }),
  })
}
