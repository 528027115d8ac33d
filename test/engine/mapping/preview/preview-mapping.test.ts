import { expect, test } from 'vitest'
import { previewMapping } from '../../../../src-main/engine/mapping/preview/preview-mapping.ts'
import { account, columnsNamed, goodPhone, recipeOf } from '../mapping-case.ts'

const columns = columnsNamed('Phone', 'First', 'Last', 'Tags', 'Blocked', 'Account')
const recipe = recipeOf('contacts', [
  { to: 'name', from: ['First', 'Last'] },
  { to: 'tags', from: ['Tags'] },
  { to: 'blocked', from: ['Blocked'] },
  { to: 'custom:Account ID', from: ['Account'], blank: 'clear' },
])

test('shows each rule with what its cells become, the match key first', () => {
  const rows = [
    { line: 2, cells: [goodPhone, ' Anna', 'Lee', 'a, b c', 'no', ''] },
    { line: 3, cells: ['12', '', '', '', 'perhaps', 'A-1'] },
  ]
  const preview = previewMapping(recipe, columns, rows, account)
  expect(preview.columns.map(({ to }) => to)).toEqual(['match', 'name', 'tags', 'blocked', 'custom:Account ID'])
  expect(preview.columns[0]?.samples).toMatchObject([
    { line: 2, before: goodPhone, after: '+12025550123', issue: null },
    { line: 3, before: '12', after: null, issue: { code: 'phone.invalid' } },
  ])
  expect(preview.columns[1]?.samples).toEqual([{ line: 2, before: ' Anna Lee', after: 'Anna Lee', issue: null }])
  expect(preview.columns[2]?.samples).toEqual([{ line: 2, before: 'a, b c', after: 'a, b_c', issue: null }])
  expect(preview.columns[3]?.samples).toMatchObject([
    { after: 'no' },
    { before: 'perhaps', after: null, issue: { code: 'value.unknown', line: 3 } },
  ])
  expect(preview.columns[4]?.samples).toMatchObject([
    { line: 2, before: '', after: '' },
    { line: 3, after: 'A-1' },
  ])
  expect(preview.rows.map(({ line, ok }) => [line, ok])).toEqual([
    [2, true],
    [3, false],
  ])
  expect(preview.counts).toEqual({ rows: 2, ok: 1, invalid: 1, filtered: 0, withIssues: 1 })
})

test('shows few samples, among them the first with an issue', () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({
    line: index + 2,
    cells: [goodPhone, '', '', '', index === 40 ? 'perhaps' : 'yes', ''],
  }))
  const blocked = previewMapping(recipe, columns, rows, account).columns[3]
  expect(blocked?.samples.map(({ line }) => line)).toEqual([2, 3, 4, 5, 42])
})

test('counts rows with warnings as usable', () => {
  const preview = previewMapping(recipe, columns, [{ line: 2, cells: ['202-555-0123 x4', '', '', '', '', ''] }], account)
  expect(preview.counts).toEqual({ rows: 1, ok: 1, invalid: 0, filtered: 0, withIssues: 1 })
})

test('shows nothing of a row that the filter leaves out, nor of one that is blank', () => {
  const only = recipeOf('contacts', [{ to: 'tags', from: ['Tags'] }], { only: { column: 'First', is: ['Anna'] } })
  const rows = [
    { line: 2, cells: [goodPhone, 'Bob', 'Lee', 'vip', '', ''] },
    { line: 3, cells: ['', '', '', '', '', ''] },
    { line: 4, cells: [goodPhone, 'Anna', 'Lee', 'new', '', ''] },
  ]
  const preview = previewMapping(only, columns, rows, account)
  expect(preview.columns.map(({ samples }) => samples.map(({ line }) => line))).toEqual([[4], [4]])
})
