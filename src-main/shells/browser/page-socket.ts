import type { WebSocket } from 'ws'
import { events, type Answer, type EngineClient, type EventName } from '../../engine/contract.ts'
import { type PageMessage, readPageMessage } from './page-calls.ts'

/** More calls than this at once are no page of ours. */
const openCallsAtMost = 200
/** A page that does not read its events gets none until it has caught up; each is a full picture, so none is missed. */
const bufferedBytesAtMost = 4_000_000

/** Carries calls and events between one page and the engine until the page goes. */
export function servePage(socket: WebSocket, client: EngineClient, call: (message: PageMessage) => Promise<Answer<unknown>>): void {
  let openCalls = 0
  const say = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const endings = (Object.keys(events) as EventName[]).map((event) =>
    client.on(event, (payload) => {
      if (socket.bufferedAmount < bufferedBytesAtMost) say({ event, payload })
    }),
  )
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : readPageMessage(String(data))
    if (message === null || openCalls >= openCallsAtMost) return socket.close(1008, 'not a call')
    openCalls += 1
    void call(message)
      .then((answer) => say({ id: message.id, answer }))
      .catch(() => socket.close(1011, 'no answer'))
      .finally(() => (openCalls -= 1))
  })
  // Nothing else would tell a page that only listens.
  const endGone = client.onGone?.(() => say({ engine: 'stopped' }))
  if (endGone) endings.push(endGone)
  socket.on('close', () => endings.forEach((end) => end()))
  socket.on('error', () => socket.terminate())
}
