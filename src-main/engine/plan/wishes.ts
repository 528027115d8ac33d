import { boundedMemo } from '../text/bounded-memo.ts'
import type { DesiredContact, MappedRow } from '../model/mapped-row.ts'
import type { ImportKind } from '../model/recipe-schema.ts'
import type { RecordParts } from '../model/record-parts.ts'
import { digestParts, fieldNumber, fieldSign, firstFieldBit, mostFields, tagsNumber, textNumber } from '../store/contacts/contact-digest.ts'
import { flagBits } from '../store/contacts/contact-record.ts'
import { noWish, wishLength, type Wishes } from '../store/contact-reader.ts'
import { comparableTag } from '../model/same-text.ts'

/** In no tag: invisible characters are taken out of cells. */
const between = '\u0000'
/** Few lists of tags repeat in most files. */
const mostLists = 1000

/**
 * Says in numbers what rows want of their contacts, so that those that want nothing new are told by the contacts' digests
 * alone: the usual case by far, where a list is imported every month. A row whose wish is held has no difference; the other
 * way round that is not so, and its contact is read and compared. Null for recipes that can never be told in this way.
 */
export function createWishes(
  kind: ImportKind,
  { customFields }: RecordParts,
): { fieldSigns: string[]; of: (rows: readonly MappedRow[]) => Wishes } | null {
  if (kind === 'messages') return null
  const fields = customFields === 'all' ? [] : customFields.slice(0, mostFields)
  const bitOf = new Map(fields.map((uuid, at) => [uuid, firstFieldBit << at]))

  const tagsNumberOf = boundedMemo(mostLists, (list) => tagsNumber(list.split(between).filter((tag) => comparableTag(tag) !== '')))
  const sum = { bits: 0, wanted: 0, parts: 0, sum: 0 }
  const ask = ({ mask, known, set }: { mask: number; known: number; set: number }, after: boolean): void => {
    sum.bits |= mask
    sum.wanted |= after ? known | set : known
  }
  /** Adds up what is wanted; answers false where digests cannot tell. */
  const addUp = (desired: DesiredContact): boolean => {
    for (let at = 0; at < 3; at += 1) {
      const part = digestParts[at] as 'name' | 'email' | 'notes'
      const text = desired[part]
      if (text === undefined) continue
      sum.parts |= 1 << at
      sum.sum += textNumber(text, part)
    }
    if (desired.tags !== undefined) {
      if (desired.tags.handling === 'remove') return false
      sum.parts |= 8
      sum.sum += tagsNumberOf(desired.tags.tags.join(between))
    }
    if (desired.archived !== undefined) ask(flagBits.archived, desired.archived)
    if (desired.blocked !== undefined) ask(flagBits.blocked, desired.blocked)
    if (desired.unreachable !== undefined) ask(flagBits.unreachable, desired.unreachable)
    for (const uuid in desired.customFields) {
      const bit = bitOf.get(uuid)
      if (bit === undefined) return false
      sum.parts |= bit
      sum.sum += fieldNumber(uuid, desired.customFields[uuid] ?? '')
    }
    return true
  }
  const wishes = ({ issues, contact, consent, filtered, isExcluded }: MappedRow): boolean => {
    if (filtered !== undefined || isExcluded === true || issues.some(({ severity }) => severity === 'error')) return false
    sum.bits = sum.wanted = sum.parts = sum.sum = 0
    if (kind === 'contacts') return contact !== undefined && addUp(contact) && (sum.bits !== 0 || sum.parts !== 0)
    if (consent === undefined) return false
    ask(flagBits.consent, consent)
    return true
  }

  return {
    fieldSigns: fields.map(fieldSign),
    of(rows) {
      const numbers = new Float64Array(rows.length * wishLength)
      for (const [at, row] of rows.entries()) {
        const isTold = wishes(row)
        numbers[at * wishLength] = isTold ? sum.bits : noWish
        numbers[at * wishLength + 1] = sum.wanted
        numbers[at * wishLength + 2] = sum.parts
        numbers[at * wishLength + 3] = sum.sum
      }
      return numbers
    },
  }
}
