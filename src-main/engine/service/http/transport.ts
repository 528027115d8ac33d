import type { Dispatcher } from 'undici'
import type { Clock } from '../../model/clock.ts'
import { isLoopbackHost } from '../service-base-url.ts'
import { createAbortListeners } from './abort-listeners.ts'
import { acceptedEncodings, answerText } from '../answers/answer-text.ts'
import { createDispatcher, type Wire } from './http-agent.ts'
import { exchangeFault, isOfTheWay, proxyFault } from './exchange-fault.ts'
import { type AnswerHeaders, type ExchangeFault, headerOf, type HttpRequest, type TransportResult } from './http-exchange.ts'
import { proxyEnvironment, type SystemProxy } from './proxy-environment.ts'
import { systemProxies } from './system-proxies.ts'

export interface TransportOptions {
  /** Checked by `serviceBaseUrl`: no trailing slash; may carry a path. */
  baseUrl: string
  tokenIn: 'header' | 'parameter'
  clock: Clock
  connections: number
  /** Waiting for the answer to begin, and between its parts; a whole answer may take four times as long. */
  timeoutMs: number
  /** Also what a compressed answer may be at most when it is unpacked. */
  maxAnswerBytes?: number
  /** Where the office's proxy is named; the process's environment unless said otherwise. */
  env?: Readonly<Record<string, string | undefined>>
  /**
   * Asked for `baseUrl` before the first request, and before the next one when a connection has failed: a laptop leaves the office
   * and comes back. Not asked where the environment names a proxy.
   */
  proxyFor?: SystemProxy | undefined
  /** What carries the requests; connections to `baseUrl` unless given. */
  wire?: Wire | undefined
}

/** Sends single requests on kept connections. Follows no redirection and repeats nothing. */
export interface Transport {
  /** Never rejects. `token` null sends none. Aborting the signal ends the exchange. */
  send(request: HttpRequest, token: string | null, signal?: AbortSignal): Promise<TransportResult>
  close(): Promise<void>
}

const defaultMaxAnswerBytes = 16 * 1024 * 1024
const noHeaders: AnswerHeaders = {}

/** Throws `usage` for a proxy's address that cannot be used. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, timeoutMs, tokenIn } = options
  const maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxAnswerBytes
  const url = new URL(options.baseUrl)
  const prefix = url.pathname.replace(/\/+$/, '')
  const { origin } = url
  let proxies = proxyEnvironment(origin, options.env ?? process.env)
  const abortListeners = createAbortListeners()
  let dispatcher: Wire | null = options.wire ?? null
  /** Made when it is needed: certificates take time to read. */
  const toService = () => (dispatcher ??= createDispatcher({ origin, connections: options.connections, timeoutMs, proxies }))

  /** The system is asked only for what is not this computer itself. */
  const isSystemAsked = options.proxyFor !== undefined && proxies === null && !isLoopbackHost(url.hostname)
  let asking: Promise<void> | null = null
  let isAsked = !isSystemAsked
  /** Left for another way, with what is still under way on them. */
  const left: Wire[] = []

  async function askSystem(): Promise<void> {
    const named = await systemProxies(origin, options)
    isAsked = true
    asking = null
    if (named?.httpsProxy === proxies?.httpsProxy) return
    proxies = named
    if (dispatcher) left.push(dispatcher)
    dispatcher = null
  }

  async function send(request: HttpRequest, token: string | null, signal?: AbortSignal): Promise<TransportResult> {
    if (!isAsked) await (asking ??= askSystem())
    if (signal?.aborted) return broken('cancelled', false)
    return new Promise((resolve) => {
      const exchange = createExchange(resolve, signal)
      try {
        toService().dispatch(toDispatch(request, token), exchange)
      } catch (error) {
        exchange.fail(exchangeFault(error))
      }
    })
  }

  function toDispatch({ method, path, query, body }: HttpRequest, token: string | null): Dispatcher.DispatchOptions {
    const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': acceptedEncodings, 'user-agent': 'rollcall' }
    if (body !== null) headers['content-type'] = 'application/json'
    if (token !== null && tokenIn === 'header') headers['x-tgp-access-token'] = token
    const parameters = token !== null && tokenIn === 'parameter' ? { ...query, access_token: token } : query
    const search = parameters ? new URLSearchParams(parameters).toString() : ''
    return { origin, method, path: `${prefix}${path}${search === '' ? '' : `?${search}`}`, headers, body }
  }

  /** One exchange. Undici calls `onRequestStart` right before the first byte is written, and never otherwise. */
  function createExchange(resolve: (result: TransportResult) => void, signal: AbortSignal | undefined) {
    let controller: Dispatcher.DispatchController | null = null
    let isSettled = false
    let hasLeft = false
    let status: number | null = null
    let headers = noHeaders
    let sizeBytes = 0
    let startedMs = 0
    const chunks: Buffer[] = []

    function settle(result: TransportResult): void {
      if (isSettled) return
      isSettled = true
      if (isSystemAsked && result.kind === 'broken' && isOfTheWay(result.fault)) isAsked = false
      unlisten?.()
      resolve(result)
    }

    function fail(fault: ExchangeFault): void {
      settle({ kind: 'broken', fault, hasLeft, status, headers })
    }

    function stop(fault: ExchangeFault): void {
      fail(fault)
      controller?.abort(new Error('The exchange was stopped.'))
    }

    const unlisten = signal && abortListeners.add(signal, () => stop('cancelled'))

    return {
      fail,
      onRequestStart(started: Dispatcher.DispatchController) {
        // Given up while it waited for a connection, or about to be sent a second time: neither may go out.
        if (isSettled || hasLeft) {
          fail('closed')
          return started.abort(new Error('The exchange was stopped.'))
        }
        controller = started
        hasLeft = true
        startedMs = clock.monotonicMs()
      },
      onResponseStart(_controller: Dispatcher.DispatchController, answered: number, answeredHeaders: AnswerHeaders) {
        if (answered < 200) return
        status = answered
        headers = answeredHeaders
      },
      onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer) {
        sizeBytes += chunk.length
        if (sizeBytes > maxAnswerBytes) return stop('too_large')
        if (clock.monotonicMs() - startedMs > 4 * timeoutMs) return stop('timeout')
        chunks.push(chunk)
      },
      onResponseEnd() {
        if (status === null) return fail('closed')
        const body = answerText(chunks, headerOf(headers, 'content-encoding'), maxAnswerBytes)
        if (body.kind === 'text') settle({ kind: 'answer', status, headers, text: body.text })
        else fail(body.kind === 'too_large' ? 'too_large' : 'closed')
      },
      onResponseError(_controller: Dispatcher.DispatchController, error: Error) {
        const fault = proxies !== null && !hasLeft ? proxyFault(error) : exchangeFault(error)
        // Refused arguments never reach a connection; after the start a connect fault can only be a lost connection.
        fail(hasLeft && fault === 'connect_timeout' ? 'timeout' : fault)
      },
    }
  }

  return {
    send,
    async close() {
      await Promise.all([...left, dispatcher].map((each) => each?.destroy()))
    },
  }
}

function broken(fault: ExchangeFault, hasLeft: boolean): TransportResult {
  return { kind: 'broken', fault, hasLeft, status: null, headers: noHeaders }
}
