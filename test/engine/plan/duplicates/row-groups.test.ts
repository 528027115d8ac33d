import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowGroups } from '../../../../src-main/engine/plan/duplicates/row-groups.ts'
import { createRowSet } from '../../../../src-main/engine/plan/duplicates/row-set.ts'
import { createFirstSeenIndex } from '../../../../src-main/engine/plan/duplicates/first-seen-index.ts'

const row = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 65_530, max: 65_545 }))

test('groups are the connected rows, each once, ascending and by their first rows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, row), { maxLength: 30 }), (joins) => {
      const groups = createRowGroups()
      const naive = new Map<number, Set<number>>()
      for (const [a, b] of joins) {
        groups.join(a, b)
        if (a === b) continue
        const together = new Set([a, b, ...(naive.get(a) ?? []), ...(naive.get(b) ?? [])])
        for (const one of together) naive.set(one, together)
      }
      const expected = [...new Set(naive.values())].map((rows) => [...rows].sort((a, b) => a - b)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
      expect([...groups.all()].flatMap((rows) => (rows === null ? [] : [[...rows]]))).toEqual(expected)
      expect(groups.count()).toBe(naive.size)
      for (let one = 1; one < 14; one += 1) expect(groups.has(one)).toBe(naive.has(one))
    }),
  )
})

test.each([
  [8191, 8192],
  [8190, 8191],
  [16_383, 16_384],
])('the rows %i and %i, where a page of rows ends, are a group of two', (a, b) => {
  const groups = createRowGroups()
  groups.join(b, a)
  expect([...groups.all()].flatMap((rows) => (rows === null ? [] : [[...rows]]))).toEqual([[a, b]])
})

test('a text is remembered with the row that had it first', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('a@x.de', 'b@x.de')), { maxLength: 200 }), (texts) => {
      const index = createFirstSeenIndex()
      texts.forEach((text, at) => expect(index.seen(text, at + 1)).toBe(texts.indexOf(text) === at ? 0 : texts.indexOf(text) + 1))
    }),
  )
})

test('a hundred thousand similar texts are all told apart', () => {
  const index = createFirstSeenIndex()
  const wrong = [0, 1].map((round) => {
    let unexpected = 0
    for (let at = 1; at <= 100_000; at += 1) if (index.seen(`+1555${at}@example.com`, at) !== (round === 0 ? 0 : at)) unexpected += 1
    return unexpected
  })
  expect(wrong).toEqual([0, 0])
})

test('a set of rows has what was added to it, in order', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const set = createRowSet()
      for (const one of rows) set.add(one)
      expect([...set.rows()]).toEqual([...new Set(rows)].sort((a, b) => a - b))
      for (let one = 1; one < 14; one += 1) expect(set.has(one)).toBe(rows.includes(one))
    }),
  )
})
