import { createRecordReader, recordColumns, type RecordColumns } from './contact-record.ts'
import type { CustomerRecord } from '../service/customer.ts'

/** A contact as it is cached. `id` is the cache's own number for it and means nothing to the service. */
export interface CachedContact {
  id: number
  record: CustomerRecord
  readAtMs: number
}

/** A stored contact, in the order of `contactColumns`. */
export type ContactRow = readonly [...RecordColumns, id: number, readAtMs: number, extra: string | null]
/** With its place among those that were asked for. */
export type WantedRow = readonly [...ContactRow, at: number]

export const contactColumns = [...recordColumns, 'id', 'read_at_ms', 'extra'].map((column) => `contacts.${column}`).join(', ')

/** Selects `WantedRow`s for a JSON list of numbers (E.164) or uuids. CROSS JOIN keeps SQLite from walking through all contacts. */
export function wantedContactsSql(column: 'phone' | 'uuid'): string {
  return `SELECT ${contactColumns}, wanted.key FROM json_each(?) AS wanted CROSS JOIN contacts ON contacts.${column} = wanted.value`
}

export const idOf = (row: ContactRow | WantedRow): number => row[9]
export const readAtMsOf = (row: ContactRow | WantedRow): number => row[10]
export const extraOf = (row: ContactRow): string | null => row[11]

/** Reads stored contacts back. Throws `store.damaged`. */
export function createContactRowReader() {
  const readRecord = createRecordReader()
  const toContact = (row: ContactRow | WantedRow): CachedContact => ({ id: idOf(row), record: readRecord(row), readAtMs: readAtMsOf(row) })
  return {
    toRecord: (row: ContactRow): CustomerRecord => readRecord(row),
    toContact,
    /** The contacts of each of `count` numbers that were asked for, oldest in the cache first. */
    byPhone(rows: readonly WantedRow[], count: number): CachedContact[][] {
      const found = Array.from({ length: count }, (): CachedContact[] => [])
      for (const row of rows) found[row[12]]?.push(toContact(row))
      for (const some of found) if (some.length > 1) some.sort((a, b) => a.id - b.id)
      return found
    },
    /** The contact of each of `count` uuids that were asked for. */
    byUuid(rows: readonly WantedRow[], count: number): (CachedContact | null)[] {
      const found = Array.from({ length: count }, (): CachedContact | null => null)
      for (const row of rows) found[row[12]] = toContact(row)
      return found
    },
  }
}
