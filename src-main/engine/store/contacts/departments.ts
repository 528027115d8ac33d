import type { Department } from '../../model/contacts/customer.ts'
import type { Store } from '../open-store.ts'

/** Statements on the account's departments. */
export function createDepartments(store: Store) {
  const selectAll = store.prepare<[], { uuid: string; name: string; phone: string | null; is_sms_group: number }>(
    'SELECT uuid, name, phone, is_sms_group FROM departments ORDER BY position',
  )
  const removeAll = store.prepare('DELETE FROM departments')
  const insert = store.prepare<[string, string, string | null, number, number]>(
    'INSERT OR REPLACE INTO departments (uuid, name, phone, is_sms_group, position) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    /** In the service's order. */
    all: (): Department[] =>
      selectAll.all().map((row) => ({ uuid: row.uuid, name: row.name, phone: row.phone, isSmsGroup: row.is_sms_group === 1 })),

    replaceAll: store.transaction((departments: readonly Department[]): void => {
      removeAll.run()
      departments.forEach((one, position) => insert.run(one.uuid, one.name, one.phone, one.isSmsGroup ? 1 : 0, position))
    }).immediate,
  }
}
