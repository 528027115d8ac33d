import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import { isNeverShown } from '../../model/contacts/field-values.ts'
import { createContactDifferences } from './contact-differences.ts'
import { digestOf } from './contact-digest.ts'
import { createGoneContacts } from './gone-contacts.ts'
import { blockOf } from './id-bits.ts'
import { recordColumns, toColumns } from './contact-record.ts'
import type { Store } from '../open-store.ts'
import { nameKey } from './search-text.ts'
import {
  contactColumns,
  createContactRowReader,
  extraOf,
  idOf,
  nameOf,
  phoneOf,
  readAtMsOf,
  seenAtMsOf,
  type CachedContact,
  type ContactRow,
} from './cached-contact.ts'

export type { CachedContact } from './cached-contact.ts'

export type Contacts = ReturnType<typeof createContacts>

const written = [...recordColumns, 'digest', 'name_key', 'extra', 'read_at_ms', 'seen_at_ms'] as const
/** The uuid stays: its index is left alone, and a page of it less is written for each contact. */
const changeable = written.slice(1)
/** As is the index of names, where these stay as they are. */
const namedBy: readonly string[] = ['phone', 'name', 'name_key']
const besideName = changeable.filter((column) => !namedBy.includes(column))
/** For all of a `ContactRow`: nobody has written on the contact since it was read. */
const isAsRead = contactColumns
  .split(', ')
  .map((column) => `${column} IS ?`)
  .join(' AND ')
/** Rows that are remembered for the writes that follow. */
const mostRemembered = 200
const present = '(SELECT coalesce(max(id), 0) FROM syncs)'

