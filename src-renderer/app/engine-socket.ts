import type { Answer, EventName } from '../../src-main/engine/contract.ts'
import { failureWords as words } from '../words/app/failure-words.ts'
import { enter, hasKey, sessionHeaders, socketProtocols } from './page-session.ts'

/**
 * `lost`: tries again by itself. `restarted`: this page's session belongs to an earlier start. `spent`: it has none, because its
 * address was used before. Only a new address helps in both. `stopped`: the engine has ended and does not start again.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'restarted' | 'spent' | 'stopped'

export interface Transport {
  call(procedure: string, input: unknown, account?: string): Promise<Answer<unknown>>
  on(event: EventName, listener: (payload: unknown) => void): () => void
}

type FromShell = { id: number; answer: Answer<unknown> } | { event: EventName; payload: unknown } | { engine: 'stopped' }
interface OpenCall {
  text: string
  mayRepeat: boolean
  settle(answer: Answer<unknown>): void
}

/** Asking these twice changes nothing, so they are asked again when the connection was lost under way. */
const repeatable =
  /\.(list|get|page|rows|info|status|inspect|targets|preview|suggest|parse|samples|figures|groups?|conversations?)$|^drafts\.save$/
const retryMs = 1000

const lostAnswer: Answer<unknown> = {
  ok: false,
  error: {
    code: 'internal',
    message: words.connectionWasLost,
    hint: words.lookWhetherItHappened,
  },
}

/**
 * Calls and events over the loopback WebSocket. A lost connection is made again by itself: calls that may be repeated
 * wait for that, the others answer with an error, because nobody knows whether they arrived.
 */
export function createSocketTransport(onConnection: (connection: Connection) => void): Transport {
  const openCalls = new Map<number, OpenCall>()
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>()
  let nextId = 1
  let socket: WebSocket | null = null
  void start()
  // A new address that is opened in this very tab changes nothing but its fragment.
  window.addEventListener('hashchange', () => hasKey() && void start())

  async function start(): Promise<void> {
    const session = await enter()
    if (socket?.readyState === WebSocket.OPEN) return
    if (session === null) return onConnection('spent')
    if (socket !== null) socket.onclose = null
    socket = connect(session)
  }

  function connect(session: string): WebSocket {
    const next = new WebSocket(`ws://${location.host}/engine`, socketProtocols(session))
    next.onopen = () => {
      onConnection('open')
      for (const call of openCalls.values()) next.send(call.text)
    }
    next.onmessage = ({ data }) => {
      // Our own server's words, checked there by the engine's schemas.
      const message = JSON.parse(String(data)) as FromShell
      if ('engine' in message) return onConnection(message.engine)
      if ('event' in message) return listeners.get(message.event)?.forEach((listener) => listener(message.payload))
      openCalls.get(message.id)?.settle(message.answer)
      openCalls.delete(message.id)
    }
    next.onclose = () => {
      for (const [id, call] of openCalls) {
        if (call.mayRepeat) continue
        openCalls.delete(id)
        call.settle(lostAnswer)
      }
      void reconnect(session)
    }
    return next
  }

  async function reconnect(session: string): Promise<void> {
    onConnection('lost')
    const before = socket
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    const answer = await fetch('/session', { headers: sessionHeaders() }).catch(() => null)
    if (socket !== before) return // somebody opened a new address meanwhile
    if (answer?.status === 401) return onConnection('restarted')
    if (answer?.ok) socket = connect(session)
    else void reconnect(session)
  }

  return {
    call(procedure, input, account) {
      return new Promise((settle) => {
        const id = nextId++
        const call = { text: JSON.stringify({ id, procedure, input, account }), mayRepeat: repeatable.test(procedure), settle }
        openCalls.set(id, call)
        if (socket?.readyState === WebSocket.OPEN) socket.send(call.text)
      })
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener)
      return () => void set.delete(listener)
    },
  }
}
