import { describe, expect, test } from 'vitest'
import { boundListSize, type KeysOfPage } from '../../../../src-main/engine/service/address-book/list-size.ts'

const key = (n: number) => `u${n}`
const keysFrom = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => key(from + at))

/** A list of so many entries, in pages, which counts those that were asked for. */
function listOf(entries: number, { size = 50, begin = 0, page0 = [] as string[] | null, repeats = false } = {}) {
  const asked: number[] = []
  const keysOfPage: KeysOfPage = async (page) => {
    asked.push(page)
    if (page < begin) return page0
    const last = Math.max(0, Math.ceil(entries / size) - 1)
    const at = repeats ? Math.min(page - begin, last) : page - begin
    return keysFrom(at * size, Math.min(entries, (at + 1) * size))
  }
  return { asked, keysOfPage }
}

describe('a list', () => {
  test.each([
    ['nothing', 0, {}, { atLeast: 0, isEnd: true }],
    ['less than a page', 49, {}, { atLeast: 49, isEnd: true }],
    ['a page', 50, {}, { atLeast: 50, isEnd: true }],
    ['two pages, the second not full', 99, {}, { atLeast: 99, isEnd: true }],
    ['two full pages, and perhaps more', 100, {}, { atLeast: 100, isEnd: false }],
    ['less than is enough', 480, {}, { atLeast: 100, isEnd: false }],
    ['enough', 501, {}, { atLeast: 501, isEnd: false }],
    ['far more than enough', 100_000, {}, { atLeast: 550, isEnd: false }],
    ['enough in short pages', 100_000, { size: 30 }, { atLeast: 540, isEnd: false }],
    ['less than a page, counted from 1', 49, { begin: 1 }, { atLeast: 49, isEnd: true }],
    ['enough, counted from 1', 501, { begin: 1 }, { atLeast: 501, isEnd: false }],
    ['enough, counted from 1, where page 0 is refused', 501, { begin: 1, page0: null }, { atLeast: 501, isEnd: false }],
    ['enough, counted from 1, where page 0 is page 1', 501, { begin: 1, page0: keysFrom(0, 50) }, { atLeast: 501, isEnd: false }],
    ['two pages, of which the last is repeated', 99, { repeats: true }, { atLeast: 99, isEnd: true }],
  ])('of %s', async (_what, entries, options, found) => {
    const { asked, keysOfPage } = listOf(entries, options)
    expect(await boundListSize(500, keysOfPage)).toEqual(found)
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  test('that shows enough on its first two pages is not looked at any further', async () => {
    const { asked, keysOfPage } = listOf(120)
    expect(await boundListSize(100, keysOfPage)).toEqual({ atLeast: 100, isEnd: false })
    expect(asked).toEqual([0, 1])
  })

  test('that shows the same on each page, or nothing at all, tells nothing', async () => {
    expect(await boundListSize(500, async () => keysFrom(0, 50))).toBeNull()
    expect(await boundListSize(500, async () => null)).toBeNull()
  })

  test('that cannot be read beyond its second page is one of unknown length', async () => {
    expect(await boundListSize(500, async (page) => (page > 1 ? null : keysFrom(page * 50, page * 50 + 50)))).toEqual({
      atLeast: 100,
      isEnd: false,
    })
  })
})
