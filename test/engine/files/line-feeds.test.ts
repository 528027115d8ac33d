import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../../../src-main/engine/files/line-feeds.ts'

test('a text is divided at line feeds and nowhere else, however it comes in pieces', async () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'ä', '\n', '\r', '\u2028', '\u2029', '\u0085', '"') }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      const lines: string[] = []
      for await (const line of linesOf(Readable.from(given.filter((piece) => piece !== '')))) lines.push(line)
      const text = given.join('')
      expect(lines).toEqual(text === '' ? [] : text.replace(/\n$/, '').split('\n'))
    }),
  )
})
