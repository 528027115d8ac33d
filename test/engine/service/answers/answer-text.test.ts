import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerText } from '../../../../src-main/engine/service/answers/answer-text.ts'
import { createTransport } from '../../../../src-main/engine/service/http/transport.ts'
import { createStillClock, startOddServer } from '../odd-server.ts'

const text = '{"name":"Zoë 🦊"}'.repeat(200)
const bytes = Buffer.from(text)

test.each<[string, string | null, Buffer]>([
  ['nothing', null, bytes],
  ['identity', 'identity', bytes],
  ['gzip', 'gzip', gzipSync(bytes)],
  ['x-gzip in capitals', ' X-GZIP ', gzipSync(bytes)],
  ['deflate', 'deflate', deflateSync(bytes)],
  ['deflate without its header', 'deflate', deflateRawSync(bytes)],
  ['br', 'br', brotliCompressSync(bytes)],
  ['one after the other', 'deflate, gzip', gzipSync(deflateSync(bytes))],
])('a body packed as %s is read', (_name, encoding, packed) => {
  const chunks = [packed.subarray(0, 7), packed.subarray(7, 8), packed.subarray(8)]
  expect(answerText(chunks, encoding, bytes.length)).toEqual({ kind: 'text', text })
})

test('an empty body is empty, however it is said to be packed', () => {
  expect(answerText([], 'gzip', 10)).toEqual({ kind: 'text', text: '' })
})

test('what grows beyond the limit is too large, and what is cut off is damaged', () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  expect(bomb.length).toBeLessThan(20_000)
  expect(answerText([bomb], 'gzip', 1_000_000)).toEqual({ kind: 'too_large' })
  expect(answerText([gzipSync(bytes).subarray(0, -12)], 'gzip', 1_000_000)).toEqual({ kind: 'damaged' })
  expect(answerText([bytes], 'gzip', 1_000_000)).toEqual({ kind: 'damaged' })
})

test.each<[string, Buffer]>([
  ['gzip', gzipSync(Buffer.alloc(100_000))],
  ['deflate', deflateSync(Buffer.alloc(100_000))],
  ['deflate', deflateRawSync(Buffer.alloc(100_000))],
  ['br', brotliCompressSync(Buffer.alloc(100_000))],
])('a body packed as %s may be as large as the limit, and no larger', (encoding, packed) => {
  expect(answerText([packed], encoding, 100_000).kind).toBe('text')
  expect(answerText([packed], encoding, 99_999)).toEqual({ kind: 'too_large' })
  expect(answerText([packed.subarray(0, -3)], encoding, 100_000)).toEqual({ kind: 'damaged' })
})

test('a packed answer is asked for and read; one that is too large or damaged is no answer', async () => {
  let packed = gzipSync(bytes)
  const server = await startOddServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    return null
  })
  const transport = createTransport({
    baseUrl: server.baseUrl,
    tokenIn: 'header',
    clock: createStillClock(),
    connections: 1,
    timeoutMs: 5000,
    maxAnswerBytes: bytes.length,
  })
  const get = () => transport.send({ method: 'GET', path: '/x', body: null }, 'tok')
  expect(await get()).toMatchObject({ kind: 'answer', text })
  expect(server.requests[0]?.headers['accept-encoding']).toContain('gzip')
  packed = gzipSync(Buffer.alloc(bytes.length + 1))
  expect(await get()).toMatchObject({ kind: 'broken', fault: 'too_large', hasLeft: true, status: 200 })
  packed = Buffer.from('not packed at all')
  expect(await get()).toMatchObject({ kind: 'broken', fault: 'closed', hasLeft: true, status: 200 })
  await transport.close()
  await server.close()
})
