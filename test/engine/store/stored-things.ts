import { recipeSchema, type Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { Dialect, SourceColumn } from '../../../src-main/engine/model/files/source-schema.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

export const dialect: Dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }
export const columns: SourceColumn[] = [{ index: 0, name: 'Phone', header: 'Phone', samples: [] }]

export function recipe(parts: Partial<Recipe> = {}): Recipe {
  return recipeSchema.parse({ version: 1, name: 'List', kind: 'contacts', match: { by: 'phone', column: 'Phone' }, fields: [], ...parts })
}

export function addFile(store: Store, id = 'file'): void {
  tablesOf(store).files.add({
    id,
    name: 'list.csv',
    originalPath: null,
    storedPath: `/nowhere/${id}`,
    sizeBytes: 1000,
    sha256: '0'.repeat(64),
    openedAtMs: 1,
  })
}
