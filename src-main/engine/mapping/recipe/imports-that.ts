import type { ImportDescriptor } from '../../kinds/kind-descriptor.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { importKinds } from '../../model/kinds.ts'

/** Names the kinds of import that can do something: `imports of contacts and consent`. */
export function importsThat(can: (kind: ImportDescriptor) => boolean): string {
  return `imports of ${importKinds.filter((kind) => can(importDescriptors[kind])).join(' and ')}`
}
