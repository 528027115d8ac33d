import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  requestHeaders: NodeJS.Dict<string | string[]>
  requestBody: string
  status: number
  responseHeaders: NodeJS.Dict<string | string[]>
  responseBody: string
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A proxy on loopback that passes everything on to `targetUrl` unchanged and keeps what it saw. */
export async function startRecordingProxy(targetUrl: string) {
  const exchanges: Exchange[] = []
  const { host } = new URL(targetUrl)
  const server = createServer((incoming, outgoing) => {
    const pass = async () => {
      const requestBody = await textOf(incoming)
      const url = new URL(incoming.url ?? '/', targetUrl)
      const options = { method: incoming.method ?? 'GET', headers: { ...incoming.headers, host }, agent: false }
      forward(url, options, (answer) => {
        void textOf(answer).then((responseBody) => {
          exchanges.push({
            method: options.method,
            path: url.pathname,
            query: url.searchParams,
            requestHeaders: incoming.headers,
            requestBody,
            status: answer.statusCode ?? 0,
            responseHeaders: answer.headers,
            responseBody,
          })
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(responseBody)
        })
      }).end(requestBody)
    }
    pass().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
