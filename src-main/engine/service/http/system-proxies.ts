import { type ProxyEnvironment, proxyEnvironment, type SystemProxy } from './proxy-environment.ts'

interface SystemProxyOptions {
  /** The address that the system is asked about. */
  baseUrl: string
  proxyFor?: SystemProxy | undefined
  env?: Readonly<Record<string, string | undefined>>
}

/** A system that names what is none, or does not answer, names no proxy. */
export async function systemProxies(
  origin: string,
  { baseUrl, proxyFor, env = process.env }: SystemProxyOptions,
): Promise<ProxyEnvironment | null> {
  try {
    const address = (await proxyFor?.(baseUrl)) ?? null
    return address === null
      ? null
      : proxyEnvironment(origin, { NO_PROXY: env['no_proxy'] ?? env['NO_PROXY'], HTTP_PROXY: address, HTTPS_PROXY: address })
  } catch {
    return null
  }
}
