import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { mapSourceRow } from '../../../../src-main/engine/plan/row/map-source-row.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { account, columnsNamed, goodPhone, recipeOf } from '../../mapping/mapping-case.ts'
import { dialect } from '../../store/stored-things.ts'

const columns = columnsNamed('Phone', 'Name', 'Notes')

function map(row: SourceRow, blank: 'keep' | 'clear') {
  const recipe = recipeOf(
    'contacts',
    [
      { to: 'name', from: ['Name'] },
      { to: 'notes', from: ['Notes'] },
    ],
    { blank },
  )
  return mapSourceRow(row, { columns, dialect, recipe, mapping: compileRecipe(recipe, columns, account) })
}

const row: SourceRow = { line: 2, cells: [goodPhone, 'Ada', ''], marks: ['no_value'] }

test('a formula without a result empties no field: where blank cells do that, its row is invalid', () => {
  const cleared = map(row, 'clear')
  expect(cleared).toMatchObject({ key: null, issues: [{ code: 'row.no_value', severity: 'error', line: 2 }] })
  expect(cleared.contact).toBeUndefined()
  expect(map({ line: 2, cells: row.cells }, 'clear').contact).toEqual({ name: 'Ada', notes: null })
})

test('where blank cells keep what is there, it only shows', () => {
  expect(map(row, 'keep')).toMatchObject({ contact: { name: 'Ada' }, issues: [{ code: 'row.no_value', severity: 'warning' }] })
})

test('a row without anything in its cells is left out, not invalid, however many cells it has', () => {
  for (const cells of [['', '', ''], [' ', '\t'], [''], ['', '\u00A0', '', '']])
    expect(map({ line: 9, cells }, 'clear')).toEqual({ line: 9, key: null, issues: [], isBlank: true })
  expect(map({ line: 9, cells: ['', '', 'x'] }, 'clear').isBlank).toBeUndefined()
  expect(map({ line: 9, cells: ['', '', ''], marks: ['no_value'] }, 'clear')).toMatchObject({
    issues: [{ code: 'row.no_value', severity: 'error' }],
  })
})

test('a row with a cell that is far too long is a mistake, but refuses what it refuses', () => {
  const recipe = recipeOf('contacts', [
    { to: 'name', from: ['Name'] },
    { to: 'blocked', from: ['Notes'], values: { Yes: true, No: false } },
  ])
  const mapping = compileRecipe(recipe, columns, account)
  const mapped = (blocked: string) =>
    mapSourceRow(
      { line: 2, cells: [goodPhone, `${'7'.repeat(200)}…`, blocked], marks: ['huge_cell'] },
      { columns, dialect, recipe, mapping },
    )
  expect(mapped('No').issues).toMatchObject([{ code: 'row.huge_cell', severity: 'error', column: 'Name' }])
  expect(mapped('Yes')).toMatchObject({
    key: { by: 'phone' },
    contact: { blocked: true },
    issues: [{ code: 'row.huge_cell', severity: 'warning' }, { code: 'consent.refusal_only' }],
  })
  expect(mapped('Yes').contact).toEqual({ blocked: true })
})

describe('a row with corrections', () => {
  const done = { corrections: [], conflicts: [], isExcluded: false, isApart: false }
  const corrected = { kind: 'cell' as const, column: 1, before: 'Eve', after: 'Ada' }
  const mapped = (parts: Partial<NonNullable<SourceRow['corrected']>>) =>
    map({ line: 2, cells: [goodPhone, 'Ada', 'x'], corrected: { ...done, ...parts } as NonNullable<SourceRow['corrected']> }, 'keep')

  test('is marked as corrected, and as apart where a person says so', () => {
    expect(mapped({ corrections: [corrected] as never })).toMatchObject({ contact: { name: 'Ada' }, isCorrected: true })
    expect(mapped({ corrections: [corrected] as never })).not.toHaveProperty('isApart')
    expect(mapped({ corrections: [corrected] as never, isApart: true })).toMatchObject({ isCorrected: true, isApart: true })
  })

  test('is as it was where none of them did anything', () => {
    expect(mapped({})).not.toHaveProperty('isCorrected')
    expect(mapped({})).toMatchObject({ contact: { name: 'Ada' } })
  })

  test('is left out where a person says so', () => {
    expect(mapped({ isExcluded: true })).toEqual({ line: 2, key: null, issues: [], isExcluded: true, isCorrected: true })
  })
})
