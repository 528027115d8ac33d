import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDuplicates } from '../../../../src-main/engine/plan/duplicates/duplicate-rule.ts'

function losingRowsOf(rule: 'last' | 'first' | 'invalid', keys: readonly number[]) {
  const duplicates = createDuplicates(rule)
  keys.forEach((key, at) => duplicates.seen(key, at + 1, true))
  return [...duplicates.losingRows()].sort((a, b) => a.row - b.row).map(({ row, otherRow }) => [row, otherRow])
}

test('the last, the first or no row of a contact counts, and the others name the one that does', () => {
  expect(losingRowsOf('last', [7, 8, 7, 7])).toEqual([
    [1, 4],
    [3, 4],
  ])
  expect(losingRowsOf('first', [7, 8, 7, 7])).toEqual([
    [3, 1],
    [4, 1],
  ])
  expect(losingRowsOf('invalid', [7, 8, 7, -3, 7])).toEqual([
    [1, 3],
    [3, 1],
    [5, 1],
  ])
})

test('a row that says nothing gives way to one that says something, and to an earlier one that says nothing either', () => {
  for (const rule of ['last', 'first'] as const) {
    const duplicates = createDuplicates(rule)
    ;[false, true, false].forEach((saysSomething, at) => duplicates.seen(7, at + 1, saysSomething))
    expect([...duplicates.losingRows()]).toEqual([
      { row: 1, otherRow: 2 },
      { row: 3, otherRow: 2 },
    ])
  }
  const silent = createDuplicates('last')
  silent.seen(7, 1, false)
  silent.seen(7, 2, false)
  expect([...silent.losingRows()]).toEqual([{ row: 2, otherRow: 1 }])
})

test('each contact keeps exactly one row, or none of several with "invalid"', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -4, max: 4 }).filter((key) => key !== 0)),
      fc.constantFrom('last', 'first', 'invalid'),
      (keys, rule) => {
        const losing = losingRowsOf(rule, keys)
        const lost = new Set(losing.map(([row]) => row))
        expect(lost.size).toBe(losing.length)
        for (const key of new Set(keys)) {
          const rows = keys.flatMap((one, at) => (one === key ? [at + 1] : []))
          const kept = rows.filter((row) => !lost.has(row))
          const expected = rule === 'last' ? rows.slice(-1) : rule === 'first' || rows.length === 1 ? rows.slice(0, 1) : []
          expect(kept).toEqual(expected)
        }
        for (const [row, other] of losing) {
          expect(other).not.toBe(row)
          expect(keys[(other ?? 0) - 1]).toBe(keys[(row ?? 0) - 1])
        }
      },
    ),
  )
})
