/** One HTTP request, before the account's address and token are put to it. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the base address, beginning with a slash; no query. */
  path: string
  query?: Readonly<Record<string, string>>
  /** JSON text; null when there is none. */
  body: string | null
}

/** By lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What broke an exchange, as far as is known. */
export type ExchangeFault =
  | 'refused'
  | 'unknown_host'
  | 'unreachable'
  | 'connect_timeout'
  | 'insecure'
  | 'proxy_unreachable'
  | 'proxy_refused'
  | 'proxy_sign_in'
  | 'timeout'
  | 'closed'
  | 'too_large'
  | 'cancelled'
  | 'unsendable'

export interface HttpAnswer {
  kind: 'answer'
  status: number
  headers: AnswerHeaders
  text: string
}

/**
 * No whole answer. `hasLeft` is false only when it is certain that no byte of the request was handed to a connection.
 * `status` and `headers` are there when the answer broke off behind them.
 */
export interface BrokenExchange {
  kind: 'broken'
  fault: ExchangeFault
  hasLeft: boolean
  status: number | null
  headers: AnswerHeaders
}

export type TransportResult = HttpAnswer | BrokenExchange

/** The first value of a header; null when it is absent. */
export function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}
