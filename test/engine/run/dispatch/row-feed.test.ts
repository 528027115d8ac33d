import { expect, test } from 'vitest'
import { createRowFeed } from '../../../../src-main/engine/run/dispatch/row-feed.ts'

type Wants = 'no' | 'soon' | 'now'

/** A plan of which more rows are wanted as `wants` says, one after the other, each time it is asked. */
function feeding(...wants: Wants[]) {
  const works: (() => void)[] = []
  const done: string[] = []
  const feed = createRowFeed({
    wantsRows: () => wants.shift() ?? 'no',
    refill: () => done.push('read'),
    onRows: () => done.push('turn'),
    later: (work) => works.push(work),
  })
  return { feed, done, works, next: () => works.shift()?.() }
}

test('rows are read once more are wanted, piece by piece, and never before what is under way', () => {
  const { feed, done, works, next } = feeding('soon', 'soon', 'soon', 'soon', 'no')
  feed.schedule()
  expect([done, works.length]).toEqual([[], 1])
  next()
  expect([done, works.length]).toEqual([['read'], 1])
  next()
  expect([done, works.length]).toEqual([['read', 'read'], 0])
})

test('rows of which there are too few leave at once: what comes after them is asked for then', () => {
  const { feed, done, works, next } = feeding('now', 'now', 'soon')
  feed.schedule()
  next()
  expect([done, works.length]).toEqual([['read', 'turn'], 0])
  feed.schedule()
  expect(works).toHaveLength(1)
})

test('a piece is asked for once, and none where no more are wanted: memory does not grow with the plan', () => {
  const { feed, works } = feeding('soon', 'soon')
  feed.schedule()
  feed.schedule()
  expect(works).toHaveLength(1)
  const enough = feeding('no')
  enough.feed.schedule()
  expect(enough.works).toEqual([])
})
