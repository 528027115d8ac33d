import { importDescriptors } from '../../kinds/descriptors.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import type { DesiredContact, MappedRow } from '../../model/plans/mapped-row.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { RecordParts } from '../../model/contacts/record-parts.ts'
import { comparableTag } from '../../model/same-text.ts'
import { digestColumns, type DigestPart, fieldNumber, tagsNumber, textNumber } from '../../store/contacts/contact-digest.ts'
import { flagBits } from '../../store/contacts/contact-record.ts'

/** What an index knows of a contact: its `contacts.known`, and the numbers of its values by column. */
interface DigestedContact {
  known: number
  numberAt(column: number): number
}

/** Separates tags; it is in none of them: invisible characters are taken out of cells. */
const between = '\u0000'
/** Few lists of tags repeat in most files. */
const mostLists = 1000

/**
 * Tells from digests alone that a contact is as a row wants it: the usual case by far, where a list is imported every month.
 * Then the row has no difference; the other way round that is not so, and the contact is read and compared.
 */
export function createProbe(kind: ImportKind, parts: RecordParts): (row: MappedRow, contact: DigestedContact) => boolean {
  const columns = digestColumns(parts)
  const columnOfPart = new Map(columns.flatMap((column, at) => ('part' in column ? [[column.part, at] as const] : [])))
  const columnOfField = new Map(columns.flatMap((column, at) => ('field' in column ? [[column.field, at] as const] : [])))
  const tagsNumberOf = boundedMemo(mostLists, (list) => tagsNumber(list.split(between).filter((tag) => comparableTag(tag) !== '')))

  const isPart = (part: DigestPart, number: number, contact: DigestedContact): boolean => {
    const column = columnOfPart.get(part)
    return column !== undefined && contact.numberAt(column) === number
  }
  const isAsDesired = (desired: DesiredContact, contact: DigestedContact): boolean => {
    let saysSomething = false
    for (const text of ['name', 'email', 'notes'] as const) {
      const value = desired[text]
      if (value === undefined) continue
      if (!isPart(text, textNumber(value, text), contact)) return false
      saysSomething = true
    }
    for (const flag of ['archived', 'blocked', 'unreachable'] as const) {
      const value = desired[flag]
      if (value === undefined) continue
      if (!isFlag(flag, value, contact)) return false
      saysSomething = true
    }
    const { tags, customFields } = desired
    if (tags !== undefined) {
      if (tags.handling === 'remove' || !isPart('tags', tagsNumberOf(tags.tags.join(between)), contact)) return false
      saysSomething = true
    }
    for (const uuid in customFields) {
      const column = columnOfField.get(uuid)
      if (column === undefined || contact.numberAt(column) !== fieldNumber(uuid, customFields[uuid] ?? '')) return false
      saysSomething = true
    }
    return saysSomething
  }

  const { isToldByRecord } = importDescriptors[kind]
  return ({ issues, contact: desired, consent, filtered, isExcluded }, contact) => {
    if (!isToldByRecord || filtered !== undefined || isExcluded === true || issues.some(({ severity }) => severity === 'error'))
      return false
    if (consent !== undefined && !isFlag('consent', consent, contact)) return false
    return desired === undefined ? consent !== undefined : isAsDesired(desired, contact)
  }
}

function isFlag(flag: keyof typeof flagBits, value: boolean, { known }: DigestedContact): boolean {
  const bits = flagBits[flag]
  return (known & bits.mask) === (value ? bits.known | bits.set : bits.known)
}
