import type { CustomerRecord } from '../service/customer.ts'
import type { ReadCustomer } from '../service/service.ts'
import { readCustomerRecord } from './customer-record.ts'
import type { Store } from './open-store.ts'
import { nameKey, searchPatterns } from './search-text.ts'

/** A contact as it is cached. `id` is the cache's own number for it and means nothing to the service. */
export interface CachedContact {
  id: number
  record: CustomerRecord
  readAtMs: number
}

export type Contacts = ReturnType<typeof createContacts>

interface ContactRow {
  id: number
  uuid: string
  record: string
  extra: string | null
  read_at_ms: number
}

/** Statements on the contacts cache. Records that cannot be read back throw `store.damaged`. */
export function createContacts(store: Store) {
  const selectByUuid = store.prepare<[string], ContactRow>('SELECT id, uuid, record, extra, read_at_ms FROM contacts WHERE uuid = ?')
  const selectByPhone = store.prepare<[string], ContactRow>(
    // Without ORDER BY: SQLite would make a sorter for each of a million look-ups.
    'SELECT id, uuid, record, extra, read_at_ms FROM contacts WHERE phone = ?',
  )
  const insert = store.prepare<[string, string | null, string | null, string, string, string | null, number]>(
    `INSERT INTO contacts (uuid, phone, name, name_key, record, extra, read_at_ms, sync_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM syncs))`,
  )
  const update = store.prepare<[string | null, string | null, string, string, string | null, number, number]>(
    `UPDATE contacts SET phone = ?, name = ?, name_key = ?, record = ?, extra = ?, read_at_ms = ?,
       sync_id = (SELECT coalesce(max(id), 0) FROM syncs) WHERE id = ?`,
  )
  const removeByUuid = store.prepare<[string]>('DELETE FROM contacts WHERE uuid = ?')
  const removeUnseen = store.prepare<[number]>('DELETE FROM contacts WHERE sync_id < ?')
  const countAll = store.prepare<[], number>('SELECT count(*) FROM contacts').pluck()
  const matching = `FROM contacts WHERE name_key LIKE @name ESCAPE '\\' OR phone LIKE @phone ESCAPE '\\'`
  const countMatching = store.prepare<[{ name: string; phone: string | null }], number>(`SELECT count(*) ${matching}`).pluck()
  const selectPage = store.prepare<[number, number], ContactRow>(
    `SELECT id, uuid, record, extra, read_at_ms FROM contacts
     WHERE id IN (SELECT id FROM contacts ORDER BY name_key, phone, id LIMIT ? OFFSET ?) ORDER BY name_key, phone, id`,
  )
  const selectMatchingPage = store.prepare<[{ name: string; phone: string | null; limit: number; offset: number }], ContactRow>(
    `SELECT id, uuid, record, extra, read_at_ms FROM contacts
     WHERE id IN (SELECT id ${matching} ORDER BY name_key, phone, id LIMIT @limit OFFSET @offset) ORDER BY name_key, phone, id`,
  )
  const selectAfter = store.prepare<[number, number], ContactRow>(
    'SELECT id, uuid, record, extra, read_at_ms FROM contacts WHERE id > ? ORDER BY id LIMIT ?',
  )

  const write = (row: ContactRow | undefined, record: CustomerRecord, extra: string | null, readAtMs: number): void => {
    const phone = record.phone ?? null
    const name = record.name ?? null
    const json = JSON.stringify(record)
    if (row === undefined) insert.run(record.uuid, phone, name, nameKey(name), json, extra, readAtMs)
    else update.run(phone, name, nameKey(name), json, extra, readAtMs, row.id)
  }

  return {
    findByUuid(uuid: string): CachedContact | null {
      const row = selectByUuid.get(uuid)
      return row === undefined ? null : toContact(row)
    },

    /** All contacts that hold the number (E.164): the service may hold a number twice. Oldest in the cache first. */
    findByPhone(phone: string): CachedContact[] {
      const rows = selectByPhone.all(phone)
      if (rows.length > 1) rows.sort((a, b) => a.id - b.id)
      return rows.map(toContact)
    },

    count: (): number => countAll.get() ?? 0,

    /** Sorted by name without case and accents, nameless ones last. An empty search finds all. */
    page(query: { search: string; offset: number; limit: number }): { contacts: CachedContact[]; total: number } {
      const { offset, limit } = query
      if (query.search.trim() === '') return { contacts: selectPage.all(limit, offset).map(toContact), total: countAll.get() ?? 0 }
      const patterns = searchPatterns(query.search)
      return {
        contacts: selectMatchingPage.all({ ...patterns, limit, offset }).map(toContact),
        total: countMatching.get(patterns) ?? 0,
      }
    },

    /** All contacts in the cache's own order; memory does not grow. Writing in between is allowed. */
    *all(): Generator<CachedContact> {
      for (let afterId = 0; ; ) {
        const rows = selectAfter.all(afterId, 500)
        for (const row of rows) yield toContact(row)
        const last = rows.at(-1)
        if (last === undefined) return
        afterId = last.id
      }
    },

    /**
     * Takes over a record that was read from the service. For each property the newest known value wins: what the new
     * record does not show (always `email` and `unreachable`) is kept, and a record read before the last write does not
     * undo that write.
     */
    putRead({ record, extra }: ReadCustomer, readAtMs: number): void {
      const row = selectByUuid.get(record.uuid)
      const before = row === undefined ? null : recordOrNull(row)
      const isNewer = row === undefined || before === null || row.read_at_ms <= readAtMs
      const merged = before === null ? record : isNewer ? mergeRecords(before, record) : mergeRecords(record, before)
      const extraJson = extra === null ? null : JSON.stringify(extra)
      write(row, merged, isNewer ? extraJson : (row?.extra ?? extraJson), Math.max(readAtMs, row?.read_at_ms ?? 0))
    },

    /**
     * Takes over what a write did, answered or known to be applied: each property of `patch` replaces the cached one,
     * custom fields one by one. A contact that is not cached yet is added. What the service `answered` to the write
     * stands above both.
     */
    applyWrite(uuid: string, patch: Partial<Omit<CustomerRecord, 'uuid'>>, writtenAtMs: number, answered: CustomerRecord | null = null): void {
      const row = selectByUuid.get(uuid)
      const before = row === undefined ? { uuid } : readCustomerRecord(row.record, uuid)
      const patched = mergeRecords(before, { ...patch, uuid })
      if (patch.customFields !== undefined) patched.customFields = { ...before.customFields, ...patch.customFields }
      const merged = answered === null ? patched : mergeRecords(patched, { ...answered, uuid })
      write(row, merged, row?.extra ?? null, Math.max(writtenAtMs, row?.read_at_ms ?? 0))
    },

    /** Forgets a contact that the service no longer has. */
    remove(uuid: string): void {
      removeByUuid.run(uuid)
    },

    /** Forgets the contacts that were not seen since the sync began; answers how many. */
    removeUnseenSince(syncId: number): number {
      return removeUnseen.run(syncId).changes
    },
  }
}

function toContact(row: ContactRow): CachedContact {
  return { id: row.id, record: readCustomerRecord(row.record, row.uuid), readAtMs: row.read_at_ms }
}

/** A damaged record that is about to be replaced by what the service says mends itself. */
function recordOrNull(row: ContactRow): CustomerRecord | null {
  try {
    return readCustomerRecord(row.record, row.uuid)
  } catch {
    return null
  }
}

/** `newer` over `older`; a property that is undefined in `newer` is unknown there. */
function mergeRecords(older: CustomerRecord, newer: CustomerRecord): CustomerRecord {
  const merged: CustomerRecord = { ...older, uuid: newer.uuid }
  for (const [key, value] of Object.entries(newer)) if (value !== undefined) Object.assign(merged, { [key]: value })
  return merged
}
