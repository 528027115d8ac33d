import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { type ExportedColumn, exportedColumns, exportedHeaders, exportedTagSeparator } from '../../model/contacts/exported-contacts.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { type Column, decide, type RecipeDraft, take } from './recipe-draft.ts'

export const exportedRecipeName = 'Contacts from Rollcall'

/** What an exported column says when it comes back; the others only find the contact. */
const rules: Partial<Record<ExportedColumn, Omit<FieldRule, 'from'>>> = {
  Name: { to: 'name', blank: 'clear' },
  Email: { to: 'email', blank: 'clear' },
  Notes: { to: 'notes', blank: 'clear' },
  Tags: { to: 'tags', tags: 'replace', separator: exportedTagSeparator, blank: 'clear' },
  Archived: { to: 'archived' },
  Blocked: { to: 'blocked' },
  Unreachable: { to: 'unreachable' },
  Consent: { to: 'consent', values: { yes: true, no: false }, unconfirmed: true },
}

/**
 * Knows contacts again that Rollcall has exported, by all of the columns that it writes: each goes to its own field, tags are
 * replaced, and a cell that was cleared empties its field. Null for any other file, also one from which columns were taken out.
 */
export function suggestExported(draft: RecipeDraft, customFields: readonly CustomFieldDefinition[]): Recipe['match'] | null {
  const headers = exportedHeaders(customFields)
  const find = (header: string): Column | undefined => draft.columns.find(({ name }) => name === header)
  const identifier = find('UUID')
  const phone = find('Phone Number')
  if (identifier === undefined || phone === undefined || !exportedColumns.every((header) => find(header) !== undefined)) return null

  decide(draft, identifier, 'match', 'sure', 'Rollcall has exported this file: the contact is found by its identifier.')
  decide(draft, phone, 'match', 'sure', 'Used where "UUID" is blank.')
  for (const header of exportedColumns) {
    const rule = rules[header]
    const column = find(header)
    if (rule === undefined || column === undefined) continue
    take(draft, [column], { ...rule, from: [column.name] }, 'sure', 'Rollcall has exported this file.')
  }
  customFields.forEach(({ uuid }, at) => {
    const header = nameKey(headers[at] ?? '')
    const column = draft.columns.find(({ name }) => nameKey(name) === header)
    if (column === undefined || draft.decided.has(column.name)) return
    take(draft, [column], { to: `custom:${uuid}`, from: [column.name], blank: 'clear' }, 'sure', 'Rollcall has exported this file.')
  })
  return { by: 'uuid', column: identifier.name, phoneColumns: [phone.name] }
}
