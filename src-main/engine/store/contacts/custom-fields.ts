import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import type { Store } from '../open-store.ts'

/** Statements on the account's custom fields. */
export function createCustomFields(store: Store) {
  const selectAll = store.prepare<[], CustomFieldDefinition>(
    'SELECT uuid, name, data_type AS dataType FROM custom_fields ORDER BY position',
  )
  const removeAll = store.prepare('DELETE FROM custom_fields')
  const insert = store.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO custom_fields (uuid, name, data_type, position) VALUES (?, ?, ?, ?)',
  )
  return {
    /** In the service's order. */
    all: (): CustomFieldDefinition[] => selectAll.all(),

    replaceAll: store.transaction((fields: readonly CustomFieldDefinition[]): void => {
      removeAll.run()
      fields.forEach((field, position) => insert.run(field.uuid, field.name, field.dataType, position))
    }).immediate,
  }
}
