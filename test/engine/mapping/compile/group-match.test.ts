import { expect, test } from 'vitest'
import { createGroupMatch } from '../../../../src-main/engine/mapping/compile/group-match.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'

const columns = ['Parent', 'Other parent', 'Sitter'].map((name, index) => ({ name, index }))
const match = createGroupMatch(columns, 'US', new Set())

function mapped(...cells: string[]): MappedRow {
  const out: MappedRow = { line: 2, key: null, issues: [] }
  match({ line: 2, cells }, out)
  return out
}
const [a, b, c] = ['+12125550101', '+12125550102', '+12125550103'] as const

test.each([
  ['columns of their own', ['212-555-0101', '(212) 555-0102', '+1 212 555 0103']],
  ['one cell, with commas', ['212-555-0101, (212) 555-0102,+12125550103', '', '']],
  ['one cell, with semicolons, bars and lines', ['212-555-0101; 2125550102', '', '+12125550103']],
  ['one cell, with slashes', ['212-555-0101 / 212-555-0102', '', '212-555-0103']],
  ['one cell, with slashes and nothing around them', ['212-555-0101/(212) 555-0102/+12125550103', '', '']],
  ['cells of which some say that there is none', ['212-555-0101, 212-555-0102, -', 'N/A', '— ; none; 2125550103']],
  ['cells that say a number twice', ['212-555-0101', '(212) 555-0102|212 555 0101', '2125550103\n+12125550102']],
])('the people of a group are the numbers of %s', (_how, cells) => {
  expect(mapped(...cells)).toEqual({ line: 2, key: { by: 'phone', phone: a }, members: [a, b, c], issues: [] })
})

test('one number that cannot be read makes the row unusable, whatever the others are', () => {
  expect(mapped('212-555-0101, 555', '212-555-0102', '').issues).toMatchObject([
    { code: 'phone.invalid', severity: 'error', column: 'Parent' },
  ])
  expect(mapped('212-555-0101', '2.12556E+09', 'call the office').issues).toMatchObject([
    { code: 'phone.scientific', severity: 'error', column: 'Other parent' },
    { code: 'phone.invalid', severity: 'error', column: 'Sitter' },
  ])
})

test.each(['212-555-0101 (mobile) 212-555-0102 (home)', 'Home 212-555-0101 Mobile 212-555-0102', '212-555-0101 and 212-555-0102'])(
  'no number of a cell is passed over for another: %s',
  (cell) => {
    expect(mapped(cell, '212-555-0103', '').issues).toMatchObject([
      { code: expect.stringMatching(/^phone\.(several|invalid)$/), severity: 'error', hint: expect.stringContaining('by commas') },
    ])
  },
)

test('a slash inside a number separates nothing', () => {
  const out: MappedRow = { line: 2, key: null, issues: [] }
  createGroupMatch(columns, 'DE', new Set())({ line: 2, cells: ['030/1234567, 030/7654321', '', ''] }, out)
  expect(out).toMatchObject({ members: ['+49301234567', '+49307654321'], issues: [] })
})

test('a row without any number says so once, and one with a single number is left to the plan', () => {
  expect(mapped('', ' ', '')).toMatchObject({ key: null, issues: [{ code: 'phone.blank', severity: 'error' }] })
  expect(mapped('x', '', '').issues).toMatchObject([{ code: 'phone.invalid' }])
  expect(mapped('', '', '212-555-0103')).toMatchObject({ members: [c], issues: [] })
})
