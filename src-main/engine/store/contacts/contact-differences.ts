import { z } from 'zod'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import { type DifferenceKind, type StoredDifference, storedDifferenceSchema } from '../../model/contacts/differences-schema.ts'
import { isSameValue, valueIn } from '../../model/contacts/field-values.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'
import { differencesBetween } from './differences-between.ts'

/** A contact that differs, as it is stored. */
export interface NotedDifference {
  id: number
  contact: string
  kind: DifferenceKind
  changes: StoredDifference[]
}

interface StoredRow {
  id: number
  contact: string
  kind: DifferenceKind
  changes: string | null
}

const changesSchema = z.array(storedDifferenceSchema)
/** Syncs whose differences are kept, and so many differences of all but the newest. */
const mostPeriods = 12
const mostKept = 1_000_000

/**
 * What the service showed otherwise than Rollcall knew it: whatever reads a contact notes it, beside the complete sync since which it
 * differs. Rollcall's own writes are known, so they are no difference. Nothing is noted before the first complete sync.
 */
export function createContactDifferences(store: Store) {
  const selectSince = store.prepare<[], number>('SELECT id FROM syncs WHERE complete = 1 ORDER BY id DESC LIMIT 1').pluck()
  const selectOf = store.prepare<[number, string], StoredRow>(
    'SELECT id, contact, kind, changes FROM contact_differences WHERE since = ? AND contact = ?',
  )
  const put = store.prepare<[{ since: number; contact: string; kind: DifferenceKind; changes: string | null }]>(
    `INSERT INTO contact_differences (since, contact, kind, changes) VALUES (@since, @contact, @kind, @changes)
     ON CONFLICT (since, contact) DO UPDATE SET kind = @kind, changes = @changes`,
  )
  const remove = store.prepare<[number]>('DELETE FROM contact_differences WHERE id = ?')
  const putGone = (condition: string) =>
    store.prepare<[{ since: number; syncId: number; fromId: number; toId: number }]>(
      `INSERT INTO contact_differences (since, contact, kind)
       SELECT @since, uuid, 'gone' FROM contacts WHERE ${condition} AND id BETWEEN @fromId AND @toId
       ON CONFLICT (since, contact) DO UPDATE SET kind = 'gone', changes = NULL`,
    )
  const putGoneOnes = putGone('@syncId = 0')
  const putUnseen = putGone('sync_id < @syncId')
  const selectCounts = store.prepare<[], { since: number; kind: DifferenceKind; count: number }>(
    'SELECT since, kind, count(*) AS count FROM contact_differences GROUP BY since, kind ORDER BY since DESC',
  )
  const selectPage = store.prepare<[number, DifferenceKind, number, number], StoredRow>(
    'SELECT id, contact, kind, changes FROM contact_differences WHERE since = ? AND kind = ? ORDER BY id LIMIT ? OFFSET ?',
  )
  const selectAfter = store.prepare<[number, DifferenceKind, number], StoredRow>(
    'SELECT id, contact, kind, changes FROM contact_differences WHERE since = ? AND kind = ? AND id > ? ORDER BY id LIMIT 500',
  )
  const removeOf = store.prepare<[string, string]>(
    `DELETE FROM contact_differences WHERE contact IN (SELECT value FROM json_each(?))
       OR EXISTS (SELECT 1 FROM json_each(?) WHERE instr(changes, json_each.value) > 0)`,
  )
  const removeSome = store.prepare<[number]>(
    'DELETE FROM contact_differences WHERE id IN (SELECT id FROM contact_differences WHERE since = ? LIMIT 5000)',
  )
  const read = ({ changes, ...row }: StoredRow): NotedDifference => ({
    ...row,
    changes: changes === null ? [] : readJsonColumn(changesSchema, changes, `what changed of contact ${row.contact}`),
  })

  return {
    /** The service shows a contact that Rollcall did not know. One that was only thought to be gone is as it was. */
    noteNew(contact: string): void {
      const since = selectSince.get()
      if (since === undefined) return
      const noted = selectOf.get(since, contact)
      if (noted?.kind === 'gone') remove.run(noted.id)
      else put.run({ since, contact, kind: 'new', changes: null })
    },

    /** The service shows a contact otherwise than Rollcall knew it. What is as it was in the end is no difference. */
    noteChanged(before: CustomerRecord, after: CustomerRecord): void {
      const found = differencesBetween(before, after)
      if (found.length === 0) return
      const since = selectSince.get()
      if (since === undefined) return
      const noted = selectOf.get(since, after.uuid)
      if (noted?.kind === 'new') return
      const all = new Map((noted === undefined ? [] : read(noted).changes).map((change) => [change.field, change]))
      for (const { field, ...values } of found) {
        const first = all.get(field)?.before ?? values.before
        if (all.has(field) && isSameValue(first, values.after)) all.delete(field)
        else all.set(field, { field, before: first, after: values.after })
      }
      if (all.size > 0) put.run({ since, contact: after.uuid, kind: 'changed', changes: JSON.stringify([...all.values()]) })
      else if (noted !== undefined) remove.run(noted.id)
    },

    /** What a read had shown before the answer came was Rollcall's own write, and no difference. */
    noteWritten(written: CustomerRecord): void {
      const since = selectSince.get()
      const noted = since === undefined ? undefined : selectOf.get(since, written.uuid)
      if (since === undefined || noted?.kind !== 'changed') return
      const { changes } = read(noted)
      const left = changes.filter(({ field, after }) => {
        const value = valueIn(written, field)
        return value === undefined || !isSameValue(value, after)
      })
      if (left.length === changes.length) return
      if (left.length === 0) remove.run(noted.id)
      else put.run({ since, contact: written.uuid, kind: 'changed', changes: JSON.stringify(left) })
    },

    /** Contacts of the cache that are about to be taken out: all in a range of its own numbers, or those that a sync did not see. */
    noteGone([fromId, toId]: [number, number], unseen: { syncId: number; since: number } | null): void {
      const since = unseen?.since ?? selectSince.get()
      if (since === undefined) return
      const range = { since, fromId, toId }
      if (unseen === null) putGoneOnes.run({ ...range, syncId: 0 })
      else putUnseen.run({ ...range, syncId: unseen.syncId })
    },

    /** How many of each kind there are since which sync, the newest first. */
    counts(): { since: number; counts: Record<DifferenceKind, number> }[] {
      const found = new Map<number, Record<DifferenceKind, number>>()
      for (const { since, kind, count } of selectCounts.all()) {
        const counts = found.get(since) ?? { new: 0, changed: 0, gone: 0 }
        counts[kind] = count
        found.set(since, counts)
      }
      return [...found].map(([since, counts]) => ({ since, counts }))
    },
    page: (since: number, kind: DifferenceKind, { offset, limit }: { offset: number; limit: number }): NotedDifference[] =>
      selectPage.all(since, kind, limit, offset).map(read),
    /** All of a kind; memory does not grow. */
    *all(since: number, kind: DifferenceKind): Generator<NotedDifference> {
      for (let after = 0; ;) {
        const rows = selectAfter.all(since, kind, after)
        yield* rows.map(read)
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },

    /** Removes all about these contacts (uuids), and all in which one of these numbers (E.164) stands. */
    forget: (contacts: readonly string[], phones: readonly string[]): void =>
      void removeOf.run(JSON.stringify(contacts), JSON.stringify(phones)),
    /** Removes the oldest beyond what is kept, some at a time: answers false when there are no more. */
    removeSomeOld(): boolean {
      let kept = 0
      for (const [at, { since, counts }] of this.counts().entries()) {
        if (at > 1) kept += counts.new + counts.changed + counts.gone
        if (at >= mostPeriods || kept > mostKept) return removeSome.run(since).changes > 0
      }
      return false
    },
  }
}
