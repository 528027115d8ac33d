import { isLoopbackHost } from '../service-base-url.ts'
import { AppError } from '../../model/errors.ts'

/** The usual environment variables for an office's proxy, in small or capital letters. */
export interface ProxyEnvironment {
  httpProxy: string
  httpsProxy: string
  noProxy: string
}

/** The proxy that the system names for a web address, as a web address of its own; null where there is none. */
export type SystemProxy = (address: string) => Promise<string | null>

const proxyProtocols = new Set(['http:', 'https:', 'socks5:', 'socks:'])

/**
 * The proxies that lie between this computer and the service's `origin`; null when there are none. This computer itself is
 * never reached through one. Throws `usage` for a proxy's address that cannot be used, without repeating it: it may hold a
 * password.
 */
export function proxyEnvironment(origin: string, env: Readonly<Record<string, string | undefined>>): ProxyEnvironment | null {
  if (isLoopbackHost(new URL(origin).hostname)) return null
  const of = (name: string) => (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  const httpProxy = proxyAddress('HTTP_PROXY', of('HTTP_PROXY'))
  const httpsProxy = proxyAddress('HTTPS_PROXY', of('HTTPS_PROXY'))
  if (httpProxy === '' && httpsProxy === '') return null
  return { httpProxy, httpsProxy, noProxy: of('NO_PROXY') }
}

function proxyAddress(name: string, text: string): string {
  if (text === '') return ''
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url !== null && proxyProtocols.has(url.protocol) && url.hostname !== '') return url.href
  throw new AppError(
    'usage',
    `The address of the proxy in ${name} is not a web address.`,
    'It looks like http://proxy.example:8080. Ask your IT, or remove the variable.',
  )
}
