import { expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { previewMapping, previewRow } from '../../../../src-main/engine/mapping/preview/preview-mapping.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
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

test('shows one row with what its cells become, and no fields of one that is left out or damaged', () => {
  const compiled = compileRecipe(recipe, columns, account)
  const row = { line: 2, cells: [goodPhone, 'Anna', 'Lee', '', 'no', ''] }
  const issue = (severity: 'error' | 'warning', code: string) => ({
    ...{ code, severity, line: 2, column: null, value: null, message: '', hint: '' },
  })
  const shown = (parts: Partial<MappedRow>) => previewRow(recipe, compiled, columns, row, { ...compiled.mapRow(row), ...parts })
  expect(shown({}).fields).toMatchObject([
    { to: 'match', before: goodPhone, after: '+12025550123' },
    { to: 'name', after: 'Anna Lee' },
    ...[{ to: 'tags' }, { to: 'blocked', after: 'no' }, { to: 'custom:Account ID' }],
  ])
  expect(shown({ isExcluded: true })).toMatchObject({ filtered: 'You have left this row out.', fields: [] })
  for (const code of ['row.short', 'edit.conflict']) {
    expect(shown({ issues: [issue('error', code)] }).fields).toEqual([])
    expect(shown({ issues: [issue('warning', code)] }).fields).toHaveLength(5)
  }
  expect(shown({ issues: [issue('error', 'phone.invalid')] }).fields).toHaveLength(5)
})

/** What is shown of one row of a recipe, field by field. */
function afters(made: ReturnType<typeof recipeOf>, cells: Record<string, string>) {
  const all = { Phone: goodPhone, ...cells }
  const preview = previewMapping(made, columnsNamed(...Object.keys(all)), [{ line: 2, cells: Object.values(all) }], account)
  return preview.columns.map(({ samples }) => samples[0]?.after)
}

test('shows what was kept as evidence, and when a message was sent', () => {
  const evident = recipeOf('consent', [
    { to: 'consent', value: true },
    { to: 'evidence', from: ['Source', 'Date'] },
  ])
  expect(afters(evident, { Source: 'web form', Date: '2024-03-12' })[2]).toBe('web form · 2024-03-12')
  expect(afters(evident, { Source: '', Date: '' })[2]).toBeUndefined()
  const sent = recipeOf('messages', [
    { to: 'body', from: ['Text'] },
    { to: 'sentAt', from: ['Sent'] },
  ])
  expect(afters(sent, { Text: 'Hi', Sent: '2024-03-12T14:05:00Z' })[2]).toBe('2024-03-12T14:05:00Z')
  expect(afters(sent, { Text: 'Hi', Sent: 'soon' })[2]).toBeNull()
})

test('of several issues of one field it shows what makes the row unusable', () => {
  const groups = recipeOf('groupSend', [{ to: 'body', value: 'Hi' }], { group: 'Groups', duplicates: 'first' })
  const departments = [{ uuid: 'd', name: 'Groups', phone: null, isSmsGroup: true }]
  const rows = [{ line: 2, cells: ['212-555-0101 ext. 5, 555'] }]
  expect(previewMapping(groups, columnsNamed('Phone'), rows, { ...account, departments }).columns[0]?.samples[0]?.issue).toMatchObject({
    severity: 'error',
    code: 'phone.invalid',
  })
})
