import { z } from 'zod'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'
import { contactColumns, createContactRowReader, type CachedContact, type ContactRow } from './cached-contact.ts'

/** A contact that the service no longer has, as it was last known. */
export interface GoneContact extends CachedContact {
  goneAtMs: number
}

const names = contactColumns.split(', ')
/** A contact's row as it is, in one text. */
const asJson = `json_array(${names.join(', ')})`
/** Contacts that are read in one go. */
const readAtOnce = 5000
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
  const selectAll = store.prepare<[number, number], { uuid: string; record: string; goneAtMs: number }>(
    `SELECT uuid, record, gone_at_ms AS goneAtMs FROM gone_contacts WHERE gone_at_ms IS NOT NULL AND record IS NOT NULL
     ORDER BY gone_at_ms DESC, id DESC LIMIT ? OFFSET ?`,
  )
  const countAll = store
    .prepare<[], number>('SELECT count(*) FROM gone_contacts WHERE gone_at_ms IS NOT NULL AND record IS NOT NULL')
    .pluck()
  const selectWithPhones = store
    .prepare<[string], string>(
      `SELECT uuid FROM gone_contacts
       WHERE gone_at_ms IS NOT NULL AND record ->> ${names.indexOf('contacts.phone')} IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
  const { toContact } = createContactRowReader()
  const toGone = (uuid: string, { record, goneAtMs }: { record: string; goneAtMs: number }): GoneContact => {
    const row = readJsonColumn(rowSchema, record, `contact ${uuid}, which is gone`) as unknown as ContactRow
    return { ...toContact(row), goneAtMs }
  }
  return {
    markOne: (id: number, atMs: number): void => void markOne.run({ id, atMs }),
    markUnseen: (which: { syncId: number; fromId: number; toId: number; atMs: number }): void => void markUnseen.run(which),
    /** It is back, or nothing is to be kept of it. */
    unmark: (uuid: string): void => void unmark.run(uuid),
    /** Null where the contact is not gone. Throws `store.damaged`. */
    find(uuid: string): GoneContact | null {
      const found = select.get(uuid)
      return found === undefined ? null : toGone(uuid, found)
    },
    count: (): number => countAll.get() ?? 0,
    /** All of them, the last ones first; memory does not grow. Throws `store.damaged`. */
    *all(): Generator<GoneContact> {
      for (let offset = 0; ; offset += readAtOnce) {
        const rows = selectAll.all(readAtOnce, offset)
        for (const row of rows) yield toGone(row.uuid, row)
        if (rows.length < readAtOnce) return
      }
    },
    /** The uuids of those who had one of these numbers (E.164). */
    withPhones: (phones: readonly string[]): string[] => selectWithPhones.all(JSON.stringify(phones)),
  }
}
