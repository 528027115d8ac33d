import { type StopRequest, stopRequestSchema } from '../../model/contacts/stop-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** A contact who is still to be kept from being texted at the service. */
export interface OpenStop {
  uuid: string
  /** When that was asked for. */
  atMs: number
  /** The number that was named; null where it was the contact. */
  phone: string | null
  request: StopRequest
}

/** Statements on stops of texts that are not done yet: where the process ends before they are, the next one does that. */
export function createOpenStops(store: Store) {
  const selectAll = store.prepare<[], { uuid: string; atMs: number; phone: string | null; request: string }>(
    'SELECT contact AS uuid, at_ms AS atMs, phone, request FROM open_stops ORDER BY at_ms, contact',
  )
  const put = store.prepare<[string, number, string | null, string]>(
    'INSERT OR REPLACE INTO open_stops (contact, at_ms, phone, request) VALUES (?, ?, ?, ?)',
  )
  const remove = store.prepare<[string]>('DELETE FROM open_stops WHERE contact = ?')
  return {
    add: ({ uuid, atMs, phone, request }: OpenStop): void => void put.run(uuid, atMs, phone, JSON.stringify(request)),
    all: (): OpenStop[] =>
      selectAll.all().map((one) => ({ ...one, request: readJsonColumn(stopRequestSchema, one.request, 'a stop of texts that is open') })),
    remove: (uuid: string): void => void remove.run(uuid),
  }
}
