import type { Input } from '../../src-main/engine/contract.ts'

export type ContactSort = NonNullable<Input<'contacts.page'>['sort']>

/** The order after a press on the header of a column: by that one, and pressed again, the other way round. */
export function pressedSort(sort: ContactSort, by: ContactSort['by']): ContactSort {
  return sort.by === by ? { by, down: !sort.down } : { by, down: false }
}
