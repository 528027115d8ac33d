import type { DesiredContact } from '../../model/plans/mapped-row.ts'
import type { FieldMerge } from '../../model/recipes/recipe-schema.ts'
import type { FieldMerges } from './grouping.ts'
import { comparableTag, comparableText } from '../../model/same-text.ts'

/** Joined notes are not made longer than this many characters. */
export const longestJoinedNotes = 100_000

/** Rows that say different things of a flag that nobody outvotes. */
export interface Contradiction {
  field: 'blocked' | 'unreachable'
  /** The first line that says yes, and the first that says no. */
  yesLine: number
  noLine: number
}

/**
 * Makes one contact of several, taken one by one in file order. A blank empties a field only where no row has a value; of
 * contradicting `blocked` and `unreachable`, true stays. Keeps one contact and its joined texts, however many are taken.
 */
export function createContactMerge({ values, tags: tagsMerge, perField }: FieldMerges) {
  const merged: DesiredContact = {}
  const notes: string[] = []
  const knownNotes = new Set<string>()
  const knownTags = new Set<string>()
  const said = new Map<Contradiction['field'], { yesLine: number | null; noLine: number | null }>()
  let notesLength = 0
  let notesCut = 0

  const howOf = (field: string): FieldMerge => perField.get(field) ?? values

  const text = (field: string, before: string | null | undefined, next: string | null): string | null => {
    if (isBlank(before)) return next
    return isBlank(next) || howOf(field) === 'firstNonEmpty' ? (before ?? null) : next
  }
  const addNote = (note: string): void => {
    const key = comparableText(note)
    if (knownNotes.has(key)) return
    if (notesLength + note.length + 1 > longestJoinedNotes && notes.length > 0) {
      notesCut += 1
      return
    }
    knownNotes.add(key)
    notes.push(note)
    notesLength += note.length + 1
  }
  const addTags = ({ handling, tags }: NonNullable<DesiredContact['tags']>): void => {
    if (tagsMerge === 'last') {
      if (merged.tags === undefined || tags.length > 0) merged.tags = { handling, tags }
      return
    }
    const all = (merged.tags ??= { handling, tags: [] }).tags
    for (const tag of tags) {
      const key = comparableTag(tag)
      if (knownTags.has(key)) continue
      knownTags.add(key)
      all.push(tag)
    }
  }
  const optOut = (field: Contradiction['field'], value: boolean, line: number): void => {
    const lines = said.get(field) ?? { yesLine: null, noLine: null }
    said.set(field, lines)
    if (value) lines.yesLine ??= line
    else lines.noLine ??= line
    merged[field] = merged[field] === true || value
  }

  return {
    take(desired: DesiredContact, line: number): void {
      for (const field of ['name', 'email', 'notes'] as const) {
        const value = desired[field]
        if (value === undefined) continue
        if (field === 'notes' && howOf('notes') === 'join' && !isBlank(value)) addNote(value ?? '')
        else merged[field] = text(field, merged[field], value)
      }
      if (desired.tags !== undefined) addTags(desired.tags)
      if (desired.archived !== undefined && (merged.archived === undefined || howOf('archived') === 'last'))
        merged.archived = desired.archived
      if (desired.blocked !== undefined) optOut('blocked', desired.blocked, line)
      if (desired.unreachable !== undefined) optOut('unreachable', desired.unreachable, line)
      for (const [uuid, value] of Object.entries(desired.customFields ?? {})) {
        const fields = (merged.customFields ??= {})
        fields[uuid] = text(`custom:${uuid}`, fields[uuid], value) ?? ''
      }
    },
    result: (): DesiredContact => (notes.length === 0 ? merged : { ...merged, notes: notes.join('\n') }),
    contradictions: (): Contradiction[] =>
      [...said].flatMap(([field, { yesLine, noLine }]) => (yesLine === null || noLine === null ? [] : [{ field, yesLine, noLine }])),
    /** Notes that were left out because all together are too long. */
    notesCut: (): number => notesCut,
  }
}

function isBlank(value: string | null | undefined): boolean {
  return value === undefined || value === null || value.trim() === ''
}
