import type { Dispatcher } from 'undici'
import type { Wire } from '../../../src-main/engine/service/http/http-agent.ts'
import type { Journey } from '../oracle/late-order.ts'
import type { Chance } from '../seed/chance.ts'
import type { FaultKind } from '../seed/scenario.ts'
import type { ServiceAnswer, ServiceModel, ServiceRequest } from '../service/service-model.ts'
import type { VirtualTime } from '../time/virtual-time.ts'
import type { Weather } from './weather.ts'

/** As long as the client waits for the beginning of an answer. */
const timeoutMs = 30_000

interface WireOptions {
  time: VirtualTime
  service: ServiceModel
  weather: Weather
  chance: Chance
  /** Nothing more leaves, and nothing arrives. What has left goes on. */
  isDead: () => boolean
  /** Is told of each write that leaves; what it answers, of what becomes of that. */
  leaves: (request: ServiceRequest) => Journey
  /** Is told of each request, and of what became of it. */
  note: (text: string) => void
}

/** Carries the requests of one program to the model of the service, in virtual time. */
export function createInProcessWire({ time, service, weather, chance, isDead, leaves, note }: WireOptions): Wire {
  let requests = 0

  function dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    time.noteWork()
    if (isDead()) return true
    const request = toRequest(options)
    const isWrite = service.isWrite(request)
    const fault = weather.faultOf(isWrite ? 'write' : 'read')
    const journey = isWrite ? leaves(request) : null
    requests += 1
    const name = `request ${requests}`
    note(
      `${name}: ${request.method} ${options.path} ${typeof options.body === 'string' ? options.body : ''}${fault === null ? '' : ` ${JSON.stringify(fault)}`}`,
    )
    let isOver = false
    const heard = (what: string, work: () => void) => () => {
      if (isOver || isDead()) return
      isOver = true
      note(`${name} is answered: ${what}`)
      time.noteWork()
      work()
    }
    const controller: Dispatcher.DispatchController = {
      aborted: false,
      paused: false,
      reason: null,
      abort: (reason) => heard('aborted', () => handler.onResponseError?.(controller, reason))(),
      pause: () => undefined,
      resume: () => undefined,
    }
    const fail = (code: string) => heard(code, () => handler.onResponseError?.(controller, Object.assign(new Error(code), { code })))
    if (fault?.kind === 'refused') {
      journey?.isClear()
      time.after(chance.between(1, 20), fail('ECONNREFUSED'))
      return true
    }
    handler.onRequestStart?.(controller, {})
    const answer = ({ status, body }: ServiceAnswer, headers: Record<string, string> = {}) =>
      heard(`${status} ${JSON.stringify(body)}`, () => {
        if (fault?.kind !== 'garbled' && isPlain(status)) journey?.isClear()
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        handler.onResponseStart?.(controller, status, { 'content-type': 'application/json', ...headers })
        if (text !== '') handler.onResponseData?.(controller, Buffer.from(text))
        handler.onResponseEnd?.(controller, {})
      })
    const effect = () => {
      note(`${name} has arrived`)
      journey?.arrived(time.nowMs)
      return service.answer(request, time.nowMs)
    }
    time.after(chance.between(1, 40), () => arrive(fault, effect, { answer, fail }))
    return true
  }

  function arrive(
    fault: FaultKind | null,
    effect: () => ServiceAnswer,
    {
      answer,
      fail,
    }: {
      answer: (answer: ServiceAnswer, headers?: Record<string, string>) => () => void
      fail: (code: string) => () => void
    },
  ): void {
    const backMs = chance.between(1, 40)
    switch (fault?.kind) {
      case 'dropped':
        takeEffect(fault.effect, effect)
        if (fault.isTimeout) time.after(timeoutMs, fail('UND_ERR_HEADERS_TIMEOUT'))
        else time.after(backMs, fail('ECONNRESET'))
        return
      case 'status': {
        takeEffect(fault.effect, effect)
        const headers = fault.retryAfterSeconds === null ? {} : { 'retry-after': String(fault.retryAfterSeconds) }
        time.after(backMs, answer({ status: fault.status, body: { message: 'Not now' } }, headers))
        return
      }
      case 'garbled': {
        const { status } = effect()
        time.after(backMs, answer({ status, body: fault.text }))
        return
      }
      case 'slow': {
        const answered = effect()
        time.after(timeoutMs, fail('UND_ERR_HEADERS_TIMEOUT'))
        time.after(fault.delayMs, answer(answered))
        return
      }
      case 'refused':
      case undefined:
        time.after(backMs, answer(effect()))
    }
  }

  function takeEffect(when: Extract<FaultKind, { kind: 'status' }>['effect'], effect: () => unknown): void {
    if (when === 'before') effect()
    else if (when !== 'never') time.after(when.lateMs, effect)
  }

  return { dispatch, destroy: (): Promise<void> => Promise.resolve() }
}

/** Done or refused; that a busy service has turned a request away can be learnt. */
function isPlain(status: number): boolean {
  return (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408 && status !== 409)
}

function toRequest({ method, path, body }: Dispatcher.DispatchOptions): ServiceRequest {
  const url = new URL(path, 'http://service.example')
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    body: typeof body === 'string' && body !== '' ? JSON.parse(body) : null,
  }
}
