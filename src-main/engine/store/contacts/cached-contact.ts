import { createRecordReader, recordColumns, type RecordColumns } from './contact-record.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'

/** A contact as it is cached. `id` is the cache's own number for it and means nothing to the service. */
export interface CachedContact {
  id: number
  record: CustomerRecord
  /** When it was last read or written. */
  readAtMs: number
  /** When the service last showed all of it; 0 where it has not. */
  seenAtMs: number
}

/** A stored contact, in the order of `contactColumns`. */
export type ContactRow = readonly [...RecordColumns, id: number, readAtMs: number, extra: string | null, seenAtMs: number]

export const contactColumns = [...recordColumns, 'id', 'read_at_ms', 'extra', 'seen_at_ms'].map((column) => `contacts.${column}`).join(', ')

export const phoneOf = (row: ContactRow): string | null => row[1]
export const nameOf = (row: ContactRow): string | null => row[2]
export const idOf = (row: ContactRow): number => row[9]
export const readAtMsOf = (row: ContactRow): number => row[10]
export const extraOf = (row: ContactRow): string | null => row[11]
export const seenAtMsOf = (row: ContactRow): number => row[12]

/** Reads stored contacts back. Throws `store.damaged`. */
export function createContactRowReader() {
  const toRecord = createRecordReader()
  return {
    toRecord: (row: ContactRow): CustomerRecord => toRecord(row),
    toContact: (row: ContactRow): CachedContact => ({
      id: idOf(row),
      record: toRecord(row),
      readAtMs: readAtMsOf(row),
      seenAtMs: seenAtMsOf(row),
    }),
  }
}
