import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFileFetcher } from '../../../../src-main/engine/service/http/file-fetcher.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'

/** Fetches a file of which the n-th try is answered so; what came of it, and how long was waited between the tries. */
async function fetching(...answers: { status: number; body?: string }[]) {
  let asked = 0
  const server = createServer((_request, response) => {
    const { status = 500, body = '' } = answers[asked++] ?? answers.at(-1) ?? {}
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const waitedMs: number[] = []
  const sleep = async (ms: number) => void waitedMs.push(ms)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetcher = createFileFetcher({ baseUrl, tokenIn: 'header', token: async () => null, clock: { ...systemClock, sleep }, env: {} })
  onTestFinished(async () => {
    await fetcher.close()
    server.close()
  })
  let got = ''
  const to = { write: async (bytes: Uint8Array) => void (got += Buffer.from(bytes).toString()), restart: async () => void (got = '') }
  const problem = await fetcher.fetch(`${baseUrl}/file.png`, to, new AbortController().signal)
  return { problem, got, asked, waitedMs }
}

test('a file that comes is asked for once', async () => {
  expect(await fetching({ status: 200, body: 'all' })).toEqual({ problem: null, got: 'all', asked: 1, waitedMs: [] })
})

test('one that may come later is asked for three times, from its beginning, with longer and longer pauses', async () => {
  expect(await fetching({ status: 503 }, { status: 200, body: 'all' })).toEqual({ problem: null, got: 'all', asked: 2, waitedMs: [500] })
  expect(await fetching({ status: 503 })).toEqual({ problem: { why: 'status', status: 503 }, got: '', asked: 3, waitedMs: [500, 1000] })
})

test('one that is not there is not asked for again', async () => {
  expect(await fetching({ status: 404 })).toEqual({ problem: { why: 'status', status: 404 }, got: '', asked: 1, waitedMs: [] })
})
