import { tagsAfter } from '../../kinds/tags-after.ts'
import type { CustomerRecord, CustomerUpdate } from '../../model/contacts/customer.ts'
import type { LiveWith } from '../../model/runs/live-with.ts'
import { wholeUpdate } from './put-back.ts'

/**
 * An update, with what the service would clear if it were left out: as the contact was read right before. What is empty is not sent, nor a
 * flag that is not set: nobody is unblocked by it.
 */
export function withSentAlong(customer: CustomerUpdate, record: CustomerRecord, livesWith: ReadonlySet<LiveWith>): CustomerUpdate {
  const { name, notes, archived, blocked, tags, customFields } = wholeUpdate(record)
  const full: CustomerUpdate = { ...customer }
  if (livesWith.has('texts')) {
    if (name !== undefined) full.name ??= name
    if (notes !== undefined) full.notes ??= notes
  }
  if (livesWith.has('flags')) {
    if (archived !== undefined) full.archived ??= archived
    if (blocked !== undefined) full.blocked ??= blocked
  }
  if (livesWith.has('tags') && record.tags !== undefined) {
    const all = customer.tags === undefined ? tags?.tags : tagsAfter(customer.tags, record.tags)
    if (all !== undefined) full.tags = { handling: 'replace', tags: all }
  }
  if (livesWith.has('custom-fields') && customFields !== undefined) full.customFields = { ...customFields, ...customer.customFields }
  return full
}
