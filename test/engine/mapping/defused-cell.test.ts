import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuse, undefuse } from '../../../src-main/engine/mapping/defused-cell.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '＝', 'a', '1') }),
)

test('undoing gives back exactly what was defused', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(undefuse(defuse(original))).toBe(original)
    }),
    { numRuns: 5_000 },
  )
})

test('no defused cell starts like a formula', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(defuse(original)).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/)
    }),
    { numRuns: 5_000 },
  )
})

test.each(["'Abd al-Rahman", "'90s", "''", 'plain', '', '5551234567', "it's"])('leaves %j alone both ways', (original) => {
  expect(defuse(original)).toBe(original)
  expect(undefuse(original)).toBe(original)
})

test.each([
  ["'+15551234567", '+15551234567'],
  ["'=1+1", '=1+1'],
  ["' -5", ' -5'],
  ["''+1", "'+1"],
])('reads %j as %j', (cell, original) => {
  expect(undefuse(cell)).toBe(original)
})
