import type { CustomerUpdate } from '../model/contacts/customer.ts'
import type { FieldValue } from '../model/plans/plan-schema.ts'

/** Lets an update set a field, by its name in `FieldChange.field`, to a value that it had before; what it had not is blank. Not for tags. */
export function setField(customer: CustomerUpdate, field: string, value: FieldValue): void {
  switch (field) {
    case 'name':
    case 'notes':
      customer[field] = typeof value === 'string' ? value : ''
      return
    case 'archived':
    case 'blocked':
      customer[field] = value === true
      return
  }
  customer.customFields = { ...customer.customFields, [field.slice('custom:'.length)]: typeof value === 'string' ? value : '' }
}
