import type { CustomFieldDefinition } from './customer.ts'

/** The columns of exported contacts, before those of the custom fields. By them a file is known again when it comes back. */
export const exportedColumns = [
  'UUID',
  'Phone Number',
  'Name',
  'Email',
  'Notes',
  'Tags',
  'Archived',
  'Blocked',
  'Unreachable',
  'Consent',
] as const
export type ExportedColumn = (typeof exportedColumns)[number]

/** The last column of an export: when the service last showed all of the contact. Nothing of it is imported. */
export const exportedAgeColumn = 'Read At'

/** What separates the tags of a contact; it is in none of them (section Endpoints, PUT /api/customer, `tags`). */
export const exportedTagSeparator = ','

/** The header of each custom field's column: its name, with its uuid where that alone would not tell. */
export function exportedHeaders(customFields: readonly CustomFieldDefinition[]): string[] {
  const key = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  const taken = new Map<string, number>([...exportedColumns, exportedAgeColumn].map((column) => [key(column), 1]))
  for (const { name } of customFields) taken.set(key(name), (taken.get(key(name)) ?? 0) + 1)
  return customFields.map(({ name, uuid }) => (key(name) === '' || taken.get(key(name)) !== 1 ? `${name.trim()} (${uuid})`.trim() : name))
}
