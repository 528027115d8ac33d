import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  event: string
  [detail: string]: unknown
}

/** A receiver of webhook events on loopback; `status` is what it answers. */
export async function startEventReceiver(status: () => number = () => 200) {
  const received: { method: string; path: string; contentType: string; event: ReceivedEvent }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        contentType: request.headers['content-type'] ?? '',
        event: JSON.parse(text) as ReceivedEvent,
      })
      response.writeHead(status()).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`,
    received,
    names: () => received.map(({ event }) => event.event),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
