import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import type { ImportKind } from '../../model/kinds.ts'
import { readCell } from '../../text/cell-text.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { findNumberColumns, type OwnNumbers } from '../compile/sender-columns.ts'

/** Columns of senders' and recipients' numbers, and what tells that the office was written to. */
export interface OfficeNumbers {
  from: string
  to: string
  /** The office's numbers among the recipients, as the file writes them; empty where it does not tell which they are. */
  written: string[]
  /** The same among the senders. */
  sent: string[]
  /** They are numbers of the account's departments; else the one number that is in every row. */
  isOfAccount: boolean
}

/** With fewer others, a number that is in every row may as well be a contact's. */
const fewestOthers = 3
const mostSpellings = 50

/** Finds the office's numbers in a file of messages, row by row, in memory that does not grow with the file. */
export function createOfficeNumberCollector(kind: ImportKind, columns: readonly SourceColumn[], account: OwnNumbers) {
  const read = createPhoneReader(account.country)
  const phoneOf = (cell: string) => read(cell).phone
  const found = importDescriptors[kind].hasDirections ? findNumberColumns(columns, phoneOf) : null
  const own = new Set(account.departments.map(({ phone }) => phone).filter((phone) => phone !== null))
  const spellings = { from: new Map<string, Set<string>>(), to: new Map<string, Set<string>>() }
  const others = new Set<string>()
  let common: string[] | null = null
  let isOwnEverywhere = own.size > 0

  const noteSpelling = (of: Map<string, Set<string>>, phone: string | null, cell: string) => {
    if (phone === null || !(own.has(phone) || common?.includes(phone) === true)) return
    const known = of.get(phone) ?? new Set()
    if (known.size < mostSpellings) of.set(phone, known.add(readCell(cell)))
  }
  return {
    add({ cells }: SourceRow): void {
      if (found === null) return
      const [written = '', readBy = ''] = [found.from, found.to].map(({ index }) => cells[index] ?? '')
      if (written.trim() === '' && readBy.trim() === '') return
      const [writer, reader] = [phoneOf(written), phoneOf(readBy)]
      const both = [writer, reader].filter((phone) => phone !== null)
      common = common === null ? both : common.filter((phone) => both.includes(phone))
      isOwnEverywhere &&= both.some((phone) => own.has(phone))
      for (const phone of both) if (others.size <= fewestOthers) others.add(phone)
      noteSpelling(spellings.to, reader, readBy)
      noteSpelling(spellings.from, writer, written)
    },
    result(): OfficeNumbers | null {
      if (found === null) return null
      // Beside two that are in every row there are no others.
      const office = isOwnEverywhere ? [...own] : others.size > fewestOthers ? (common ?? []) : []
      const spelledIn = (of: Map<string, Set<string>>) => office.flatMap((phone) => [...(of.get(phone) ?? [])])
      return {
        from: found.from.name,
        to: found.to.name,
        written: spelledIn(spellings.to),
        sent: spelledIn(spellings.from),
        isOfAccount: isOwnEverywhere,
      }
    },
  }
}
