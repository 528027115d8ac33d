import { z } from 'zod'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'
import { contactColumns, createContactRowReader, type CachedContact, type ContactRow } from './cached-contact.ts'

/** A contact that the service no longer has, as it was last known. */
interface GoneContact extends CachedContact {
  goneAtMs: number
}

const names = contactColumns.split(', ')
/** A contact's row as it is, in one text. */
const asJson = `json_array(${names.join(', ')})`
const rowSchema = z.array(z.union([z.string(), z.number(), z.null()])).length(names.length)

/** Statements on contacts that are gone: marked, not deleted, until they are back or forgotten. Nothing that plans or runs reads them. */
export function createGoneContacts(store: Store) {
  const put = `INSERT OR REPLACE INTO gone_contacts (id, uuid, gone_at_ms, record)
    SELECT contacts.id, contacts.uuid, @atMs, ${asJson} FROM contacts`
  const markOne = store.prepare<[{ id: number; atMs: number }]>(`${put} WHERE id = @id`)
  const markUnseen = store.prepare<[{ syncId: number; fromId: number; toId: number; atMs: number }]>(
    `${put} WHERE sync_id < @syncId AND id BETWEEN @fromId AND @toId`,
  )
  const unmark = store.prepare<[string]>(
    'UPDATE gone_contacts SET gone_at_ms = NULL, record = NULL WHERE uuid = ? AND gone_at_ms IS NOT NULL',
  )
  const select = store.prepare<[string], { record: string; goneAtMs: number }>(
    'SELECT record, gone_at_ms AS goneAtMs FROM gone_contacts WHERE uuid = ? AND gone_at_ms IS NOT NULL AND record IS NOT NULL',
  )
  const selectWithPhones = store
    .prepare<[string], string>(
      `SELECT uuid FROM gone_contacts
       WHERE gone_at_ms IS NOT NULL AND record ->> ${names.indexOf('contacts.phone')} IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const { toContact } = createContactRowReader()
  return {
    markOne: (id: number, atMs: number): void => void markOne.run({ id, atMs }),
    markUnseen: (which: { syncId: number; fromId: number; toId: number; atMs: number }): void => void markUnseen.run(which),
    /** It is back, or nothing is to be kept of it. */
    unmark: (uuid: string): void => void unmark.run(uuid),
    /** Null where the contact is not gone. Throws `store.damaged`. */
    find(uuid: string): GoneContact | null {
      const found = select.get(uuid)
      if (found === undefined) return null
      const row = readJsonColumn(rowSchema, found.record, `contact ${uuid}, which is gone`) as unknown as ContactRow
      return { ...toContact(row), goneAtMs: found.goneAtMs }
    },
    /** The uuids of those who had one of these numbers (E.164). */
    withPhones: (phones: readonly string[]): string[] => selectWithPhones.all(JSON.stringify(phones)),
  }
}
