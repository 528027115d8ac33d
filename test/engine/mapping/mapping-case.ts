import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { MappingAccount } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'
import { recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../../src-main/engine/model/kinds.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { SourceColumn, SourceRow } from '../../../src-main/engine/model/files/source-schema.ts'

export const account: MappingAccount = {
  country: 'US',
  customFields: [
    { uuid: 'cf-account', name: 'Account ID', dataType: 'string' },
    { uuid: 'cf-profile', name: 'Profile', dataType: 'link' },
    { uuid: 'cf-twin-1', name: 'Twin', dataType: 'string' },
    { uuid: 'cf-twin-2', name: 'Twin', dataType: 'string' },
  ],
  departments: [
    { uuid: 'd-sales', name: 'Sales', phone: null, isSmsGroup: false },
    { uuid: 'd-care', name: 'Customer Care', phone: null, isSmsGroup: false },
  ],
}

export function columnsNamed(...names: string[]): SourceColumn[] {
  return names.map((name, index) => ({ index, name, header: name, samples: [] }))
}

/** A recipe of one kind, matched by the column `Phone`. */
export function recipeOf(kind: ImportKind, fields: Recipe['fields'], rest: object = {}): Recipe {
  return recipeSchema.parse({ version: 1, name: 'test', kind, match: { by: 'phone', column: 'Phone' }, fields, ...rest })
}

export const goodPhone = '(202) 555-0123'

/** Maps one row whose cells are given by column name; `Phone` is a good number unless given. */
export function mapCells(recipe: Recipe, cells: Record<string, string>, line = 2): MappedRow {
  const all = { Phone: goodPhone, ...cells }
  const row: SourceRow = { line, cells: Object.values(all) }
  return compileRecipe(recipe, columnsNamed(...Object.keys(all)), account).mapRow(row)
}
