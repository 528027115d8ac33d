import { expect, test } from 'vitest'
import { createGroupMatch } from '../../../../src-main/engine/mapping/compile/group-match.ts'
import { createTextSteps, type TextSteps } from '../../../../src-main/engine/mapping/steps/text-steps.ts'
import { notShownCell } from '../../../../src-main/engine/text/unknown-cell.ts'
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

test('a number with an extension, and one that nobody may have, is taken with a warning', () => {
  expect(mapped('212-555-0101 ext. 5', '999-555-0102', '212-555-0103')).toMatchObject({
    members: [a, '+19995550102', c],
    issues: [
      { code: 'phone.extension', severity: 'warning', column: 'Parent' },
      { code: expect.stringMatching(/^phone\./), severity: 'warning', column: 'Other parent' },
    ],
  })
})

test('a number that is not known makes the row unusable: no part of a group is texted without the rest', () => {
  expect(mapped('212-555-0101', notShownCell, '').issues).toMatchObject([{ severity: 'error', column: 'Other parent' }])
})

test('cells are changed by the steps before they are read, blank ones and those beyond a short row are not', () => {
  const steps = createTextSteps(
    [
      { do: 'replace', find: '', with: '212-555-0103', whole: true },
      { do: 'date', from: 'DDMMYYYY' },
    ],
    null,
  )
  const prefixed = createTextSteps([{ do: 'prefix', text: '212-' }], null)
  const stepped = (by: TextSteps, ...cells: string[]) => {
    const out: MappedRow = { line: 2, key: null, issues: [] }
    createGroupMatch(columns, 'US', new Set(), by)({ line: 2, cells }, out)
    return out
  }
  expect(stepped(prefixed, '555-0101', '')).toMatchObject({ members: [a], issues: [] })
  expect(stepped(steps, '', 'x')).toMatchObject({ key: null, issues: [{ severity: 'error', column: 'Other parent', value: 'x' }] })
})

test('a row without any number says so once, and one with a single number is left to the plan', () => {
  expect(mapped('', ' ', '')).toMatchObject({ key: null, issues: [{ code: 'phone.blank', severity: 'error' }] })
  expect(mapped('x', '', '').issues).toMatchObject([{ code: 'phone.invalid' }])
  expect(mapped('', '', '212-555-0103')).toMatchObject({ members: [c], issues: [] })
})
