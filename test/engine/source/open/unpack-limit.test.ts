import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { unpackLimit } from '../../../../src-main/engine/source/open/unpack-limit.ts'

const megabyte = Buffer.alloc(1024 * 1024)

/** How many megabytes get through of as many as these, out of a file of so many bytes. */
async function passed(megabytes: number, packedBytes: number): Promise<{ megabytes: number; error: unknown }> {
  let bytes = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done()
    },
  })
  const limit = await unpackLimit(packedBytes, join(tmpdir(), 'unpacked.csv'))
  const error: unknown = await pipeline(Readable.from(Array(megabytes).fill(megabyte)), limit, sink).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { megabytes: bytes / megabyte.length, error }
}

test('what unpacks to more than any export is given up, before the drive is full', async () => {
  const { megabytes, error } = await passed(1_000, 140_000)
  expect(error).toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('far more') as string })
  expect(megabytes).toBeLessThanOrEqual(128)
})

test('up to 128 megabytes do no harm, and a large file may unpack to three hundred times its size', async () => {
  expect(await passed(128, 1_000)).toEqual({ megabytes: 128, error: null })
  expect(await passed(400, 2 * 1024 * 1024)).toEqual({ megabytes: 400, error: null })
})
