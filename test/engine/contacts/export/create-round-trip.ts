import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import type { CustomFieldDefinition } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'
import { buildPlan } from '../../../../src-main/engine/plan/build/build-plan.ts'
import { exportContacts } from '../../../../src-main/engine/contacts/export/export-contacts.ts'
import { writeTable } from '../../../../src-main/engine/contacts/export/write-table.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { fileOptions } from '../../plan/planned-file.ts'
import { allRows } from '../../plan/planning.ts'

let number = 0

export const formats = ['csv', 'xlsx'] as const

/** Exports all cached contacts of a store, and loads such files again as a person would who looks at no option. */
export function createRoundTrip(store: Store, folder: string, customFields: CustomFieldDefinition[]) {
  const next = (name: string): string => {
    number += 1
    return join(folder, `${number}-${name}`)
  }

  return {
    async save(format: (typeof formats)[number]): Promise<string> {
      const path = next(`contacts.${format}`)
      await exportContacts({ contacts: tablesOf(store).contacts.all(), customFields, path, overwrite: false })
      return path
    },

    /** Every cell as it is read, the header first. */
    async read(path: string): Promise<string[][]> {
      const { columns, dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
      const rows: string[][] = [columns.map(({ header, name }) => header ?? name)]
      for await (const batch of readRows(path, dialect, {})) rows.push(...batch.rows.map(({ cells }) => [...cells]))
      return rows
    },

    /** A file with these cells, as another program writes it. */
    async write(format: (typeof formats)[number], rows: readonly (readonly string[])[]): Promise<string> {
      const path = next(`edited.${format}`)
      if (format === 'csv') writeFileSync(path, Papa.unparse(rows.map((cells) => [...cells])))
      else
        await writeTable(
          path,
          (async function* () {
            yield* rows
          })(),
          'refuse',
        )
      return path
    },

    async plan(path: string, change: (recipe: Recipe) => Recipe = (recipe) => recipe) {
      const { columns, dialect } = await inspectFile(path, dialectChoiceSchema.parse({}))
      const first = []
      for await (const { rows } of readRows(path, dialect, {})) first.push(...rows)
      const account = { country: 'US', customFields, departments: [] }
      const recipe = change(suggestRecipe({ kind: 'contacts', columns, rows: first, account }).recipe)
      const planId = next('plan')
      const options = await fileOptions(store, path, recipe, { mappingAccount: account })
      const counts = await buildPlan({ ...options, planId })
      return { counts, rows: allRows(store, planId), recipe }
    },
  }
}
