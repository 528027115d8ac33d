import { describe, expect, test } from 'vitest'
import type { ListDoubt } from '../../../../src-main/engine/model/contacts/list-doubt.ts'
import type { PageAnswer } from '../../../../src-main/engine/service/address-book/list-page.ts'
import { createSeams } from '../../../../src-main/engine/service/address-book/seams.ts'
import { createUuidSet } from '../../../../src-main/engine/service/address-book/uuid-set.ts'

const keyOf = (item: unknown) => (typeof item === 'string' ? item : null)

/** A list with three entries on a page, of which the walk has read the first pages; `asked` are the pages asked for since then. */
async function walked(entries: string, pages: number, page0 = 0, isResumed = false) {
  const state = { list: [...entries], asked: [] as number[] }
  const doubts: ListDoubt[] = []
  const seen = createUuidSet()
  const shown = (page: number) => state.list.slice((page - page0) * 3, (page - page0 + 1) * 3)
  const fetch = async (page: number): Promise<PageAnswer> => {
    state.asked.push(page)
    return { kind: 'items', items: page < page0 ? [] : shown(page), askedAtMs: 0 }
  }
  const seams = createSeams({ fetch, keyOf, seen, onDoubt: (doubt) => doubts.push(doubt) })
  const read = (page: number) => {
    const keys = shown(page)
    for (const key of keys) seen.add(key)
    seams.onPage(page, keys)
  }
  await seams.begin(isResumed ? null : { page: page0, keys: shown(page0) })
  for (let page = 0; page < pages; page += 1) read(page0 + page)
  state.asked = []
  /** What a look brings, page by page. */
  const check = async (atEnd = false) => {
    const found: [number, unknown[]][] = []
    for await (const { page, fresh } of seams.check(atEnd)) found.push([page, fresh])
    return found
  }
  return { state, seams, read, check, doubts }
}

describe('a list that stands still', () => {
  test('costs a look at its first page and at its last one', async () => {
    const { state, check, doubts } = await walked('abcdefghijkl', 3)
    expect([await check(), state.asked, doubts]).toEqual([[], [0, 3], []])
  })

  test('does so where something was added behind', async () => {
    const { state, check } = await walked('abcdefghijk', 3)
    state.list = [...'abcdefghijklm']
    expect([await check(), state.asked]).toEqual([[], [0, 3]])
  })

  test('is looked at once where it has a single page', async () => {
    const { state, check } = await walked('abc', 1)
    expect([await check(), state.asked]).toEqual([[], [0]])
  })
})

describe('a list of which an earlier walk is resumed', () => {
  test.each([0, 1])('is looked at from its first page, with the number %d, too', async (page0) => {
    const { state, check } = await walked('abcdefghijkl', 3, page0, true)
    expect([await check(), state.asked]).toEqual([[], [page0, page0 + 3]])
  })
})

test('a list is looked for to the end as far as no list of contacts goes', async () => {
  const asked: number[] = []
  const fetch = async (page: number): Promise<PageAnswer> => {
    asked.push(page)
    return { kind: 'items', items: [`n${page}`], askedAtMs: 0 }
  }
  const seams = createSeams({ fetch, keyOf, seen: createUuidSet(), onDoubt: () => {} })
  await seams.begin({ page: 0, keys: ['n0'] })
  expect([seams.isEndless(), asked.at(-1)]).toEqual([true, 2 ** 18])
})

