import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { comparableTag } from '../../model/same-text.ts'
import { canPutBack } from './put-back.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/**
 * Which changes of a contact are put back of whom nothing was read right before the call: those that the service was seen to make to
 * others, and that could be put back there. All else may be the work of a colleague, and is left. Tags are put back beside those that
 * are there now.
 */
export function splitByLikeness(
  changes: readonly UnaskedChange[],
  seen: readonly UnaskedChange[],
): { back: UnaskedChange[]; left: UnaskedChange[] } {
  const known = new Set(seen.flatMap(partsOf).filter(canPutBack).flatMap(likenessesOf))
  const back: UnaskedChange[] = []
  const left: UnaskedChange[] = []
  for (const part of changes.flatMap(partsOf)) {
    const isLike = canPutBack(part) && likenessesOf(part).every((one) => known.has(one)) && likenessesOf(part).length > 0
    if (isLike) back.push(part)
    else left.push(part)
  }
  return { back: asOne(back), left }
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

/** In what two changes are alike: the same flag went the same way, a text was emptied, tags were lost, or the same ones came. */
function likenessesOf({ field, before, after }: UnaskedChange): string[] {
  switch (field) {
    case 'posts':
    case 'texts':
    case 'resolved':
      return []
    case 'tags': {
      const got = without(tagsOf(after), tagsOf(before))
      return got.length > 0 ? got.map((tag) => `tags got ${comparableTag(tag)}`) : ['tags lost']
    }
  }
  if (typeof after === 'boolean' || field === 'consent') return [`${field} is ${after}`]
  if (after !== null && after !== '') return []
  return [field.startsWith('custom:') ? 'custom field emptied' : 'text emptied']
}

/** Tags that were lost and tags that came are two things. */
function partsOf(change: UnaskedChange): UnaskedChange[] {
  if (change.field !== 'tags') return [change]
  const [before, after] = [tagsOf(change.before), tagsOf(change.after)]
  const [lost, got] = [without(before, after), without(after, before)]
  return [
    ...(lost.length > 0 ? [{ field: 'tags', before: [...after, ...lost], after }] : []),
    ...(got.length > 0 ? [{ field: 'tags', before: without(after, got), after }] : []),
  ]
}

/** Both parts of what became of the tags are put back at once. */
function asOne(back: readonly UnaskedChange[]): UnaskedChange[] {
  const [first, second] = back.filter(({ field }) => field === 'tags')
  if (first === undefined || second === undefined) return [...back]
  const after = tagsOf(first.after)
  const got = without(after, tagsOf(second.before))
  return [...back.filter(({ field }) => field !== 'tags'), { field: 'tags', before: without(tagsOf(first.before), got), after }]
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(comparableTag))
  return tags.filter((tag) => !known.has(comparableTag(tag)))
}

function tagsOf(value: UnaskedChange['before']): string[] {
  return Array.isArray(value) ? value : []
}
