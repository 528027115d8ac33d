import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { phoneNumber } from '../../store/contacts/contact-index.ts'
import { flagsEnd, flagsOf } from '../duplicates/said-flags.ts'
import { sliceRows } from '../build/row-slices.ts'

/**
 * The rows of a slice, most of which are about a contact that is as they want it, which they name by its phone number: of these, only
 * numbers are kept, three for each row, so that they cross from one thread to another at hardly any cost.
 */
export type HolderRows = Float64Array<SharedArrayBuffer>

const width = 3
const sliceBytes = sliceRows * width * Float64Array.BYTES_PER_ELEMENT

/** A row whose contact is as it wants it. */
export interface HolderRow {
  line: number
  contactId: number
  /** The digits of the contact's number. */
  phoneNumber: number
  /** Whether the row says something of its contact, whatever that is. */
  saysSomething: boolean
  /** What it says of texting, see `said-flags.ts`. */
  flags: number
}

/** Memory for the rows of this many slices, which two threads share. */
export function holderMemory(slices: number): SharedArrayBuffer {
  return new SharedArrayBuffer(slices * sliceBytes)
}

/** The memory of the slice with this number, from 1: it is that of the one `slices` before, too. */
export function holdersOf(memory: SharedArrayBuffer, number: number, rows: number): HolderRows {
  return new Float64Array(memory, (number * sliceBytes) % memory.byteLength, rows * width)
}

/** Takes the holders out of some rows, and answers the others. `contactIdOf`: the contact that is as the row wants it; 0 where that is not certain. */
export function takeHolders(
  rows: readonly MappedRow[],
  holders: HolderRows,
  contactIdOf: (row: MappedRow, phone: string) => number,
  saysSomething: (row: MappedRow) => boolean,
): MappedRow[] {
  const others: MappedRow[] = []
  holders.fill(0)
  let at = 0
  for (const row of rows) {
    const { key, line } = row
    const phone = key?.by === 'phone' && isPlain(row) ? key.phone : null
    const contactId = phone === null ? 0 : contactIdOf(row, phone)
    if (phone === null || contactId === 0) others.push(row)
    else {
      holders[at] = line * flagsEnd + flagsOf(row)
      holders[at + 1] = saysSomething(row) ? contactId : -contactId
      holders[at + 2] = phoneNumber(phone)
    }
    at += width
  }
  return others
}

/** Whether nothing of the row has to be kept once it is known that its contact is as it wants it. */
function isPlain({ issues, isCorrected, consentAt }: MappedRow): boolean {
  return issues.length === 0 && isCorrected !== true && consentAt === undefined
}

/** Passes all rows in their order: `onHolder` gets the holders, `onOther` is called in place of each other one. */
export function passRows(holders: HolderRows, onHolder: (row: HolderRow) => void, onOther: () => void): void {
  for (let at = 0; at < holders.length; at += width) {
    const contactId = holders[at + 1] ?? 0
    if (contactId === 0) onOther()
    else {
      onHolder({
        line: Math.floor((holders[at] ?? 0) / flagsEnd),
        flags: (holders[at] ?? 0) % flagsEnd,
        contactId: Math.abs(contactId),
        phoneNumber: holders[at + 2] ?? 0,
        saysSomething: contactId > 0,
      })
    }
  }
}

/** Whether one of the holders has a phone number for which this is true. */
export function hasPhoneNumber(holders: HolderRows, is: (phoneNumber: number) => boolean): boolean {
  for (let at = 0; at < holders.length; at += width) if (holders[at + 1] !== 0 && is(holders[at + 2] ?? 0)) return true
  return false
}