describe('a list that has moved is read again', () => {
  test('where only its end tells it', async () => {
    const { state, check } = await walked('abcdefghijkl', 3)
    state.list = [...'abcdfghijkl']
    expect(await check()).toEqual([[2, ['j']]])
  })

  test('and so it is once its last page is gone, by the page that is then the last', async () => {
    const { state, check } = await walked('abcdefghijkl', 2)
    state.list = [...'abcdefghi']
    expect(await check()).toEqual([])
    state.list = [...'abcdfghi']
    expect(await check()).toEqual([[1, ['g']]])
  })

  test('not where nothing of it was read', async () => {
    const { state, check, doubts } = await walked('abcdefghijkl', 0)
    state.list = [...'zabcdefghijkl']
    expect([await check(), state.asked, doubts]).toEqual([[], [0, 3], []])
  })

  test('at its front up to where that joins what it was, and backwards to the last look', async () => {
    const { state, check, doubts } = await walked('abcdefghijkl', 3)
    state.list = [...'zabcdefghijkl']
    expect(await check()).toEqual([[0, ['z']]])
    expect([state.asked, doubts]).toEqual([[0, 3, 0, 2, 1, 0, 0, 3], []])
  })

  test('further at its front where more was added there than a page holds', async () => {
    const { state, check } = await walked('abcdefghijkl', 3)
    state.list = [...'wxyzabcdefghijkl']
    expect(await check()).toEqual([
      [0, ['w', 'x', 'y']],
      [1, ['z']],
    ])
    expect(state.asked.slice(2, 7)).toEqual([0, 1, 2, 1, 0])
  })

  test('backwards, where something was taken out: what came up is on a page before', async () => {
    const { state, check } = await walked('abcdefghijkl', 3)
    state.list = [...'bcdefghijkl']
    expect(await check()).toEqual([[2, ['j']]])
    expect(state.asked).toEqual([0, 3, 0, 2, 1, 0, 0, 3])
  })

  test('at its front as far as it was read, where nothing there follows what it followed', async () => {
    const { state, check } = await walked('abcdefghijkl', 3)
    state.list = [...'acdefghijkl']
    expect(await check()).toEqual([[2, ['j']]])
    expect(state.asked).toEqual([0, 3, 0, 1, 2, 2, 1, 0, 0, 3])
  })

  test('not behind the last look, unless that brings something new', async () => {
    const { state, read, check } = await walked('abcdefghijklmno', 3)
    await check()
    read(3)
    state.list = [...'bcdefghijklmno']
    state.asked = []
    // Page 2 was read before that look: it brings nothing, so nothing before it does.
    expect(await check()).toEqual([[3, ['m']]])
    expect(state.asked).toEqual([0, 4, 0, 3, 2, 0, 4])
  })

  test('where it counts its pages from 1, too', async () => {
    const { state, check } = await walked('abcdefghi', 2, 1)
    state.list = [...'zabcdefghi']
    expect(await check()).toEqual([[1, ['z']]])
    expect(state.asked).toEqual([1, 3, 1, 2, 1, 1, 3])
  })

  test('five times at most: then it is said that it did not come to rest', async () => {
    const { state, check, doubts } = await walked('abcdefghijkl', 3)
    const { list } = state
    let added = 0
    // Each look at the last page finds one more at the front.
    Object.defineProperty(state, 'list', { get: () => [...Array.from({ length: (added += 1) }, (_, at) => `n${added - at}`), ...list] })
    await check()
    expect(doubts).toEqual(['moving'])
  })
})

describe('where something was shown twice and neither end explains it', () => {
  test('the whole list is read again at its end, and not before', async () => {
    const { state, seams, check, doubts } = await walked('abcdefghijkl', 4)
    seams.onRepeat()
    expect([await check(), state.asked]).toEqual([[], [0, 3]])
    state.list = [...'abcxdefghijk']
    state.asked = []
    expect(await check(true)).toEqual([[1, ['x']]])
    expect(state.asked.slice(0, 7)).toEqual([0, 3, 0, 3, 2, 1, 0])
    expect(doubts).toEqual([])
  })

  test('it is said that it did not come to rest where it shows something twice again', async () => {
    const { state, seams, check, doubts } = await walked('abcdefghijkl', 4)
    seams.onRepeat()
    state.list = [...'abcdefehijkl']
    expect(await check(true)).toEqual([])
    expect(doubts).toEqual(['moving'])
  })

  test('nothing more is read where nothing was shown twice', async () => {
    const { state, check, doubts } = await walked('abcdefghijkl', 4)
    expect([await check(true), state.asked, doubts]).toEqual([[], [0, 3], []])
  })
})

test('it is looked after every forty pages', async () => {
  const { seams, read, check } = await walked('abc'.repeat(50), 39)
  expect(seams.isDue()).toBe(false)
  read(39)
  expect(seams.isDue()).toBe(true)
  await check()
  expect(seams.isDue()).toBe(false)
  expect(seams.last()?.page).toBe(39)
})