/** Statements on the contacts cache. Records that cannot be read back throw `store.damaged`. */
export function createContacts(store: Store) {
  const select = <P extends unknown[]>(rest: string) => store.prepare<P, ContactRow>(`SELECT ${contactColumns} FROM contacts ${rest}`).raw()
  const selectByUuid = select<[string]>('WHERE uuid = ?')
  const selectById = select<[number]>('WHERE id = ?')
  // Without ORDER BY: SQLite would make a sorter for each of a million look-ups.
  const selectByPhone = select<[string]>('WHERE phone = ?')
  const insert = store.prepare<unknown[]>(
    `INSERT INTO contacts (${written.join(', ')}, sync_id) VALUES (${written.map(() => '?').join(', ')}, ${present})`,
  )
  const updating = (columns: readonly string[], condition: string) =>
    store.prepare<unknown[]>(
      `UPDATE contacts SET ${columns.map((column) => `${column} = ?`).join(', ')}, sync_id = ${present} WHERE ${condition}`,
    )
  const updates = { all: updating(changeable, 'id = ?'), besideName: updating(besideName, 'id = ?') }
  const updatesAsRead = { all: updating(changeable, isAsRead), besideName: updating(besideName, isAsRead) }
  // Where its block was not indexed yet, it will be found there.
  const insertStale = store.prepare<[{ id: number; block: number }]>(
    'INSERT OR IGNORE INTO search_stale (id) SELECT @id WHERE EXISTS (SELECT 1 FROM search_blocks WHERE block = @block)',
  )
  const markStale = (id: number): void => void insertStale.run({ id, block: blockOf(id) })
  const removeByUuid = store.prepare<[string]>('DELETE FROM contacts WHERE uuid = ?')
  const removeUnseen = store.prepare<[number, number, number]>('DELETE FROM contacts WHERE sync_id < ? AND id BETWEEN ? AND ?')
  const selectOfPerson = store.prepare<[{ phones: string; uuids: string }], { id: number; uuid: string }>(
    `SELECT id, uuid FROM contacts WHERE phone IN (SELECT value FROM json_each(@phones))
     UNION SELECT id, uuid FROM contacts WHERE uuid IN (SELECT value FROM json_each(@uuids))`,
  )
  const selectLastId = store.prepare<[], number>('SELECT coalesce(max(id), 0) FROM contacts').pluck()
  const unseen = (what: string) =>
    store.prepare<[number, number], number>(`${what} FROM contacts WHERE seen_at_ms < ? OR seen_at_ms > ?`).pluck()
  const selectUnseen = unseen('SELECT id')
  const selectAnyUnseen = store
    .prepare<[number, number], number>(
      'SELECT 1 WHERE EXISTS (SELECT 1 FROM contacts WHERE seen_at_ms < ?) OR EXISTS (SELECT 1 FROM contacts WHERE seen_at_ms > ?)',
    )
    .pluck()
  const countAll = store.prepare<[], number>('SELECT count(*) FROM contacts').pluck()
  const selectNamed = store.prepare<[], number>('SELECT id FROM contacts ORDER BY name_key, phone, id').pluck()
  const selectPage = select<[number, number]>(
    'WHERE id IN (SELECT id FROM contacts ORDER BY name_key, phone, id LIMIT ? OFFSET ?) ORDER BY name_key, phone, id',
  )
  const selectAfter = select<[number, number]>('WHERE id > ? ORDER BY id LIMIT ?')

  const differences = createContactDifferences(store)
  const gone = createGoneContacts(store)
  const { toRecord, toContact } = createContactRowReader()
  /** A damaged record is no error here: it is about to be replaced by what the service says. */
  const recordOrNull = (row: ContactRow): CustomerRecord | null => {
    try {
      return toRecord(row)
    } catch {
      return null
    }
  }
  const add = (record: CustomerRecord, extra: string | null, { readAtMs, seenAtMs }: Times): void => {
    const { lastInsertRowid: id } = insert.run(...toColumns(record), digestOf(record), nameKey(record.name), extra, readAtMs, seenAtMs)
    markStale(Number(id))
    gone.unmark(record.uuid)
  }
  /** `ifAsRead`: writes nothing and answers false where the contact is not as it was when the row was read. */
  const change = (row: ContactRow, record: CustomerRecord, extra: string | null, times: Times, ifAsRead = false): boolean => {
    const columns = toColumns(record)
    if (columns.some((value, at) => value !== row[at])) markStale(idOf(row))
    const [, phone, name, ...others] = columns
    const statements = ifAsRead ? updatesAsRead : updates
    const rest = [...others, digestOf(record)]
    const end = [extra, times.readAtMs, times.seenAtMs, ...(ifAsRead ? row : [idOf(row)])]
    if (phone === phoneOf(row) && name === nameOf(row)) return statements.besideName.run(...rest, ...end).changes === 1
    return statements.all.run(phone, name, ...rest, nameKey(record.name), ...end).changes === 1
  }
  const remembered = new Map<string, ContactRow>()

  return {
    findByUuid(uuid: string): CachedContact | null {
      const row = selectByUuid.get(uuid)
      return row === undefined ? null : toContact(row)
    },

    /** By the cache's own number: a third of the time of the others. */
    findById(id: number): CachedContact | null {
      const row = selectById.get(id)
      return row === undefined ? null : toContact(row)
    },

    /** The same as by uuid, and null for a damaged record: the service knows better. A write that follows need not read the contact again. */
    findBeforeWrite(uuid: string): CachedContact | null {
      const row = selectByUuid.get(uuid)
      const record = row === undefined ? null : recordOrNull(row)
      if (row === undefined || record === null) return null
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(uuid, row)
      return { id: idOf(row), record, readAtMs: readAtMsOf(row), seenAtMs: seenAtMsOf(row) }
    },

    /** All contacts that hold the number (E.164): the service may hold a number twice. Oldest in the cache first. */
    findByPhone(phone: string): CachedContact[] {
      const rows = selectByPhone.all(phone)
      if (rows.length > 1) rows.sort((a, b) => idOf(a) - idOf(b))
      return rows.map(toContact)
    },

    count: (): number => countAll.get() ?? 0,

    /** A page of all contacts, sorted by name without case and accents, nameless ones last. */
    page: ({ offset, limit }: { offset: number; limit: number }): CachedContact[] => selectPage.all(limit, offset).map(toContact),
    /** The cache's own numbers of all contacts in that order. */
    idsByName: (): Uint32Array => Uint32Array.from(selectNamed.all()),

    /** All contacts in the cache's own order; memory does not grow. Writing in between is allowed. */
    *all(): Generator<CachedContact> {
      for (let afterId = 0; ;) {
        const rows = selectAfter.all(afterId, 500)
        for (const row of rows) yield toContact(row)
        const last = rows.at(-1)
        if (last === undefined) return
        afterId = idOf(last)
      }
    },

    /**
     * Stores a record that was read from the service. For each property the newest known value wins: what the new
     * record does not show (always `email` and `unreachable`) is kept, and a record read before the last write does not
     * undo that write.
     */
    putRead({ record, extra }: ReadCustomer, readAtMs: number): void {
      const row = selectByUuid.get(record.uuid)
      const readBeforeMs = row === undefined ? Number.NEGATIVE_INFINITY : readAtMsOf(row)
      const before = row === undefined ? null : recordOrNull(row)
      const isNewer = before === null || readBeforeMs <= readAtMs
      const merged = before === null ? record : isNewer ? mergeRecords(before, record) : mergeRecords(record, before)
      const extraJson = extra === null ? null : JSON.stringify(extra)
      const keptExtra = row === undefined ? null : extraOf(row)
      const newExtra = isNewer ? extraJson : (keptExtra ?? extraJson)
      if (row === undefined) differences.noteNew(record.uuid)
      else if (before !== null && isNewer) differences.noteChanged(before, merged)
      if (row === undefined) add(merged, newExtra, { readAtMs, seenAtMs: readAtMs })
      else change(row, merged, newExtra, { readAtMs: Math.max(readAtMs, readBeforeMs), seenAtMs: Math.max(readAtMs, seenAtMsOf(row)) })
    },

    /**
     * Stores what a write did, answered or known to be applied: each property of `patch` replaces the cached one,
     * custom fields one by one. A contact that is not cached yet is added. What the service `answered` to the write
     * stands above both; where it tells all that is known of the contact, the contact counts as seen.
     */
    applyWrite(
      uuid: string,
      patch: Partial<Omit<CustomerRecord, 'uuid'>>,
      writtenAtMs: number,
      answered: CustomerRecord | null = null,
    ): void {
      const over = (before: CustomerRecord): CustomerRecord => {
        const patched = mergeRecords(before, { ...patch, uuid })
        if (patch.customFields !== undefined) patched.customFields = { ...before.customFields, ...patch.customFields }
        return answered === null ? patched : mergeRecords(patched, { ...answered, uuid })
      }
      const timesAfter = (before: CustomerRecord, times: Times): Times => ({
        readAtMs: Math.max(writtenAtMs, times.readAtMs),
        seenAtMs: answered !== null && tellsAllOf(before, answered) ? Math.max(writtenAtMs, times.seenAtMs) : times.seenAtMs,
      })
      const writeOn = (row: ContactRow, ifAsRead: boolean): boolean => {
        const before = toRecord(row)
        return change(
          row,
          over(before),
          extraOf(row),
          timesAfter(before, { readAtMs: readAtMsOf(row), seenAtMs: seenAtMsOf(row) }),
          ifAsRead,
        )
      }

      differences.noteWritten({ ...patch, uuid })
      const known = remembered.get(uuid)
      remembered.delete(uuid)
      if (known !== undefined && writeOn(known, true)) return
      const row = selectByUuid.get(uuid)
      if (row === undefined) add(over({ uuid }), null, timesAfter(wholeRecord, { readAtMs: 0, seenAtMs: 0 }))
      else writeOn(row, false)
    },

    /** Forgets what the service never shows of a contact: a write on it may have happened since the last confirmed one. */
    forgetNeverShown(uuid: string): void {
      remembered.delete(uuid)
      const row = selectByUuid.get(uuid)
      if (row === undefined) return
      const before = toRecord(row)
      const record = Object.fromEntries(Object.entries(before).filter(([property]) => !isNeverShown(property))) as typeof before
      if (Object.keys(record).length === Object.keys(before).length) return
      change(row, record, extraOf(row), { readAtMs: readAtMsOf(row), seenAtMs: seenAtMsOf(row) })
    },

    /** The contacts that the service has not shown between these times: a bit each, by the cache's own number; null where it has shown all. */
    unseen(sinceMs: number, untilMs: number): Uint8Array | null {
      if (selectAnyUnseen.get(sinceMs, untilMs) === undefined) return null
      const bits = new Uint8Array((this.lastId() >>> 3) + 1)
      for (const id of selectUnseen.iterate(sinceMs, untilMs)) bits[id >>> 3] = (bits[id >>> 3] ?? 0) | (1 << (id & 7))
      return bits
    },

    /** Takes out a contact that the service no longer has. It is marked as gone, and nothing finds it any more. */
    remove(uuid: string, atMs: number): void {
      const row = selectByUuid.get(uuid)
      if (row === undefined) return
      gone.markOne(idOf(row), atMs)
      differences.noteGone([idOf(row), idOf(row)], null)
      removeByUuid.run(uuid)
    },

    /**
     * The same with those among the contacts `fromId` … `toId` that were not seen since the sync began; `since`: the complete sync before it,
     * null where there is none to compare with.
     */
    removeUnseenSince(syncId: number, [fromId, toId]: [number, number], since: number | null, atMs: number): void {
      gone.markUnseen({ syncId, fromId, toId, atMs })
      if (since !== null) differences.noteGone([fromId, toId], { syncId, since })
      removeUnseen.run(syncId, fromId, toId)
    },

    /** Takes out contacts without a trace, with these numbers (E.164) or uuids: of somebody who is sealed. Answers their numbers in the cache. */
    removeWithoutTrace(phones: readonly string[], uuids: readonly string[]): number[] {
      const found = selectOfPerson.all({ phones: JSON.stringify(phones), uuids: JSON.stringify(uuids) })
      for (const { uuid } of found) removeByUuid.run(uuid)
      const all = [...uuids, ...found.map(({ uuid }) => uuid), ...gone.withPhones(phones)]
      for (const uuid of all) gone.unmark(uuid)
      differences.forget(all, phones)
      return found.map(({ id }) => id)
    },
    /** The cache's own number for the newest contact; 0 where there is none. */
    lastId: (): number => selectLastId.get() ?? 0,
  }
}

interface Times {
  readAtMs: number
  seenAtMs: number
}

/** All that the service shows of a contact. */
const wholeRecord: CustomerRecord = {
  uuid: '',
  name: null,
  notes: null,
  phoneRaw: null,
  archived: false,
  blocked: false,
  reachableBySms: true,
  tags: [],
  customFields: {},
  consent: null,
}

/** Whether an answer shows everything that is known of a contact, except what the service never shows. */
function tellsAllOf(known: CustomerRecord, answered: CustomerRecord): boolean {
  for (const property in known) {
    if (property === 'phone' || isNeverShown(property)) continue
    const key = property as keyof CustomerRecord
    if (known[key] !== undefined && answered[key] === undefined) return false
  }
  return true
}

/** `newer` over `older`; a property that is undefined in `newer` is unknown there. */
function mergeRecords(older: CustomerRecord, newer: CustomerRecord): CustomerRecord {
  const merged: CustomerRecord = { ...older, uuid: newer.uuid }
  const merge = <K extends keyof CustomerRecord>(key: K): void => {
    if (newer[key] !== undefined) merged[key] = newer[key]
  }
  for (const key in newer) merge(key as keyof CustomerRecord)
  return merged
}
