import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDuplicates } from '../../../../src-main/engine/plan/duplicates/duplicate-rule.ts'
import { createLatestPermissions } from '../../../../src-main/engine/plan/duplicates/latest-permissions.ts'
import { portion } from '../../../helpers/portion.ts'

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
    expect([...duplicates.losingRows()]).toMatchObject([
      { row: 1, otherRow: 2 },
      { row: 3, otherRow: 2 },
    ])
  }
  const silent = createDuplicates('last')
  silent.seen(7, 1, false)
  silent.seen(7, 2, false)
  expect([...silent.losingRows()]).toMatchObject([{ row: 2, otherRow: 1 }])
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

/** A row about a contact: what it says of consent, on which day, or whether it says anything else. */
type Said = { key: number } & ({ consent: boolean; day: number | null } | { consent: null; saysSomething: boolean })

/** The row that counts, as a person would find it; null where none does. */
function countingRow(rule: 'last' | 'first' | 'invalid', rows: readonly (Said & { row: number })[]): number | null {
  const at = (index: number, from: readonly { row: number }[]): number | null => from.at(index)?.row ?? null
  if (rows.length === 1) return at(0, rows)
  if (rule === 'invalid') return null
  const refusals = rows.filter(({ consent }) => consent === false)
  const permissions = rows.filter(({ consent }) => consent === true)
  const days = (said: readonly Said[]) => said.map((one) => (one.consent === null ? null : one.day))
  if (refusals.length > 0 && permissions.length > 0 && ![...days(refusals), ...days(permissions)].includes(null)) {
    const last = Math.max(...days(permissions).map(Number))
    if (last > Math.max(...days(refusals).map(Number)))
      return at(
        -1,
        permissions.filter((one) => one.consent !== null && one.day === last),
      )
  }
  const saying = rows.filter((one) => one.consent !== null || one.saysSomething)
  if (saying.length === 0) return at(0, rows)
  return at(rule === 'last' ? -1 : 0, refusals.length > 0 ? refusals : saying)
}

test('a refusal counts before all other rows, unless the contact agreed later or no row counts; each contact keeps at most one row', () => {
  const said: fc.Arbitrary<Said> = fc.oneof(
    fc.record({ key: fc.constantFrom(7, -3), consent: fc.boolean(), day: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }) }),
    fc.record({ key: fc.constantFrom(7, -3), consent: fc.constant(null), saysSomething: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(said, { maxLength: 7 }), fc.constantFrom('last', 'first', 'invalid'), (drawn, rule) => {
      const dates = createLatestPermissions(Date.UTC(2026, 0, 1))
      const duplicates = createDuplicates(rule, dates)
      const rows = drawn.map((one, at) => ({ ...one, row: at + 1 }))
      for (const one of rows) {
        const { key, row, consent } = one
        duplicates.seen(key, row, consent !== null || one.saysSomething, consent === false)
        if (consent !== null)
          dates.seen(key, row, consent, one.day === null ? null : { atMs: Date.UTC(2024, 0, one.day), precision: 'day' })
      }
      const lost = new Map([...duplicates.losingRows()].map(({ row, otherRow }) => [row, otherRow]))
      expect(lost.size).toBe(duplicates.count)
      expect([...lost.keys()].every((row) => row >= 1 && row <= rows.length)).toBe(true)
      for (const key of [7, -3]) {
        const own = rows.filter((one) => one.key === key)
        const counts = countingRow(rule, own)
        expect(own.filter(({ row }) => !lost.has(row)).map(({ row }) => row)).toEqual(counts === null ? [] : [counts])
        for (const { row } of own.filter((one) => one.row !== counts)) {
          if (counts !== null) expect(lost.get(row)).toBe(counts)
          else expect(own.some((other) => other.row === lost.get(row) && other.row !== row)).toBe(true)
        }
      }
    }),
    { numRuns: portion(1000) },
  )
})
