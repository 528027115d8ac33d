import { importDescriptors } from '../../kinds/all-kinds.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import type { DesiredContact, MappedRow } from '../../model/plans/mapped-row.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import { comparableTag } from '../../model/same-text.ts'
import { fieldNumber, sumOfNumbers, tagsNumber, textNumber } from '../../store/contacts/contact-digest.ts'
import { flagBits, textBits } from '../../store/contacts/contact-record.ts'

/** Separates tags; it is in none of them: invisible characters are taken out of cells. */
const between = '\u0000'
/** Few lists of tags repeat in most files. */
const mostLists = 1000

/** Whether a row has no difference from a contact that an index knows by `known` and `digest`, see `ContactIndex`. */
export type DigestMatcher = (row: MappedRow, known: number, digest: number) => boolean

/**
 * Decides from digests alone that a contact is as a row wants it: the usual case by far, where a list is imported every month.
 * Then the row has no difference; the other way round that is not so, and the contact is read and compared. The digest must be of
 * the same parts.
 */
export function createDigestMatcher(kind: ImportKind, parts: RecordParts): DigestMatcher {
  const fields = new Set(parts.customFields === 'all' ? [] : parts.customFields)
  const texts = ['name', 'email', 'notes'] as const
  const tagsNumberOf = boundedMemo(mostLists, (list) => tagsNumber(list.split(between).filter((tag) => comparableTag(tag) !== '')))

  /** NaN where a digest cannot tell; null where nothing is wanted that it could. */
  const digestOf = (desired: DesiredContact, known: number): number | null => {
    const { tags, customFields } = desired
    let sum: number | null = null
    for (const text of texts) {
      const value = desired[text]
      if (value === undefined) continue
      if (!parts.texts.includes(text) || (known & textBits[text]) === 0) return Number.NaN
      sum = sumOfNumbers(sum ?? 0, textNumber(value, text))
    }
    if (tags !== undefined) {
      if (!parts.tags || tags.handling === 'remove') return Number.NaN
      sum = sumOfNumbers(sum ?? 0, tagsNumberOf(tags.tags.join(between)))
    }
    for (const uuid in customFields) {
      if (!fields.has(uuid)) return Number.NaN
      sum = sumOfNumbers(sum ?? 0, fieldNumber(uuid, customFields[uuid] ?? ''))
    }
    return sum
  }
  const isAsDesired = (desired: DesiredContact, known: number, digest: number): boolean => {
    let saysSomething = false
    for (const flag of ['archived', 'blocked', 'unreachable'] as const) {
      const value = desired[flag]
      if (value === undefined) continue
      if (!isFlag(flag, value, known)) return false
      saysSomething = true
    }
    const wanted = digestOf(desired, known)
    return wanted === null ? saysSomething : wanted === digest
  }

  const { isToldByRecord } = importDescriptors[kind]
  return ({ issues, contact: desired, consent, filtered, isExcluded }, known, digest) => {
    if (!isToldByRecord || filtered !== undefined || isExcluded === true || issues.some(({ severity }) => severity === 'error'))
      return false
    if (consent !== undefined && !isFlag('consent', consent, known)) return false
    return desired === undefined ? consent !== undefined : isAsDesired(desired, known, digest)
  }
}

function isFlag(flag: keyof typeof flagBits, value: boolean, known: number): boolean {
  const bits = flagBits[flag]
  return (known & bits.mask) === (value ? bits.known | bits.set : bits.known)
}
