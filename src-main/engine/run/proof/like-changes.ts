import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { comparableTag } from '../../model/same-text.ts'
import { canPutBack } from './put-back.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/**
 * Decides which changes of a contact are put back that was not read right before the call: those that the service was seen to make to
 * others as well, and that could be put back there. Anything else may be the work of a colleague and is left alone. Tags are put back
 * beside those that are there now.
 */
export function splitByLikeness(
  changes: readonly UnaskedChange[],
  seen: readonly UnaskedChange[],
): { back: UnaskedChange[]; left: UnaskedChange[] } {
  const known = new Set(seen.flatMap(partsOf).filter(canPutBack).map(likenessOf))
  const back: UnaskedChange[] = []
  const left: UnaskedChange[] = []
  for (const part of changes.flatMap(partsOf)) {
    const likeness = likenessOf(part)
    if (likeness !== null && canPutBack(part) && known.has(likeness)) back.push(part)
    else left.push(part)
  }
  return { back, left }
}

/** A contact as it is now, with these changes put back. */
export function recordPutBack(now: CustomerRecord, back: readonly UnaskedChange[]): CustomerRecord {
  const target: CustomerRecord = { ...now }
  for (const { field, before } of back) {
    if (field === 'reachable') target.reachableBySms = before === true
    else if (field.startsWith('custom:'))
      target.customFields = { ...target.customFields, [field.slice('custom:'.length)]: typeof before === 'string' ? before : '' }
    else Object.assign(target, { [field]: before })
  }
  return target
}

/** In what two changes that can be put back are alike: the same flag went the same way, a text was emptied, tags were lost. */
function likenessOf({ field, after }: UnaskedChange): string | null {
  if (field === 'tags') return 'tags lost'
  if (typeof after === 'boolean' || field === 'consent') return `${field} is ${after}`
  if (after !== null && after !== '') return null
  return `text emptied, custom: ${field.startsWith('custom:')}`
}

/** Tags that were lost and tags that came are two things: only what was lost is put back. */
function partsOf(change: UnaskedChange): UnaskedChange[] {
  if (change.field !== 'tags') return [change]
  const [before, after] = [tagsOf(change.before), tagsOf(change.after)]
  const [lost, got] = [without(before, after), without(after, before)]
  return [
    ...(lost.length > 0 ? [{ field: 'tags', before: [...after, ...lost], after }] : []),
    ...(got.length > 0 ? [{ field: 'tags', before: without(after, got), after }] : []),
  ]
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(comparableTag))
  return tags.filter((tag) => !known.has(comparableTag(tag)))
}

function tagsOf(value: UnaskedChange['before']): string[] {
  return Array.isArray(value) ? value : []
}
