import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { tableRecipe } from '../../../../src-main/engine/mapping/suggest/table-recipe.ts'
import { exportedColumns } from '../../../../src-main/engine/model/contacts/export-columns.ts'
import type { SourceRow } from '../../../../src-main/engine/model/files/source-schema.ts'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { columnsNamed } from '../mapping-case.ts'

const recipe = tableRecipe('t', [{ uuid: 'f-1', name: 'Birthday', dataType: 'string' }])

test('is one that can be kept, in which every column that can be changed goes to its field', () => {
  expect(recipeSchema.parse(recipe)).toMatchObject({ kind: 'contacts', onlyCorrected: true })
  expect(recipe.fields.map(({ to, from }) => [from?.join(), to])).toEqual([
    ['Name', 'name'],
    ['Email', 'email'],
    ['Notes', 'notes'],
    ['Tags', 'tags'],
    ['Archived', 'archived'],
    ['Blocked', 'blocked'],
    ['Unreachable', 'unreachable'],
    ['Consent', 'consent'],
    ['Birthday', 'custom:f-1'],
  ])
})

describe('of a row of the table', () => {
  const names = [...exportedColumns, 'Birthday']
  const account = { country: 'US', customFields: [{ uuid: 'f-1', name: 'Birthday', dataType: 'string' }], departments: [] }
  const { mapRow } = compileRecipe(recipe, columnsNamed(...names), account)
  const shown: Record<string, string> = {
    UUID: 'c-1',
    'Phone Number': '+12025550123',
    Name: 'Ann',
    Email: 'ann@example.com',
    Consent: 'no',
  }
  /** What becomes of it once these cells are changed. */
  function changed(cells: Record<string, string>) {
    const corrections = Object.entries(cells).map(([name, after]) => ({
      column: names.indexOf(name),
      before: shown[name] ?? '',
      after,
      kind: 'cell' as const,
    }))
    const row: SourceRow = { line: 2, cells: names.map((name) => cells[name] ?? shown[name] ?? '') }
    return mapRow(corrections.length === 0 ? row : { ...row, corrected: { isExcluded: false, corrections, conflicts: [] } })
  }

  test('that nobody has changed nothing is written', () => {
    expect(changed({})).toMatchObject({ key: { by: 'uuid', uuid: 'c-1' }, isUntouched: true, contact: {} })
    expect(changed({}).consent).toBeUndefined()
  })

  test('what was changed is written, and nothing else', () => {
    const row = changed({ Name: 'Anna', Birthday: '1 May' })
    expect(row).toMatchObject({ contact: { name: 'Anna', customFields: { 'f-1': '1 May' } }, issues: [] })
    expect([row.isUntouched, row.consent, row.contact?.email]).toEqual([undefined, undefined, undefined])
  })

  test('a refusal counts at once, and what gives consent waits until somebody has said so', () => {
    expect(changed({ Consent: 'No' })).toMatchObject({ consent: false })
    expect(changed({ Consent: 'No' }).isUnconfirmed).toBeUndefined()
    expect(changed({ Consent: 'Yes' })).toMatchObject({ consent: true, isUnconfirmed: true })
  })
})
