import { readFlag, type FlagTarget } from '../text/boolean-words.ts'
import { boundedMemo } from '../text/bounded-memo.ts'
import { readCell, wordKey } from '../text/cell-text.ts'
import { readEmail } from '../text/email-address.ts'
import type { Role } from '../text/headers/header-role.ts'
import { createPhoneReader } from '../text/phone-number.ts'
import type { SourceColumn } from '../model/files/source-schema.ts'
import type { ColumnPurpose } from './column-purpose.ts'
import { createContactTable } from './contact-table.ts'
import { Occurrences } from './occurrences.ts'

/** Beyond so many contacts new ones are not remembered: memory stays within bounds. */
const mostContacts = 5_000_000
const mostCompared = 6
const meansBlank = /^(?:[(<[]?null[)>\]]?|none|nan|n\/a|undefined)$/
const initial = /(?:^|[ .-])[\p{L}\p{M}]{1,3}\.(?=$|[ -]|\p{L})|(?:^|[ .-])\p{L}(?=$|[ -])/u

interface Compared {
  name: string
  /** Columns that make the value together: first and last name. */
  indexes: number[]
  numberOf(text: string): number
  /** A name or an address: a family may share a number. */
  isOwn: boolean
}

export type Contradictions = ReturnType<typeof createContradictions>

export interface Contradiction {
  column: string
  isOwn: boolean
  contacts: Occurrences
}

/**
 * Looks for rows about the same contact (the same phone number as the mapping reads it, else the same e-mail address) that
 * say different things of its name, its e-mail address, its consent or its flags.
 */
export function createContradictions(columns: readonly SourceColumn[], purposes: readonly ColumnPurpose[], country: string) {
  const phones = keyColumns(purposes, 'phone')
  const emails = keyColumns(purposes, 'email')
  const compared = comparedColumns(columns, purposes)
  const found: Contradiction[] = compared.map(({ name, isOwn }) => ({ column: name, isOwn, contacts: new Occurrences() }))
  const table = createContactTable(compared.length)
  const values = new Uint32Array(compared.length)
  const readPhone = createPhoneReader(country)
  const isUseful = compared.length > 0 && phones.length + emails.length > 0
  let contacts = 0

  function keyOf(cells: readonly string[]): number {
    for (const index of phones) {
      const cell = cells[index]
      if (cell === undefined || cell === '') continue
      const { phone } = readPhone(cell)
      // Rounded numbers of different people are the same.
      if (phone !== null) return phone.endsWith('00000') ? 0 : Number(phone.slice(1))
    }
    for (const index of emails) {
      const cell = cells[index]
      if (cell === undefined || cell === '') continue
      const email = readEmail(readCell(cell))
      if (email !== null) return keyOfText(email.email.toLowerCase())
    }
    return 0
  }

  return {
    found,
    /** Contacts of which at least one value is contradicted. */
    get contacts(): number {
      return contacts
    },
    get isComplete(): boolean {
      return table.size < mostContacts
    },
    see(line: number, cells: readonly string[]): void {
      if (!isUseful || table.size >= mostContacts) return
      const key = keyOf(cells)
      if (key === 0) return
      compared.forEach(({ indexes, numberOf }, at) => {
        values[at] = numberOf(indexes.length === 1 ? (cells[indexes[0] ?? 0] ?? '') : indexes.map((index) => cells[index] ?? '').join(' '))
      })
      const seen = table.see(key, line, values)
      if (seen === null || seen.contradicts === 0) return
      if (seen.isFirstContradiction) contacts += 1
      compared.forEach(({ indexes }, at) => {
        if ((seen.contradicts & (1 << at)) === 0) return
        const says = indexes
          .map((index) => cells[index] ?? '')
          .join(' ')
          .trim()
        found[at]?.contacts.add(line, `${says} (row ${seen.firstLine} says otherwise)`)
      })
    },
  }
}

function comparedColumns(columns: readonly SourceColumn[], purposes: readonly ColumnPurpose[]): Compared[] {
  const named = (role: Role) => purposes.findIndex((one) => one.purpose === 'name' && one.role === role)
  const [full, first, last] = [named('fullName'), named('firstName'), named('lastName')]
  const nameParts = first >= 0 || last >= 0 ? [first, last].filter((index) => index >= 0) : full >= 0 ? [full] : []
  const names: Compared[] =
    nameParts.length === 0
      ? []
      : [
          {
            name: nameParts.map((index) => columns[index]?.name ?? '').join(' + '),
            indexes: nameParts,
            isOwn: true,
            numberOf: nameParts.length > 1 ? numberOfWholeName : numberOfName,
          },
        ]
  // Where rows are about one contact by their phone number, its address is one of the things that they say.
  const [email] = purposes.some((one) => one.purpose === 'phone' && one.role === 'phone') ? keyColumns(purposes, 'email') : []
  const emails: Compared[] =
    email === undefined ? [] : [{ name: columns[email]?.name ?? '', indexes: [email], isOwn: true, numberOf: numberOfEmail }]
  const flags = columns.flatMap(({ name, index }): Compared[] => {
    const purpose = purposes[index]
    if (purpose?.purpose !== 'flag' || purpose.role === null) return []
    const target = flagTargetOf(purpose.role)
    return target === null
      ? []
      : [{ name, indexes: [index], isOwn: false, numberOf: boundedMemo(200, (text) => numberOfFlag(target, text)) }]
  })
  return [...flags.slice(0, mostCompared - 2), ...names, ...emails]
}

/** The same for words that mean the same; 0 for a blank one. */
function numberOfFlag(target: FlagTarget, text: string): number {
  const words = wordKey(readCell(text))
  if (words === '' || meansBlank.test(words)) return 0
  const meaning = readFlag(target, words)
  return meaning === null ? hash(words) || 3 : meaning ? 1 : 2
}

function flagTargetOf(role: Role): FlagTarget | null {
  switch (role) {
    case 'archived':
    case 'blocked':
    case 'unreachable':
    case 'consent':
      return role
    case 'optedOut':
      return 'unreachable'
    default:
      return null
  }
}

/** The columns by which the mapping would look for the contact, the best first. */
function keyColumns(purposes: readonly ColumnPurpose[], purpose: 'phone' | 'email'): number[] {
  return purposes
    .map((one, index) => ({ ...one, index }))
    .filter((one) => one.purpose === purpose && one.role === purpose)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 2)
    .map(({ index }) => index)
}

/** `J. Brown` does not contradict `James Brown`, and a last name alone does not either. */
function numberOfWholeName(text: string): number {
  return text.trim().includes(' ') ? numberOfName(text) : 0
}

function numberOfName(text: string): number {
  const words = wordKey(readCell(text))
  return words === '' || initial.test(words) ? 0 : hash(words) || 1
}

function numberOfEmail(text: string): number {
  const email = readEmail(readCell(text))
  return email === null ? 0 : hash(email.email.toLowerCase()) || 1
}

function hash(text: string): number {
  let mixed = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  return mixed >>> 0
}

/** A number of 53 bits for a text, above every phone number. */
function keyOfText(text: string): number {
  let other = 0x1234567
  for (let at = text.length - 1; at >= 0; at--) other = Math.imul(other ^ text.charCodeAt(at), 0x5bd1e995)
  return 2 ** 52 + ((other >>> 0) & 0xfffff) * 2 ** 32 + hash(text)
}
