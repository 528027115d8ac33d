import type { CustomerUpdate } from '../model/contacts/customer.ts'
import { comparableTag } from '../model/same-text.ts'

/** The tags of a contact after an update of them. */
export function tagsAfter({ handling, tags }: NonNullable<CustomerUpdate['tags']>, present: readonly string[]): string[] {
  switch (handling) {
    case 'replace':
      return [...tags]
    case 'remove':
      return without(present, tags)
    case 'add':
      return [...present, ...without(tags, present)]
  }
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const named = new Set(others.map(comparableTag))
  return tags.filter((tag) => !named.has(comparableTag(tag)))
}
