import { createHash } from 'node:crypto'
import { isSameValue } from '../../model/contacts/field-values.ts'
import { isSameText } from '../../model/same-text.ts'
import type { PostKind } from '../../kinds/calls/call-descriptor.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { pairMark } from '../../plan/match/altered-texts.ts'
import { isEscaped, isStoredBy } from '../../text/stored-text.ts'
import type { Alterations, Lesson, ServiceProfile } from '../late/service-profile.ts'
import type { NotApplied } from './echo.ts'

/** A text that is cut after so many characters at least met a limit of its field; one that is cut earlier was mangled. */
const leastLimit = 60

/** What an answer or a read lacks of what was asked, told apart by whether that is to be expected of this service. */
export interface Lost {
  /** Whether all of it was known to be altered, or is a text that is too long for its field: the row fails, and stops no run. */
  isExpected: boolean
  /** What this says of the service; null where it is nothing new. */
  learnt: Extract<Lesson, { kind: 'altered' }> | null
  /** Fields that are cut, and after how many characters. */
  cuts: Alterations['cuts']
  /** By what rules, where nothing but texts was lost: then Rollcall can live with it. Null where more was. */
  altered: Alterations | null
}

/** The field of a post's text, as the service was seen to store it. */
const postFields: Readonly<Record<PostKind, string>> = { import: 'Message', message: 'Message sent', whisper: 'Whisper' }
export const postFieldOf = (as: PostKind): string => postFields[as]
/** What a field of posts is in its conversation; an imported message for any other. */
export const postKindOf = (field: string): PostKind =>
  (Object.keys(postFields) as PostKind[]).find((as) => postFields[as] === field) ?? 'import'
const namesOfPosts: ReadonlySet<string> = new Set(Object.values(postFields))
export const isPostField = (field: string): boolean => namesOfPosts.has(field)

/** Whether the service has stored another text than was asked for, and always does so with this one, or with one that is so long. */
export function lostTexts(lost: readonly NotApplied[], item: Pick<RunItem, 'changes' | 'contacts'>, profile: ServiceProfile): Lost {
  // What is there can be what an earlier run has left of the same text.
  const isKnownCut = ({ field, asked, answered }: NotApplied) => asked.startsWith(answered) && profile.cuts[field] === answered.length
  const altered = lost.filter((one) => isText(one) && (isNew(one, item) || isKnownCut(one) || profile.altered.has(markOf(one, item))))
  const cuts = altered.flatMap(({ field, asked, answered }) =>
    asked.startsWith(answered) && answered.length >= leastLimit ? [{ field, characters: answered.length }] : [],
  )
  const [escaped, others] = split(
    altered.filter((one) => !isCut(one)),
    ({ asked, answered }) => isEscaped(asked, answered),
  )
  const rules = { cuts, escapes: fieldsOf(escaped), alters: fieldsOf(others) }
  // A message is imported once: its text is not met again.
  const marks = altered.filter(({ field }) => !isPostField(field)).map((one) => markOf(one, item))
  const isAll = altered.length === lost.length
  const isUsual = (one: NotApplied) => !isPostField(one.field) && (isCut(one) || profile.altered.has(markOf(one, item)))
  const isKnown =
    cuts.every(({ field, characters }) => profile.cuts[field] === characters) &&
    rules.escapes.every((field) => profile.escapes.has(field)) &&
    rules.alters.every((field) => profile.alters.has(field)) &&
    marks.every((mark) => profile.altered.has(mark))
  return {
    isExpected: isAll && altered.every(isUsual),
    learnt: isKnown ? null : { kind: 'altered', marks, ...rules },
    cuts,
    altered: isAll && lost.length > 0 ? rules : null,
  }

  function isCut({ field }: NotApplied): boolean {
    return cuts.some((cut) => cut.field === field)
  }
}

/**
 * Parts what an answer or a read lacks, where somebody chose to live with altered texts: `stored` is there with another text, as this service
 * makes it. What is told from the text that was asked for by nothing but escapes is in neither.
 */
export function livedWith(
  lost: readonly NotApplied[],
  item: Pick<RunItem, 'changes' | 'contacts'>,
  { livesWith, cuts, escapes, alters, altered }: ServiceProfile,
): { lost: readonly NotApplied[]; stored: readonly NotApplied[] } {
  if (lost.length === 0 || !livesWith.has('altered-texts')) return { lost, stored: [] }
  const ruleOf = (field: string) => ({ cutAt: cuts[field] ?? null, escapes: escapes.has(field) })
  const isUsual = (one: NotApplied) =>
    isText(one) &&
    (isStoredBy(ruleOf(one.field), one.asked, one.answered) ||
      (alters.has(one.field) && (isNew(one, item) || altered.has(markOf(one, item)))))
  const [usual, others] = split(lost, isUsual)
  return { lost: others, stored: usual.filter(({ field, asked, answered }) => !(escapes.has(field) && isEscaped(asked, answered))) }
}

/** What is to be remembered of texts that are lived with: the same text is then known to be there. */
export function storedLesson(stored: readonly NotApplied[]): Lesson | null {
  const marks = stored.filter(({ field }) => !isPostField(field)).map(({ field, asked, answered }) => pairMark(field, asked, answered))
  return marks.length === 0 ? null : { kind: 'storedAs', marks }
}

function isText({ field, asked, answered }: NotApplied): boolean {
  const isOfText = field === 'name' || field === 'notes' || isPostField(field) || field.startsWith('custom:')
  return isOfText && answered !== 'nothing' && asked !== 'nothing'
}

function split<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

function fieldsOf(lost: readonly NotApplied[]): string[] {
  return [...new Set(lost.map(({ field }) => field))]
}

/** Whether an answer shows a field as it was before, so that it may only be late. */
export function isAsBefore({ field, answered }: NotApplied, { changes }: Pick<RunItem, 'changes'>): boolean {
  const change = changes.find((one) => one.field === field)
  if (change === undefined || !change.beforeKnown) return true
  const { before } = change
  if (Array.isArray(before)) return isSameValue(answered.split(', '), before.length === 0 ? [''] : before)
  if (typeof before === 'boolean') return answered === (before ? 'yes' : 'no')
  return before === null || before === '' ? answered === 'nothing' : isSameText(before, answered)
}

/** Another text is there than before: the service has taken what it was given, and made something else of it. */
function isNew({ field, answered }: NotApplied, { changes }: Pick<RunItem, 'changes'>): boolean {
  const before = changes.find((change) => change.field === field)?.before
  return !(typeof before === 'string' && isSameText(before, answered))
}

/** Identifies a text that is altered, of this contact: the same one is met again when the file is imported once more. */
function markOf({ field, asked }: NotApplied, { contacts }: Pick<RunItem, 'contacts'>): string {
  return createHash('sha256')
    .update(JSON.stringify([contacts.at(-1) ?? '', field, asked]))
    .digest('hex')
    .slice(0, 20)
}
