import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postWebhook, webhookAddress } from '../../../../src-main/engine/schedule/outcome/webhook.ts'
import { hurriedClock } from '../../run/run-stations.ts'

/** A server that answers with these statuses, one after the other; the last one again and again. */
async function receiver(...statuses: number[]) {
  const received: { method: string | undefined; url: string | undefined; type: string | undefined; body: string }[] = []
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ method: request.method, url: request.url, type: request.headers['content-type'], body })
      const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
      response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:1/elsewhere' } : {}).end('thanks')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/s3cret?of=rollcall` }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}

const post = (address: string, told: unknown = { done: 3 }) => postWebhook(address, told, { clock: hurriedClock(), proxyFor: undefined })

test('it is posted as JSON to the whole address', async () => {
  const { received, address } = await receiver(204)
  expect(await post(address)).toBeNull()
  expect(received).toEqual([{ method: 'POST', url: '/hook/s3cret?of=rollcall', type: 'application/json', body: '{"done":3}' }])
})

test('a server in trouble is asked three times; what it refuses for good once, and no redirection is followed', async () => {
  const later = await receiver(503, 429, 200)
  expect([await post(later.address), later.received.length]).toEqual([null, 3])
  const down = await receiver(500)
  expect([await post(down.address), down.received.length]).toEqual([expect.stringContaining('answered 500'), 3])
  const refuses = await receiver(404)
  expect([await post(refuses.address), refuses.received.length]).toEqual([expect.stringContaining('answered 404'), 1])
  const moved = await receiver(302)
  expect([await post(moved.address), moved.received.length]).toEqual([expect.stringContaining('answered 302'), 1])
})

test('where nobody answers it says so, and never the secret of the address', async () => {
  const why = await post('http://127.0.0.1:9/hook/s3cret')
  expect(why).toBe('127.0.0.1:9 could not be reached.')
})

test.each(['ftp://example.com/x', 'http://example.com/x', 'https://pat:secret@example.com/x', 'example.com', 'javascript:alert(1)', ''])(
  '%s is no address that is called',
  (text) => {
    expect(() => webhookAddress(text)).toThrow('no address')
  },
)
test.each([
  [' https://example.com/a/b?c=d#e ', 'https://example.com/a/b?c=d'],
  ['http://localhost:8080', 'http://localhost:8080/'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
])('%s is called as %s', (text, address) => {
  expect(webhookAddress(text)).toBe(address)
})
