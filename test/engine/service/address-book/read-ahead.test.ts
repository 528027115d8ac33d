import { expect, test } from 'vitest'
import { createReadAhead, createReadAheadPace } from '../../../../src-main/engine/service/address-book/read-ahead.ts'

test('a complaint of the service leaves one page at a time, and a hundred calm pages allow one more', () => {
  const pace = createReadAheadPace()
  const most = pace.width()
  pace.onBusy()
  expect(pace.width()).toBe(1)
  const widths = Array.from({ length: 1000 }, () => {
    pace.onPage()
    return pace.width()
  })
  expect([widths[98], widths[99], widths[198], widths[199], widths.at(-1)]).toEqual([1, 2, 2, 3, most])
})

test('a page that failed ahead is told when its turn comes, and each page is asked for once', async () => {
  const asked: number[] = []
  const next = createReadAhead(
    async (page) => {
      asked.push(page)
      if (page === 2) throw new Error('page 2')
      return page
    },
    () => 3,
  )
  expect([await next(0), await next(1)]).toEqual([0, 1])
  await expect(next(2)).rejects.toThrow('page 2')
  expect(asked).toEqual([0, 1, 2, 3, 4])
})
