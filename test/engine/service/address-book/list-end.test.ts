import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { confirmEnd } from '../../../../src-main/engine/service/address-book/list-end.ts'
import type { PageAnswer } from '../../../../src-main/engine/service/address-book/list-page.ts'

const keyOf = (item: unknown) => (typeof item === 'string' ? item : null)
const items = (list: unknown[]): PageAnswer => ({ kind: 'items', items: list, askedAtMs: 0 })
const refused: PageAnswer = { kind: 'refused', status: 404, error: new AppError('service.refused', 'no', 'no') }
/** Ten full pages, of which the last has an entry that cannot be read. */
const all: unknown[] = [...Array.from({ length: 499 }, (_, at) => `u${at}`), 7]
const pageOf = (page: number, size: number) => items(all.slice(page * size, (page + 1) * size))

/** What is made of page 10, which answered so, where single entries are answered by `entry`. */
function endOf(answer: PageAnswer, entry: (page: number) => PageAnswer) {
  const keys = (page: number) => all.slice(page * 50, page * 50 + 50).map(keyOf)
  return confirmEnd({
    fetch: async (page, size) => (size === 1 ? entry(page) : page < 10 ? pageOf(page, size) : answer),
    keyOf,
    seen: new Set(all.map(String)),
    first: { page: 0, length: 50, keys: keys(0) },
    last: { page: 9, keys: keys(9) },
    page: 10,
    answer,
  })
}
const served = (page: number) => pageOf(page, 1)
const upTo = (behind: PageAnswer) => (page: number) => (page === 0 ? served(0) : behind)

test.each<[string, PageAnswer, (page: number) => PageAnswer, 'cut' | null]>([
  ['an empty one, where single entries show to the last', items([]), served, null],
  ['the last one again, where they do', pageOf(9, 50), served, null],
  ['an empty one, where they end before', items([]), upTo(items([])), 'cut'],
  ['an empty one, where they are refused before', items([]), upTo(refused), 'cut'],
  ['an empty one, where another entry shows there', items([]), upTo(items(['u3'])), 'cut'],
  ['an empty one, where nothing is told by single entries', items([]), () => refused, null],
  ['the last one again, where nothing is', pageOf(9, 50), () => pageOf(0, 50), 'cut'],
  ['a refused one', refused, served, 'cut'],
  ['the first one again', pageOf(0, 50), () => refused, null],
])('behind a full page the list ends with %s', async (_what, answer, entry, doubt) => {
  expect(await endOf(answer, entry)).toEqual({ kind: 'end', doubt })
})
