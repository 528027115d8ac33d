import type { ExchangeFault } from './http-exchange.ts'

const faultByCode: Readonly<Record<string, ExchangeFault>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  EAI_NODATA: 'unknown_host',
  EAI_NONAME: 'unknown_host',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_INVALID_ARG: 'unsendable',
  EPROTO: 'insecure',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'insecure',
  SELF_SIGNED_CERT_IN_CHAIN: 'insecure',
  HOSTNAME_MISMATCH: 'insecure',
}

/** What an error of the connection or of undici means. Says nothing about whether the request left. */
export function exchangeFault(error: unknown): ExchangeFault {
  const code = errorCode(error)
  if (code === null) return 'closed'
  return faultByCode[code] ?? (/^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_)/.test(code) ? 'insecure' : 'closed')
}

/** The same where the connection goes through a proxy and could not be made: most of it is then about the proxy. */
export function proxyFault(error: unknown): ExchangeFault {
  const code = errorCode(error)
  const refusedWith = error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined
  if (refusedWith !== undefined) return refusedWith === '407' ? 'proxy_sign_in' : 'proxy_refused'
  const fault = exchangeFault(error)
  if (code?.startsWith('UND_ERR_PRX') || reachingFaults.has(fault)) return 'proxy_unreachable'
  return fault
}

const reachingFaults: ReadonlySet<ExchangeFault> = new Set([
  'refused',
  'unknown_host',
  'unreachable',
  'connect_timeout',
  'timeout',
  'closed',
])

/** Whether another way to the service may go well, such as without the proxy of an office that somebody has left. */
export function isOfTheWay(fault: ExchangeFault): boolean {
  return reachingFaults.has(fault) || fault.startsWith('proxy_')
}

function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string') return code
  // Several addresses were tried, each with its own error.
  return error instanceof AggregateError ? errorCode(error.errors[0]) : null
}
