import { callDescriptors, descriptorOf } from '../kinds/calls/all-calls.ts'
import { tagsAfter } from '../kinds/tags-after.ts'
import type { CallKind } from '../model/kinds.ts'
import type { CustomerUpdate } from '../model/contacts/customer.ts'
import type { FieldImage } from '../model/contacts/field-image.ts'
import type { EffectiveCall } from '../store/runs/calls.ts'
import type { FieldChange, FieldValue, RowDetail } from '../model/plans/plan-schema.ts'
import { comparableTag } from '../model/same-text.ts'

/**
 * What a row's calls did to its contact, or may have done: the planned changes of these calls, with what the fields were
 * right before them where that was not as planned. `isDecidedWhenRead`: the calls wrote just the fields of their images. Null when the
 * contact itself was created.
 */
export function writtenChanges(
  { changes = [], calls: planned = [] }: RowDetail,
  calls: readonly EffectiveCall[],
  isDecidedWhenRead: boolean,
): FieldChange[] | null {
  if (calls.some(({ kind }) => callDescriptors[kind].createsContact)) return null
  const image: FieldImage = Object.assign({}, ...calls.toReversed().map(({ beforeImage }) => beforeImage))
  const kinds = new Set<CallKind>(calls.map(({ kind }) => kind))
  const fields = new Set(
    isDecidedWhenRead
      ? Object.keys(image)
      : planned.filter(({ kind }) => kinds.has(kind)).flatMap((call) => descriptorOf(call).fields(call)),
  )
  const written = changes.filter(({ field }) => fields.has(field))
  const tagsUpdate = isDecidedWhenRead
    ? undefined
    : planned.map((call) => descriptorOf(call).tagsUpdate(call)).find((update) => update !== null)
  return written.map((change) => {
    const before = image[change.field]
    if (before === undefined) return change
    return { ...change, before, beforeKnown: true, after: change.field === 'tags' ? tagsWritten(change, before, tagsUpdate) : change.after }
  })
}

/** Adding and removing tags leaves the others as they were. `update`: what was asked of them, where that was planned. */
function tagsWritten({ before, after }: FieldChange, actual: FieldValue, update: CustomerUpdate['tags']): string[] {
  // What the plan says that would be left is nothing to go by where it did not know which tags there were.
  if (update !== undefined) return tagsAfter(update, tagsOf(actual))
  const was = new Set(tagsOf(before).map(comparableTag))
  const is = new Set(tagsOf(after).map(comparableTag))
  const present = tagsOf(actual)
  const has = new Set(present.map(comparableTag))
  const added = tagsOf(after).filter((tag) => !was.has(comparableTag(tag)) && !has.has(comparableTag(tag)))
  return [...present.filter((tag) => !was.has(comparableTag(tag)) || is.has(comparableTag(tag))), ...added]
}

function tagsOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value : []
}
