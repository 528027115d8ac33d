import { expect, test } from 'vitest'
import { columnNames } from '../../../../src-main/engine/source/table/column-names.ts'

test('columns without a name, and those that are called the same, get names that no other column has', () => {
  expect(columnNames(['A', 'A', 'A (2)', 'A', '', '', 'Column 5', 'A (4)', 'A'])).toEqual([
    'A',
    'A (3)',
    'A (2)',
    'A (5)',
    'Column 5 (2)',
    'Column 6',
    'Column 5',
    'A (4)',
    'A (6)',
  ])
})

test('as many columns as a file may have can all be called the same', () => {
  const names = columnNames(Array<string>(5000).fill('SMS Consent'))
  expect(new Set(names).size).toBe(5000)
  expect(names.at(-1)).toBe('SMS Consent (5000)')
})
