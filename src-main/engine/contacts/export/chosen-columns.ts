import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { type ExportedColumn, exportedColumns, exportedHeaders } from '../../model/contacts/export-columns.ts'
import { AppError } from '../../model/errors.ts'
import { findByName } from '../../text/headers/name-key.ts'

/** A column of an export: one of a contact's fields, or a custom field by its uuid. */
export type ChosenColumn = { header: string; field: ExportedColumn } | { header: string; field: null; customField: string }

/** Every column that an export can have, in its order. */
function allColumns(customFields: readonly CustomFieldDefinition[]): ChosenColumn[] {
  const headers = exportedHeaders(customFields)
  return [
    ...exportedColumns.map((field): ChosenColumn => ({ header: field, field })),
    ...customFields.map(({ uuid }, at): ChosenColumn => ({ header: headers[at] ?? uuid, field: null, customField: uuid })),
  ]
}

/** The columns of an export that are wanted, by their headers, in the export's order; all without a choice. Throws `usage` for one that there is not. */
export function chosenColumns(customFields: readonly CustomFieldDefinition[], wanted: readonly string[] | undefined): ChosenColumn[] {
  const all = allColumns(customFields)
  if (wanted === undefined) return all
  const chosen = new Set(
    wanted.map((name) => {
      const { found } = findByName(all, ({ header }) => header, name)
      if (found !== null) return found
      const names = all.map(({ header }) => `"${header}"`).join(', ')
      throw new AppError('usage', `There is no column "${name}" to export.`, `The columns are ${names}.`)
    }),
  )
  if (chosen.size === 0) throw new AppError('usage', 'No column was chosen.', 'Choose at least one.')
  return all.filter((column) => chosen.has(column))
}
