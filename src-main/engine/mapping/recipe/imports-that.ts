import type { ImportDescriptor } from '../../kinds/kind-descriptor.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { importKinds } from '../../model/kinds.ts'

/** Names the kinds of import that can do something: `imports of contacts and consent`. */
export function importsThat(can: (kind: ImportDescriptor) => boolean): string {
  const kinds: string[] = importKinds.filter((kind) => can(importDescriptors[kind]))
  return `imports of ${[kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter((part) => part !== '').join(' and ')}`
}
